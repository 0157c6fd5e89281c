import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sha256OfText } from '@countersign/protocol/crypto';
import { addSeconds, HoldId, idFromUuid } from '@countersign/protocol/value';
import {
  activatePolicy,
  answerHold,
  type Context,
  consumeGrant,
  createContext,
  evaluateAndOpen,
  issueGrant,
  joinConversation,
  overrideStore,
  placeHold,
  recordEntry,
} from './index.ts';
import { loadHalt } from './load-hold.ts';
import { createModelStore } from './testing/model-store.ts';
import {
  createSamplePorts,
  createSeededIds,
  principals,
  sampleAction,
  submission,
} from './testing/sample-ports.ts';
import { createVirtualClock } from './testing/virtual-clock.ts';

async function createWorld() {
  const clock = createVirtualClock();
  const ids = createSeededIds('holds');
  const store = createModelStore({ clock, ids });
  const ports = createSamplePorts(store, clock, ids);
  const people = { ...ports.people, locked: async () => ({ lock: null, version: null }) };
  const context = createContext({ ...ports, people });
  assert.ok((await activatePolicy(context)).ok);
  const place = (session_id: string, agentId: string, more: object = {}, by = context) => {
    const placed_at = clock.now();
    const hold = {
      hold_id: idFromUuid(HoldId, 'hold', ids.uuid()),
      session_id,
      agent_id: agentId,
      plan_id: null,
      message_digest: sha256OfText(session_id),
      intent: {
        confirmation_required: true,
        risk_level: 'high',
        action_type: 'delete',
        scope: { records: null, type: null },
      },
      placed_at,
      expires_at: addSeconds(placed_at, 900),
      ...more,
    };
    return placeHold(by, hold);
  };
  /** Another process on the same store, in which something happens right before a commit or after an evaluation. */
  const processWith = (surprise: {
    beforeCommit?: () => Promise<unknown>;
    afterEvaluation?: () => Promise<unknown>;
  }): Context => {
    let { beforeCommit, afterEvaluation } = surprise;
    return createContext({
      ...ports,
      people,
      store: overrideStore(store, {
        commit: async commit => {
          const happens = beforeCommit;
          beforeCommit = undefined;
          await happens?.();
          return store.commit(commit);
        },
      }),
      policies: {
        ...ports.policies,
        evaluate: async (...asked) => {
          const evaluation = await ports.policies.evaluate(...asked);
          const happens = afterEvaluation;
          afterEvaluation = undefined;
          await happens?.();
          return evaluation;
        },
      },
    });
  };
  return { clock, context, ids, place, processWith };
}

test('[GT-9] an agent can hold a limited number of sessions at once, and its holds do not limit other agents', async () => {
  const { clock, place } = await createWorld();
  const placed = await Promise.all(['a', 'b', 'c'].map(session => place(session, 'flood-bot')));
  assert.ok(
    placed.every(({ ok }) => ok),
    JSON.stringify(placed),
  );
  let halted = placed.length;
  let last = await place('one more', 'flood-bot');
  for (; last.ok && halted < 10_000; halted++) last = await place(`session ${halted}`, 'flood-bot');
  assert.ok(!last.ok);
  assert.equal(last.refusal.code, 'rate_limited');
  assert.equal(halted, 500);
  assert.ok((await place('of another', 'quiet-bot')).ok);
  clock.advance(901);
  assert.ok((await place('later', 'flood-bot')).ok);
});

test('[GT-9] a hold of form 2 halts the calls of its agent that name no session, and no other agent', async () => {
  const { context, place } = await createWorld();
  const halts = async (agent_id: string, session_id: string | null) =>
    (await loadHalt(context, { agent_id, scope: { session_id } })).hold !== null;
  assert.ok((await place('first', 'form-1-bot')).ok);
  assert.equal(await halts('form-1-bot', null), false);
  const admits = { identities: [], roles: ['support'] };
  assert.ok((await place('second', 'form-2-bot', { admits })).ok);
  assert.equal(await halts('form-2-bot', null), true);
  assert.equal(await halts('form-2-bot', 'second'), true);
  assert.equal(await halts('form-2-bot', 'third'), false);
  assert.equal(await halts('other-bot', null), false);
});

const admits = { identities: [], roles: ['operator'] };
const proposal = {
  action: sampleAction(),
  principal: principals.agent,
  audience: 'billing-executor',
};
const agentId = sampleAction().agent_id;

test('[GT-9] a hold that is placed right before the commit stops a question that names no session', async () => {
  const { place, processWith } = await createWorld();
  const hold = () => place('chat', agentId, { admits }, process);
  const process = processWith({ beforeCommit: hold });
  const opened = await evaluateAndOpen(process, proposal);
  assert.equal(opened.ok ? 'opened' : opened.refusal.code, 'session_on_hold');
});

test('[GT-9] a second hold is noticed also where the first one was placed and lifted before it', async () => {
  const { context, place, processWith } = await createWorld();
  const lift = async (session: string, by: Context) => {
    const placed = await place(session, agentId, { admits }, by);
    assert.ok(placed.ok && placed.value.status === 'placed');
    const { hold_id: holdId } = placed.value.hold;
    const principal = { ...principals.alice, roles: ['operator'] };
    const lifted = await answerHold(context, { holdId, choice: 'Proceed', principal });
    assert.ok(lifted.ok, JSON.stringify(lifted));
  };
  await lift('yesterday', context);
  const holds = async () => {
    await lift('first', process);
    assert.ok((await place('second', agentId, { admits }, process)).ok);
  };
  const process = processWith({ beforeCommit: holds });
  const opened = await evaluateAndOpen(process, proposal);
  assert.equal(opened.ok ? 'opened' : opened.refusal.code, 'session_on_hold');
});

test('[GT-9] an answered hold stops no later call that names no session', async () => {
  const { context, place } = await createWorld();
  const placed = await place('chat', agentId, { admits });
  assert.ok(placed.ok && placed.value.status === 'placed');
  const { hold_id: holdId } = placed.value.hold;
  const principal = { ...principals.alice, roles: ['operator'] };
  assert.ok((await answerHold(context, { holdId, choice: 'Proceed', principal })).ok);
  const opened = await evaluateAndOpen(context, proposal);
  assert.ok(opened.ok, JSON.stringify(opened));
});

test('[GT-9] a hold that is placed right before the commit stops a consumption that names no session', async () => {
  const { context, ids, place, processWith } = await createWorld();
  const opened = await evaluateAndOpen(context, proposal);
  assert.ok(opened.ok && opened.value.verdict === 'require_approval', JSON.stringify(opened));
  const { state } = opened.value;
  const approvalRequestId = state.request.approval_request_id;
  for (const [stage_index, who] of (['alice', 'carol'] as const).entries()) {
    const entry = submission(state, ids, { stage_index });
    const principal = principals[who];
    const recorded = await recordEntry(context, {
      approvalRequestId,
      submission: entry,
      principal,
    });
    assert.ok(recorded.ok, JSON.stringify(recorded));
  }
  const grant = await issueGrant(context, approvalRequestId);
  assert.ok(grant.ok);
  const hold = () => place('chat', agentId, { admits });
  const consumed = await consumeGrant(processWith({ beforeCommit: hold }), {
    approvalRequestId,
    action: sampleAction(),
    grant: grant.value,
    executor: 'billing-executor',
    attempt: 'attempt-1',
  });
  assert.equal(consumed.ok ? 'consumed' : consumed.refusal.code, 'session_on_hold');
});

for (const session_id of [null, 'chat']) {
  test(`[GT-9] a hold that is placed during the evaluation stops an allowed call in session ${session_id}`, async () => {
    const { context, place, processWith } = await createWorld();
    const small = {
      ...proposal,
      action: sampleAction({ parameters: { amount: 50 } }),
      scope: { session_id },
    };
    const calm = await evaluateAndOpen(context, small);
    assert.equal(calm.ok && calm.value.verdict, 'allow', JSON.stringify(calm));
    const hold = () => place('chat', agentId, { admits });
    const late = await evaluateAndOpen(processWith({ afterEvaluation: hold }), small);
    assert.equal(late.ok ? late.value.verdict : late.refusal.code, 'session_on_hold');
  });
}

describe('the sessions of one conversation', () => {
  const joinTo = (context: Context) => (session_id: string) =>
    joinConversation(
      context,
      { agent_id: agentId, conversation_id: 'support-7', session_id },
      principals.agent,
    );
  const halted = async (context: Context, session_id: string) =>
    (await loadHalt(context, { agent_id: agentId, scope: { session_id } })).hold !== null;
  const proceed = async (context: Context, placed: Awaited<ReturnType<typeof placeHold>>) => {
    assert.ok(placed.ok && placed.value.status === 'placed', JSON.stringify(placed));
    const principal = { ...principals.alice, roles: ['operator'] };
    const { hold_id: holdId } = placed.value.hold;
    const answered = await answerHold(context, { holdId, choice: 'Proceed', principal });
    assert.ok(answered.ok, JSON.stringify(answered));
  };

  test('[GT-9] a hold on one session halts all sessions of its conversation, and its answer frees all of them', async () => {
    const { context, place } = await createWorld();
    const join = joinTo(context);
    for (const session of ['first', 'second']) assert.ok((await join(session)).ok);
    const placed = await place('second', agentId, { admits });
    for (const session of ['first', 'second']) assert.equal(await halted(context, session), true);
    assert.equal(await halted(context, 'of another conversation'), false);
    await proceed(context, placed);
    for (const session of ['first', 'second']) assert.equal(await halted(context, session), false);
  });

  test('[GT-9] a session that joins while the hold stands is halted with the same commit, and freed with it', async () => {
    const { context, place } = await createWorld();
    const join = joinTo(context);
    const placed = await place('first', agentId, { admits });
    assert.deepEqual(await join('first'), { ok: true, value: { halted: true } });
    assert.equal(await halted(context, 'second'), false);
    assert.deepEqual(await join('second'), { ok: true, value: { halted: true } });
    assert.equal(await halted(context, 'second'), true);
    await proceed(context, placed);
    assert.equal(await halted(context, 'second'), false);
    assert.deepEqual(await join('third'), { ok: true, value: { halted: false } });
  });

  test('[GT-9] a session that is halted itself halts the conversation that it joins', async () => {
    const { context, place } = await createWorld();
    const join = joinTo(context);
    assert.ok((await join('first')).ok);
    await place('second', agentId, { admits });
    assert.deepEqual(await join('second'), { ok: true, value: { halted: true } });
    assert.equal(await halted(context, 'first'), true);
  });

  test('[GT-9] a hold and a session that joins at the same time miss each other in neither order', async () => {
    for (const first of ['hold', 'join'] as const) {
      const { context, place, processWith } = await createWorld();
      assert.ok((await joinTo(context)('first')).ok);
      const hold = () => place('first', agentId, { admits });
      const join = () => joinTo(context)('second');
      if (first === 'hold') {
        const joined = await joinTo(processWith({ beforeCommit: hold }))('second');
        assert.deepEqual(joined, { ok: true, value: { halted: true } });
      } else {
        const late = processWith({ beforeCommit: join });
        const placed = await place('first', agentId, { admits }, late);
        assert.ok(placed.ok, JSON.stringify(placed));
      }
      assert.equal(await halted(context, 'second'), true, first);
    }
  });

  test('[GT-9] a session has one conversation, and another agent has other ones', async () => {
    const { context, place } = await createWorld();
    assert.ok((await joinTo(context)('first')).ok);
    const elsewhere = { agent_id: agentId, conversation_id: 'support-8', session_id: 'first' };
    const moved = await joinConversation(context, elsewhere, principals.agent);
    assert.equal(moved.ok ? 'moved' : moved.refusal.code, 'session_in_other_conversation');
    const foreign = { agent_id: 'other-bot', conversation_id: 'support-7', session_id: 'second' };
    assert.ok((await joinConversation(context, foreign, principals.agent)).ok);
    await place('first', agentId, { admits });
    const scope = { session_id: 'second' };
    const of = await loadHalt(context, { agent_id: 'other-bot', scope });
    assert.equal(of.hold, null);
  });

  test('[GT-9] two sessions with a hold each do not become one conversation', async () => {
    const { context, place } = await createWorld();
    const join = joinTo(context);
    await place('first', agentId, { admits });
    await place('second', agentId, { admits });
    assert.ok((await join('first')).ok);
    const joined = await join('second');
    assert.equal(joined.ok ? 'joined' : joined.refusal.code, 'session_on_hold');
  });
});
