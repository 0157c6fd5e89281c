import type { PlantedBug } from './planted-bugs.ts';

const coordinator = 'packages/coordinator/src';

/** Wrong commits: the rules are asked, and what they rest on is not guarded, claimed or written. */
export const coordinatorBugs: readonly PlantedBug[] = [
  {
    rule: 'AB-1',
    name: 'a decision is answered before it is durable',
    file: `${coordinator}/decision-segment.ts`,
    find: `    await flushDecisions(context);
    return;
  }
  if (segment.writing`,
    replace: `    flushDecisions(context).catch(() => undefined);
    return;
  }
  if (segment.writing`,
  },
  {
    rule: 'AB-1',
    name: 'decisions whose writing failed are forgotten',
    file: `${coordinator}/decision-segment.ts`,
    find: `      segment.healthy = false;
      throw error;`,
    replace: `      segment.healthy = false;
      segment.unsettled = null;
      throw error;`,
  },
  {
    rule: 'AB-6',
    name: 'the commit does not guard the policy version',
    file: `${coordinator}/change-request.ts`,
    find: `...(decision.ok && dependsOnPolicy ? { policyVersion: store.policyVersion ?? '' } : {}),`,
    replace: '',
  },
  {
    rule: 'TM-5',
    name: 'a consume has no end by the clock of the store',
    file: `${coordinator}/consume-grant.ts`,
    find: `          ...(resolution?.grant_expires_at ? { notAfter: resolution.grant_expires_at } : {}),`,
    replace: '',
  },
  {
    rule: 'TM-5',
    name: 'a decision has no end by the clock of the store',
    file: `${coordinator}/record-entry.ts`,
    find: `    notAfter: earlier(request.expires_at, behalf.lent?.ends_at),`,
    replace: '',
  },
  {
    rule: 'TM-5',
    name: 'an expiry does not wait for the clock of the store',
    file: `${coordinator}/expire-due.ts`,
    find: `          ...(deadline === null ? {} : { notBefore: deadline }),`,
    replace: '',
  },
  {
    rule: 'TM-7',
    name: 'a clock of the store that went back is taken for a lost race',
    file: `${coordinator}/change-request.ts`,
    find: `      return result.which === 'clock'`,
    replace: `      return result.which === 'epoch'`,
  },
  {
    rule: 'SU-1',
    name: 'the loser of a race is told that it won',
    file: `${coordinator}/change-request.ts`,
    find: `    if (result.outcome === 'committed') {`,
    replace: `    if (result.outcome === 'committed' || result.outcome === 'version_conflict') {`,
  },
  {
    rule: 'SU-1',
    name: 'a lost answer is resolved by a new attempt',
    file: `${coordinator}/submit-commit.ts`,
    find: `      return await context.store.commit(commit);`,
    replace: `      const attempt = \`\${commit.attempt}/\${submission}\`;
      return await context.store.commit({ ...commit, attempt });`,
  },
  {
    rule: 'SU-2',
    name: 'a nonce is not claimed',
    file: `${coordinator}/record-entry.ts`,
    find: `      ...nonces.map(key => ({ scope: 'nonce' as const, key, until: null })),
`,
    replace: '',
  },
  {
    rule: 'SU-5',
    name: 'an idempotency key is not claimed',
    file: `${coordinator}/request-claims.ts`,
    find: `    claims.push({ scope: 'idem', key, until: null });`,
    replace: '',
  },
  {
    rule: 'SU-5',
    name: 'an idempotency key is good for another action',
    file: `${coordinator}/existing-request.ts`,
    find: `    return state.request.action_digest === actionDigest`,
    replace: `    return state.request.action_digest !== undefined || actionDigest`,
  },
  {
    rule: 'SU-7',
    name: 'an open question is not claimed',
    file: `${coordinator}/request-claims.ts`,
    find: `  claims.push({ scope: 'live', key: liveKey(request), until, ...from });`,
    replace: '',
  },
  {
    rule: 'GT-1',
    name: 'refusals are given from memory',
    file: `${coordinator}/change-request.ts`,
    find: `    if (!decision.ok && !fresh) {`,
    replace: `    if (!decision.ok && tries > settings.triesMax) {`,
  },
  {
    rule: 'GT-1',
    name: 'a process evaluates with a policy that is not in force',
    file: `${coordinator}/evaluate-proposal.ts`,
    find: `  let { policyVersion } = await storeState(context, isStale(context));`,
    replace: `  let { policyVersion } = await storeState(context);`,
  },
  {
    rule: 'GT-3',
    name: 'an open question does not block its plan',
    file: `${coordinator}/plan-consequences.ts`,
    find: `    const decision = decidePlan(state, command, now);`,
    replace: `    if (command.type === 'block') continue;
    const decision = decidePlan(state, command, now);`,
  },
  {
    rule: 'GT-3',
    name: 'the commit does not guard the plan',
    file: `${coordinator}/change-request.ts`,
    find: `  const guardedPlan = plan !== undefined && planEvents.length === 0;`,
    replace: `  const guardedPlan = plan !== undefined && planEvents.length < 0;`,
  },
  {
    rule: 'GT-3',
    name: 'a question is opened in a plan that was stopped meanwhile',
    file: `${coordinator}/evaluate-and-open.ts`,
    find: `      if (!passed.ok) return passed;`,
    replace: '',
  },
  {
    rule: 'GT-1',
    name: 'a session halted meanwhile is taken for a race that was lost',
    file: `${coordinator}/evaluate-and-open.ts`,
    find: `      lost = true;`,
    replace: '',
  },
  {
    rule: 'GT-4',
    name: 'a denial does not end the plan',
    file: `${coordinator}/plan-consequences.ts`,
    find: `        : [{ type: 'reject', blocker: id, reason: \`\${id} was denied\` }];`,
    replace: `        : [{ type: 'resume', blocker: id }];`,
  },
  {
    rule: 'GT-4',
    name: 'a rejection that asks for a fix ends the plan',
    file: `${coordinator}/plan-consequences.ts`,
    find: `  if (choice !== null) return choice === 'fix';`,
    replace: `  if (choice !== null) return false;`,
  },
  {
    rule: 'GT-4',
    name: 'a rejection for good leaves the plan waiting',
    file: `${coordinator}/plan-consequences.ts`,
    find: `  if (choice !== null) return choice === 'fix';`,
    replace: `  if (choice !== null) return true;`,
  },
  {
    rule: 'GT-3',
    name: 'a round that was withdrawn lifts the block of the rejection before it',
    file: `${coordinator}/plan-consequences.ts`,
    find: `    case 'request.cancelled':
      return resumesOf(plan, [id]);`,
    replace: `    case 'request.cancelled':
      return resumesOf(
        plan,
        plan.blocks.map(({ blocker }) => blocker),
      );`,
  },
  {
    rule: 'GT-3',
    name: 'what needs no approval passes a block by naming the request that blocks',
    file: `${coordinator}/evaluate-and-open.ts`,
    find: `    if (!unblocked.ok) return unblocked;`,
    replace: '',
  },
  {
    rule: 'GT-4',
    name: 'what was rejected for good may be asked again after the cool-down',
    file: `${coordinator}/request-claims.ts`,
    find: `        if (isClosed(state)) return permanent;`,
    replace: '',
  },
  {
    rule: 'GT-5',
    name: 'a denial leaves no cool-down',
    file: `${coordinator}/request-claims.ts`,
    find: `        const until = addSeconds(at, askingLimits(context).cooldownSeconds);`,
    replace: `        const until = addSeconds(at, 0);`,
  },
  {
    rule: 'GT-5',
    name: 'a round that is withdrawn ends the cool-down of the denial before it',
    file: `${coordinator}/request-claims.ts`,
    find: `        return roundCoolsUntil(context, state.request);`,
    replace: `        return released;`,
  },
  {
    rule: 'GT-8',
    name: 'requests take no slot',
    file: `${coordinator}/request-claims.ts`,
    find: `    claims.push({ scope: 'slot', key: slotKey(charged, slot), until: freedAt });`,
    replace: '',
  },
  {
    rule: 'GT-9',
    name: 'a hold placed meanwhile does not stop a consume',
    file: `${coordinator}/consume-grant.ts`,
    find: `          absentClaims: halt.absentClaims,`,
    replace: '',
  },
  {
    rule: 'EV-3',
    name: 'evidence has no end by the clock of the store',
    file: `${coordinator}/record-evidence.ts`,
    find: `      return envelope === null ? {} : { notAfter: envelope.expires_at, tooLate };`,
    replace: `      return envelope === null ? {} : { tooLate };`,
  },
  {
    rule: 'EV-6',
    name: 'what another process made of the policy is not read',
    file: `${coordinator}/activate-policy.ts`,
    find: `      decide: (state, at) => decideActivation(state, brought, at),`,
    replace: `      decide: (state, at) =>
        decideActivation({ ...state, policy_version: policyVersion }, brought, at),`,
  },
  {
    rule: 'EV-6',
    name: 'an unknown commit of decisions is written again',
    file: `${coordinator}/decision-segment.ts`,
    find: `  const { attempt, events, claims, texts } = segment.unsettled;`,
    replace: `  const { events, claims, texts } = segment.unsettled;
  const attempt = context.ids.uuid();`,
  },
  {
    rule: 'AB-1',
    name: 'decisions are written by two at once',
    file: `${coordinator}/decision-segment.ts`,
    find: `  while (segment.writing !== null) await segment.writing;`,
    replace: '',
  },
  {
    rule: 'GT-9',
    name: 'a hold that was answered goes on halting its session',
    file: `${coordinator}/place-hold.ts`,
    find: `        sessionsOf(state).map(session_id => ({`,
    replace: `        sessionsOf(absentHold).map(session_id => ({`,
  },
  {
    rule: 'TM-5',
    name: 'a hold is said to be over before the clock of the store says so',
    file: `${coordinator}/place-hold.ts`,
    find: `          ? { notBefore: hold.expires_at }`,
    replace: `          ? {}`,
  },
  {
    rule: 'AB-1',
    name: 'a grant is signed from memory',
    file: `${coordinator}/current-request.ts`,
    find: `      if (later.length === 0) return known;`,
    replace: `      if (later.length >= 0) return known;`,
  },
  {
    rule: 'EV-10',
    name: 'a consume is acknowledged before it is known outside the store',
    file: `${coordinator}/consume-grant.ts`,
    find: `    const kept = await acknowledge(context, approvalRequestId, changed.value.version, timeline);`,
    replace: `    const kept = accept(null);
    void acknowledge(context, approvalRequestId, changed.value.version, timeline);`,
  },
  {
    rule: 'EV-10',
    name: 'a consume shares a mark that was counted before it',
    file: `${coordinator}/anchor/compare-anchor.ts`,
    find: `    memory.next = null;
    const kept = await failClosed(() => keepUp(context, step.last));`,
    replace: `    const kept = await failClosed(() => keepUp(context, step.last));
    memory.next = null;`,
  },
  {
    rule: 'EV-10',
    name: 'a mark that could not be advanced is taken for advanced',
    file: `${coordinator}/consume-grant.ts`,
    find: `    return kept.ok ? consumed : kept;`,
    replace: `    return kept.ok ? consumed : consumed;`,
  },
  {
    rule: 'ES-1',
    plot: 'escalations',
    name: 'an approver who joins later does not wait for the clock of the store',
    file: `${coordinator}/joins-from.ts`,
    find: `return step === undefined ? {} : { notBefore`,
    replace: `return step === undefined || stage.name !== '' ? {} : { notBefore`,
  },
  {
    rule: 'BA-2',
    plot: 'batches',
    name: 'a batch is recorded without the row that ended',
    file: `${coordinator}/record-batch.ts`,
    find: `      return { ok: false, refusal: refusedRow(id, refusal), refused: { id, refusal } };`,
    replace: `      continue;`,
  },
];
