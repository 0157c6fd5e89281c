import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sha256OfText } from '@countersign/protocol/crypto';
import { addSeconds, HoldId, idFromUuid } from '@countersign/protocol/value';
import { activatePolicy, createContext, placeHold } from './index.ts';
import { createModelStore } from './testing/model-store.ts';
import { createSamplePorts, createSeededIds } from './testing/sample-ports.ts';
import { createVirtualClock } from './testing/virtual-clock.ts';

test('[GT-9] an agent can hold a limited number of sessions at once, and its holds do not limit other agents', async () => {
  const clock = createVirtualClock();
  const ids = createSeededIds('holds');
  const store = createModelStore({ clock, ids });
  const context = createContext(createSamplePorts(store, clock, ids));
  assert.ok((await activatePolicy(context)).ok);
  const place = (session_id: string, agentId: string) => {
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
    };
    return placeHold(context, hold);
  };
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
