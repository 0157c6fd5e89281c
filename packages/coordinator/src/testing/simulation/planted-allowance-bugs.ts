import type { PlantedStoreBug } from './planted-bugs.ts';

const useCase = 'packages/coordinator/src/allowance/allowance.test.ts';
const core = 'packages/protocol/src/allowance/cover-request.test.ts';
const template = 'packages/protocol/src/allowance/match-template.test.ts';
const uses = 'packages/protocol/src/allowance/decide-use.test.ts';

/** Mistakes about allowances. A test must find each of them. */
export const plantedAllowanceBugs: readonly PlantedStoreBug[] = [
  {
    rule: 'AL-1',
    name: 'an allowance covers critical risk',
    file: 'packages/protocol/src/allowance/judge-cover.ts',
    find: `if (request.risk.level === 'critical') return not('critical risk always asks');`,
    replace: '',
    test: { file: core, name: 'critical risk asks' },
  },
  {
    rule: 'AL-2',
    name: 'a template covers a member that it does not know',
    file: 'packages/protocol/src/allowance/match-template.ts',
    find: `return path.length === 0 ? null : { path: at, why: 'unknown' };`,
    replace: 'return null;',
    test: { file: template, name: 'an extra member' },
  },
  {
    rule: 'AL-3',
    name: 'a use is not counted at the version that was read',
    file: 'packages/coordinator/src/allowance/find-cover.ts',
    find: `    effect: { appends: [cover.append] },
`,
    replace: '',
    test: { file: useCase, name: 'race for the last use' },
  },
  {
    rule: 'AL-3',
    name: 'a budget adds up doubles',
    file: 'packages/protocol/src/allowance/decide-use.ts',
    find: 'if (uses.spent + amount > total)',
    replace: 'if (Number(uses.spent + amount) > Number(total) * 1.0001)',
    test: { file: uses, name: 'to the last cent' },
  },
  {
    rule: 'AL-4',
    name: 'a consume does not look at the allowance again',
    file: 'packages/protocol/src/request/verify-for-execution.ts',
    find: `if (allowance.state.status !== 'active') {`,
    replace: `if (allowance.version === 0) {`,
    test: { file: core, name: 'holds for what was not consumed' },
  },
  {
    rule: 'AL-5',
    name: 'a changed tool is covered like the old one',
    file: 'packages/protocol/src/allowance/judge-cover.ts',
    find: `if (terms.tool_definition_digest !== request.tool_definition_digest) {`,
    replace: `if (terms.tool_definition_digest === '') {`,
    test: { file: core, name: 'another definition of the tool suspends' },
  },
  {
    rule: 'AL-7',
    name: 'the evidence of the house request is not judged',
    file: 'packages/protocol/src/bundle/check-allowance.ts',
    find: `  const fault = judgeNested(nested, trustFor(trust));`,
    replace: `  const fault = nested === bundle ? judgeNested(nested, trustFor(trust)) : null;`,
    test: {
      file: 'packages/protocol/src/bundle/check-allowance.test.ts',
      name: 'a house request without its passkey',
    },
  },
  {
    rule: 'AL-9',
    name: 'the people of an allowance are not judged against the parties of the use',
    file: 'packages/protocol/src/allowance/judge-cover.ts',
    find: `if (isAgent || judged?.ok !== true) {`,
    replace: `if (isAgent) {`,
    test: { file: core, name: 'of which they are the agent_owner' },
  },
  {
    rule: 'AL-11',
    name: 'a rejection leaves an allowance that covers it',
    file: 'packages/coordinator/src/record-entry.ts',
    find: `    ...(kind?.appends ?? []),
`,
    replace: '',
    test: { file: useCase, name: 'a rejection of anything that an allowance covers' },
  },
  {
    rule: 'AL-11',
    name: 'an allowance is made past a rejection of its kind that is being written',
    file: 'packages/coordinator/src/allowance/make-allowance.ts',
    find: `        claims: [kind, ...claims.value],`,
    replace: `        claims: claims.value,`,
    test: { file: useCase, name: 'written at once' },
  },
  {
    rule: 'AL-11',
    name: 'a rejection is written past an allowance of its kind that is being made',
    file: 'packages/coordinator/src/record-entry.ts',
    find: `      ...(kind?.claims ?? []),
`,
    replace: '',
    test: { file: useCase, name: 'written at once' },
  },
  {
    rule: 'AL-12',
    name: 'an action that ran is covered again',
    file: 'packages/protocol/src/allowance/decide-use.ts',
    find: `if (consumed_before && !terms.repeat) {`,
    replace: `if (consumed_before && terms.repeat) {`,
    test: { file: uses, name: 'asks again, unless repeat was signed' },
  },
  {
    rule: 'AL-14',
    name: 'a segment of two dots is a segment like any other',
    file: 'packages/protocol/src/allowance/normal-text.ts',
    find: `segment.test(text) && !/^\\.{1,2}$/.test(text) &&`,
    replace: `segment.test(text) &&`,
    test: { file: template, name: 'could read the path otherwise' },
  },
];
