import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { effort, readVectorJson, seed, skipWithout } from '@countersign/testing';
import fc from 'fast-check';
import { mplpValidators } from '../testing/mplp-schemas.ts';
import { plainRound, playCase, type RoundScript } from '../testing/sample-rounds.ts';
import {
  externalIdNames,
  fromMplpConfirm,
  type MplpConfirm,
  parseMplpConfirm,
  proposalFromConfirm,
  toMplpConfirm,
} from './index.ts';

const skip = skipWithout('mplp');
const caseOf = (...ends: Partial<RoundScript>[]) =>
  playCase(ends.map(end => ({ ...plainRound, ...end })));

describe('foreign Confirms', () => {
  const minimal = (): MplpConfirm => ({
    meta: { protocol_version: '1.0.0', schema_version: '1.0.0' },
    confirm_id: '550e8400-e29b-41d4-a716-446655440000',
    target_type: 'plan',
    target_id: '550e8400-e29b-41d4-a716-446655440001',
    status: 'pending',
    requested_by_role: 'agent',
    requested_at: '2025-01-01T00:00:00.000Z',
  });
  const decision = {
    decision_id: '550e8400-e29b-41d4-a716-446655440002',
    status: 'approved' as const,
    decided_by_role: 'any_role',
    decided_at: '2025-01-01T00:01:00Z',
  };

  test('the valid examples of upstream are read, and those that its schema refuses are refused', {
    skip,
  }, () => {
    const valid = mplpValidators();
    const withEvents = readVectorJson<MplpConfirm>('mplp', 'examples', 'confirm.with-events.json');
    assert.deepEqual(fromMplpConfirm(withEvents).confirm, withEvents);
    const { $comment: _comment, ...plain } = readVectorJson<Record<string, unknown>>(
      'mplp',
      'examples',
      'confirm.minimal.json',
    );
    assert.ok(valid.confirm(plain));
    assert.equal(fromMplpConfirm(plain).status, 'pending');
  });

  test('every single change that the schema refuses is refused here too', { skip }, () => {
    const valid = mplpValidators();
    const whole: Record<string, unknown> = {
      ...minimal(),
      decisions: [decision],
      trace: { trace_id: minimal().confirm_id, span_id: minimal().target_id, attributes: { a: 1 } },
      events: [
        {
          event_id: minimal().confirm_id,
          event_type: 'confirm.requested',
          source: 'x',
          timestamp: minimal().requested_at,
        },
      ],
      governance: { locked: true },
    };
    assert.ok(valid.confirm(whole));
    parseMplpConfirm(whole);
    const values = fc.constantFrom<unknown>(
      undefined,
      null,
      '',
      'x',
      0,
      true,
      [],
      {},
      'confirm_requested',
      '550E8400-E29B-41D4-A716-446655440000',
    );
    const paths = pathsOf(whole);
    fc.assert(
      fc.property(fc.constantFrom(...paths), values, fc.boolean(), (path, value, add) => {
        const edited = structuredClone(whole);
        edit(edited, add ? [...path.slice(0, -1), 'unknown'] : path, value);
        const plain = JSON.parse(JSON.stringify(edited)) as unknown;
        if (valid.confirm(plain)) return;
        assert.throws(() => parseMplpConfirm(plain), /object_malformed/, path.join('/'));
      }),
      { numRuns: effort({ fast: 300, full: 10_000 }), seed },
    );
  });

  test('hostile Confirms are refused whole', () => {
    const cases: readonly unknown[] = [
      null,
      'confirm',
      [],
      { ...minimal(), extra: 1 },
      { ...minimal(), meta: { protocol_version: '2.0.0', schema_version: '1.0.0' } },
      { ...minimal(), meta: { protocol_version: '1.0.0', schema_version: '9.0.0' } },
      { ...minimal(), target_type: 'step' },
      { ...minimal(), status: 'override' },
      { ...minimal(), requested_at: '2025-02-30T00:00:00Z' },
      { ...minimal(), requested_at: 0 },
      { ...minimal(), reason: 'x'.repeat(2 ** 25) },
      JSON.parse(`{"__proto__":{"status":"approved"}}`),
      Object.create({ ...minimal() }),
    ];
    for (const value of cases) {
      assert.throws(() => fromMplpConfirm(value), /object_malformed|json_/);
    }
  });

  test('[D0-5] an approval without a decision is refused', () => {
    assert.throws(
      () => fromMplpConfirm({ ...minimal(), status: 'approved' }),
      /record_inconsistent/,
    );
    const rejected = { ...decision, status: 'rejected' };
    assert.throws(
      () =>
        fromMplpConfirm({
          ...minimal(),
          status: 'approved',
          decisions: [decision, { ...rejected, decision_id: minimal().target_id }],
        }),
      /record_inconsistent/,
    );
    assert.throws(
      () => fromMplpConfirm({ ...minimal(), decisions: [decision, decision] }),
      /record_inconsistent/,
    );
    const early = { ...decision, decided_at: '2024-12-31T23:59:59Z' };
    assert.throws(
      () => fromMplpConfirm({ ...minimal(), decisions: [early] }),
      /record_inconsistent/,
    );
  });

  test('an edited extension is refused, and so is an edited Confirm around it', () => {
    const confirm = toMplpConfirm(caseOf({ end: 'denied' }, { end: 'consumed', stages: 2 }));
    const text = JSON.stringify(confirm);
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: text.length - 1 }),
        fc.constantFrom('0', 'a', 'Z'),
        (place, character) => {
          if (text[place] === character) return;
          let value: unknown;
          try {
            value = JSON.parse(`${text.slice(0, place)}${character}${text.slice(place + 1)}`);
          } catch {
            return;
          }
          if (JSON.stringify(value) === text) return;
          let imported: ReturnType<typeof fromMplpConfirm>;
          try {
            imported = fromMplpConfirm(value);
          } catch (error) {
            assert.match(String(error), /ProtocolError/, `at ${place}`);
            return;
          }
          // Either it does not claim to be ours any more, or only the exporter's own names of events differ.
          if (imported.rounds === null) return;
          const events = confirm.events?.map(({ event_id: _id, ...event }) => event);
          const read = imported.confirm.events?.map(({ event_id: _id, ...event }) => event);
          assert.deepEqual(
            { ...imported.confirm, events: read },
            { ...confirm, events },
            `at ${place}`,
          );
        },
      ),
      { numRuns: effort({ fast: 150, full: 5000 }), seed },
    );
  });

  test('[D0-1] imported decisions are history, and the question is asked again with its ids bound to it', () => {
    const foreign = fromMplpConfirm({
      ...minimal(),
      status: 'approved',
      decisions: [decision],
      reason: 'trust me',
    });
    assert.equal(foreign.rounds, null);
    const proposal = proposalFromConfirm(foreign.confirm, {
      agent_id: 'migrator',
      audience: 'migrator',
    });
    assert.equal(proposal.external_ids[externalIdNames.confirm_id], foreign.confirm.confirm_id);
    assert.equal(proposal.agent_reasoning, 'trust me');
    assert.deepEqual(proposal.scope, { plan_id: foreign.confirm.target_id, step_id: null });
    assert.ok(!JSON.stringify(proposal).includes('any_role'));
  });
});

function pathsOf(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path];
  const inner = Object.entries(value).flatMap(([key, member]) => pathsOf(member, [...path, key]));
  return path.length === 0 ? inner : [path, ...inner];
}

function edit(target: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [key, ...rest] = path;
  if (key === undefined) return;
  if (rest.length === 0) {
    if (value === undefined) Reflect.deleteProperty(target, key);
    else target[key] = value;
    return;
  }
  edit(target[key] as Record<string, unknown>, rest, value);
}
