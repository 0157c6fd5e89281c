import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  allowed,
  apply,
  consumeCommand,
  consumed,
  idOf,
  later,
  noon,
  opened,
  pending,
  requestIdOf,
  sampleAction,
} from '../testing/samples.ts';
import type { AdviceId, ReceiptId } from '../value/ids.ts';
import { decideRequest } from './decide-request.ts';
import type { RequestCommand } from './request-command.ts';
import type { RequestState } from './request-state.ts';

/** Sends as many commands as it is told to; answers the state, how many events they recorded, and the last refusal. */
function send(begin: RequestState, count: number, command: (number: number) => RequestCommand) {
  let state = begin;
  let recorded = 0;
  let last: string | null = null;
  for (let number = 1; number <= count; number++) {
    const decision = decideRequest(state, command(number), later(5));
    last = decision.ok ? null : decision.refusal.code;
    recorded += decision.events.length;
    state = apply(state, decision.events);
  }
  return { state, recorded, last };
}

test('[HI-6] a request keeps 16 pieces of advice, and a repeated one is still answered', () => {
  const advise = (number: number): RequestCommand => ({
    type: 'advise',
    advice: {
      advice_id: idOf('adv', number) as AdviceId,
      approval_request_id: requestIdOf(1),
      model: 'model-1',
      prompt_version: '1',
      recommendation: 'approve',
      explanation: 'looks fine',
      risk_annotations: [],
    },
  });
  const { state, recorded, last } = send(pending(), 40, advise);
  assert.deepEqual([recorded, last], [16, 'record_limit_reached']);
  assert.equal(opened(state).advice.length, 16);
  assert.deepEqual(decideRequest(state, advise(3), noon), { ok: true, events: [] });
});

test('[HI-6] a request keeps 32 receipts, and the first report stays the outcome', () => {
  const report = (number: number): RequestCommand => ({
    type: 'report',
    receipt_id: idOf('rc', number + 1) as ReceiptId,
    attempt: 'attempt-1',
    outcome: number % 2 === 1 ? 'succeeded' : 'failed',
    result_digest: null,
    final_action_digest: null,
    error: null,
  });
  const { state, recorded, last } = send(consumed(), 80, report);
  assert.deepEqual([recorded, last], [31, 'record_limit_reached'], 'the start is a receipt too');
  assert.equal(opened(state).receipts.length, 32);
  assert.equal(opened(state).receipts[1]?.outcome, 'succeeded');
});

test('[HI-6] a request keeps 64 refused executions, and the true action is still consumed after them', () => {
  const state = allowed();
  const forge = (): RequestCommand =>
    consumeCommand(state, { action: sampleAction({ parameters: { amount: '9999.00' } }) });
  const sent = send(state, 200, forge);
  assert.deepEqual([sent.recorded, sent.last], [64, 'action_parameters_mismatch']);
  const decision = decideRequest(sent.state, consumeCommand(sent.state), later(6));
  assert.ok(decision.ok);
  assert.ok(decision.events.some(({ type }) => type === 'grant.consumed'));
});
