import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Result } from '@countersign/protocol/reason';
import type { OpenedRequest } from '@countersign/protocol/request';
import {
  activatePolicy,
  cancelRequest,
  consumeGrant,
  createContext,
  evaluateAndOpen,
  issueGrant,
  recordEntry,
} from './index.ts';
import { createModelStore } from './testing/model-store.ts';
import {
  createSamplePorts,
  createSeededIds,
  principals,
  sampleAction,
  submission,
} from './testing/sample-ports.ts';
import { createVirtualClock } from './testing/virtual-clock.ts';

function value<T>(outcome: Result<T>): T {
  assert.ok(outcome.ok, JSON.stringify(outcome));
  return outcome.value;
}

async function createWorld() {
  const clock = createVirtualClock();
  const ids = createSeededIds('occasions');
  const context = createContext(createSamplePorts(createModelStore({ clock, ids }), clock, ids));
  value(await activatePolicy(context));
  const ask = async (session: string): Promise<OpenedRequest> => {
    const proposed = await evaluateAndOpen(context, {
      action: sampleAction(),
      principal: principals.agent,
      audience: 'billing-executor',
      occasion: { session },
    });
    const answer = value(proposed);
    return answer.verdict === 'require_approval' ? answer.state : assert.fail(answer.verdict);
  };
  const approve = async (state: OpenedRequest): Promise<void> => {
    const approvalRequestId = state.request.approval_request_id;
    for (const [stage_index, who] of (['alice', 'carol'] as const).entries()) {
      const entry = submission(state, ids, { stage_index });
      const principal = principals[who];
      value(await recordEntry(context, { approvalRequestId, submission: entry, principal }));
    }
  };
  const run = async (state: OpenedRequest): Promise<void> => {
    const approvalRequestId = state.request.approval_request_id;
    const consumed = await consumeGrant(context, {
      approvalRequestId,
      action: sampleAction(),
      grant: value(await issueGrant(context, approvalRequestId)),
      executor: 'billing-executor',
      attempt: 'attempt-1',
    });
    value(consumed);
  };
  const withdraw = async ({ request }: OpenedRequest): Promise<void> => {
    const { approval_request_id: approvalRequestId } = request;
    const by = { principal: principals.agent, reason: 'not needed' };
    value(await cancelRequest(context, { approvalRequestId, ...by }));
  };
  return { ask, approve, run, withdraw };
}

test('[SU-9] the next occasion begins once the approval of the last one was used', async () => {
  const { ask, approve, run } = await createWorld();
  const first = await ask('morning');
  const id = first.request.approval_request_id;
  await approve(first);
  assert.equal((await ask('morning')).request.approval_request_id, id);
  await run(first);
  const next = await ask('morning');
  assert.equal(next.status, 'pending');
  assert.notEqual(next.request.approval_request_id, id);
});

test('[SU-9] what one session withdrew is a further round of that session alone', async () => {
  const { ask, withdraw } = await createWorld();
  const first = await ask('morning');
  await withdraw(first);
  const elsewhere = await ask('evening');
  assert.deepEqual([elsewhere.request.round, elsewhere.request.supersedes], [1, null]);
  await withdraw(elsewhere);
  const again = await ask('morning');
  const { approval_request_id } = first.request;
  assert.deepEqual([again.request.round, again.request.supersedes], [2, approval_request_id]);
});
