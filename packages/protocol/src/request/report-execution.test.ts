import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sha256 } from '../crypto/digest.ts';
import { agent, carol, consumed, idOf, later, opened, operator, play } from '../testing/samples.ts';
import type { ReceiptId } from '../value/ids.ts';
import { decideRequest } from './decide-request.ts';
import { executionOutcome, mayStart } from './report-execution.ts';
import type { ReconcileExecution, ReportExecution } from './request-command.ts';

function report(change: Partial<ReportExecution> = {}): ReportExecution {
  return {
    type: 'report',
    receipt_id: idOf('rc', 2) as ReceiptId,
    attempt: 'attempt-1',
    outcome: 'succeeded',
    result_digest: sha256({ transfer: 'tr_1' }),
    final_action_digest: null,
    error: null,
    ...change,
  };
}

function reconcile(change: Partial<ReconcileExecution> = {}): ReconcileExecution {
  return {
    type: 'reconcile',
    receipt_id: idOf('rc', 3) as ReceiptId,
    principal: operator,
    outcome: 'failed',
    reason: 'the ledger does not have it',
    ...change,
  };
}

test('a consumed grant without a report becomes unknown, and can never be consumed again', () => {
  const state = consumed();
  assert.equal(executionOutcome(state, later(329)), 'started');
  assert.equal(executionOutcome(state, later(330)), 'unknown');
  assert.equal(state.status, 'consumed');
});

test('a report ends the uncertainty, and a later contradicting report is kept without replacing it', () => {
  const reported = play(consumed(), report(), later(5));
  assert.equal(executionOutcome(reported, later(900)), 'succeeded');
  const late = report({
    receipt_id: idOf('rc', 4) as ReceiptId,
    outcome: 'failed',
    error: 'timeout',
  });
  const contradicted = opened(play(reported, late, later(1000)));
  assert.equal(executionOutcome(contradicted, later(1000)), 'succeeded');
  assert.deepEqual(
    contradicted.receipts.map(({ outcome }) => outcome),
    ['started', 'succeeded', 'failed'],
  );
});

test('the same report twice is one report', () => {
  const reported = play(consumed(), report(), later(5));
  assert.deepEqual(decideRequest(reported, report(), later(6)), { ok: true, events: [] });
});

test('a report of an attempt that lost the consume is refused', () => {
  const decision = decideRequest(consumed(), report({ attempt: 'attempt-2' }), later(5));
  assert.ok(!decision.ok && decision.refusal.code === 'execution_attempt_mismatch');
});

test('a person settles an unknown outcome with a reason, and only while it is unknown', () => {
  const early = decideRequest(consumed(), reconcile(), later(10));
  assert.ok(!early.ok && early.refusal.code === 'execution_outcome_open');
  const settled = play(consumed(), reconcile({ principal: carol }), later(400));
  assert.equal(executionOutcome(settled, later(400)), 'failed');
  const again = decideRequest(settled, reconcile(), later(401));
  assert.ok(!again.ok && again.refusal.code === 'execution_already_reported');
  const wordless = decideRequest(consumed(), reconcile({ reason: '' }), later(400));
  assert.ok(!wordless.ok && wordless.refusal.code === 'reason_missing');
  const byAgent = decideRequest(consumed(), reconcile({ principal: agent }), later(400));
  assert.ok(!byAgent.ok && byAgent.refusal.code === 'actor_not_permitted');
});

test('an outcome that the executor reports as unknown can be reconciled at once', () => {
  const unknown = play(consumed(), report({ outcome: 'unknown', result_digest: null }), later(5));
  assert.equal(executionOutcome(unknown, later(6)), 'unknown');
  assert.equal(executionOutcome(play(unknown, reconcile(), later(7)), later(8)), 'failed');
});

test('an executor that learns of its consume at or after start_by does not start', () => {
  const receipt = opened(consumed()).receipts[0];
  assert.ok(receipt);
  assert.equal(receipt.start_by, later(30));
  const heard = { attempt: receipt.attempt, replayed: false, made_here: true };
  assert.ok(mayStart(receipt, heard, later(29.999)).ok);
  const verdict = mayStart(receipt, heard, later(30));
  assert.ok(!verdict.ok && verdict.refusal.code === 'execution_start_too_late');
});
