import type { PlantedStoreBug } from './planted-bugs.ts';

const leftVoter = 'tests/attacks/left-voter.test.ts';

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
];
