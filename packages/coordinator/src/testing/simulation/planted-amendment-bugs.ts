import type { PlantedStoreBug } from './planted-bugs.ts';

const useCase = 'packages/coordinator/src/amend-request.test.ts';
const core = 'packages/protocol/src/request/amend-request.test.ts';
const parameters = 'packages/protocol/src/request/amended-parameters.test.ts';

/** Mistakes about amendments. A test must find each of them. */
export const plantedAmendmentBugs: readonly PlantedStoreBug[] = [
  {
    rule: 'AM-1',
    name: 'an amended action that policy denies is asked',
    file: 'packages/coordinator/src/amended-evaluation.ts',
    find: `if (evaluation.verdict === 'deny') return evaluation;`,
    replace: '',
    test: { file: useCase, name: 'a deny stays a deny' },
  },
  {
    rule: 'AM-2',
    name: 'a number that may become lower may become negative',
    file: 'packages/protocol/src/request/amended-parameters.ts',
    find: `typeof after === 'number' && after >= 0 && after < before`,
    replace: `typeof after === 'number' && after < before`,
    test: { file: parameters, name: 'a listed number becomes negative' },
  },
  {
    rule: 'AM-3',
    name: 'the author of a changed action is independent of it',
    file: 'packages/protocol/src/chain/eligibility.ts',
    find: `    ...(parties.authors ?? []),
`,
    replace: '',
    test: { file: core, name: 'the author is a party' },
  },
  {
    rule: 'AM-4',
    name: 'the evidence believes what a request says about its versions',
    file: 'packages/protocol/src/bundle/check-versions.ts',
    find: `    if (fault !== null) return failed('request_inconsistent', \`version`,
    replace: `    if (fault === '') return failed('request_inconsistent', \`version`,
    test: {
      file: 'packages/protocol/src/bundle/check-versions.test.ts',
      name: 'another reason refuses',
    },
  },
  {
    rule: 'AM-5',
    name: 'a request that was decided can still be amended',
    file: 'packages/protocol/src/request/amend-request.ts',
    find: `if (state.status === 'absent' || effectiveStatus(state, now) !== 'pending') {`,
    replace: `if (state.status === 'absent' || effectiveStatus(state, now) === 'expired') {`,
    test: { file: core, name: 'what was decided, has expired or was amended before' },
  },
  {
    rule: 'AM-6',
    name: 'an amended action is asked under the weaker chain',
    file: 'packages/protocol/src/request/amend-request.ts',
    find: `compareChains(evaluated, before) < 0 ? evaluated : before;`,
    replace: `compareChains(evaluated, before) > 0 ? evaluated : before;`,
    test: { file: useCase, name: 'the stricter of two chains decides' },
  },
  {
    rule: 'AM-7',
    name: 'the claim on the original is left behind',
    file: 'packages/coordinator/src/request-claims.ts',
    find: `const digests = [action_digest, ...amends.map(version => version.action_digest)];`,
    replace: `const digests = [action_digest, ...amends.slice(99).map(version => version.action_digest)];`,
    test: { file: useCase, name: 'the original is found as amended' },
  },
  {
    rule: 'AM-8',
    name: 'a sealed value can be replaced',
    file: 'packages/protocol/src/request/amended-parameters.ts',
    find: `  if (isSealed(before) || isSealed(after)) {`,
    replace: `  if (isSealed(before) && isSealed(after) && at === '') {`,
    test: { file: parameters, name: 'a sealed value stays at its path' },
  },
  {
    rule: 'AM-9',
    name: 'amendments of earlier rounds are not counted',
    file: 'packages/protocol/src/plan/approval-case.ts',
    find: `return rounds.reduce((sum, { amendments }) => sum + amendments, 0);`,
    replace: `return rounds.at(-1)?.amendments ?? 0;`,
    test: { file: core, name: 'a case is amended at most three times' },
  },
];
