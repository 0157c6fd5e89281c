import type { PlantedStoreBug } from './planted-bugs.ts';

const leftVoter = 'tests/attacks/left-voter.test.ts';
const ownedNames = 'packages/coordinator/src/owned-names.test.ts';

/** Mistakes about people and policies, which no simulated world changes in this way. A test must find each of them. */
export const plantedPeopleBugs: readonly PlantedStoreBug[] = [
  {
    rule: 'ID-12',
    name: 'the approvers are not checked again at the consume',
    file: 'packages/protocol/src/request/judge-voters.ts',
    find: `    if (stage === undefined || voter === undefined) {
      return refuse(`,
    replace: `    if (stage === undefined || voter === undefined) continue;
    if (stage.name === '') {
      return refuse(`,
    test: {
      file: 'packages/protocol/src/request/verify-for-execution.test.ts',
      name: 'an approver who cannot act any more',
    },
  },
  {
    rule: 'ID-12',
    name: 'the consume does not guard the directory',
    file: 'packages/coordinator/src/load-voters.ts',
    find: `streams: version === null ? [] :`,
    replace: `streams: version !== -1 ? [] :`,
    test: { file: leftVoter, name: 'an approver who leaves between the check and the commit' },
  },
  {
    rule: 'GT-10',
    name: 'a request stays open although the chain differs',
    file: 'packages/protocol/src/request/reaffirm-request.ts',
    find: `  if (sha256OfPlain([evaluation.chain]) !== sha256OfPlain([chain])) {`,
    replace: `  if (sha256OfPlain([evaluation.chain]) === '') {`,
    test: {
      file: 'packages/protocol/src/request/reaffirm-request.test.ts',
      name: 'another chain of the same version',
    },
  },
  {
    rule: 'GT-11',
    name: 'plans of two agents share a name',
    file: 'packages/coordinator/src/stream-name.ts',
    find: 'sha256({ agent_id, plan_id })',
    replace: 'sha256({ plan_id })',
    test: { file: ownedNames, name: 'the plan of one agent' },
  },
  {
    rule: 'GT-11',
    name: 'sessions of two agents share a name',
    file: 'packages/coordinator/src/stream-name.ts',
    find: 'sha256({ agent_id, session_id })',
    replace: 'sha256({ session_id })',
    test: { file: ownedNames, name: 'the session of one agent' },
  },
];
