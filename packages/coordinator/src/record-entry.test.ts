import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EntrySubmission } from '@countersign/protocol/chain';
import type { Result } from '@countersign/protocol/reason';
import type { OpenedRequest } from '@countersign/protocol/request';
import {
  activatePolicy,
  type Context,
  createContext,
  evaluateAndOpen,
  readHistory,
  readRequest,
  recordEntry,
  recordRefusedAnswer,
  type SubmittedEntry,
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

// @ts-expect-error A submission that was not parsed is refused by its type, so a channel cannot forget to parse it.
const notTaken: SubmittedEntry['submission'] = {} as EntrySubmission;
void notTaken;

async function createWorld(): Promise<Context> {
  const clock = createVirtualClock();
  const ids = createSeededIds('record entry');
  const context = createContext(createSamplePorts(createModelStore({ clock, ids }), clock, ids));
  value(await activatePolicy(context));
  return context;
}

async function open(context: Context, amount: number): Promise<OpenedRequest> {
  const proposed = value(
    await evaluateAndOpen(context, {
      action: sampleAction({ parameters: { amount } }),
      principal: principals.agent,
      audience: 'billing-executor',
    }),
  );
  assert.ok(proposed.verdict === 'require_approval');
  return proposed.state;
}

test('[TR-5] a refused answer is recorded with its sender, and the request does not change', async () => {
  const context = await createWorld();
  const before = await open(context, 4200);
  const approvalRequestId = before.request.approval_request_id;
  const refusal = { code: 'answer_binding_mismatch', detail: 'another expiry' } as const;
  const entry = { approvalRequestId, submission: submission(before, context.ids) };
  const refused = await recordRefusedAnswer(context, {
    ...entry,
    principal: principals.alice,
    refusal,
  });
  assert.deepEqual(refused, { ok: false, refusal });
  const events = value(await readHistory(context, approvalRequestId));
  const last = events.at(-1);
  assert.ok(last?.type === 'entry.refused');
  assert.equal(value(await readRequest(context, approvalRequestId)).state.status, 'pending');
  const recorded = await recordEntry(context, { ...entry, principal: principals.alice });
  assert.equal(value(recorded).state.entries.length, 1);
});

test('[SU-2] a channel nonce is used up by its decision, for its own request and for every other', async () => {
  const context = await createWorld();
  const one = await open(context, 4200);
  const two = await open(context, 4300);
  const decide = (state: OpenedRequest, who: 'alice' | 'bob' | 'carol', change = {}) => {
    const sent = submission(state, context.ids, change);
    const input = {
      approvalRequestId: state.request.approval_request_id,
      submission: sent,
      principal: principals[who],
      nonce: 'one press of one button',
    };
    return { first: recordEntry(context, input), again: () => recordEntry(context, input) };
  };
  const { first, again } = decide(one, 'alice');
  value(await first);
  value(await again());
  for (const refused of [
    await decide(one, 'carol', { stage_index: 1 }).first,
    await decide(two, 'alice').first,
  ]) {
    assert.ok(!refused.ok && refused.refusal.code === 'nonce_already_used');
  }
  for (const [{ request }, entries] of [
    [one, 1],
    [two, 0],
  ] as const) {
    const { state } = value(await readRequest(context, request.approval_request_id));
    assert.equal(state.entries.length, entries);
  }
});
