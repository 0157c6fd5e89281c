import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sha256OfText } from '@countersign/protocol/crypto';
import { rejectionKey } from '@countersign/protocol/edge';
import { addSeconds, HoldId, idFromUuid } from '@countersign/protocol/value';
import {
  activatePolicy,
  type Context,
  createContext,
  evaluateAndOpen,
  liveKey,
  placeHold,
  recordEntry,
} from '../index.ts';
import { createModelStore } from '../testing/model-store.ts';
import {
  createSamplePorts,
  createSeededIds,
  principals,
  sampleAction,
  submission,
} from '../testing/sample-ports.ts';
import { createVirtualClock } from '../testing/virtual-clock.ts';
import { agentStanding } from './agent-standing.ts';

const clock = createVirtualClock();
const ids = createSeededIds('standing');

async function opened(): Promise<Context> {
  const context = createContext(createSamplePorts(createModelStore({ clock, ids }), clock, ids));
  assert.ok((await activatePolicy(context)).ok);
  return context;
}

test('[EG-1] an edge is told what was rejected for good, and no other rejection', async () => {
  const context = await opened();
  const reject = async (amount: number, reason_code: string) => {
    const action = sampleAction({ parameters: { amount } });
    const asked = await evaluateAndOpen(context, {
      action,
      principal: principals.agent,
      audience: 'billing-executor',
    });
    assert.ok(asked.ok && asked.value.verdict === 'require_approval');
    const { state } = asked.value;
    const { approval_request_id, action_digest } = state.request;
    const decided = await recordEntry(context, {
      approvalRequestId: approval_request_id,
      submission: submission(state, ids, { decision: 'deny', reason_code, reason: 'no' }),
      principal: principals.alice,
    });
    assert.ok(decided.ok);
    return { agent_id: action.agent_id, subject_id: action.subject_id, action_digest };
  };
  assert.deepEqual(await agentStanding(context, 'billing-bot'), { may_decide: true, rejected: [] });
  await reject(2001, 'fix:wrong_value');
  const closed = await reject(2002, 'never:not_allowed');
  const { may_decide, rejected } = await agentStanding(context, 'billing-bot');
  assert.equal(may_decide, true);
  assert.deepEqual(rejected, [rejectionKey(closed)]);
  assert.equal(rejectionKey(closed), liveKey(closed));
  assert.deepEqual((await agentStanding(context, 'other-bot')).rejected, []);
});

test('[EG-1] an agent with a hold is judged by the server alone', async () => {
  const context = await opened();
  const words = 'Shall I delete everything?';
  const placed_at = clock.now();
  const hold = {
    hold_id: idFromUuid(HoldId, 'hold', ids.uuid()),
    session_id: 'session-1',
    agent_id: 'billing-bot',
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
  assert.ok(placed.ok, JSON.stringify(placed));
  assert.equal((await agentStanding(context, 'billing-bot')).may_decide, false);
  assert.equal((await agentStanding(context, 'other-bot')).may_decide, true);
});
