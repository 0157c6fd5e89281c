import type { PlantedStoreBug } from './planted-bugs.ts';

const decideLock = 'packages/protocol/src/directory/decide-lock.ts';
const lockTest = 'packages/protocol/src/directory/decide-lock.test.ts';
const governanceTest = 'packages/policy/src/governance.test.ts';
const secondPerson = 'tests/attacks/second-person.test.ts';
const flood = 'tests/attacks/flood-from-one-address.test.ts';
const pool = 'packages/policy/src/workers/evaluation-pool.ts';
const poolTest = 'packages/policy/src/workers/evaluation-pool.test.ts';
const unverified = 'tests/attacks/unverified-bundle.test.ts';
const decideTools = 'packages/protocol/src/directory/decide-tools.ts';
const toolsTest = 'packages/protocol/src/directory/decide-tools.test.ts';
const houseRequests = 'tests/attacks/house-requests.test.ts';

/** Mistakes about who comes in, who sees what, and what the house and its locks permit. A test must find each of them. */
export const plantedAccessBugs: readonly PlantedStoreBug[] = [
  {
    rule: 'HR-2',
    name: 'without governance the rules judge a change of the house',
    file: 'packages/policy/src/judge-house.ts',
    find: `  if (kind === null || agent_id`,
    replace: `  if (governance === null || kind === null || agent_id`,
    test: { file: governanceTest, name: 'without governance a house action is denied' },
  },
  {
    rule: 'HR-3',
    name: 'the change of a person who is no operator any more is carried out',
    file: 'packages/coordinator/src/carry-out.ts',
    find: `  if (isAsked && asker?.roles.includes(operatorRole) !== true) {`,
    replace: `  if (isAsked && (asker === undefined || operatorRole === undefined)) {`,
    test: { file: houseRequests, name: 'a change of a person who is no longer an operator' },
  },
  {
    rule: 'TD-3',
    name: 'a definition of a tool is accepted without a house request',
    file: decideTools,
    find: `  if (approved !== 'tools') {`,
    replace: `  if (approved === 'policy') {`,
    test: { file: toolsTest, name: 'counts only with an approval of its kind' },
  },
  {
    rule: 'TD-3',
    name: 'an accepted definition replaces one that the card did not show',
    file: decideTools,
    find: `(known.tools.get(name) ?? null) !== from`,
    replace: `(known.tools.get(name) ?? from) !== from && name === ''`,
    test: { file: toolsTest, name: 'counts only with an approval of its kind' },
  },
  {
    rule: 'TD-5',
    name: 'an agent records any number of servers of tools',
    file: decideTools,
    find: `.length >= serversPerAgentMax`,
    replace: `.length >= serversPerAgentMax + 1`,
    test: { file: toolsTest, name: 'an agent has a bounded number of servers' },
  },
  {
    rule: 'HR-8',
    name: 'another governance is the same version of the policy',
    file: 'packages/policy/src/policy-version.ts',
    find: `      ...(governance === null ? {} : { governance: governanceForm(governance) }),`,
    replace: `      ...(governance === null ? {} : { governance: typeof governanceForm }),`,
    test: { file: governanceTest, name: 'another governance is another version' },
  },
  {
    rule: 'HR-1',
    name: 'a name in letters of another script is not one of ours',
    file: 'packages/protocol/src/action/house-action.ts',
    find: `  \`^\${[...prefix].map(character => \`[\${lookalikes[character] ?? character}]\`).join('')}\`,`,
    replace: `  \`^\${[...prefix].map(character => \`[\${character}]\`).join('')}\`,`,
    test: {
      file: 'packages/protocol/src/action/house-action.test.ts',
      name: 'a name that reads like one of ours is reserved',
    },
  },
  {
    rule: 'LK-1',
    name: 'any person places any lock',
    file: decideLock,
    find: `  if (person !== null && (isOperator(person) || isTheirs(state, target, person))) return null;`,
    replace: `  if (person !== null && isTheirs !== undefined && isOperator !== undefined) return null;`,
    test: { file: lockTest, name: 'an operator locks anything, and a person what is theirs' },
  },
  {
    rule: 'LK-3',
    name: 'a session outlives a lock on everything',
    file: 'packages/protocol/src/directory/find-lock.ts',
    find: `  if (all !== undefined && since <= all.placed_at) return all;`,
    replace: '',
    test: { file: lockTest, name: 'a session ends with the lock on its person' },
  },
  {
    rule: 'LK-5',
    name: 'one operator lifts a lock although a chain is named',
    file: 'packages/protocol/src/directory/governed-change.ts',
    find: `      return command.by.kind === 'system' ? null : 'lock.lift';`,
    replace: `      return null;`,
    test: {
      file: 'tests/attacks/lift-under-chain.test.ts',
      name: 'an operator asks for a lift, and another person decides it',
    },
  },
  {
    rule: 'LK-6',
    name: 'people are added while everything is locked',
    file: decideLock,
    find: `  const lock = lockInForce(state, everything) ?? onReceiver(state, command);`,
    replace: `  const lock = onReceiver(state, command);`,
    test: { file: lockTest, name: 'while everything is locked' },
  },
  {
    rule: 'ID-13',
    name: 'the person whom an action is about cannot deny it',
    file: 'packages/protocol/src/chain/eligibility.ts',
    find: `  if (separation === 'self_confirm' && decision === 'allow') {`,
    replace: `  if (separation === 'self_confirm' && decision !== null) {`,
    test: {
      file: 'packages/protocol/src/request/record-entry.test.ts',
      name: 'the requester, the subject and the agent owner may deny',
    },
  },
  {
    rule: 'ID-14',
    name: 'a key names any person as the subject',
    file: 'packages/server/src/routes/reach.ts',
    find: `  return caller.kind === 'agent' && caller.subject_ids.includes(String(subjectId));`,
    replace: `  return caller.kind === 'agent';`,
    test: { file: secondPerson, name: 'a key acts for no person but those it lists' },
  },
  {
    rule: 'ID-15',
    name: 'an address belongs to two people',
    file: 'packages/protocol/src/directory/decide-directory.ts',
    find: `  return holder === null || holder.person_id === person_id`,
    replace: `  return holder === null || person_id !== null`,
    test: { file: secondPerson, name: 'no invitation, new person or change gives the address' },
  },
  {
    rule: 'ID-16',
    name: 'the owner that a token names is no party',
    file: 'packages/coordinator/src/parties-of.ts',
    find: `    agent_owner: known.agent_owner ?? owner ?? null,`,
    replace: `    requester: known.requester,`,
    test: {
      file: 'tests/attacks/token-without-owner.test.ts',
      name: 'the owner cannot approve what the agent asks',
    },
  },
  {
    rule: 'DR-1',
    name: 'all purposes of an address share one limit',
    file: 'packages/server/src/http/serve-call.ts',
    find: `  return \`\${purpose ?? 'call'} of \${addressGroup(address)}\`;`,
    replace: `  return \`\${purpose === null} of \${addressGroup(address)}\`;`,
    test: { file: flood, name: 'a flood for one purpose leaves every other purpose' },
  },
  {
    rule: 'DR-2',
    name: 'a header of any caller names the address',
    file: 'packages/server/src/http/client-address.ts',
    find: `  const hops = isProxy(remote, rules) ? hopsIn`,
    replace: `  const hops = remote !== undefined ? hopsIn`,
    test: {
      file: 'packages/server/src/http/client-address.test.ts',
      name: 'a header of a caller that is no proxy is ignored',
    },
  },
  {
    rule: 'DR-4',
    name: 'a person whom no stage lists sees the values',
    file: 'packages/protocol/src/request/see-values.ts',
    find: `    readers.roles.some(role => roles.includes(role) || lent.includes(role)) ||`,
    replace: `    !readers.roles.some(role => roles.includes(role) || lent.includes(role)) ||`,
    test: {
      file: 'packages/protocol/src/request/see-values.test.ts',
      name: 'only those whom a request lists or concerns, and who oversee, see its values',
    },
  },
  {
    rule: 'EV-11',
    name: 'a bundle that vouches for itself is accepted',
    file: 'packages/protocol/src/bundle/verify-bundle.ts',
    find: `    : { verdict: trusted ? 'accepted' : 'consistent', code: null, statements: list };`,
    replace: `    : { verdict: 'accepted', code: null, statements: list };`,
    test: { file: unverified, name: 'a bundle is never accepted under its own keys' },
  },
  {
    rule: 'EV-12',
    name: 'signatures of a revoked key stay valid permanently',
    file: 'packages/protocol/src/bundle/bundle-trust.ts',
    find: `    if (revoked_at != null && (known === undefined || revoked_at < known)) {`,
    replace: `    if (revoked_at != null && known !== undefined && revoked_at < known) {`,
    test: { file: unverified, name: 'is refused where' },
  },
  {
    rule: 'TM-8',
    name: 'a commit far ahead of the time is kept',
    file: 'packages/coordinator/src/plausible-store.ts',
    find: `      const result = await store.commit({ ...commit, notAfter: latest });`,
    replace: `      const result = await store.commit({ ...commit });`,
    test: { file: 'tests/attacks/clock-jump.test.ts', name: 'refuses at 600 seconds ahead' },
  },
  {
    rule: 'HI-3',
    name: 'one caller keeps every thread busy',
    file: pool,
    find: `(isOfAgent(job) && !callers.has(caller)),`,
    replace: `(isOfAgent(job) && callers.size >= 0 && caller !== ''),`,
    test: { file: poolTest, name: 'a caller with endless jobs leaves a thread to others' },
  },
  {
    rule: 'HI-3',
    name: 'the start of a thread counts for no caller',
    file: pool,
    find: `      await worker.start();
    } finally {
      this.#budget.spend(caller, this.#now() - began);`,
    replace: `      await worker.start();
    } finally {
      this.#budget.spend(caller, began - began);`,
    test: { file: poolTest, name: 'whose job ended a thread pays for the start' },
  },
];
