import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseChain } from '@countersign/protocol/chain';
import { sha256 } from '@countersign/protocol/crypto';
import type { PlanStep } from '@countersign/protocol/plan';
import { ProtocolError, type Result } from '@countersign/protocol/reason';
import { type OpenedRequest, parseUnaskedIn } from '@countersign/protocol/request';
import type { StreamEvent } from '@countersign/protocol/stream';
import {
  activatePolicy,
  answerHold,
  type Commit,
  type Context,
  cancelAllOvertaken,
  cancelRequest,
  changePlan,
  consumeEvidence,
  consumeGrant,
  createContext,
  evaluateAndOpen,
  expireDue,
  expireHold,
  expireHoldsDue,
  flushDecisions,
  issueGrant,
  liftRejection,
  listInbox,
  loadPlan,
  type Proposal,
  placeHold,
  previewPolicy,
  readHistory,
  readRequest,
  reconcileExecution,
  recordAdvice,
  recordEntry,
  recordEvidence,
  recordSilentDue,
  reportExecution,
  revokeGrant,
  type Settings,
  type Store,
  StoreUnavailable,
  waitForChange,
} from './index.ts';
import { createModelStore } from './testing/model-store.ts';
import {
  createSamplePorts,
  createSeededIds,
  principals,
  type SamplePorts,
  sampleAction,
  submission,
} from './testing/sample-ports.ts';
import { createVirtualClock, type VirtualClock } from './testing/virtual-clock.ts';

interface World {
  readonly context: Context;
  readonly ports: SamplePorts;
  readonly clock: VirtualClock;
}

async function createWorld(settings: Partial<Settings> = {}): Promise<World> {
  const clock = createVirtualClock();
  const ids = createSeededIds('use cases');
  const ports = createSamplePorts(createModelStore({ clock, ids }), clock, ids);
  const context = createContext(ports, settings);
  value(await activatePolicy(context));
  return { context, ports, clock };
}

function value<T>(outcome: Result<T>): T {
  assert.ok(outcome.ok, JSON.stringify(outcome));
  return outcome.value;
}

function codeOf(outcome: Result<unknown>): string {
  assert.ok(!outcome.ok, 'expected a refusal');
  return outcome.refusal.code;
}

function proposal(change: Partial<Proposal> = {}): Proposal {
  return {
    action: sampleAction(),
    principal: principals.agent,
    audience: 'billing-executor',
    ...change,
  };
}

async function open(context: Context, change: Partial<Proposal> = {}): Promise<OpenedRequest> {
  const proposed = value(await evaluateAndOpen(context, proposal(change)));
  assert.equal(proposed.verdict, 'require_approval');
  return proposed.verdict === 'require_approval' ? proposed.state : assert.fail();
}

function decide(context: Context, state: OpenedRequest, who: keyof typeof principals, change = {}) {
  return recordEntry(context, {
    approvalRequestId: state.request.approval_request_id,
    submission: submission(state, context.ids, change),
    principal: principals[who],
  });
}

async function allow(context: Context, change: Partial<Proposal> = {}): Promise<OpenedRequest> {
  const state = await open(context, change);
  value(await decide(context, state, 'alice'));
  return value(await decide(context, state, 'carol', { stage_index: 1 })).state;
}

async function consume(context: Context, state: OpenedRequest, change: object = {}) {
  const approvalRequestId = state.request.approval_request_id;
  const grant = await issueGrant(context, approvalRequestId);
  if (!grant.ok) return grant;
  return consumeGrant(context, {
    approvalRequestId,
    action: sampleAction(),
    grant: grant.value,
    executor: 'billing-executor',
    attempt: 'attempt-1',
    ...change,
  });
}

describe('one request', () => {
  test('a request is opened, decided in stages, consumed once and reported, and its history verifies', async () => {
    const { context } = await createWorld();
    const state = await allow(context);
    const grant = value(await issueGrant(context, state.request.approval_request_id));
    const attempt = { action: sampleAction(), grant, executor: 'billing-executor' };
    const approvalRequestId = state.request.approval_request_id;
    value(await consumeGrant(context, { approvalRequestId, ...attempt, attempt: 'one' }));
    const again = await consumeGrant(context, { approvalRequestId, ...attempt, attempt: 'two' });
    assert.equal(codeOf(again), 'grant_already_consumed');
    value(
      await reportExecution(context, { approvalRequestId, attempt: 'one', outcome: 'succeeded' }),
    );
    const history = value(await readHistory(context, approvalRequestId));
    assert.deepEqual(
      history.map(({ type }: StreamEvent) => type),
      [
        'policy.decided',
        'request.opened',
        'entry.recorded',
        'entry.recorded',
        'request.allowed',
        'grant.issued',
        'grant.consumed',
        'execution.allowed',
        'execution.reported',
      ],
    );
  });

  test('[SU-1] of 64 concurrent consumers in two processes exactly one wins', async () => {
    const { context, ports } = await createWorld();
    const other = createContext({ ...ports, ids: createSeededIds('another process') });
    const state = await allow(context);
    const grant = value(await issueGrant(context, state.request.approval_request_id));
    const outcomes = await Promise.all(
      Array.from({ length: 64 }, (_, number) =>
        consumeGrant(number % 2 === 0 ? context : other, {
          approvalRequestId: state.request.approval_request_id,
          action: sampleAction(),
          grant,
          executor: 'billing-executor',
          attempt: `attempt-${number}`,
        }),
      ),
    );
    assert.equal(outcomes.filter(({ ok }) => ok).length, 1);
    for (const outcome of outcomes)
      if (!outcome.ok) assert.equal(codeOf(outcome), 'grant_already_consumed');
  });

  test('[SU-3] [D2-50] the consume and the start of the execution are one commit', async () => {
    const { context, ports } = await createWorld();
    const state = await allow(context);
    const commits: string[][] = [];
    const spied = createContext({
      ...ports,
      store: Object.create(ports.store, {
        commit: {
          value: (commit: Commit) => {
            commits.push(
              commit.appends.flatMap(({ events }) => events.map(({ event }) => event.type)),
            );
            return ports.store.commit(commit);
          },
        },
      }),
    });
    value(await consume(spied, state));
    assert.deepEqual(commits, [['grant.consumed', 'execution.allowed']]);
  });

  test('[TM-3] a consume whose commit waited past the deadline is refused, and consumes nothing', async () => {
    const { context, clock, ports } = await createWorld();
    const state = await allow(context);
    const commit = ports.store.commit.bind(ports.store);
    const slow = {
      ...ports,
      store: Object.create(ports.store, {
        commit: {
          value: (it: Parameters<typeof commit>[0]) => {
            clock.advance(900);
            return commit(it);
          },
        },
      }),
    };
    const late = createContext(slow);
    assert.equal(codeOf(await consume(late, state)), 'grant_expired');
    const read = value(await readRequest(context, state.request.approval_request_id));
    assert.equal(read.status, 'expired');
    assert.deepEqual(read.state.receipts, []);
  });

  test('[SU-6] a crash after the consume leaves an unknown outcome that a person reconciles', async () => {
    const { context, clock, ports } = await createWorld();
    const state = await allow(context);
    value(await consume(context, state));
    clock.advance(2000);
    const restarted = createContext(ports);
    const approvalRequestId = state.request.approval_request_id;
    assert.equal(
      codeOf(await consume(restarted, state, { attempt: 'second' })),
      'grant_already_consumed',
    );
    const settled = value(
      await reconcileExecution(restarted, {
        approvalRequestId,
        principal: principals.operator,
        outcome: 'failed',
        reason: 'not in the ledger',
      }),
    );
    assert.equal(settled.state.receipts.at(-1)?.outcome, 'failed');
  });

  test('[SU-6] an execution without a report is recorded as unknown once, not before its report was due', async () => {
    const { context, clock } = await createWorld();
    const silent = await allow(context);
    const spoken = await allow(context, {
      action: sampleAction({ parameters: { amount: 4300 } }),
    });
    const consumed = value(await consume(context, silent));
    const action = sampleAction({ parameters: { amount: 4300 } });
    const heard = value(await consume(context, spoken, { action }));
    value(
      await reportExecution(context, {
        approvalRequestId: spoken.request.approval_request_id,
        attempt: heard.state.receipts[0]?.attempt ?? '',
        outcome: 'unknown',
      }),
    );
    const reportBy = consumed.state.receipts[0]?.report_by ?? '';
    const secondsLeft = (Date.parse(reportBy) - Date.parse(context.clock.now())) / 1000;
    clock.advance(secondsLeft - 1);
    assert.deepEqual(value(await recordSilentDue(context)), []);
    clock.advance(1);
    const [recorded, ...others] = value(await recordSilentDue(context));
    assert.deepEqual(others, []);
    assert.equal(recorded?.state.request.approval_request_id, silent.request.approval_request_id);
    assert.deepEqual(
      recorded?.state.receipts.map(({ outcome }) => outcome),
      ['started', 'unknown'],
    );
    assert.deepEqual(value(await recordSilentDue(context)), []);
    const { rows } = value(await listInbox(context, { limit: 10 }));
    assert.deepEqual(
      rows.map(({ report_by, silent_at }) => [report_by === null, silent_at]),
      [
        [false, null],
        [false, null],
      ],
      'the outcomes are still open for a person to settle',
    );
  });

  test('a changed action is refused with the name of the changed member, and the grant stays usable', async () => {
    const { context } = await createWorld();
    const state = await allow(context);
    const swapped = sampleAction({ parameters: { amount: 42_000 } });
    assert.equal(
      codeOf(await consume(context, state, { action: swapped })),
      'action_parameters_mismatch',
    );
    assert.ok((await consume(context, state)).ok);
  });

  test('a request is cancelled by its opener, revoked by an operator, and expired by the clock', async () => {
    const { context, clock } = await createWorld({ cooldownSeconds: 0 });
    const first = await open(context);
    const approvalRequestId = first.request.approval_request_id;
    const input = { approvalRequestId, principal: principals.agent, reason: 'not needed' };
    assert.equal(value(await cancelRequest(context, input)).state.status, 'cancelled');
    clock.advance(1);
    const second = await allow(context);
    const revoke = {
      approvalRequestId: second.request.approval_request_id,
      principal: principals.operator,
      reason: 'stop',
    };
    assert.equal(value(await revokeGrant(context, revoke)).state.status, 'revoked');
    clock.advance(1);
    const third = await open(context);
    assert.deepEqual(value(await expireDue(context)), []);
    clock.advance(900);
    const expired = value(await expireDue(context));
    assert.deepEqual(
      expired.map(({ state }) => [state.request.approval_request_id, state.status]),
      [[third.request.approval_request_id, 'expired']],
    );
    assert.deepEqual(value(await expireDue(context)), []);
  });

  test('advice is recorded and decides nothing', async () => {
    const { context } = await createWorld();
    const state = await open(context);
    const advised = value(
      await recordAdvice(context, {
        advice_id: `adv_${context.ids.uuid().replaceAll('-', '')}`,
        approval_request_id: state.request.approval_request_id,
        model: 'm',
        prompt_version: '1',
        recommendation: 'allow',
        explanation: '',
        risk_annotations: [],
      }),
    );
    assert.equal(advised.state.status, 'pending');
    assert.equal(advised.state.advice.length, 1);
  });
});

/** The verdicts in the segment of the process, in their order. */
async function answersOf(
  { memory }: Context,
  { store }: { readonly store: Pick<Store, 'readStream'> },
): Promise<string[]> {
  const rows = await store.readStream(memory.segment?.stream ?? '');
  return rows.flatMap(({ text }) =>
    parseUnaskedIn(JSON.parse(text)).map(({ data }) => data.decision.verdict),
  );
}

describe('asking', () => {
  test('a plain allow and a deny are decided and recorded without a request', async () => {
    const { context, clock, ports } = await createWorld();
    const small = sampleAction({ parameters: { amount: 1 } });
    const huge = sampleAction({ parameters: { amount: 2_000_000 } });
    assert.equal(
      value(await evaluateAndOpen(context, proposal({ action: small }))).verdict,
      'allow',
    );
    assert.equal(value(await evaluateAndOpen(context, proposal({ action: huge }))).verdict, 'deny');
    clock.advance(0.05);
    await flushDecisions(context);
    const verdicts = await answersOf(context, ports);
    assert.deepEqual(verdicts, ['allow', 'deny']);
  });

  test('[AB-1] with audit: sync a plain allow is durable before it is answered', async () => {
    const { context, ports } = await createWorld();
    ports.policies.set({ auditSync: true });
    value(await evaluateAndOpen(context, proposal({ action: sampleAction({ parameters: {} }) })));
    const rows = await ports.store.readStream(context.memory.segment?.stream ?? '');
    assert.equal(rows.length, 1);
  });

  test('[AB-1] while decisions cannot be written, nothing is allowed', async () => {
    const { context, ports, clock } = await createWorld();
    const allowed = () =>
      evaluateAndOpen(context, proposal({ action: sampleAction({ parameters: {} }) }));
    const commit = ports.store.commit;
    value(await allowed());
    ports.store.commit = async () => {
      throw new StoreUnavailable('gone');
    };
    await runClock(clock, context.memory.segment?.writing ?? assert.fail());
    assert.equal(codeOf(await runClock(clock, allowed())), 'store_unavailable');
    ports.store.commit = commit;
    value(await allowed());
    const verdicts = await answersOf(context, ports);
    assert.equal(verdicts.length, 3, 'nothing that was decided is lost');
  });

  test('[SU-5] the same key with the same action permanently finds the same request, also after a restart', async () => {
    const { context, ports, clock } = await createWorld();
    const first = await open(context, { idempotencyKey: 'k' });
    const restarted = createContext(ports);
    const second = await open(restarted, { idempotencyKey: 'k' });
    assert.equal(second.request.approval_request_id, first.request.approval_request_id);
    clock.advance(400 * 86_400);
    const third = await open(restarted, { idempotencyKey: 'k' });
    assert.equal(third.request.approval_request_id, first.request.approval_request_id);
  });

  test('[SU-5] the same key with another action is refused', async () => {
    const { context } = await createWorld();
    await open(context, { idempotencyKey: 'k' });
    const action = sampleAction({ parameters: { amount: 5000 } });
    const other = await evaluateAndOpen(context, proposal({ action, idempotencyKey: 'k' }));
    assert.equal(codeOf(other), 'idempotency_key_reused');
  });

  test('[SU-7] an agent that asks twice gets the one live request, under any key', async () => {
    const { context } = await createWorld();
    const first = await open(context, { idempotencyKey: 'a' });
    const second = await open(context, { idempotencyKey: 'b' });
    const third = await open(context);
    assert.equal(second.request.approval_request_id, first.request.approval_request_id);
    assert.equal(third.request.approval_request_id, first.request.approval_request_id);
  });

  test('[GT-5] a denied action cannot be asked again during the cool-down, and can be asked after it', async () => {
    const { context, clock } = await createWorld();
    const state = await open(context);
    value(await decide(context, state, 'alice', { decision: 'deny', reason: 'wrong payee' }));
    assert.equal(codeOf(await evaluateAndOpen(context, proposal())), 'action_denied_recently');
    clock.advance(599.999);
    assert.equal(codeOf(await evaluateAndOpen(context, proposal())), 'action_denied_recently');
    clock.advance(0.001);
    assert.equal((await open(context)).status, 'pending');
  });

  test('a denied question can be asked again during the cool-down as a round that says what changed', async () => {
    const { context } = await createWorld();
    let state = await open(context);
    for (let round = 2; round <= 3; round++) {
      value(await decide(context, state, 'alice', { decision: 'deny', reason: 'no' }));
      const approvalRequestId = state.request.approval_request_id;
      const wordless = proposal({ nextRoundOf: { approvalRequestId, change: ' ' } });
      assert.equal(codeOf(await evaluateAndOpen(context, wordless)), 'case_change_missing');
      state = await open(context, {
        nextRoundOf: { approvalRequestId, change: 'added a rollback' },
      });
      assert.equal(state.request.round, round);
      assert.equal(state.request.supersedes, approvalRequestId);
    }
    value(await decide(context, state, 'alice', { decision: 'deny', reason: 'no' }));
    const { approval_request_id: approvalRequestId } = state.request;
    const fourth = proposal({ nextRoundOf: { approvalRequestId, change: 'please' } });
    assert.equal(codeOf(await evaluateAndOpen(context, fourth)), 'case_rounds_exhausted');
  });

  test('the limits of the policy override those of the process', async () => {
    const { context, clock, ports } = await createWorld();
    ports.policies.set({
      settings: { cooldown_seconds: 30, fatigue: { requests: 2, window_seconds: 60 } },
    });
    const ask = (amount: number) =>
      evaluateAndOpen(context, proposal({ action: sampleAction({ parameters: { amount } }) }));
    const first = await ask(2000);
    assert.ok(first.ok && first.value.verdict === 'require_approval');
    assert.ok((await ask(2001)).ok);
    assert.equal(codeOf(await ask(2002)), 'rate_limited');
    clock.advance(60);
    assert.ok((await ask(2002)).ok, 'the window of the policy is over');
    const { state } = first.value;
    const denied = await recordEntry(context, {
      approvalRequestId: state.request.approval_request_id,
      submission: submission(state, context.ids, { decision: 'deny', reason: 'not today' }),
      principal: principals.alice,
    });
    assert.ok(denied.ok);
    assert.equal(codeOf(await ask(2000)), 'action_denied_recently');
    clock.advance(30);
    assert.ok((await ask(2000)).ok, 'the cool-down of the policy is over');
  });

  test('an agent above its limit is refused until its window has room again', async () => {
    const { context, clock, ports } = await createWorld({
      requestsPerWindow: 5,
      windowSeconds: 600,
    });
    const other = createContext(
      { ...ports, ids: createSeededIds('another process') },
      { requestsPerWindow: 5, windowSeconds: 600 },
    );
    const ask = (amount: number) =>
      evaluateAndOpen(
        amount % 2 === 0 ? context : other,
        proposal({ action: sampleAction({ parameters: { amount } }) }),
      );
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, number) => ask(2000 + number)),
    );
    assert.equal(outcomes.filter(({ ok }) => ok).length, 5);
    for (const outcome of outcomes) if (!outcome.ok) assert.equal(codeOf(outcome), 'rate_limited');
    const another = sampleAction({ agent_id: 'other-bot' });
    assert.ok(
      (await evaluateAndOpen(context, proposal({ action: another }))).ok,
      'others are unaffected',
    );
    clock.advance(600);
    assert.ok((await ask(9000)).ok);
  });

  test('a policy that throws or is not in force allows nothing', async () => {
    const { context, ports } = await createWorld();
    ports.policies.set({ broken: true });
    assert.equal(codeOf(await evaluateAndOpen(context, proposal())), 'policy_unavailable');
    ports.policies.set({ broken: false, version: 'policy-2' });
    assert.equal(codeOf(await evaluateAndOpen(context, proposal())), 'policy_unavailable');
    const small = sampleAction({ parameters: {} });
    assert.equal(
      codeOf(await evaluateAndOpen(context, proposal({ action: small }))),
      'policy_unavailable',
    );
    value(await activatePolicy(context));
    assert.ok((await evaluateAndOpen(context, proposal())).ok);
  });

  test('malformed input is refused with its own code', async () => {
    const { context } = await createWorld();
    assert.equal(
      codeOf(await evaluateAndOpen(context, proposal({ action: { nonsense: true } }))),
      'object_malformed',
    );
    const bad = recordAdvice(context, { nonsense: true });
    assert.equal(codeOf(await bad), 'object_malformed');
  });
});

describe('a change of policy', () => {
  const otherChain = parseChain({
    chain_id: 'finance',
    version: '2',
    stages: [{ name: 's', approvers: { roles: ['x'] } }],
  });

  test('[GT-10] a policy that answers the same keeps the request open, and the decision counts', async () => {
    const { context, ports } = await createWorld();
    const state = await open(context);
    ports.policies.set({ version: 'policy-2' });
    value(await activatePolicy(context));
    assert.equal(value(await decide(context, state, 'alice')).state.status, 'pending');
    const read = value(await readRequest(context, state.request.approval_request_id));
    assert.equal(read.state.reaffirmed?.policy_version, 'policy-2');
    assert.equal(read.state.entries.length, 1);
  });

  test('[CH-7] a change of policy cancels pending requests and tells the agent to ask again', async () => {
    const { context, ports } = await createWorld();
    const state = await open(context);
    ports.policies.set({ version: 'policy-2', chain: otherChain });
    value(await activatePolicy(context));
    assert.equal(codeOf(await decide(context, state, 'alice')), 'policy_changed');
    const read = value(await readRequest(context, state.request.approval_request_id));
    assert.equal(read.state.status, 'cancelled');
  });

  test('[AB-6] a change of policy refuses an allowed request at the consume, even before this process has heard of it', async () => {
    const { context, ports } = await createWorld();
    const state = await allow(context);
    const other = createContext(
      createSamplePorts(ports.store, ports.clock, createSeededIds('operator')),
    );
    (other.policies as SamplePorts['policies']).set({ version: 'policy-2', chain: otherChain });
    value(await activatePolicy(other));
    assert.equal(codeOf(await consume(context, state)), 'policy_changed');
  });

  test('[GT-10] too little evaluation time ends no request, and a preview says that it is not complete', async () => {
    const { context, ports } = await createWorld();
    const state = await open(context);
    ports.policies.set({ version: 'policy-2' });
    value(await activatePolicy(context));
    const evaluate = (): never => {
      throw new ProtocolError('evaluation_budget_spent', '', 'expected a pause of 1 s');
    };
    const policies = { ...ports.policies, settings: ports.policies.settings, evaluate };
    const spent = { ...context, policies };
    assert.equal(value(await cancelAllOvertaken(spent)), null);
    const asked = { caller: 'operator', signal: new AbortController().signal };
    const preview = value(await previewPolicy(context, policies, asked));
    assert.deepEqual(preview, { ends: [], stays: [], isComplete: false });
    const read = value(await readRequest(context, state.request.approval_request_id));
    assert.equal(read.state.status, 'pending');
  });

  test('a sweep ends requests under an old policy page by page', async () => {
    const { context, ports } = await createWorld();
    const state = await open(context);
    ports.policies.set({ version: 'policy-2', chain: otherChain });
    value(await activatePolicy(context));
    assert.equal(value(await cancelAllOvertaken(context)), null);
    const read = value(await readRequest(context, state.request.approval_request_id));
    assert.equal(read.state.status, 'cancelled');
  });
});

const ownPlan = (plan_id: string) => ({ plan_id, agent_id: sampleAction({}).agent_id });

describe('plans', () => {
  const steps: PlanStep[] = [
    { step_id: 'pay', depends_on: [] },
    { step_id: 'mail', depends_on: ['pay'] },
  ];
  const inPlan = (step_id: string, amount: number, recovery: string[] = []): Partial<Proposal> => ({
    action: sampleAction({ parameters: { amount } }),
    scope: { plan_id: 'plan-1', step_id },
    plan: { steps, recovery, depends_on: [] },
  });

  test('[GT-3] a pending request blocks its step and dependents, also for what policy allows', async () => {
    const { context } = await createWorld();
    const state = await open(context, inPlan('pay', 5000));
    assert.equal(
      codeOf(await evaluateAndOpen(context, proposal(inPlan('mail', 1)))),
      'plan_blocked',
    );
    assert.equal(
      codeOf(await evaluateAndOpen(context, proposal(inPlan('mail', 6000)))),
      'plan_blocked',
    );
    assert.ok((await evaluateAndOpen(context, proposal(inPlan('log', 1)))).ok);
    const again = await open(context, inPlan('pay', 5000));
    assert.equal(again.request.approval_request_id, state.request.approval_request_id);
    value(await decide(context, state, 'alice'));
    value(await decide(context, state, 'carol', { stage_index: 1 }));
    assert.ok((await evaluateAndOpen(context, proposal(inPlan('mail', 1)))).ok);
  });

  const reject = (context: Context, state: OpenedRequest, reason_code: string) =>
    decide(context, state, 'alice', { decision: 'deny', reason: 'no', reason_code });
  const statusOf = async (context: Context) =>
    (await loadPlan(context, ownPlan('plan-1'))).state.status;
  const askAgain = (context: Context, before: OpenedRequest, amount: number, step = 'pay') =>
    evaluateAndOpen(
      context,
      proposal({
        ...inPlan(step, amount),
        nextRoundOf: {
          approvalRequestId: before.request.approval_request_id,
          change: 'the amount was corrected',
        },
      }),
    );
  const openedBy = (result: Awaited<ReturnType<typeof evaluateAndOpen>>): OpenedRequest => {
    assert.ok(result.ok && result.value.verdict === 'require_approval', JSON.stringify(result));
    return result.value.state;
  };

  test('[GT-4] a rejection that asks for a fix leaves the plan blocked until a further round is allowed', async () => {
    for (const code of ['fix:wrong_value', 'reviewed']) {
      const { context } = await createWorld();
      const first = await open(context, inPlan('pay', 5000));
      value(await reject(context, first, code));
      assert.equal(await statusOf(context), 'blocked', code);
      const blocked = codeOf(await evaluateAndOpen(context, proposal(inPlan('mail', 1))));
      assert.equal(blocked, 'plan_blocked', code);
      const second = openedBy(await askAgain(context, first, 6000));
      // Asking again finds the round that waits.
      const repeated = openedBy(await evaluateAndOpen(context, proposal(inPlan('pay', 6000))));
      assert.equal(repeated.request.approval_request_id, second.request.approval_request_id);
      value(await decide(context, second, 'alice'));
      assert.equal(await statusOf(context), 'blocked', code);
      value(await decide(context, second, 'carol', { stage_index: 1 }));
      assert.equal(await statusOf(context), 'active', code);
      assert.ok((await evaluateAndOpen(context, proposal(inPlan('mail', 1)))).ok);
    }
  });

  test('[GT-4] a round that is withdrawn or runs out leaves the block of the rejection', async () => {
    const { context } = await createWorld();
    const first = await open(context, inPlan('pay', 5000));
    value(await reject(context, first, 'fix'));
    const second = openedBy(await askAgain(context, first, 6000));
    const withdrawn = {
      approvalRequestId: second.request.approval_request_id,
      principal: proposal().principal,
      reason: 'a way around',
    };
    value(await cancelRequest(context, withdrawn));
    assert.equal(await statusOf(context), 'blocked');
    const third = openedBy(await askAgain(context, second, 7000));
    value(await decide(context, third, 'alice'));
    value(await decide(context, third, 'carol', { stage_index: 1 }));
    assert.equal(await statusOf(context), 'active');
  });

  test('[GT-4] naming a rejected request passes its block only to open a round', async () => {
    const { context } = await createWorld();
    const first = await open(context, inPlan('pay', 5000));
    value(await reject(context, first, 'fix'));
    // Policy allows an amount of 1 without a question, so there is no round that could lift the block.
    assert.equal(codeOf(await askAgain(context, first, 1)), 'plan_blocked');
    assert.equal(codeOf(await askAgain(context, first, 5000)), 'case_action_unchanged');
    const elsewhere = await open(context, {
      action: sampleAction({ parameters: { amount: 8000 } }),
    });
    value(await reject(context, elsewhere, 'fix'));
    assert.equal(codeOf(await askAgain(context, elsewhere, 9000)), 'plan_blocked');
  });

  test('[GT-4] the last round that is sent back ends the plan, because no round can lift the block', async () => {
    const { context } = await createWorld({ roundsMax: 1 });
    const only = await open(context, inPlan('pay', 5000));
    value(await reject(context, only, 'fix'));
    assert.equal(await statusOf(context), 'aborted');
    assert.equal(codeOf(await askAgain(context, only, 6000)), 'plan_aborted');
  });

  test('[GT-4] a rejection for good refuses the action under every plan, key and policy until it is lifted', async () => {
    const { context, clock } = await createWorld();
    const state = await open(context, inPlan('pay', 5000));
    value(await reject(context, state, 'never:not_allowed'));
    assert.equal(await statusOf(context), 'aborted');
    const again = (change: Partial<Proposal> = {}) =>
      evaluateAndOpen(
        context,
        proposal({ action: sampleAction({ parameters: { amount: 5000 } }), ...change }),
      );
    assert.equal(codeOf(await again()), 'rejected_for_good');
    assert.equal(codeOf(await again({ idempotencyKey: 'fresh' })), 'rejected_for_good');
    assert.equal(codeOf(await again({ audience: 'another-executor' })), 'rejected_for_good');
    // Longer than any cool-down.
    clock.advance(400 * 24 * 3600);
    assert.equal(codeOf(await again()), 'rejected_for_good');
    const nextRoundOf = {
      approvalRequestId: state.request.approval_request_id,
      change: 'another amount',
    };
    const changed = { action: sampleAction({ parameters: { amount: 5001 } }), nextRoundOf };
    assert.equal(codeOf(await again(changed)), 'rejected_for_good');
    const allowing: Context = {
      ...context,
      policies: {
        ...context.policies,
        evaluate: async (...asked) => ({
          ...(await context.policies.evaluate(...asked)),
          verdict: 'allow',
          chain: null,
        }),
      },
    };
    const asked = proposal({ action: sampleAction({ parameters: { amount: 5000 } }) });
    assert.equal(codeOf(await evaluateAndOpen(allowing, asked)), 'rejected_for_good');
    const lift = (principal: Proposal['principal']) =>
      liftRejection(context, {
        approvalRequestId: state.request.approval_request_id,
        principal,
        reason: 'a new contract',
      });
    assert.equal(codeOf(await lift(principals.alice)), 'actor_not_permitted');
    value(await lift(principals.operator));
    assert.ok((await again()).ok);
  });

  test('[GT-4] a denial for good aborts the plan in the same commit, or starts its recovery', async () => {
    const { context } = await createWorld();
    const state = await open(context, inPlan('pay', 5000));
    value(await reject(context, state, 'never'));
    assert.equal((await loadPlan(context, ownPlan('plan-1'))).state.status, 'aborted');
    assert.equal(
      codeOf(await evaluateAndOpen(context, proposal(inPlan('log', 1)))),
      'plan_aborted',
    );
    const second = await createWorld();
    const asked = await open(second.context, inPlan('pay', 5000, ['refund']));
    value(await decide(second.context, asked, 'alice', { decision: 'deny', reason: 'no' }));
    assert.equal((await loadPlan(second.context, ownPlan('plan-1'))).state.status, 'recovering');
    assert.ok((await evaluateAndOpen(second.context, proposal(inPlan('refund', 1)))).ok);
    assert.equal(
      codeOf(await evaluateAndOpen(second.context, proposal(inPlan('log', 1)))),
      'plan_recovering',
    );
  });

  test('[GT-3] an allowed request is not consumed while another block covers its step, nor after an abort', async () => {
    const { context } = await createWorld();
    const state = await allow(context, inPlan('pay', 5000));
    const action = sampleAction({ parameters: { amount: 5000 } });
    const block = {
      type: 'block',
      blocker: 'hold_x',
      step_id: 'pay',
      steps,
      recovery: [],
    } as const;
    value(await changePlan(context, ownPlan('plan-1'), block));
    assert.equal(codeOf(await consume(context, state, { action })), 'plan_blocked');
    value(await changePlan(context, ownPlan('plan-1'), { type: 'resume', blocker: 'hold_x' }));
    value(await changePlan(context, ownPlan('plan-1'), { type: 'abort', reason: 'stop' }));
    assert.equal(codeOf(await consume(context, state, { action })), 'plan_aborted');
  });
});

describe('holds', () => {
  const hold = (context: Context, change: object = {}) => ({
    hold_id: `hold_${context.ids.uuid().replaceAll('-', '')}`,
    session_id: 'session-1',
    agent_id: sampleAction({}).agent_id,
    plan_id: 'plan-1',
    message_digest: sha256('Should I proceed?'),
    intent: {
      confirmation_required: true,
      risk_level: 'high',
      action_type: 'delete',
      scope: { records: 500, type: 'users' },
    },
    placed_at: context.clock.now(),
    expires_at: '2026-11-15T12:05:00.000Z',
    ...change,
  });
  const inSession: Partial<Proposal> = { scope: { session_id: 'session-1' } };

  test('[GT-9] a hold refuses every call of its session until a person says Proceed, and creates no grant', async () => {
    const { context } = await createWorld();
    const held = hold(context);
    value(await placeHold(context, held));
    const small = proposal({ ...inSession, action: sampleAction({ parameters: {} }) });
    assert.equal(codeOf(await evaluateAndOpen(context, small)), 'session_on_hold');
    assert.equal(codeOf(await placeHold(context, hold(context))), 'session_on_hold');
    const answer = { holdId: held.hold_id, choice: 'Proceed', principal: principals.alice };
    assert.equal(value(await answerHold(context, answer)).status, 'lifted');
    assert.equal(value(await evaluateAndOpen(context, small)).verdict, 'allow');
    assert.equal(
      (await open(context, inSession)).status,
      'pending',
      'each call still gets its own decision',
    );
  });

  test('a refused or unanswered hold ends the plan of its session', async () => {
    const { context, clock } = await createWorld();
    const first = hold(context);
    value(await placeHold(context, first));
    const answer = { holdId: first.hold_id, choice: 'yes', principal: principals.alice };
    assert.equal(value(await answerHold(context, answer)).status, 'refused');
    assert.equal((await loadPlan(context, ownPlan('plan-1'))).state.status, 'aborted');
    const second = hold(context, { session_id: 'session-2', plan_id: 'plan-2' });
    value(await placeHold(context, second));
    assert.equal(codeOf(await expireHold(context, second.hold_id)), 'deadline_not_reached');
    clock.advance(300);
    assert.equal(value(await expireHold(context, second.hold_id)).status, 'refused');
    assert.equal((await loadPlan(context, ownPlan('plan-2'))).state.status, 'aborted');
  });

  test('[GT-9] an unanswered hold ends by itself, and then its session continues and its plan does not', async () => {
    const { context, clock } = await createWorld();
    const held = hold(context);
    const longer = hold(context, {
      session_id: 'session-2',
      plan_id: 'plan-2',
      expires_at: '2026-11-15T13:00:00.000Z',
    });
    value(await placeHold(context, held));
    value(await placeHold(context, longer));
    clock.advance(299);
    assert.deepEqual(value(await expireHoldsDue(context)), []);
    clock.advance(1);
    const small = proposal({ ...inSession, action: sampleAction({ parameters: {} }) });
    assert.equal(codeOf(await evaluateAndOpen(context, small)), 'session_on_hold');
    const expired = value(await expireHoldsDue(context));
    assert.deepEqual(
      expired.map(state => state.status !== 'absent' && [state.status, state.hold.hold_id]),
      [['refused', held.hold_id]],
    );
    assert.equal(value(await evaluateAndOpen(context, small)).verdict, 'allow');
    assert.equal((await loadPlan(context, ownPlan('plan-1'))).state.status, 'aborted');
    assert.notEqual((await loadPlan(context, ownPlan('plan-2'))).state.status, 'aborted');
    assert.deepEqual(value(await expireHoldsDue(context)), []);
  });

  test('an allowed request is not consumed while its session is on hold', async () => {
    const { context } = await createWorld();
    const state = await allow(context, inSession);
    value(await placeHold(context, hold(context)));
    assert.equal(codeOf(await consume(context, state)), 'session_on_hold');
  });
});

test('[EV-3] an evidence envelope is consumed once, by exactly its action, across processes', async () => {
  const { context, ports } = await createWorld();
  const fingerprint = {
    action_kind: 'destructive',
    tool_name: 'shell',
    path: '/srv',
    scope: null,
    payload_hash: sha256('rm -r /srv'),
  };
  const evidenceId = `ev_${context.ids.uuid().replaceAll('-', '')}`;
  value(
    await recordEvidence(context, {
      evidence_id: evidenceId,
      fingerprint,
      origin: 'runtime_ui_confirm',
      created_at: context.clock.now(),
      expires_at: '2026-11-15T12:00:30.000Z',
      dispatch_allowed: false,
      can_override_monitor_block: false,
      authorization: 'none',
    }),
  );
  const other = { ...fingerprint, path: '/srv/data' };
  assert.equal(
    codeOf(await consumeEvidence(context, { evidenceId, fingerprint: other })),
    'evidence_path_mismatch',
  );
  const contexts = [context, createContext(ports)];
  const outcomes = await Promise.all(
    contexts.map(each => consumeEvidence(each, { evidenceId, fingerprint })),
  );
  assert.equal(outcomes.filter(({ ok }) => ok).length, 1);
});

describe('waiting', () => {
  test('a waiter is woken by a commit, or by the next poll when the hint was lost', async () => {
    const { context, clock } = await createWorld();
    const state = await open(context);
    const approvalRequestId = state.request.approval_request_id;
    const { signal } = new AbortController();
    const waiting = waitForChange(context, { approvalRequestId, after: 2, signal });
    value(await decide(context, state, 'alice'));
    assert.equal(value(await waiting).version, 3);

    const deaf = createContext({
      ...context,
      store: Object.create(context.store, { onChange: { value: () => () => {} } }),
    });
    let woken = false;
    const polling = waitForChange(deaf, { approvalRequestId, after: 3, signal }).then(outcome => {
      woken = true;
      return outcome;
    });
    value(await decide(context, state, 'carol', { stage_index: 1 }));
    assert.equal(woken, false);
    while (clock.sleepers() === 0) await Promise.resolve();
    clock.advance(1);
    assert.equal(value(await polling).state.status, 'allowed');
  });

  test('[D2-39] a hundred waiters sleep until the decision, and hold up nothing meanwhile', async () => {
    const { context, clock } = await createWorld();
    const state = await open(context);
    const approvalRequestId = state.request.approval_request_id;
    const over = new AbortController();
    let reads = 0;
    const store = Object.create(context.store, {
      readStream: {
        value: (...args: Parameters<Context['store']['readStream']>) => {
          reads += 1;
          return context.store.readStream(...args);
        },
      },
    });
    const spied = createContext({ ...context, store });
    const many = 100;
    const waiting = Array.from({ length: many }, () =>
      waitForChange(spied, { approvalRequestId, after: 2, signal: over.signal }),
    );
    try {
      // The process has turns for others while they wait, and none of them uses one.
      for (let turn = 0; turn < 5; turn++) await new Promise(done => setImmediate(done));
      assert.equal(reads, many);
      assert.equal(clock.sleepers(), many);
      value(await decide(context, state, 'alice'));
      for (const woken of await Promise.all(waiting)) assert.equal(value(woken).version, 3);
    } finally {
      over.abort();
      await Promise.all(waiting);
    }
  });

  test('[TM-6] a waiter that gives up changes nothing and leaves no listener behind', async () => {
    const { context, clock } = await createWorld();
    const state = await open(context);
    const approvalRequestId = state.request.approval_request_id;
    const controller = new AbortController();
    const waiting = waitForChange(context, {
      approvalRequestId,
      after: 2,
      signal: controller.signal,
    });
    while (clock.sleepers() === 0) await Promise.resolve();
    controller.abort();
    assert.equal(value(await waiting).version, 2);
    assert.equal(clock.sleepers(), 0);
    assert.equal(value(await readHistory(context, approvalRequestId)).length, 2);
  });
});

test('the inbox lists waiting requests newest first, and leaves out expired ones', async () => {
  const { context, clock } = await createWorld();
  const first = await open(context);
  clock.advance(10);
  const second = await open(context, { action: sampleAction({ parameters: { amount: 7000 } }) });
  const page = value(await listInbox(context, { status: 'pending', limit: 10 }));
  assert.deepEqual(
    page.rows.map(row => [row.approval_request_id, row.tool_name]),
    [second, first].map(state => [state.request.approval_request_id, 'wire_transfer']),
  );
  clock.advance(891);
  const later = value(await listInbox(context, { status: 'pending', limit: 10 }));
  assert.equal(later.rows.length, 1);
});

/** Moves the clock until a promise that waits for it is settled. */
async function runClock<T>(clock: VirtualClock, promise: Promise<T>): Promise<T> {
  let settled = false;
  const mark = () => {
    settled = true;
  };
  promise.then(mark, mark);
  for (let turn = 0; turn < 1000 && !settled; turn++) {
    for (let microtask = 0; microtask < 20; microtask++) await Promise.resolve();
    clock.advance(0.05);
  }
  return promise;
}
