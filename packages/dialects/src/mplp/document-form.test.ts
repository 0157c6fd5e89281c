import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { skipWithout } from '@countersign/testing';
import { mplpValidators } from '../testing/mplp-schemas.ts';
import {
  fromDocumentConfirm,
  fromMplpConfirm,
  proposalFromConfirm,
  toDocumentConfirm,
} from './index.ts';

const skip = skipWithout('mplp');

describe("the document's own example", () => {
  // Section 2.1 and 2.2 of document 000, which its schema refuses.
  const example = {
    meta: { protocolVersion: '1.0.0', source: 'runtime-01' },
    confirm_id: 'conf-8829-x1',
    target_type: 'plan',
    target_id: 'plan-550-abc',
    status: 'pending',
    requested_by_role: 'executor-agent',
    requested_at: '2025-12-22T10:00:00Z',
    reason: 'Step 3 requires financial authorization for amount > $1000.',
    trace: { trace_id: 'trace-990-def', span_id: 'span-step-3' },
  };
  const update = {
    decisions: [
      {
        decision_id: 'dec-441-z9',
        status: 'approved',
        decided_by_role: 'finance-admin-human',
        decided_at: '2025-12-22T10:05:00Z',
        reason: 'Verified transaction details with vendor.',
      },
    ],
    status: 'approved',
  };

  test('the schema refuses the example, and a lenient reading makes a valid one of it', {
    skip,
  }, () => {
    const valid = mplpValidators();
    assert.equal(valid.confirm(example), false);
    assert.equal(valid.confirm.errors?.length, 8);
    const read = fromDocumentConfirm(example);
    assert.ok(valid.confirm(read.confirm), JSON.stringify(valid.confirm.errors));
  });

  test('[D0-7] the example is read leniently, keeps its names and converts back unchanged', () => {
    assert.throws(() => fromMplpConfirm(example), /object_malformed/);
    const read = fromDocumentConfirm(example);
    assert.deepEqual(read.names, {
      source: 'runtime-01',
      confirm_id: 'conf-8829-x1',
      target_id: 'plan-550-abc',
      trace_id: 'trace-990-def',
      span_id: 'span-step-3',
    });
    assert.deepEqual(fromDocumentConfirm(example), read);
    assert.deepEqual(toDocumentConfirm(read), example);
  });

  test('[D0-8] the decision of the example is appended and converts back to its own name', () => {
    const read = fromDocumentConfirm(example, update);
    assert.equal(read.confirm.status, 'approved');
    assert.equal(read.confirm.decisions?.length, 1);
    assert.deepEqual(toDocumentConfirm(read), { ...example, ...update });
    const proposal = proposalFromConfirm(read.confirm, {
      agent_id: 'a',
      audience: 'a',
      names: read.names,
    });
    assert.equal(proposal.external_ids['mplp.name.confirm_id'], 'conf-8829-x1');
  });

  test('the example stays closed, so other members, versions and wrong names are refused', () => {
    assert.throws(() => fromDocumentConfirm({ ...example, approved: true }), /object_malformed/);
    assert.throws(
      () => fromDocumentConfirm({ ...example, meta: { protocolVersion: '2.0.0', source: 'x' } }),
      /object_malformed/,
    );
    assert.throws(() => fromDocumentConfirm(example, { status: 'approved' }), /object_malformed/);
    assert.throws(
      () => fromDocumentConfirm({ ...example, status: 'approved' }),
      /record_inconsistent/,
    );
    const read = fromDocumentConfirm(example);
    assert.throws(
      () => toDocumentConfirm({ ...read, names: { ...read.names, confirm_id: 'other' } }),
      /record_inconsistent/,
    );
  });
});
