import type { PlantedStoreBug } from './planted-bugs.ts';

const houseRequests = 'tests/attacks/house-requests.test.ts';
const lockTest = 'packages/protocol/src/directory/decide-lock.test.ts';
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
    name: 'a policy without an approval follows in the stream',
    file: 'packages/protocol/src/directory/directory-state.ts',
    find: `  if (isRecovery && !state.epoch_begins) throw misplaced(event);`,
    replace: '',
    test: {
      file: 'packages/protocol/src/directory/governed-change.test.ts',
      name: 'a policy without an approval cannot follow',
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
    file: 'packages/coordinator/src/consume-grant.ts',
    find: `streams: [...olderOf(voters.streams, locks.streams), ...guardOf(evidence)],`,
    replace: `streams: [],`,
    test: { file: leftVoter, name: 'an approver who leaves between the check and the commit' },
  },
  {
    rule: 'LK-2',
    name: 'a commit does not guard the locks that it read',
    file: 'packages/coordinator/src/pass-locks.ts',
    find: `streams: version === null ? [] :`,
    replace: `streams: version !== -1 ? [] :`,
    test: {
      file: 'tests/attacks/lock.test.ts',
      name: 'a lock on the agent that comes between the check and the commit',
    },
  },
  {
    rule: 'LK-2',
    name: 'the execution point does not look at locks',
    file: 'packages/protocol/src/request/verify-for-execution.ts',
    find: `(attempt.lock === null ? null : lockedBy(attempt.lock))`,
    replace: `(attempt.lock === undefined ? lockedBy(attempt.lock) : null)`,
    test: {
      file: 'packages/protocol/src/request/verify-for-execution.test.ts',
      name: 'a lock refuses with locked',
    },
  },
  {
    rule: 'LK-2',
    name: 'a locked person leaves the agents that they own at work',
    file: 'packages/protocol/src/directory/find-lock.ts',
    find: `const owner = state.index.owners.get(covered.agent_id)?.owner;`,
    replace: `const owner = undefined;`,
    test: { file: lockTest, name: 'covers the agent, the key, its owner' },
  },
  {
    rule: 'LK-4',
    name: 'an approval from before a lock works again after the lift',
    file: 'packages/protocol/src/directory/find-lock.ts',
    find: `return lifted_at === null || (since !== undefined && since <= lifted_at);`,
    replace: `return lifted_at === null || since === '';`,
    test: { file: lockTest, name: 'what existed before the lift stays closed' },
  },
  {
    rule: 'LK-5',
    name: 'a lock is lifted without a passkey although an operator has one',
    file: 'packages/protocol/src/directory/decide-lock.ts',
    find: `if (credential.kind !== 'passkey' && hasLifterWithPasskey(state)) {`,
    replace: `if (credential.kind === 'api_key' && hasLifterWithPasskey(state)) {`,
    test: { file: lockTest, name: 'an operator without a passkey gives step_up_missing' },
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
