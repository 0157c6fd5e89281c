import type { PlantedStoreBug } from './planted-bugs.ts';

const houseRequests = 'tests/attacks/house-requests.test.ts';
const leftVoter = 'tests/attacks/left-voter.test.ts';
const ownedNames = 'packages/coordinator/src/owned-names.test.ts';

/** Mistakes about people and policies, which no simulated world changes in this way. A test must find each of them. */
export const plantedPeopleBugs: readonly PlantedStoreBug[] = [
  {
    rule: 'HR-1',
    name: 'an agent may use a name of the house',
    file: 'packages/coordinator/src/evaluate-and-open.ts',
    find: `    return isReservedForHouse(action)
      ? refuse('house_action_reserved', 'a name of it`,
    replace: `    return isReservedForHouse(action) && action.operation === ''
      ? refuse('house_action_reserved', 'a name of it`,
    test: { file: houseRequests, name: 'cannot ask for "countersign.policy"' },
  },
  {
    rule: 'HR-4',
    name: 'a change is carried out though its card is not true any more',
    file: 'packages/server/src/house/directory-change.ts',
    find: `    action: await directoryAction(context, directory.state, kind, changes),`,
    replace: `    action: asked,`,
    test: { file: houseRequests, name: 'a card that no longer tells the truth' },
  },
  {
    rule: 'HR-5',
    name: 'a governed change needs no approval',
    file: 'packages/protocol/src/directory/decide-directory.ts',
    find: `state.governs.includes(kind) && command.approved !== kind) {`,
    replace: `state.governs.length === 0 && command.approved !== kind) {`,
    test: {
      file: 'packages/protocol/src/directory/governed-change.test.ts',
      name: 'a role is given: takes a request',
    },
  },
  {
    rule: 'HR-6',
    name: 'a policy that nobody approved follows in the stream',
    file: 'packages/protocol/src/directory/directory-state.ts',
    find: `  if (isRecovery && !state.epoch_begins) throw misplaced(event);`,
    replace: '',
    test: {
      file: 'packages/protocol/src/directory/governed-change.test.ts',
      name: 'another policy that nobody approved',
    },
  },
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
