import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sha256OfText } from '@countersign/protocol/crypto';
import { addSeconds, HoldId, idFromUuid } from '@countersign/protocol/value';
import { activatePolicy, changePlan, createContext, loadPlan, placeHold } from './index.ts';
import { loadSessionHold, sessionClaims } from './load-hold.ts';
import { createModelStore } from './testing/model-store.ts';
import { createSamplePorts, createSeededIds } from './testing/sample-ports.ts';
import { createVirtualClock } from './testing/virtual-clock.ts';

async function createWorld() {
  const clock = createVirtualClock();
  const ids = createSeededIds('owners');
  const store = createModelStore({ clock, ids });
  const context = createContext(createSamplePorts(store, clock, ids));
  assert.ok((await activatePolicy(context)).ok);
  return { context, clock, ids };
}

test('[GT-11] the plan of one agent is not changed by another agent under the same name', async () => {
  const { context } = await createWorld();
  const ended = await changePlan(
    context,
    { plan_id: 'nightly', agent_id: 'one' },
    { type: 'abort', reason: 'stop' },
  );
  assert.ok(ended.ok);
  const status = async (agent_id: string) =>
    (await loadPlan(context, { plan_id: 'nightly', agent_id })).state.status;
  assert.equal(await status('one'), 'aborted');
  assert.equal(await status('two'), 'active');
  const unowned = await changePlan(
    context,
    { plan_id: 'nightly', agent_id: null },
    { type: 'complete' },
  );
  assert.ok(!unowned.ok, 'no plan without an owner is begun');
});

test('[GT-11] the session of one agent is not halted by another agent under the same name', async () => {
  const { context, clock, ids } = await createWorld();
  const placed_at = clock.now();
  const hold = {
    hold_id: idFromUuid(HoldId, 'hold', ids.uuid()),
    session_id: 'main',
    plan_id: null,
    message_digest: sha256OfText('Should I?'),
    intent: {
      confirmation_required: true,
      risk_level: 'high',
      action_type: 'delete',
      scope: { records: null, type: null },
    },
    placed_at,
    expires_at: addSeconds(placed_at, 900),
  };
  assert.ok(!(await placeHold(context, hold)).ok, 'no hold without an owner is placed');
  assert.ok((await placeHold(context, { ...hold, agent_id: 'one' })).ok);
  const halts = async (agent_id: string) =>
    (await loadSessionHold(context, { session_id: 'main', agent_id })) !== null;
  assert.equal(await halts('one'), true);
  assert.equal(await halts('two'), false);
  const keys = (agent_id: string) => sessionClaims({ session_id: 'main', agent_id });
  assert.notDeepEqual(keys('one'), keys('two'), 'the commit guards the same');
});
