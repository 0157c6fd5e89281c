import type { PlantedStoreBug } from './planted-bugs.ts';

const holdTest = 'packages/coordinator/src/place-hold.test.ts';
const detectWithin = 'packages/policy/src/workers/detect-within.ts';
const detectTest = 'packages/policy/src/workers/detect-within.test.ts';
const makeViewTest = 'packages/coordinator/src/make-view.test.ts';
const occasion = 'packages/coordinator/src/occasion.ts';
const occasionTest = 'packages/coordinator/src/occasion.test.ts';
const poolTest = 'packages/policy/src/workers/evaluation-pool.test.ts';
const quotaTest = 'packages/coordinator/src/byte-quota.test.ts';
const viewSize = 'packages/protocol/src/view/view-size.ts';
const viewTest = 'packages/protocol/src/view/view-size.test.ts';
const recordTest = 'packages/protocol/src/request/record-limits.test.ts';

/** Mistakes about limits, holds, occasions and stored sign-ins, each of which a test of its own part must find. */
export const plantedLimitBugs: readonly PlantedStoreBug[] = [
  {
    rule: 'HI-1',
    name: 'a view has any number of facts',
    file: viewSize,
    find: `    return this.facts > this.#limits.facts || this.units > this.#limits.units;`,
    replace: `    return this.units > this.#limits.units;`,
    test: { file: viewTest, name: 'no request is opened for more values than facts' },
  },
  {
    rule: 'HI-1',
    name: 'the question around an action is not measured',
    file: viewSize,
    find: `  if (!measure.tooLarge) measure.add(question as JsonValue);`,
    replace: `  if (measure.tooLarge) measure.add(question as JsonValue);`,
    test: { file: viewTest, name: 'a question of many names is measured like an action' },
  },
  {
    rule: 'HI-2',
    name: 'long names are evaluated in the thread that answers calls',
    file: 'packages/policy/src/workers/threaded-policies.ts',
    find: `      if (typeof key === 'string') left -= key.length;`,
    replace: '',
    test: {
      file: 'packages/policy/src/workers/threaded-policies.test.ts',
      name: 'names of 2048 characters are too large',
    },
  },
  {
    rule: 'HI-3',
    name: 'a caller keeps its turn as long as it has jobs',
    file: 'packages/policy/src/workers/fair-queue.ts',
    find: `      this.#callers.delete(caller);
      if (items.length > 0) this.#callers.set(caller, items);`,
    replace: `      if (items.length === 0) this.#callers.delete(caller);`,
    test: { file: poolTest, name: 'a caller with one job is not behind all jobs of another' },
  },
  {
    rule: 'HI-3',
    name: 'one caller pays for the evaluation time of another',
    file: 'packages/policy/src/workers/time-budget.ts',
    find: `this.#accounts.get(caller) ??`,
    replace: `[...this.#accounts.values()][0] ??`,
    test: { file: poolTest, name: 'and no caller pays for another' },
  },
  {
    rule: 'HI-4',
    name: 'the context is measured in characters',
    file: 'packages/coordinator/src/proposal-bytes.ts',
    find: `  return new TextEncoder().encode(canonicalize(value)).length;`,
    replace: `  return canonicalize(value).length;`,
    test: { file: quotaTest, name: 'a context above 16 KB is refused' },
  },
  {
    rule: 'HI-5',
    name: 'each process counts the bytes of a day for itself',
    file: 'packages/coordinator/src/byte-quota.ts',
    find: `  return accept(free.map(part => claimOn(agentId, account.day, part, now)));`,
    replace: `  return accept([]);`,
    test: { file: quotaTest, name: 'two processes together keep no more' },
  },
  {
    rule: 'HI-6',
    name: 'refused entries are counted by senders',
    file: 'packages/protocol/src/request/record-entry.ts',
    find: `(state.refused_entries.get(senderOf(by)) ?? 0) < refusedEntriesMax`,
    replace: `state.refused_entries.size < refusedEntriesMax`,
    test: {
      file: 'packages/protocol/src/request/record-entry.test.ts',
      name: 'a request records 16 refused entries of one person',
    },
  },
  {
    rule: 'HI-6',
    name: 'a request keeps any number of receipts',
    file: 'packages/protocol/src/request/report-execution.ts',
    find: `  if (receipts.length >= receiptsMax) {`,
    replace: `  if (receipts.length < 0) {`,
    test: { file: recordTest, name: 'a request keeps 32 receipts' },
  },
  {
    rule: 'HI-2',
    name: 'large views are made in the thread that answers calls',
    file: 'packages/coordinator/src/make-view.ts',
    find: `  if (views !== undefined && !isSmallView(request, action)) return views.view(request, action);`,
    replace: '',
    test: { file: makeViewTest, name: 'a large view is made where no call waits for it' },
  },
  {
    rule: 'HI-2',
    name: 'words that are not read in time pass',
    file: detectWithin,
    find: `  confirmation_required: true,`,
    replace: `  confirmation_required: false,`,
    test: { file: detectTest, name: 'words that are not read in time are stopped' },
  },
  {
    rule: 'HI-3',
    name: 'words are read for a caller that spent its time',
    file: detectWithin,
    find: `  pool.admit(caller);
`,
    replace: '',
    test: { file: detectTest, name: 'a caller that spent its time has no more words read' },
  },
  {
    rule: 'HI-3',
    name: 'a job is taken before the limits of its caller are judged',
    file: 'packages/policy/src/workers/evaluation-pool.ts',
    find: `    this.admit(caller);
    if (this.#closed)`,
    replace: `    if (this.#closed)`,
    test: { file: poolTest, name: 'is refused before anything is evaluated' },
  },
  {
    rule: 'HI-3',
    name: 'all calls with a large body begin at once',
    file: 'packages/server/src/http/large-turn.ts',
    find: `      if (waiting.length > 0) schedule();`,
    replace: `      for (const each of waiting.drain()) each();`,
    test: {
      file: 'packages/server/src/http/large-turn.test.ts',
      name: 'one call with a large body begins in each turn',
    },
  },
  {
    rule: 'HI-5',
    name: 'the words of holds cost no bytes',
    file: 'packages/coordinator/src/place-hold.ts',
    find: `decisionBytes + new TextEncoder().encode(words ?? '').length`,
    replace: `decisionBytes`,
    test: { file: quotaTest, name: 'the words of holds count' },
  },
  {
    rule: 'HI-6',
    name: 'a request keeps any number of refused executions',
    file: 'packages/protocol/src/request/consume-grant.ts',
    find: `    if (recorded >= refusedExecutionsMax) return decline(refusal);`,
    replace: '',
    test: { file: recordTest, name: 'a request keeps 64 refused executions' },
  },
  {
    rule: 'HI-6',
    name: 'a request keeps any number of pieces of advice',
    file: 'packages/protocol/src/request/decide-request.ts',
    find: `  if (state.advice.length >= adviceMax) {`,
    replace: `  if (state.advice.length < 0) {`,
    test: { file: recordTest, name: 'a request keeps 16 pieces of advice' },
  },
  {
    rule: 'HI-6',
    name: 'a signal keeps any number of refused uses',
    file: 'packages/protocol/src/evidence/evidence-envelope.ts',
    find: `  if ((state.refused ?? 0) >= refusedUsesMax) return decline(refusal);`,
    replace: '',
    test: {
      file: 'packages/protocol/src/evidence/evidence-envelope.test.ts',
      name: 'a signal records 16 refused uses',
    },
  },
  {
    rule: 'HI-7',
    name: 'a message over which two processes ended is delivered again',
    file: 'packages/server/src/webhooks/deliver-outbox.ts',
    find: `    later: [...suspects, ...abandoned.filter(message => !isSuspect(message))],
    aside: abandoned.filter(isSuspect),`,
    replace: `    later: [...suspects, ...abandoned],
    aside: [],`,
    test: {
      file: 'packages/server/src/webhooks/deliver-outbox.test.ts',
      name: 'a message over which two processes ended is set aside',
    },
  },
  {
    rule: 'HI-8',
    name: 'an event has no bound',
    file: 'packages/protocol/src/stream/events.ts',
    find: `  'store.marked_for_tests': {`,
    replace: `  'store.noted': { stream: 'store', title: 'Something was noted.' },
  'store.marked_for_tests': {`,
    test: { file: 'tests/event-bounds.test.ts', name: 'every type of event has a bound' },
  },
  {
    rule: 'OF-6',
    name: 'the stored sign-in of a terminal approves what is of high risk',
    file: 'packages/server/src/routes/request-eligibility.ts',
    find: `atLeastRisk(level, 'high')`,
    replace: `atLeastRisk(level, 'critical')`,
    test: {
      file: 'packages/server/src/routes/request-eligibility.test.ts',
      name: 'is too weak for high and critical risk',
    },
  },
  {
    rule: 'OF-7',
    name: 'a stored sign-in gives a role while it lets the person not act',
    file: 'packages/server/src/house/confirmed-change.ts',
    find: `change.active !== false || change.roles !== undefined ||`,
    replace: `change.active !== false ||`,
    test: {
      file: 'packages/server/src/house/confirmed-change.test.ts',
      name: 'roles for a person who may not act',
    },
  },
  {
    rule: 'OF-7',
    name: 'a stored sign-in makes a key for another owner',
    file: 'packages/server/src/house/confirmed-change.ts',
    find: `      if (credential.kind !== 'api_key') return true;`,
    replace: `      if (credential.kind !== 'api_key' || person_id === '') return true;
      if (credential.owner !== person_id) return false;`,
    test: {
      file: 'packages/server/src/house/confirmed-change.test.ts',
      name: 'a key of another owner',
    },
  },
  {
    rule: 'SU-9',
    name: 'a call finds an approval that was used',
    file: occasion,
    find: `    case 'consumed':
      return { kind: 'next', claim: taken };`,
    replace: `    case 'consumed':
      return { kind: 'same', state, version };`,
    test: { file: occasionTest, name: 'the next occasion begins once the approval' },
  },
  {
    rule: 'SU-9',
    name: 'the sessions of an agent share their occasions',
    file: occasion,
    find: `sha256({ principal_id, agent_id, session, action_digest })`,
    replace: `sha256({ principal_id, agent_id, action_digest })`,
    test: { file: occasionTest, name: 'what one session withdrew' },
  },
  {
    rule: 'GT-9',
    name: 'a call that names no session passes every hold of its agent',
    file: 'packages/coordinator/src/load-hold.ts',
    find: `  if (context.people.locked === undefined) return`,
    replace: `  if (session === null) return`,
    test: { file: holdTest, name: 'a hold of form 2 halts the calls of its agent' },
  },
  {
    rule: 'GT-9',
    name: 'a hold placed meanwhile does not stop a question that names no session',
    file: 'packages/coordinator/src/evaluate-and-open.ts',
    find: `        absentClaims: session.value,`,
    replace: '',
    test: { file: holdTest, name: 'right before the commit stops a question' },
  },
  {
    rule: 'GT-9',
    name: 'a second hold of an agent takes no claim that its calls without a session guard',
    file: 'packages/coordinator/src/place-hold.ts',
    find: `  return [{ scope: 'slot', key, until: null, from: latest.owner }, next];`,
    replace: `  return [];`,
    test: { file: holdTest, name: 'a second hold is noticed' },
  },
  {
    rule: 'GT-9',
    name: 'a hold placed meanwhile does not stop a consumption that names no session',
    file: 'packages/coordinator/src/load-hold.ts',
    find: `  const absentClaims = [nextAfter(latest, latestKey)];`,
    replace: `  const absentClaims: ClaimKey[] = [];`,
    test: { file: holdTest, name: 'right before the commit stops a consumption' },
  },
  {
    rule: 'GT-9',
    name: 'a hold placed during the evaluation does not stop a call that policy allows',
    file: 'packages/coordinator/src/pass-surroundings.ts',
    find: `  return rejection.ok ? surroundings : rejection;`,
    replace: `  return rejection;`,
    test: { file: holdTest, name: 'during the evaluation stops an allowed call in session chat' },
  },
  {
    rule: 'GT-9',
    name: 'any person answers a hold that names its people',
    file: 'packages/protocol/src/hold/hold.ts',
    find: `  return isAdmitted(hold, principal)`,
    replace: `  return isAdmitted({}, principal)`,
    test: {
      file: 'packages/protocol/src/hold/hold.test.ts',
      name: 'only the people whom a hold of form 2 admits answer it',
    },
  },
  {
    rule: 'GT-12',
    name: 'an agent speaks in the name of an advisor',
    file: 'packages/coordinator/src/attested-context.ts',
    find: `    if (!Object.hasOwn(context, member)) continue;`,
    replace: `    if (!Object.hasOwn(context, member) || member.startsWith('advised')) continue;`,
    test: {
      file: 'packages/coordinator/src/ask-advisor.test.ts',
      name: 'a proposal that brings findings of an advisor itself is refused',
    },
  },
  {
    rule: 'GT-12',
    name: 'what an advisor found is recorded and does not raise the risk',
    file: 'packages/risk/src/advised-findings.ts',
    find: `    level,
    evidence:`,
    replace: `    level: level === 'low' ? level : 'low',
    evidence:`,
    test: {
      file: 'packages/risk/src/advised-findings.test.ts',
      name: 'the findings of an advisor are added with their level',
    },
  },
  {
    rule: 'GT-9',
    name: 'a session that continues a halted conversation goes on',
    file: 'packages/coordinator/src/join-conversation.ts',
    find: `halt === null ? [] : extension(`,
    replace: `halt !== undefined ? [] : extension(`,
    test: { file: holdTest, name: 'a session that joins while the hold stands' },
  },
  {
    rule: 'GT-9',
    name: 'a hold placed while a session joins its conversation misses that session',
    file: 'packages/coordinator/src/join-conversation.ts',
    find: `      absentClaims: () => guarded,`,
    replace: '',
    test: { file: holdTest, name: 'miss each other in neither order' },
  },
  {
    rule: 'GT-9',
    name: 'a hold halts one session of its conversation',
    file: 'packages/coordinator/src/place-hold.ts',
    find: `        { type: 'place', hold, others: conversation.others },`,
    replace: `        { type: 'place', hold, others: [] },`,
    test: { file: holdTest, name: 'a hold on one session halts all sessions' },
  },
  {
    rule: 'GT-9',
    name: 'the agent is given the answer twice',
    file: 'packages/protocol/src/hold/hold.ts',
    find: `  return state.resumed`,
    replace: `  return !state.resumed`,
    test: {
      file: 'packages/protocol/src/hold/hold.test.ts',
      name: 'each leave one event',
    },
  },
];
