import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { runInNewContext } from 'node:vm';
import { ProtocolError } from '../reason/protocol-error.ts';
import type { ReasonCode } from '../reason/reason-codes.ts';
import { canonicalize } from './canonical-json.ts';
import { defaultJsonLimits, type JsonLimits, snapshot } from './json-value.ts';

const inherited = Reflect.ownKeys(Object.prototype).length;

function refused(value: unknown, limits?: Partial<JsonLimits>): ProtocolError {
  const errors = [snapshot, canonicalize].map(take => {
    try {
      take(value, limits);
    } catch (error) {
      assert.ok(error instanceof ProtocolError, `escaped: ${String(error)}`);
      return error;
    }
    return assert.fail('accepted');
  });
  assert.equal(errors[0]?.message, errors[1]?.message);
  return errors[0] as ProtocolError;
}

/** A non-plain thing at /a/1, so that the path is proven along with the refusal. */
function refusedInside(value: unknown, code: ReasonCode, path = '/a/1'): void {
  const error = refused({ a: [0, value], b: 1 });
  assert.deepEqual([error.code, error.path], [code, path]);
  assert.equal(refused(value).code, code);
}

class Money {
  amount = 1;
}

function argumentsOf(..._values: number[]): unknown {
  // biome-ignore lint/complexity/noArguments: the exotic object itself is the sample.
  return arguments;
}

const withProperty = <T extends object>(
  target: T,
  key: PropertyKey,
  property: PropertyDescriptor,
): T => Object.defineProperty(target, key, property);

describe('snapshot', () => {
  after(() => assert.equal(Reflect.ownKeys(Object.prototype).length, inherited));

  describe('of values that are not plain', () => {
    const notPlain: Record<string, unknown> = {
      undefined: undefined,
      'a function': () => 1,
      'a symbol': Symbol('x'),
      'a bigint': 1n,
      NaN: Number.NaN,
      Infinity: Number.POSITIVE_INFINITY,
      '-Infinity': Number.NEGATIVE_INFINITY,
      'a class instance': new Money(),
      'a Map': new Map([['a', 1]]),
      'a Set': new Set([1]),
      'a Date': new Date(0),
      'a RegExp': /x/,
      'an Error': new Error('x'),
      'a Promise': Promise.resolve(1),
      'a boxed number': Object(1),
      'a boxed string': Object('x'),
      'a boxed boolean': Object(true),
      'a boxed bigint': Object(1n),
      'a typed array': new Uint8Array(2),
      'an ArrayBuffer': new ArrayBuffer(2),
      'an arguments object': argumentsOf(1, 2),
      'the Math namespace': Math,
      'an object with an inherited member': Object.create({ a: 1 }),
      'an object of another realm': runInNewContext('({a: 1})'),
      'an array of another realm': runInNewContext('[1]'),
      'a subclassed array': new (class extends Array {})(),
      'an array without its prototype': Object.setPrototypeOf([1], null),
      'a getter': withProperty({}, 'x', { get: () => 1, enumerable: true }),
      'a setter': withProperty({}, 'x', { set: () => {}, enumerable: true }),
      'a getter in an array': withProperty([1], 0, { get: () => 1, enumerable: true }),
      'a non-enumerable key': withProperty({ y: 1 }, 'x', { value: 1 }),
      'a non-enumerable element': withProperty([1], 0, { value: 1, enumerable: false }),
      'a symbol as a key': { [Symbol('x')]: 1 },
      'a hidden symbol as a key': withProperty({}, Symbol('x'), { value: 1 }),
      'a symbol as a key of an array': withProperty([1], Symbol('x'), { value: 1 }),
      'a hole': Object.assign(new Array(3), { 0: 1, 2: 3 }),
      'a hole at the end': Object.assign([1], { length: 2 }),
      'a hole made up for by a stray key': Object.assign(new Array(3), { 0: 1, 2: 3, x: 1 }),
      'a further property of an array': Object.assign([1], { x: 1 }),
      'a hidden property of an array': withProperty([1], 'x', { value: 1 }),
      'an own toJSON function': { toJSON: () => 1 },
      'an inherited toJSON function': Object.create({ toJSON: () => 1 }),
      'a revoked proxy': revoked(),
    };
    for (const [name, value] of Object.entries(notPlain)) {
      test(`[AB-5] ${name} is refused`, () => {
        const error = refused({ a: [0, value], b: 1 });
        assert.equal(error.code, 'json_value_not_plain');
        assert.ok(error.path.startsWith('/a/1'), error.path);
        assert.equal(refused(value).code, 'json_value_not_plain');
      });
    }

    test('[AB-5] negative zero is refused', () => refusedInside(-0, 'json_number_inexact'));

    test('[AB-5] a getter is refused without being run', () => {
      let runs = 0;
      const get = (): number => ++runs;
      for (const accessor of [{ get }, { get, set: () => {} }, { set: () => {} }]) {
        for (const target of [{}, [1]]) {
          const error = refused(withProperty(target, 0, { ...accessor, enumerable: true }));
          assert.match(error.message, /getter or setter/);
        }
      }
      assert.equal(runs, 0);
    });

    test('[AB-5] a toJSON on the built-in prototypes is refused, because other readers would call it', () => {
      for (const prototype of [Object.prototype, Array.prototype]) {
        try {
          withProperty(prototype, 'toJSON', { value: () => 'x', configurable: true });
          assert.equal(refused({}).code, 'json_value_not_plain');
        } finally {
          Reflect.deleteProperty(prototype, 'toJSON');
        }
      }
      assert.deepEqual(snapshot({ toJSON: { a: 1 } }), { toJSON: { a: 1 } });
    });
  });

  describe('of Unicode', () => {
    test('[AB-5] a lone surrogate in a string is refused', () => {
      for (const string of [
        '\ud800',
        '\udc00',
        'a\udbffb',
        '\udc00\ud800',
        '😂\ud83d',
        '\\ud800\ud800',
      ]) {
        refusedInside(string, 'json_surrogate_lone');
      }
    });

    test('[AB-5] a lone surrogate in a key is refused, and the path of the fault is well-formed', () => {
      refusedInside({ 'x\ud800': 1 }, 'json_surrogate_lone', '/a/1/x\ufffd');
      assert.equal(refused({ '\udfff': undefined }).path, '/\ufffd');
    });

    test('[AB-5] keys that are equal under NFC are refused', () => {
      refusedInside({ 'e\u0301': 1, é: 2 }, 'json_key_duplicate', '/a/1/é');
      refusedInside({ K: 1, '\u212a': 2 }, 'json_key_duplicate', '/a/1/\u212a');
      assert.deepEqual(snapshot({ é: { 'e\u0301': 1 } }), { é: { 'e\u0301': 1 } });
    });

    test('[AB-5] a key with an endless run of combining marks is refused at once', () => {
      // Normalising this one would take minutes.
      const key = `a${'\u0301'.repeat(100_000)}${'\u0323'.repeat(100_000)}`;
      assert.equal(refused({ [key]: 1 }).code, 'json_key_forbidden');
      const longest = `a${'\u0301'.repeat(30)}`;
      assert.deepEqual(snapshot({ [longest]: 1 }), { [longest]: 1 });
      assert.equal(refused({ [`${longest}\u0301`]: 1 }).code, 'json_key_forbidden');
    });

    test('text that only looks like an escaped surrogate is data', () => {
      const value = { '\\ud800': ['\\udc00', '😂', '\uffff', '\ue000', '\ud7ff', 'C:\\udata'] };
      assert.deepEqual(snapshot(value), value);
    });
  });

  describe('of keys', () => {
    test('[AB-5] an own __proto__ is refused', () => {
      refusedInside(JSON.parse('{"__proto__": {"x": 1}}'), 'json_key_forbidden', '/a/1/__proto__');
      refusedInside(
        withProperty(Object.create(null), '__proto__', { value: 1, enumerable: true }),
        'json_key_forbidden',
        '/a/1/__proto__',
      );
    });

    test('names that Object.prototype has are data', () => {
      const value = { constructor: 1, toString: 'x', hasOwnProperty: null, valueOf: [] };
      const copied = snapshot(value);
      assert.deepEqual(Object.entries(copied as object).sort(), Object.entries(value).sort());
      assert.equal(
        canonicalize(value),
        '{"constructor":1,"hasOwnProperty":null,"toString":"x","valueOf":[]}',
      );
    });

    test('a name that Object.prototype intercepts or locks is data', () => {
      const set = (): never => assert.fail('the setter ran');
      try {
        withProperty(Object.prototype, 'caught', { set, configurable: true });
        withProperty(Object.prototype, 'locked', { value: 0, configurable: true });
        assert.equal(canonicalize({ locked: 1, caught: 2 }), '{"caught":2,"locked":1}');
        assert.ok(Object.hasOwn(snapshot({ locked: 1 }) as object, 'locked'));
      } finally {
        Reflect.deleteProperty(Object.prototype, 'caught');
        Reflect.deleteProperty(Object.prototype, 'locked');
      }
    });

    test('the path of a fault escapes the keys as JSON Pointer demands', () => {
      assert.equal(refused({ 'a/b~c': [{ '': undefined }] }).path, '/a~1b~0c/0/');
    });
  });

  describe('within limits', () => {
    const nested = (levels: number): unknown => {
      let value: unknown = 1;
      for (let i = 0; i < levels; i++) value = i % 2 ? [value] : { a: value };
      return value;
    };

    test('[AB-5] a value deeper than the limit is refused, and a value at the limit is accepted', () => {
      assert.equal(defaultJsonLimits.depthMax, 64);
      snapshot(nested(64));
      assert.equal(refused(nested(65)).code, 'json_too_deep');
      assert.equal(refused([[]], { depthMax: 1 }).path, '/0');
      assert.deepEqual(snapshot('x', { depthMax: 1 }), 'x');
      snapshot(nested(512), { depthMax: 512 });
      assert.equal(refused(nested(100_000), { depthMax: 512 }).code, 'json_too_deep');
    });

    test('[AB-5] a cycle ends at the depth limit', () => {
      const array: unknown[] = [];
      array.push(array);
      assert.equal(refused(array).code, 'json_too_deep');
      const object: { self?: unknown } = {};
      object.self = { object };
      assert.equal(refused(object, { depthMax: 512 }).code, 'json_too_deep');
    });

    test('[AB-5] the bytes of the canonical text are counted exactly', () => {
      assert.equal(defaultJsonLimits.bytesMax, 1_048_576);
      const samples = [
        null,
        true,
        false,
        [],
        {},
        [[], {}, [1, 2]],
        { a: {}, b: [null, 1.5e-7] },
        'é',
        '€uro',
        '€€€€€€',
        '😂',
        '\n"\\\u0001',
        { 'kéy€😂': '\u2028' },
        1e21,
        -123.456,
      ];
      for (const sample of samples) {
        const bytes = Buffer.byteLength(canonicalize(sample));
        assert.deepEqual(snapshot(sample, { bytesMax: bytes }), sample);
        assert.equal(refused(sample, { bytesMax: bytes - 1 || 1 }).code, 'json_too_large');
      }
    });

    test('[AB-5] a value that unfolds without end is refused after at most as many steps as bytes are allowed', () => {
      let bomb: unknown = [];
      for (let i = 0; i < 60; i++) bomb = [bomb, bomb];
      assert.equal(refused(bomb).code, 'json_too_large');
    });

    test('[AB-5] huge strings, arrays and key lists are refused before they are copied', () => {
      let reads = 0;
      const count = { getOwnPropertyDescriptor: () => void reads++ };
      assert.equal(refused('x'.repeat(2 ** 20)).code, 'json_too_large');
      assert.equal(refused(new Array(2 ** 20).fill(0)).code, 'json_too_large');
      assert.equal(refused(new Proxy(new Array(2 ** 32 - 1), count)).code, 'json_too_large');
      const keys = Object.fromEntries(Array.from({ length: 300_000 }, (_, i) => [`k${i}`, 0]));
      assert.equal(refused(new Proxy(keys, count)).code, 'json_too_large');
      assert.equal(reads, 0);
      assert.equal(refused('\u0001'.repeat(200_000)).code, 'json_too_large');
    });

    test('invalid limits are refused', () => {
      for (const wrong of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 40, '64', null]) {
        for (const name of ['depthMax', 'bytesMax']) {
          const error = refused(1, { [name]: wrong } as Partial<JsonLimits>);
          assert.deepEqual([error.code, error.path], ['options_malformed', `/${name}`]);
        }
      }
      assert.equal(refused(1, { depthMax: 513 }).code, 'options_malformed');
      assert.equal(refused(1, null as unknown as JsonLimits).code, 'options_malformed');
      assert.equal(refused(1, 5 as unknown as JsonLimits).code, 'options_malformed');
      assert.equal(snapshot(1, {}), 1);
    });
  });
});

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}
