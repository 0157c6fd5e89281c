import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { effort, listVectors, readVector, seed, skipWithout } from '@countersign/testing';
import erdtman from 'canonicalize';
import fc from 'fast-check';
import { canonicalize as sayan } from 'json-canonicalize';
import { ProtocolError } from '../reason/protocol-error.ts';
import { jsonKey, jsonNumber, jsonString, jsonValue } from '../testing/json-arbitraries.ts';
import { canonicalize, canonicalTextOf } from './canonical-json.ts';
import { type JsonValue, snapshot } from './json-value.ts';
import { parseStrict } from './strict-json.ts';

const inherited = Reflect.ownKeys(Object.prototype).length;

describe('canonical JSON', () => {
  after(() => assert.equal(Reflect.ownKeys(Object.prototype).length, inherited));

  describe('RFC 8785', { skip: skipWithout('rfc8785') }, () => {
    const names = skipWithout('rfc8785') ? [] : listVectors('rfc8785', 'input');

    test('there are six published pairs', () => {
      assert.equal(names.length, 6);
    });

    for (const name of names) {
      test(`the published pair ${name} comes out byte for byte`, () => {
        const input = readVector('rfc8785', 'input', name).toString('utf8');
        const output = readVector('rfc8785', 'output', name);
        const hex = readVector('rfc8785', 'outhex', name.replace('.json', '.txt')).toString('utf8');
        // One number of this file is spelled with more digits than its double keeps, which strict
        // reading refuses; spelled as the RFC writes it, the pair holds.
        const strict =
          name === 'values.json' ? input.replace('333333333.33333329', '333333333.3333333') : input;
        if (strict !== input) {
          assert.throws(() => parseStrict(input), {
            code: 'json_number_inexact',
            path: '/numbers/0',
          });
        }
        for (const value of [JSON.parse(input), parseStrict(strict), parseStrict(output)]) {
          const bytes = Buffer.from(canonicalize(value), 'utf8');
          assert.equal(bytes.toString('utf8'), output.toString('utf8'));
          assert.equal(bytes.toString('hex'), hex.replaceAll(/\s/g, ''));
        }
      });
    }
  });

  test('members are ordered by UTF-16 code units, not by code points or by locale', () => {
    const keys = ['\u20ac', '\r', '\ufb33', '1', '\u{1f600}', '\u0080', '\u00f6', 'B', 'a', ''];
    const expected = ['', '\r', '1', 'B', 'a', '\u0080', '\u00f6', '\u20ac', '\u{1f600}', '\ufb33'];
    const object = Object.fromEntries(keys.map(key => [key, 0]));
    assert.equal(
      canonicalize(object),
      `{${expected.map(key => `${JSON.stringify(key)}:0`).join(',')}}`,
    );
  });

  test('keys that look like array indexes are ordered as text at any depth', () => {
    assert.equal(canonicalize({ 10: 1, 9: 2, 1: 3 }), '{"1":3,"10":1,"9":2}');
    assert.equal(
      canonicalize([{ a: { 2: [], '-': 1, 10: { 3: 0, '!': 0 } } }]),
      '[{"a":{"-":1,"10":{"!":0,"3":0},"2":[]}}]',
    );
    assert.equal(canonicalize({ 0: 'é"', 1: null, a: true }), '{"0":"é\\"","1":null,"a":true}');
  });

  test('large objects have sorted keys as well', () => {
    for (const count of [19, 20, 21, 500]) {
      const keys = Array.from({ length: count }, (_, i) => `k${(i * 7919) % 1009}`);
      const object = Object.fromEntries(keys.map(key => [key, 0]));
      assert.deepEqual(Object.keys(JSON.parse(canonicalize(object))), [...keys].sort());
    }
  });

  test('strings are escaped as little as JSON allows', () => {
    assert.equal(
      canonicalize('\0\b\t\n\v\f\r\x1f "\\/\x7f\u2028é😂'),
      '"\\u0000\\b\\t\\n\\u000b\\f\\r\\u001f \\"\\\\/\x7f\u2028é😂"',
    );
  });

  test('scalars have canonical texts', () => {
    const texts = [null, true, false, 0, -1.5, 1e21, 1e-7, ''].map(value => canonicalize(value));
    assert.deepEqual(texts, ['null', 'true', 'false', '0', '-1.5', '1e+21', '1e-7', '""']);
  });

  test('plain data has the same text in the fast path', () => {
    fc.assert(
      fc.property(jsonValue, fc.infiniteStream(fc.nat()), (value, order) => {
        const plain = [shuffled(snapshot(value), order)];
        assert.equal(canonicalTextOf(plain), canonicalize(plain));
      }),
      { seed, numRuns: effort({ fast: 625, full: 200_000 }) },
    );
  });

  test('[AB-5] a value without canonical text is refused in the fast path as well', () => {
    const faults = [NaN, Infinity, -0, undefined, 1n, () => 1, Symbol('a'), '\ud800'];
    const keys = [{ '\ud800': 1 }, { '\u00e9': 1, 'e\u0301': 2 }];
    for (const fault of [...faults, ...keys]) {
      for (const value of [[fault], { a: fault }, { a: [{ b: fault }] }]) {
        const { code } = codeOf(() => canonicalize(value));
        assert.equal(codeOf(() => canonicalTextOf(value)).code, code);
      }
    }
  });

  test('[AB-2] the insertion order of members does not change the text', () => {
    fc.assert(
      fc.property(jsonValue, fc.infiniteStream(fc.nat()), (value, order) => {
        assert.equal(canonicalize(shuffled(value, order)), canonicalize(value));
      }),
      { seed, numRuns: effort({ fast: 625, full: 200_000 }) },
    );
  });

  test('[AB-2] canonical text parses to the same value, and is its own canonical form', () => {
    fc.assert(
      fc.property(jsonValue, value => {
        const text = canonicalize(value);
        const parsed = parseStrict(text);
        assert.deepEqual(parsed, value);
        assert.deepEqual(parseStrict(Buffer.from(text)), value);
        assert.equal(canonicalize(parsed), text);
      }),
      { seed, numRuns: effort({ fast: 625, full: 200_000 }) },
    );
  });

  test('[AB-2] different values never have the same canonical text', () => {
    fc.assert(
      fc.property(jsonValue, jsonValue, (a, b) => {
        assert.equal(
          canonicalize(a) === canonicalize(b),
          fc.stringify(a) === fc.stringify(b) || same(a, b),
        );
      }),
      { seed, numRuns: effort({ fast: 500, full: 100_000 }) },
    );
  });

  test('two independent canonicalisers write the same text', () => {
    let compared = 0;
    fc.assert(
      fc.property(fc.oneof(jsonValue, flat, jsonNumber, jsonString), value => {
        const text = canonicalize(value);
        assert.equal(text, erdtman(value));
        // This one asks every object for a toJSON, of whatever type.
        if (!text.includes('"toJSON"')) assert.equal(text, sayan(value));
        compared++;
      }),
      { seed, numRuns: effort({ fast: 4_000, full: 1_000_000, of: 'values' }) },
    );
    assert.ok(compared >= effort({ fast: 500, full: 1_000_000 }));
  });
});

/** Wide objects of scalars: many keys to order, little else. */
const flat = fc
  .uniqueArray(fc.tuple(jsonKey, fc.oneof(jsonNumber, fc.constant(null))), {
    maxLength: 30,
    selector: ([key]) => key.normalize('NFC'),
  })
  .map(entries => Object.fromEntries(entries) as JsonValue);

function shuffled(value: JsonValue, order: fc.Stream<number>): JsonValue {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(member => shuffled(member, order));
  const entries = Object.entries(value).map(
    ([key, member]) => [key, shuffled(member, order)] as const,
  );
  const rank = new Map(entries.map(([key]) => [key, order.next().value ?? 0]));
  entries.sort(([a], [b]) => (rank.get(a) ?? 0) - (rank.get(b) ?? 0));
  return Object.fromEntries(entries);
}

function same(a: JsonValue, b: JsonValue): boolean {
  try {
    assert.deepEqual(a, b);
    return true;
  } catch {
    return false;
  }
}

function codeOf(write: () => string): { code: string } {
  try {
    return { code: write() };
  } catch (error) {
    assert.ok(error instanceof ProtocolError);
    return error;
  }
}
