import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { JsonObject } from '@countersign/protocol/json';
import type { Result } from '@countersign/protocol/reason';
import type { AmendTerms, OpenedRequest } from '@countersign/protocol/request';
import { amendedEvaluation } from './amended-evaluation.ts';
import {
  type Amendment,
  activatePolicy,
  amendRequest,
  type Context,
  cancelAllOvertaken,
  cancelRequest,
  consumeGrant,
  createContext,
  evaluateAndOpen,
  issueGrant,
  loadPlan,
  type Proposal,
  type Proposed,
  readRequest,
  recordEntry,
} from './index.ts';
import { createModelStore, type ModelStore } from './testing/model-store.ts';
import {
  createSamplePorts,
  createSeededIds,
  principals,
  type SamplePorts,
  sampleAction,
  samplePeople,
  submission,
} from './testing/sample-ports.ts';
import { createVirtualClock, type VirtualClock } from './testing/virtual-clock.ts';

const narrow: AmendTerms = { mode: 'narrow', lower: ['/amount'], subset: [], becomes: [] };
const any: AmendTerms = { ...narrow, mode: 'any' };

interface World {
  readonly context: Context;
  readonly ports: SamplePorts;
  readonly clock: VirtualClock;
  readonly store: ModelStore;
}

async function createWorld(amend: AmendTerms = narrow): Promise<World> {
  const clock = createVirtualClock();
  const ids = createSeededIds('amendments');
  const store = createModelStore({ clock, ids });
  const ports = createSamplePorts(store, clock, ids);
  ports.policies.set({ amend });
  const context = createContext(ports);
  value(await activatePolicy(context));
  return { context, ports, clock, store };
}

function value<T>(outcome: Result<T>): T {
  assert.ok(outcome.ok, JSON.stringify(outcome));
  return outcome.value;
}

function codeOf(outcome: Result<unknown>): string {
  return outcome.ok ? 'done' : outcome.refusal.code;
}

const parametersOf = (change: JsonObject = {}): JsonObject => ({
  ...sampleAction().parameters,
  ...change,
});

function propose(context: Context, change: Partial<Proposal> = {}): Promise<Result<Proposed>> {
  return evaluateAndOpen(context, {
    action: sampleAction(),
    principal: principals.agent,
    audience: 'billing-executor',
    amendable: true,
    ...change,
  });
}

async function open(context: Context, change: Partial<Proposal> = {}): Promise<OpenedRequest> {
  const proposed = value(await propose(context, change));
  return proposed.verdict === 'require_approval' ? proposed.state : assert.fail();
}

function amend(
  context: Context,
  { request }: OpenedRequest,
  parameters: JsonObject,
  change: Partial<Amendment> = {},
) {
  return amendRequest(context, {
    approvalRequestId: request.approval_request_id,
    principal: principals.alice,
    actionDigest: request.action_digest,
    parameters: parametersOf(parameters),
    reason: 'less is enough',
    ...change,
  });
}

function decide(context: Context, state: OpenedRequest, who: keyof typeof principals, change = {}) {
  return recordEntry(context, {
    approvalRequestId: state.request.approval_request_id,
    submission: submission(state, context.ids, change),
    principal: principals[who],
  });
}

async function stateOf(context: Context, { request }: OpenedRequest): Promise<OpenedRequest> {
  return value(await readRequest(context, request.approval_request_id)).state;
}

async function consume(context: Context, state: OpenedRequest, parameters: JsonObject) {
  const approvalRequestId = state.request.approval_request_id;
  const grant = await issueGrant(context, approvalRequestId);
  if (!grant.ok) return grant;
  return consumeGrant(context, {
    approvalRequestId,
    action: sampleAction({ parameters: parametersOf(parameters) }),
    grant: grant.value,
    executor: 'billing-executor',
    attempt: `attempt of ${approvalRequestId}`,
  });
}

describe('an amendment', () => {
  test('[AM-4] an amendment ends the request and opens the amended one in its case, and only that one runs', async () => {
    const { context } = await createWorld();
    const original = await open(context);
    const amended = value(await amend(context, original, { amount: 2400 })).state;
    const before = await stateOf(context, original);
    assert.equal(before.status, 'amended');
    assert.equal(before.amended?.superseded_by, amended.request.approval_request_id);
    assert.equal(amended.request.case_id, original.request.case_id);
    assert.equal(amended.request.round, 1);
    assert.equal(amended.request.expires_at, original.request.expires_at);
    assert.deepEqual(amended.request.amends, [
      {
        approval_request_id: original.request.approval_request_id,
        action_digest: original.request.action_digest,
        changed_by: samplePeople.alice,
        reason: 'less is enough',
        narrowing: true,
      },
    ]);
    value(await decide(context, amended, 'alice'));
    value(await decide(context, amended, 'carol', { stage_index: 1 }));
    assert.equal(codeOf(await consume(context, original, {})), 'request_amended');
    assert.equal(codeOf(await consume(context, amended, {})), 'action_parameters_mismatch');
    assert.equal(codeOf(await consume(context, amended, { amount: 2400 })), 'done');
  });

  test('[AM-2] an amendment that the asking side or the rule does not permit changes nothing', async () => {
    const { context } = await createWorld();
    const silent = await open(context, { amendable: false });
    assert.equal(silent.request.amendable, undefined);
    assert.equal(codeOf(await amend(context, silent, { amount: 1 })), 'amendment_not_permitted');
    assert.equal((await stateOf(context, silent)).status, 'pending');
    const { context: strict, ports } = await createWorld();
    ports.policies.set({ amend: undefined as never });
    const asked = await open(strict);
    assert.equal(asked.request.amendable, undefined);
    assert.equal(codeOf(await amend(strict, asked, { amount: 1 })), 'amendment_not_permitted');
  });

  test('[AM-8] what was measured is not opened as amendable', async () => {
    const { context } = await createWorld();
    const { action_digest: digest } = (await open(context)).request;
    const measured = await open(context, {
      action: sampleAction({ agent_id: 'other' }),
      preconditions: [{ name: 'program', digest }],
    });
    assert.equal(measured.request.amendable, undefined);
    assert.equal(codeOf(await amend(context, measured, { amount: 1 })), 'amendment_measured');
  });

  test('[AM-1] a deny stays a deny, and leaves the original open', async () => {
    const { context } = await createWorld(any);
    const original = await open(context);
    const denied = await amend(context, original, { amount: 2_000_000 });
    assert.equal(codeOf(denied), 'policy_denied');
    assert.equal((await stateOf(context, original)).status, 'pending');
  });

  test('[AM-2] [AM-8] a change that is refused has its code, and writes nothing', async () => {
    const { context, store } = await createWorld();
    const sealed = { $sealed: 'v1', commitment: `${'A'.repeat(11)}.${'A'.repeat(43)}` };
    const parameters = parametersOf({ secret: sealed });
    const state = await open(context, { action: sampleAction({ parameters }) });
    const written = () => [...store.data.streams].map(([name, rows]) => [name, rows.length]);
    const before = written();
    const changes: readonly (readonly [string, JsonObject, Partial<Amendment>?])[] = [
      ['amendment_changes_nothing', parameters],
      ['amendment_type_changed', { ...parameters, amount: '4100' }],
      ['amendment_type_changed', { ...parameters, more: 1 }],
      ['amendment_type_changed', { amount: 4100 }],
      ['amendment_not_permitted', { ...parameters, amount: 4201 }],
      ['amendment_not_permitted', { ...parameters, amount: -1 }],
      ['amendment_seal_changed', { ...parameters, secret: 'open' }],
      [
        'amendment_seal_changed',
        {
          ...parameters,
          secret: { ...sealed, commitment: `${'B'.repeat(10)}A.${'A'.repeat(43)}` },
        },
      ],
      ['reason_missing', { ...parameters, amount: 4100 }, { reason: ' ' }],
      [
        'action_digest_mismatch',
        { ...parameters, amount: 4100 },
        {
          actionDigest: state.policy_decision.action_digest.replace(/.$/, last =>
            last === '0' ? '1' : '0',
          ) as never,
        },
      ],
    ];
    for (const [code, to, change] of changes) {
      const refused = await amendRequest(context, {
        approvalRequestId: state.request.approval_request_id,
        principal: principals.alice,
        actionDigest: state.request.action_digest,
        parameters: to,
        reason: 'less is enough',
        ...change,
      });
      assert.equal(codeOf(refused), code, JSON.stringify(to));
      assert.deepEqual(written(), before, code);
    }
    assert.equal((await stateOf(context, state)).status, 'pending');
  });

  test('[AM-6] an amended action asks under the same chain also where policy would now allow it', async () => {
    const { context } = await createWorld();
    const original = await open(context);
    const amended = value(await amend(context, original, { amount: 10 })).state;
    assert.equal(amended.status, 'pending');
    assert.deepEqual(amended.chain, original.chain);
    assert.equal(amended.policy_decision.verdict, 'require_approval');
    assert.equal(amended.policy_decision.policy_rule_id, 'policy.amended');
    // The rule that allows permits no changes: the amount cannot go up again.
    assert.equal(codeOf(await amend(context, amended, { amount: 9 })), 'amendment_not_permitted');
  });

  test('[AM-6] the stricter of two chains decides, in its own place', async () => {
    const { context } = await createWorld();
    const state = await open(context);
    const base = context.policies.evaluate(sampleAction(), {});
    assert.ok(!(base instanceof Promise));
    const stage = state.chain.stages[0];
    assert.ok(stage !== undefined);
    const webhook = { kind: 'webhook', name: null } as const;
    const evaluated = (stages: number, execute_within_seconds: number) =>
      amendedEvaluation(state, {
        ...base,
        chain: { chain_id: 'other', version: '1', stages: Array(stages).fill(stage) },
        route: webhook,
        execute_within_seconds,
      });
    const stricter = evaluated(3, 100);
    assert.equal(stricter.chain?.chain_id, 'other');
    assert.deepEqual([stricter.route, stricter.execute_within_seconds], [webhook, 100]);
    const weaker = evaluated(1, 9000);
    assert.deepEqual(weaker.chain, state.chain);
    assert.deepEqual(
      [weaker.route, weaker.execute_within_seconds],
      [state.request.route, state.request.execute_within_seconds],
    );
  });

  test('[AM-3] an author who widened the action cannot approve it, another person can', async () => {
    const { context } = await createWorld(any);
    const original = await open(context);
    const amended = value(await amend(context, original, { to: 'Alice' })).state;
    assert.deepEqual(amended.parties.authors, [samplePeople.alice]);
    assert.equal(codeOf(await decide(context, amended, 'alice')), 'approver_not_independent');
    assert.equal(codeOf(await decide(context, amended, 'bob')), 'done');
    value(await decide(context, amended, 'carol', { stage_index: 1 }));
    assert.equal(codeOf(await consume(context, amended, { to: 'Alice' })), 'done');
  });

  test('earlier decisions do not carry over', async () => {
    const { context } = await createWorld();
    const original = await open(context);
    value(await decide(context, original, 'bob'));
    const byCarol = { principal: principals.carol };
    const amended = value(await amend(context, original, { amount: 2400 }, byCarol)).state;
    assert.equal(amended.entries.length, 0);
    assert.equal(
      codeOf(await issueGrant(context, amended.request.approval_request_id)),
      'request_pending',
    );
  });

  test('[AM-5] of an amendment and a decision that race, one wins', async () => {
    const { context, ports } = await createWorld();
    const other = createContext({ ...ports, ids: createSeededIds('another process') });
    const original = await open(context);
    const [denied, amended] = await Promise.all([
      decide(other, original, 'bob', { decision: 'deny', reason: 'no' }),
      amend(context, original, { amount: 2400 }),
    ]);
    assert.equal([denied, amended].filter(({ ok }) => ok).length, 1);
    const again = await amend(context, original, { amount: 2300 });
    assert.match(codeOf(again), /^request_(denied|amended)$/);
    const twice = await open(context, { action: sampleAction({ agent_id: 'second' }) });
    const both = await Promise.all([
      amend(context, twice, { amount: 2 }),
      amend(other, twice, { amount: 3 }),
    ]);
    assert.deepEqual(both.map(codeOf).sort(), ['done', 'request_amended']);
  });

  test('[AM-7] the original is found as amended while the amended request is open, and cools down with it', async () => {
    const { context, clock } = await createWorld();
    const original = await open(context, { idempotencyKey: 'call-1' });
    const amended = value(await amend(context, original, { amount: 2400 })).state;
    for (const again of [{ idempotencyKey: 'call-1' }, { idempotencyKey: 'call-2' }, {}]) {
      const found = await open(context, again);
      assert.equal(found.status, 'amended');
      assert.equal(found.amended?.superseded_by, amended.request.approval_request_id);
    }
    const changed = sampleAction({ parameters: parametersOf({ amount: 2400 }) });
    const same = await open(context, { action: changed });
    assert.equal(same.request.approval_request_id, amended.request.approval_request_id);
    value(await decide(context, amended, 'alice', { decision: 'deny', reason: 'no' }));
    for (const action of [sampleAction(), changed]) {
      assert.equal(codeOf(await propose(context, { action })), 'action_denied_recently');
    }
    clock.advance(601);
    assert.equal((await open(context)).status, 'pending');
  });

  test('[AM-7] once the amended request was used, the original may be asked again', async () => {
    const { context } = await createWorld();
    const original = await open(context);
    const amended = value(await amend(context, original, { amount: 2400 })).state;
    value(await decide(context, amended, 'alice'));
    value(await decide(context, amended, 'carol', { stage_index: 1 }));
    value(await consume(context, amended, { amount: 2400 }));
    const next = await open(context);
    assert.notEqual(next.request.case_id, original.request.case_id);
  });

  test('an occasion follows the amended request', async () => {
    const { context } = await createWorld();
    const occasion = { session: 's-1' };
    const original = await open(context, { occasion });
    const amended = value(await amend(context, original, { amount: 2400 })).state;
    const found = await open(context, { occasion });
    assert.equal(found.request.approval_request_id, original.request.approval_request_id);
    assert.equal(found.status, 'amended');
    value(
      await cancelRequest(context, {
        approvalRequestId: amended.request.approval_request_id,
        principal: principals.operator,
        reason: 'stop',
      }),
    );
    const next = await open(context, { occasion });
    assert.equal(next.request.round, 2);
    assert.equal(next.request.supersedes, amended.request.approval_request_id);
  });

  test('another open request for the changed action refuses the amendment', async () => {
    const { context } = await createWorld();
    const original = await open(context);
    const changed = sampleAction({ parameters: parametersOf({ amount: 2400 }) });
    const other = await open(context, { action: changed });
    assert.equal(
      codeOf(await amend(context, original, { amount: 2400 })),
      'amendment_already_asked',
    );
    value(await decide(context, other, 'alice', { decision: 'deny', reason: 'no' }));
    assert.equal(
      codeOf(await amend(context, original, { amount: 2400 })),
      'action_denied_recently',
    );
    assert.equal((await stateOf(context, original)).status, 'pending');
  });

  test('[AM-9] a case has at most three amendments, which take no round and no slot and keep the deadline', async () => {
    const { context, clock } = await createWorld(any);
    const original = await open(context);
    let newest = original;
    for (const amount of [3000, 2000, 4200]) {
      clock.advance(10);
      newest = value(await amend(context, newest, { amount })).state;
      assert.equal(newest.request.round, 1);
      assert.equal(newest.request.expires_at, original.request.expires_at);
    }
    assert.equal(newest.request.amends?.length, 3);
    assert.equal(newest.request.action_digest, original.request.action_digest);
    assert.equal(codeOf(await amend(context, newest, { amount: 5 })), 'amendments_exhausted');
    // Every slot but the first is free.
    const { requestsPerWindow } = context.settings;
    for (let i = 1; i < requestsPerWindow; i++) {
      await open(context, {
        action: sampleAction({ parameters: parametersOf({ amount: 1e4 + i }) }),
      });
    }
    assert.equal(
      codeOf(
        await propose(context, {
          action: sampleAction({ parameters: parametersOf({ amount: 9e4 }) }),
        }),
      ),
      'rate_limited',
    );
    const cancelled = { principal: principals.operator, reason: 'stop' };
    const approvalRequestId = newest.request.approval_request_id;
    value(await cancelRequest(context, { approvalRequestId, ...cancelled }));
    clock.advance(601);
    const round = await open(context, { nextRoundOf: { approvalRequestId, change: 'again' } });
    assert.equal(round.request.round, 2);
    assert.equal(codeOf(await amend(context, round, { amount: 7 })), 'amendments_exhausted');
  });

  test('[GT-3] a blocked plan is handed over in the same commit', async () => {
    const { context } = await createWorld();
    const scope = { plan_id: 'plan-1', step_id: 'pay' };
    const steps = [
      { step_id: 'pay', depends_on: [] },
      { step_id: 'log', depends_on: ['pay'] },
    ];
    const plan = { depends_on: [], steps, recovery: ['refund'] };
    const original = await open(context, { scope, plan });
    const amended = value(await amend(context, original, { amount: 2400 })).state;
    const name = { plan_id: 'plan-1', agent_id: 'billing-bot' };
    const { state } = await loadPlan(context, name);
    assert.deepEqual(state.blocks, [
      {
        blocker: amended.request.approval_request_id,
        steps: ['pay', 'log'],
        recovery: ['refund'],
      },
    ]);
    value(await decide(context, amended, 'alice'));
    value(await decide(context, amended, 'carol', { stage_index: 1 }));
    assert.equal((await loadPlan(context, name)).state.status, 'active');
  });

  test('[GT-10] a policy that answers the same keeps an amended request open', async () => {
    const { context, ports } = await createWorld();
    const amended = value(await amend(context, await open(context), { amount: 10 })).state;
    ports.policies.set({ version: 'policy-2' });
    value(await activatePolicy(context));
    await cancelAllOvertaken(context);
    const kept = await stateOf(context, amended);
    assert.equal(kept.status, 'pending');
    assert.equal(kept.reaffirmed?.policy_version, 'policy-2');
  });

  test('[GT-10] a policy that permits other changes ends the request that permitted them', async () => {
    const { context, ports } = await createWorld(any);
    const original = await open(context);
    ports.policies.set({ version: 'policy-2', amend: narrow });
    value(await activatePolicy(context));
    assert.equal(codeOf(await amend(context, original, { amount: 2 })), 'policy_changed');
    assert.equal((await stateOf(context, original)).status, 'cancelled');
  });

  test('[AM-2] agents and services cannot amend, and a reviewer must have seen this action', async () => {
    const { context } = await createWorld();
    const original = await open(context);
    const asAgent = { principal: principals.agent };
    assert.equal(
      codeOf(await amend(context, original, { amount: 1 }, asAgent)),
      'approver_kind_not_permitted',
    );
    const amended = value(await amend(context, original, { amount: 2400 })).state;
    const unseen = { actionDigest: original.request.action_digest };
    assert.equal(
      codeOf(await amend(context, amended, { amount: 9 }, unseen)),
      'action_digest_mismatch',
    );
  });
});
