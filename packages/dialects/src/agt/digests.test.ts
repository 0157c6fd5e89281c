import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import { timestampFromMilliseconds } from '@countersign/protocol/value';
import { effort, seed } from '@countersign/testing';
import fc from 'fast-check';
import { idOf } from '../testing/sample-rounds.ts';
import {
  AgtTime,
  agtActionDigest,
  agtEntryDigest,
  agtInputDigest,
  isWholeMilliseconds,
  pythonTime,
  timestampOf,
} from './index.ts';

// The digests below were computed by a Python program (hashlib, json.dumps, datetime.isoformat), not by this one.
const binding = {
  schema_version: '1.0',
  operation: 'tool.invoke',
  agent_id: 'agent-123',
  subject_id: 'user-456',
  target: { tool_name: 'sql_execute', tool_schema_version: '2', resource: 'prod-db' },
  parameters: {
    statement: 'UPDATE accounts SET status = ? WHERE id = ?',
    values: ['closed', 42],
  },
};
const action_digest =
  'sha256:c7e2a75d3cd161e0645be306aaaaddef0d6b435fea55ab0bed8e4397474af4c7' as never;
const request = {
  approval_request_id: idOf('ar', 1) as never,
  policy_decision_id: idOf('pd', 1) as never,
  action_digest,
  agent_id: 'agent-123',
  subject_id: 'user-456',
  operation: 'tool.invoke',
  target_resource: 'prod-db',
  policy_version: '2026.06.11',
  approval_chain_id: 'high-risk-tools',
  approval_chain_version: '3',
  expires_at: '2026-06-11T12:10:01Z',
};
const inputs = {
  whole: 'sha256:eab4158ea81b5786f4efcffdfbf98e3aa6f02d4f9e816cbae8b4b8e17fa3ab91',
  nulls: 'sha256:9aa8c08f1a2435145cbf50187db16216d62f8c1eab2848969dd72cd2afeae6b8',
};
const entry = {
  approval_request_id: idOf('ar', 1) as never,
  chain_entry_id: idOf('ace', 1) as never,
  stage_index: 0,
  approver_kind: 'human' as const,
  approver_identity: 'did:web:example.com:users:alice',
  identity_assurance: 'oidc',
  decision: 'allow' as const,
  reason_code: 'reviewed-production-change',
  input_digest: inputs.whole as never,
  previous_entry_digest: null,
  decided_at: '2026-06-11T12:03:10Z',
};
const entryDigests = [
  'sha256:841147fbf88016bf74f221ac0a6ee96db42a47fb3779d42eb03c7317f0989dfe',
  'sha256:2e232a8c4ca95b7d8baf915d8e192b89e80626956db5ad3cc5234fa7178d9253',
];

describe('the digests of AGT 1.0', () => {
  test("[D2-9] [D2-11] [D2-65] the action digest is the one of AGT's ADR 0030, with null for absent members", () => {
    assert.equal(agtActionDigest(binding), action_digest);
    const { subject_id: _subject, ...anonymous } = binding;
    const nowhere = { ...binding.target, resource: null };
    const nulls = 'sha256:08505f09911ebe2bc167be1b0f857ee92fcd21b9a8aad61b955d968c8d88701a';
    assert.equal(agtActionDigest({ ...anonymous, subject_id: null, target: nowhere }), nulls);
    assert.equal(agtActionDigest({ ...anonymous, target: nowhere }), nulls);
    const changes = [
      { operation: 'tool.other' },
      { agent_id: 'agent-124' },
      { subject_id: null },
      { target: { ...binding.target, tool_name: 'sql' } },
      { target: { ...binding.target, tool_schema_version: '3' } },
      { target: nowhere },
      { parameters: { ...binding.parameters, values: ['closed', 43] } },
    ];
    const digests = changes.map(change => agtActionDigest({ ...binding, ...change }));
    assert.equal(new Set([...digests, action_digest]).size, changes.length + 1);
  });

  test('[D2-15] the input digest covers the eleven presented members, with times in the Python form', () => {
    assert.equal(agtInputDigest(request), inputs.whole);
    assert.equal(
      agtInputDigest({ ...request, expires_at: '2026-06-11T12:10:01.000Z' }),
      inputs.whole,
    );
    assert.equal(
      agtInputDigest({ ...request, expires_at: '2026-06-11T12:10:01+00:00' }),
      inputs.whole,
    );
    const nulls = { ...request, subject_id: null, target_resource: null };
    assert.equal(agtInputDigest({ ...nulls, expires_at: '2026-06-11T12:10:01.25Z' }), inputs.nulls);
    const more = { ...request, requested_at: '2026-06-11T12:00:01Z', status: 'pending' as const };
    assert.equal(agtInputDigest(more), inputs.whole);
    for (const member of Object.keys(request) as (keyof typeof request)[]) {
      const other = member === 'expires_at' ? '2026-06-11T12:10:02Z' : 'other';
      assert.notEqual(
        agtInputDigest({ ...request, [member]: other } as never),
        inputs.whole,
        member,
      );
    }
  });

  test('[D2-16] [D2-17] the entry digest covers all other members and links to the entry before', () => {
    assert.equal(agtEntryDigest(entry), entryDigests[0]);
    const second = {
      ...entry,
      chain_entry_id: idOf('ace', 2) as never,
      stage_index: 1,
      approver_identity: 'did:web:example.com:users:böb',
      previous_entry_digest: entryDigests[0] as never,
      decided_at: '2026-06-11T12:03:11.000007Z',
    };
    assert.equal(agtEntryDigest(second), entryDigests[1]);
    assert.equal(
      agtEntryDigest({ ...second, entry_digest: 'sha256:00' as never }),
      entryDigests[1],
    );
    for (const member of Object.keys(entry) as (keyof typeof entry)[]) {
      const other = member === 'decided_at' ? '2026-06-11T12:03:12Z' : 'other';
      const changed = agtEntryDigest({ ...entry, [member]: other } as never);
      assert.notEqual(changed, entryDigests[0], member);
    }
  });

  test('a value that cannot be written exactly has no action digest, although upstream would print one', () => {
    for (const value of [2 ** 53, Number.NaN, Number.POSITIVE_INFINITY, -0, '\ud800', undefined]) {
      assert.throws(() => agtActionDigest({ ...binding, parameters: { value } }), /json_/);
    }
    const exponents = { ...binding, parameters: { small: 1e-7 } };
    const text = `{"agent_id":"agent-123","operation":"tool.invoke","parameters":{"small":1e-7},"schema_version":"1.0","subject_id":"user-456","target":{"resource":"prod-db","tool_name":"sql_execute","tool_schema_version":"2"}}`;
    const expected = `sha256:${createHash('sha256').update(text).digest('hex')}`;
    assert.equal(agtActionDigest(exponents), expected);
  });
});

describe('the Python form of time', () => {
  test('a fraction of a second appears only when it is not zero, with six digits', () => {
    assert.equal(pythonTime('2026-06-11T12:10:01.000Z'), '2026-06-11T12:10:01+00:00');
    assert.equal(pythonTime('2026-06-11T12:10:01.250Z'), '2026-06-11T12:10:01.250000+00:00');
    assert.equal(pythonTime('2026-06-11T12:10:01.000007Z'), '2026-06-11T12:10:01.000007+00:00');
  });

  test('every time of ours survives the conversion to Python form and back', () => {
    const times = fc
      .integer({ min: 0, max: Date.UTC(9999, 11, 31) })
      .map(timestampFromMilliseconds);
    fc.assert(
      fc.property(times, time => {
        const python = AgtTime.parse(pythonTime(time));
        assert.equal(timestampOf(python), time);
        assert.ok(isWholeMilliseconds(python));
      }),
      { numRuns: effort({ fast: 300, full: 20_000 }), seed },
    );
  });

  test('digits finer than a millisecond are cut off, so that a deadline never moves later', () => {
    assert.equal(timestampOf('2026-06-11T12:10:01.999999+00:00'), '2026-06-11T12:10:01.999Z');
    assert.equal(isWholeMilliseconds('2026-06-11T12:10:01.999999+00:00'), false);
  });

  test('impossible times and times with another offset are refused', () => {
    for (const text of [
      '2026-02-30T12:00:00Z',
      '2026-06-11T24:00:00Z',
      '2026-06-11T12:00:60Z',
      '2026-06-11T12:00:00+02:00',
      '2026-06-11T12:00:00',
      '2026-06-11 12:00:00Z',
      '2026-06-11T12:00:00.1234567Z',
      ' 2026-06-11T12:00:00Z',
      '2026-06-11T12:00:00Z\n',
    ]) {
      assert.equal(AgtTime.safeParse(text).success, false, text);
      // Nor are they hashed as if they were in UTC.
      assert.throws(() => pythonTime(text), /object_malformed/);
      assert.throws(() => agtInputDigest({ ...request, expires_at: text }), /object_malformed/);
      assert.throws(() => agtEntryDigest({ ...entry, decided_at: text }), /object_malformed/);
    }
  });
});
