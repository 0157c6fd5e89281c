import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sha256OfText } from '@countersign/protocol/crypto';
import type { Result } from '@countersign/protocol/reason';
import type { UnaskedAnswer } from '@countersign/protocol/request';
import { addSeconds, EvidenceId, HoldId, idFromUuid } from '@countersign/protocol/value';
import {
  activatePolicy,
  type Context,
  changeGuard,
  createContext,
  evaluateAndOpen,
  joinConversation,
  placeHold,
  readKept,
  recordEvidence,
  type Store,
} from './index.ts';
import { createModelStore } from './testing/model-store.ts';
import {
  createSamplePorts,
  createSeededIds,
  principals,
  sampleAction,
} from './testing/sample-ports.ts';
import { createVirtualClock } from './testing/virtual-clock.ts';

const clock = createVirtualClock();
const ids = createSeededIds('bytes');

/** A process on the store, in which an agent may keep a megabyte in a day. */
async function processOn(store: Store): Promise<Context> {
  const ports = createSamplePorts(store, clock, ids);
  // Each decision is written before it is answered.
  ports.policies.set({ auditSync: true });
  const context = createContext(ports, {
    agentBytesPerDay: 2 ** 20,
    requestsPerWindow: 1000,
  });
  const activated = await activatePolicy(context);
  assert.ok(activated.ok);
  return context;
}

/** Proposes an action that policy allows; the decision and its context are kept. */
async function propose(context: Context, change: object = {}): Promise<string> {
  const outcome: Result<unknown> = await evaluateAndOpen(context, {
    action: sampleAction({ parameters: { amount: 1 }, ...change }),
    principal: principals.agent,
    audience: 'billing-executor',
    context: { note: 'x'.repeat(14_000) },
  });
  return outcome.ok ? 'kept' : outcome.refusal.code;
}

async function keepUntilRefused(context: Context): Promise<number> {
  for (let kept = 0; kept < 1000; kept++) {
    const answer = await propose(context);
    if (answer === 'kept') continue;
    assert.equal(answer, 'agent_quota_spent');
    return kept;
  }
  return assert.fail('nothing bounds what the agent keeps');
}

test('[HI-4] a context above 16 KB is refused before anything is kept', async () => {
  const context = await processOn(createModelStore({ clock, ids }));
  const refused = await evaluateAndOpen(context, {
    action: sampleAction({ parameters: { amount: 1 } }),
    principal: principals.agent,
    audience: 'billing-executor',
    context: { note: 'é'.repeat(8_190) },
  });
  assert.ok(!refused.ok);
  assert.equal(refused.refusal.code, 'context_too_large');
  assert.equal(context.memory.segment, null);
});

test('[HI-5] an agent that spent its bytes is refused, after a restart too, and again allowed the next day', async () => {
  const store = createModelStore({ clock, ids });
  const first = await processOn(store);
  const kept = await keepUntilRefused(first);
  assert.ok(kept >= 50 && kept <= 2 ** 20 / 14_000, `${kept} were kept`);
  const second = await processOn(store);
  assert.equal(await propose(second), 'agent_quota_spent');
  assert.equal(await propose(second, { agent_id: 'other-bot' }), 'kept');
  clock.advance(86_400);
  assert.equal(await propose(second), 'kept');
});

test('[HI-5] the reports of a guard count among the bytes of its agent', async () => {
  const context = await processOn(createModelStore({ clock, ids }));
  const report = {
    agent_id: 'billing-bot',
    agent: 'codex',
    agent_version: null,
    machine: 'laptop',
    state: 'guarded_with_a_gap' as const,
    why: Array.from({ length: 16 }, () => 'x'.repeat(400)),
    proof: 'settings' as const,
  };
  const by = { kind: 'agent', identity: 'billing-bot' } as const;
  const code = async () => {
    const outcome = await changeGuard(context, { type: 'report', report }, by);
    return outcome.ok ? 'kept' : outcome.refusal.code;
  };
  let kept = 0;
  while ((await code()) === 'kept') assert.ok(++kept < 1000, 'nothing bounds the reports');
  assert.equal(await code(), 'agent_quota_spent');
  assert.ok(kept >= 100 && kept <= 2 ** 20 / 6_400, `${kept} were kept`);
});

test('[HI-5] two processes together keep no more than the bytes of a day', async () => {
  const store = createModelStore({ clock, ids });
  const [one, two] = [await processOn(store), await processOn(store)];
  let kept = 0;
  const refused = new Set<Context>();
  while (refused.size < 2) {
    for (const process of [one, two]) {
      if ((await propose(process)) === 'kept') kept += 1;
      else refused.add(process);
    }
  }
  assert.ok(kept <= 2 ** 20 / 14_000, `${kept} were kept`);
});

test('[HI-5] the action of a question counts, and a question beyond the bytes is not opened', async () => {
  const context = await processOn(createModelStore({ clock, ids }));
  const action = sampleAction({ parameters: { amount: 5000, memo: 'x'.repeat(600_000) } });
  const asked = { action, principal: principals.agent, audience: 'billing-executor' };
  const refused = await evaluateAndOpen(context, asked);
  assert.ok(!refused.ok);
  assert.equal(refused.refusal.code, 'agent_quota_spent');
});

test('[HI-5] the words of holds count among the bytes of their agent', async () => {
  const context = await processOn(createModelStore({ clock, ids }));
  const place = async (at: number): Promise<string> => {
    const words = `${at} ${'x'.repeat(200_000)}`;
    const placed_at = clock.now();
    const hold = {
      hold_id: idFromUuid(HoldId, 'hold', ids.uuid()),
      session_id: `session ${at}`,
      agent_id: 'wordy-bot',
      plan_id: null,
      message_digest: sha256OfText(words),
      intent: {
        confirmation_required: true,
        risk_level: 'high',
        action_type: 'delete',
        scope: { records: null, type: null },
      },
      placed_at,
      expires_at: addSeconds(placed_at, 900),
    };
    const placed = await placeHold(context, hold, words);
    return placed.ok ? 'placed' : placed.refusal.code;
  };
  const answers: string[] = [];
  for (let at = 0; at < 8; at++) answers.push(await place(at));
  assert.deepEqual(new Set(answers), new Set(['placed', 'agent_quota_spent']));
  assert.equal(answers.filter(answer => answer === 'placed').length, 5);
});

test('[HI-5] the signals that a credential records count among its bytes', async () => {
  const context = await processOn(createModelStore({ clock, ids }));
  const record = async (credential?: string): Promise<string> => {
    const created_at = clock.now();
    const envelope = {
      evidence_id: idFromUuid(EvidenceId, 'ev', ids.uuid()),
      fingerprint: {
        action_kind: 'destructive',
        tool_name: 'purge',
        path: 'x'.repeat(4096),
        scope: 'y'.repeat(4096),
        payload_hash: sha256OfText('payload'),
      },
      origin: 'runtime_ui_confirm',
      created_at,
      expires_at: addSeconds(created_at, 30),
      dispatch_allowed: false,
      can_override_monitor_block: false,
      authorization: 'none',
    };
    const recorded = await recordEvidence(context, envelope, credential);
    return recorded.ok ? 'recorded' : recorded.refusal.code;
  };
  let last = await record('key-1');
  for (let at = 0; last === 'recorded' && at < 1000; at++) last = await record('key-1');
  assert.equal(last, 'agent_quota_spent');
  assert.equal(await record('key-2'), 'recorded');
});

test('[HI-5] what is kept of an unasked action counts, and one beyond the bytes is refused', async () => {
  const ports = createSamplePorts(createModelStore({ clock, ids }), clock, ids);
  const context = createContext(ports, { agentBytesPerDay: 2 ** 19 });
  assert.ok((await activatePolicy(context)).ok);
  const asked = (): Promise<Result<unknown>> =>
    evaluateAndOpen(context, {
      action: sampleAction({ parameters: { amount: 1, memo: 'x'.repeat(600_000) } }),
      principal: principals.agent,
      audience: 'billing-executor',
    });
  assert.ok((await asked()).ok, 'without retention its digest is kept');
  ports.policies.set({ retention: { keep: 'resource', seconds: 60 } });
  assert.ok((await asked()).ok, 'a resource is short');
  ports.policies.set({ retention: { keep: 'parameters', seconds: 60 } });
  const refused = await asked();
  assert.ok(!refused.ok);
  assert.equal(refused.refusal.code, 'agent_quota_spent');
});

test('[UA-1] what is kept of an unasked action is erased when its time is over, and the event stays', async () => {
  const store = createModelStore({ clock, ids });
  const ports = createSamplePorts(store, clock, ids);
  ports.policies.set({ auditSync: true, retention: { keep: 'parameters', seconds: 3600 } });
  const context = createContext(ports);
  assert.ok((await activatePolicy(context)).ok);
  assert.equal(await propose(context), 'kept');
  const [row] = await store.readStream(context.memory.segment?.stream ?? '');
  const { data } = JSON.parse(row?.text ?? '{}') as { data: UnaskedAnswer['data'] };
  assert.equal(data.kept?.part, 'parameters');
  assert.equal(data.kept?.digest, data.decision.action_digest);
  assert.equal((await readKept(context, data))?.action?.parameters['amount'], 1);
  clock.advance(3601);
  assert.equal(await store.eraseActions(10), 1);
  assert.equal(await readKept(context, data), null);
  assert.equal((await store.readStream(context.memory.segment?.stream ?? '')).length, 1);
});

test('[HI-5] sessions that join conversations count among the bytes of their agent, each once', async () => {
  const store = createModelStore({ clock, ids });
  const context = await processOn(store);
  const join = async (process: Context, session_id: string, agent_id = 'billing-bot') => {
    const joining = { agent_id, conversation_id: `c-${session_id}`, session_id };
    const joined = await joinConversation(process, joining, principals.agent);
    return joined.ok ? 'joined' : joined.refusal.code;
  };
  for (let again = 0; again < 5000; again++) await join(context, 'one');
  let count = 0;
  let answer = 'joined';
  while (answer === 'joined' && count < 20_000) answer = await join(context, `s-${++count}`);
  assert.equal(answer, 'agent_quota_spent');
  assert.ok(count > 500, `${count} sessions fit`);
  assert.equal(await join(await processOn(store), 'another'), 'agent_quota_spent');
  assert.equal(await join(context, 'one'), 'joined', 'to join again keeps nothing');
  assert.equal(await join(context, 'other', 'other-bot'), 'joined');
});
