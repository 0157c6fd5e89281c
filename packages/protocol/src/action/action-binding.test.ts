import assert from 'node:assert/strict';
import { test } from 'node:test';
import { effort, seed } from '@countersign/testing';
import fc from 'fast-check';
import { sha256 } from '../crypto/digest.ts';
import { ProtocolError } from '../reason/protocol-error.ts';
import { sampleAction } from '../testing/samples.ts';
import { actionDigest, parseActionBinding } from './action-binding.ts';

test('the digest of the example in ADR 0030 of AGT is the published one', () => {
  const digest = actionDigest({
    schema_version: '1.0',
    operation: 'tool.invoke',
    agent_id: 'agent-123',
    subject_id: 'user-456',
    target: { tool_name: 'sql_execute', tool_schema_version: '2', resource: 'prod-db' },
    parameters: {
      statement: 'UPDATE accounts SET status = ? WHERE id = ?',
      values: ['closed', 42],
    },
  });
  assert.equal(digest, 'sha256:c7e2a75d3cd161e0645be306aaaaddef0d6b435fea55ab0bed8e4397474af4c7');
});

test('an absent optional member is hashed as null, so absent and null are one action', () => {
  const { subject_id: _subject, ...withoutSubject } = sampleAction();
  const absent = { ...withoutSubject, target: { tool_name: 't', tool_schema_version: '1' } };
  const present = { ...absent, subject_id: null, target: { ...absent.target, resource: null } };
  assert.equal(actionDigest(absent), actionDigest(present));
});

test('[AB-5] integers beyond 2^53-1 are refused wherever they are in the parameters', () => {
  const refused: [unknown, string][] = [
    [{ id: 2 ** 53 }, '/parameters/id'],
    [{ list: [1, { deep: -(2 ** 53) }] }, '/parameters/list/1/deep'],
    [{ 'a/b': 1e30 }, '/parameters/a~1b'],
  ];
  for (const [parameters, path] of refused) {
    assert.throws(() => parseActionBinding({ ...sampleAction(), parameters }), {
      code: 'json_integer_unsafe',
      path,
    });
  }
  parseActionBinding({ ...sampleAction(), parameters: { id: 2 ** 53 - 1, half: 0.5 } });
});

test('all problems are named at once, each with its path', () => {
  try {
    parseActionBinding({
      schema_version: '2.0',
      operation: '',
      target: { tool_name: 7, extra: 1 },
      parameters: [],
    });
    assert.fail('expected a refusal');
  } catch (error) {
    assert.ok(error instanceof ProtocolError);
    assert.equal(error.code, 'object_malformed');
    assert.deepEqual(error.problems.map(({ path }) => path).sort(), [
      '/agent_id',
      '/operation',
      '/parameters',
      '/schema_version',
      '/target/extra',
      '/target/tool_name',
      '/target/tool_schema_version',
    ]);
  }
});

test('a NUL character is refused in a name and accepted in a parameter', () => {
  assert.throws(() => parseActionBinding({ ...sampleAction(), agent_id: 'a\0b' }), {
    code: 'object_malformed',
    path: '/agent_id',
  });
  parseActionBinding({ ...sampleAction(), parameters: { text: 'a\0b' } });
});

test('a binding whose members answer differently each time they are read is refused', () => {
  let reads = 0;
  const shifty = {
    ...sampleAction(),
    get parameters() {
      return { amount: reads++ };
    },
  };
  assert.throws(() => actionDigest(shifty), { code: 'json_value_not_plain', path: '/parameters' });
});

test('[AB-2] any single change anywhere in the parameters changes the digest', () => {
  const json = fc.jsonValue({ maxDepth: 3 }).filter(value => {
    const text = JSON.stringify(value);
    return !text.includes('__proto__') && !/(?<![.\d])-?\d{16,}|-0(?![.\d])|[eE]/.test(text);
  });
  fc.assert(
    fc.property(fc.dictionary(fc.string(), json), fc.string(), json, (parameters, key, value) => {
      const before = tryDigest({ ...sampleAction(), parameters });
      const changed = { ...parameters, [key]: value };
      const after = tryDigest({ ...sampleAction(), parameters: changed });
      if (before === null || after === null) return;
      assert.equal(before === after, sha256(parameters) === sha256(changed));
      assert.equal(
        before === after,
        JSON.stringify(sorted(parameters)) === JSON.stringify(sorted(changed)),
      );
    }),
    { seed, numRuns: effort({ fast: 500, full: 100_000 }) },
  );
});

function tryDigest(value: unknown): string | null {
  try {
    return actionDigest(value);
  } catch (error) {
    assert.ok(error instanceof ProtocolError);
    return null;
  }
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, member]) => [`_${key}`, sorted(member)]),
  );
}
