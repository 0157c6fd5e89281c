import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sha256OfText } from '@countersign/protocol/crypto';
import { addSeconds, HoldId, idFromUuid } from '@countersign/protocol/value';
import { activatePolicy, createContext, placeHold } from './index.ts';
import { loadHoldOn } from './load-hold.ts';
import { createModelStore } from './testing/model-store.ts';
import { createSamplePorts, createSeededIds } from './testing/sample-ports.ts';
import { createVirtualClock } from './testing/virtual-clock.ts';

async function createWorld() {
  const clock = createVirtualClock();
  const ids = createSeededIds('holds');
  const store = createModelStore({ clock, ids });
  const ports = createSamplePorts(store, clock, ids);
  const people = { ...ports.people, locked: async () => ({ lock: null, version: null }) };
  const context = createContext({ ...ports, people });
  assert.ok((await activatePolicy(context)).ok);
  const place = (session_id: string, agentId: string, more: object = {}) => {
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
    return placeHold(context, hold);
  };
  return { clock, context, place };
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
    (await loadHoldOn(context, { agent_id, scope: { session_id } })) !== null;
  assert.ok((await place('first', 'form-1-bot')).ok);
  assert.equal(await halts('form-1-bot', null), false);
  const admits = { identities: [], roles: ['support'] };
  assert.ok((await place('second', 'form-2-bot', { admits })).ok);
  assert.equal(await halts('form-2-bot', null), true);
  assert.equal(await halts('form-2-bot', 'second'), true);
  assert.equal(await halts('form-2-bot', 'third'), false);
  assert.equal(await halts('other-bot', null), false);
});
