import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sha256 } from '@countersign/protocol/crypto';
import { effort, seed, skipWithout } from '@countersign/testing';
import fc from 'fast-check';
import { mplpValidators } from '../testing/mplp-schemas.ts';
import {
  anyCase,
  ends,
  opened,
  plainRound,
  playCase,
  type RoundScript,
} from '../testing/sample-rounds.ts';
import {
  confirmStatusOf,
  extensionName,
  externalIdNames,
  fromMplpConfirm,
  fromMplpEventType,
  fromMplpTrace,
  idOfOurs,
  isMplpId,
  mplpEventAliases,
  toMplpConfirm,
  toMplpEvents,
  toMplpTrace,
} from './index.ts';

const skip = skipWithout('mplp');
const caseOf = (...ends: Partial<RoundScript>[]) =>
  playCase(ends.map(end => ({ ...plainRound, ...end })));

describe('a case as a Confirm', () => {
  test('[D0-3] [D0-7] an open case is a pending Confirm with the members that the document states', () => {
    const plan_id = '550e8400-e29b-41d4-a716-446655440500';
    const trace = { trace_id: '550e8400-e29b-41d4-a716-446655440501', attributes: {} };
    const rounds = caseOf({ end: 'pending', plan_id, trace });
    const { request } = opened(rounds[0] ?? []);
    const { decisions, ...confirm } = toMplpConfirm(rounds, { bare: true });
    assert.deepEqual(decisions, []);
    assert.deepEqual(confirm, {
      meta: confirm.meta,
      confirm_id: idOfOurs(request.case_id),
      target_type: 'plan',
      target_id: plan_id,
      status: 'pending',
      requested_by_role: request.requested_by.role ?? request.agent_id,
      requested_at: request.requested_at,
      reason: request.reason,
    });
    assert.equal(confirm.meta.protocol_version, '1.0.0');
    assert.equal(toMplpConfirm(rounds).trace?.trace_id, trace.trace_id);
  });

  test('[D0-5] [D0-8] a rejection and an approval in a second round are two decisions of one Confirm', () => {
    const confirm = toMplpConfirm(
      caseOf({ end: 'denied', reason: 'no rollback' }, { end: 'allowed' }),
    );
    assert.equal(confirm.status, 'approved');
    assert.deepEqual(
      (confirm.decisions ?? []).map(({ status, decided_by_role, reason }) => [
        status,
        decided_by_role,
        reason,
      ]),
      [
        ['rejected', 'role-0', 'no rollback'],
        ['approved', 'role-0', 'looks right'],
      ],
    );
  });

  test('ids are the UUIDs inside ours, or given ids that are bound with the request', () => {
    const given = { [externalIdNames.confirm_id]: '550e8400-e29b-41d4-a716-446655440520' };
    const [first] = caseOf({});
    assert.ok(first !== undefined);
    assert.equal(toMplpConfirm([first]).confirm_id, idOfOurs(opened(first).request.case_id));
    assert.equal(
      toMplpConfirm(caseOf({ external_ids: given })).confirm_id,
      given[externalIdNames.confirm_id],
    );
    const named = toMplpConfirm(
      caseOf({ plan_id: 'migration', trace: { trace_id: 'run 7', attributes: {} } }),
    );
    assert.equal(named.target_type, 'plan');
    assert.ok(isMplpId(named.target_id) && isMplpId(named.trace?.trace_id ?? ''));
    const again = toMplpConfirm(
      caseOf({ plan_id: 'migration', trace: { trace_id: 'run 7', attributes: {} } }),
    );
    assert.equal(again.target_id, named.target_id);
  });

  test('[D0-14] the approver signs a digest that binds the trace reference', () => {
    const trace = {
      trace_id: '550e8400-e29b-41d4-a716-446655440550',
      attributes: { module: 'plan' },
    };
    const rounds = caseOf({ trace });
    const [first = []] = rounds;
    const { request } = opened(first);
    assert.equal(request.trace_digest, sha256(request.trace));
    const confirm = toMplpConfirm(rounds);
    assert.equal(confirm.trace?.trace_id, trace.trace_id);
    const kept = confirm.trace?.attributes?.[extensionName] as { trace_digest: string };
    assert.equal(kept.trace_digest, request.trace_digest);
    const moved = structuredClone(confirm);
    Object.assign(moved.trace ?? {}, { trace_id: '550e8400-e29b-41d4-a716-446655440551' });
    assert.throws(() => fromMplpConfirm(moved), /record_inconsistent/);
  });

  test('rounds of several cases, out of order or without a first one are refused', () => {
    const [denied, allowed] = caseOf({ end: 'denied' }, {});
    assert.ok(denied !== undefined && allowed !== undefined);
    assert.throws(() => toMplpConfirm([allowed]), /object_malformed/);
    assert.throws(() => toMplpConfirm([allowed, denied]), /object_malformed/);
    assert.throws(() => toMplpConfirm([]), /object_malformed/);
    assert.throws(() => toMplpConfirm([denied.slice(0, 1)]), /object_malformed/);
  });

  test('every Confirm and Trace we emit is valid by MPLP’s own schemas', {
    skip,
  }, () => {
    const valid = mplpValidators();
    fc.assert(
      fc.property(
        anyCase,
        fc.constantFrom('document', 'golden_flow'),
        fc.boolean(),
        (scripts, profile, bare) => {
          const rounds = playCase(scripts);
          const confirm = toMplpConfirm(rounds, { profile, bare });
          assert.ok(valid.confirm(confirm), JSON.stringify(valid.confirm.errors));
          const trace = toMplpTrace(rounds, { profile, bare });
          assert.ok(valid.trace(trace), JSON.stringify(valid.trace.errors));
          assert.deepEqual(fromMplpTrace(trace), trace);
          const decisions = confirm.decisions ?? [];
          assert.equal(decisions.length, rounds.flatMap(events => opened(events).entries).length);
          for (const { reason } of decisions) assert.notEqual((reason ?? '').trim(), '');
        },
      ),
      { numRuns: effort({ fast: 60, full: 2000 }), seed },
    );
  });

  test('every case survives the conversion there and back, also with a state that MPLP has no word for', () => {
    fc.assert(
      fc.property(anyCase, fc.constantFrom('document', 'golden_flow'), (scripts, profile) => {
        const rounds = playCase(scripts);
        const confirm = toMplpConfirm(rounds, { profile });
        const imported = fromMplpConfirm(JSON.parse(JSON.stringify(confirm)));
        assert.deepEqual(imported.rounds, rounds);
        const last = rounds.at(-1);
        assert.ok(last !== undefined);
        assert.equal(imported.status, opened(last).status);
        assert.equal(confirm.status, confirmStatusOf[imported.status]);
      }),
      { numRuns: effort({ fast: 60, full: 2000 }), seed },
    );
  });
});

describe('events', () => {
  const types = (profile: 'document' | 'golden_flow', ...ends: Partial<RoundScript>[]) =>
    toMplpEvents(caseOf(...ends), { profile }).map(({ event_type }) => event_type);

  test('[D0-9] [D0-10] [D0-11] [D0-12] the document’s profile names each state', () => {
    assert.deepEqual(types('document', { end: 'pending' }), ['confirm.requested']);
    assert.deepEqual(types('document', { end: 'allowed' }), [
      'confirm.requested',
      'confirm.approved',
    ]);
    assert.deepEqual(types('document', { end: 'denied' }), [
      'confirm.requested',
      'confirm.rejected',
    ]);
    for (const end of ['cancelled', 'expired'] as const) {
      assert.deepEqual(types('document', { end }), ['confirm.requested', 'confirm.cancelled']);
    }
    assert.deepEqual(types('document', { end: 'consumed' }), [
      'confirm.requested',
      'confirm.approved',
      'confirm.consumed',
    ]);
  });

  test('[D0-16] the golden flow’s profile submits once and names each decision', () => {
    assert.deepEqual(types('golden_flow', { end: 'denied' }, { end: 'allowed' }), [
      'confirm.submitted',
      'decision.rejected',
      'decision.approved',
    ]);
  });

  test('[D0-15] each end is reported with its exact state, so that ends can be told apart', () => {
    const statusOf = (end: RoundScript['end']) =>
      toMplpEvents(caseOf({ end })).at(-1)?.data?.['unified_status'];
    assert.equal(statusOf('expired'), 'expired');
    assert.equal(statusOf('unused'), 'expired');
    assert.equal(statusOf('cancelled'), 'cancelled');
    assert.equal(statusOf('revoked'), 'revoked');
    assert.equal(statusOf('consumed'), 'consumed');
  });

  test('every name of either profile converts back to ours, and an unknown name converts to nothing', () => {
    for (const profile of ['document', 'golden_flow'] as const) {
      for (const end of ends) {
        for (const { event_type, data } of toMplpEvents(caseOf({ end }), { profile })) {
          const kept = data?.['countersign'] as { type: never } | undefined;
          assert.ok(kept !== undefined && fromMplpEventType(event_type).includes(kept.type));
        }
      }
    }
    assert.deepEqual(fromMplpEventType('confirm.overridden'), []);
    assert.deepEqual(fromMplpEventType('constructor'), []);
    assert.equal(Object.keys(mplpEventAliases).length, 8);
  });

  test('a trace whose parts name another trace is refused', () => {
    const trace = toMplpTrace(caseOf({}));
    const other = '550e8400-e29b-41d4-a716-446655440559';
    const [event] = trace.events ?? [];
    for (const change of [
      { trace_id: other },
      { context_id: other },
      { events: [{ ...event, trace_id: other }] },
      { events: [event, event] },
      { finished_at: '2020-01-01T00:00:00Z' },
    ]) {
      assert.throws(() => fromMplpTrace({ ...trace, ...change }), /record_inconsistent/);
    }
    assert.throws(() => fromMplpTrace({ ...trace, status: 'approved' }), /object_malformed/);
  });

  test('injected ids are used in order, and a wrong number of ids or a bad id is refused', () => {
    const rounds = caseOf({});
    const ids = ['550e8400-e29b-41d4-a716-446655440560', '550e8400-e29b-41d4-a716-446655440561'];
    assert.deepEqual(
      toMplpEvents(rounds, { event_ids: ids }).map(({ event_id }) => event_id),
      ids,
    );
    for (const event_ids of [ids.slice(1), [ids[0], ids[0]], ['x', 'y']]) {
      assert.throws(
        () => toMplpEvents(rounds, { event_ids: event_ids as string[] }),
        /options_malformed/,
      );
    }
  });
});
