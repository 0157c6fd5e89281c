import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { effort, seed } from '@countersign/testing';
import fc from 'fast-check';
import { ProtocolError } from '../reason/protocol-error.ts';
import { jsonValue } from '../testing/json-arbitraries.ts';
import { canonicalize } from './canonical-json.ts';
import { snapshot } from './json-value.ts';
import { parseStrict } from './strict-json.ts';

/** The error of a refusal; anything else that is thrown, or nothing, fails the test. */
function refused(value: unknown): ProtocolError {
  try {
    snapshot(value);
  } catch (error) {
    if (error instanceof ProtocolError) return error;
    return assert.fail('another error than a ProtocolError escaped');
  }
  return assert.fail('accepted');
}

describe('snapshot of foreign objects', () => {
  test('every property is read exactly once, and never through a getter', () => {
    const reads = new Map<string, number>();
    const spy = (path: string, target: object): object =>
      new Proxy(target, {
        getOwnPropertyDescriptor(_, key) {
          const at = `${path}/${String(key)}`;
          reads.set(at, (reads.get(at) ?? 0) + 1);
          return Reflect.getOwnPropertyDescriptor(target, key);
        },
        get(_, key) {
          if (Array.isArray(target) && key === 'length') return target.length;
          return assert.fail(`get ${String(key)}`);
        },
      });
    const value = spy('', { b: spy('/b', [1, spy('/b/1', { c: 'é' })]), a: 1 });
    assert.equal(canonicalize(value), '{"a":1,"b":[1,{"c":"é"}]}');
    assert.deepEqual(
      [...reads].sort(),
      ['/a', '/b', '/b/0', '/b/1', '/b/1/c'].map(path => [path, 1]),
    );
  });

  test('a proxy that throws ends in a ProtocolError, whatever it throws', () => {
    const unaskable = new Proxy({}, { getPrototypeOf: () => assert.fail('asked for its class') });
    for (const thrown of [new Error('x'), undefined, null, 'x', unaskable]) {
      const trap = (): never => {
        throw thrown;
      };
      for (const [target, name, path] of [
        [{ x: 1 }, 'getPrototypeOf', '/a/1'],
        [{ x: 1 }, 'ownKeys', '/a/1'],
        [{ x: 1 }, 'getOwnPropertyDescriptor', '/a/1/x'],
        [[1], 'getPrototypeOf', '/a/1'],
        [[1], 'get', '/a/1'],
        [[1], 'ownKeys', '/a/1'],
        [[1], 'getOwnPropertyDescriptor', '/a/1/0'],
      ] as const) {
        const error = refused({ a: [0, new Proxy(target, { [name]: trap })] });
        assert.deepEqual([error.code, error.path], ['json_value_not_plain', path]);
      }
    }
  });

  test('a proxy that recurses without end is refused', () => {
    const proxy: object = new Proxy({}, { ownKeys: () => Reflect.ownKeys(proxy) });
    assert.equal(refused(proxy).code, 'json_value_not_plain');
  });

  test('a proxy that lies ends in plain data or in a ProtocolError', () => {
    let calls = 0;
    const liars: ProxyHandler<unknown[]>[] = [
      { get: () => 'abc' },
      { get: () => Number.NaN },
      { get: () => -1 },
      { get: () => 0 },
      { get: () => ({ valueOf: () => assert.fail('asked') }) },
      { ownKeys: () => ['length', ...(calls++ % 2 ? ['0'] : ['1'])] },
      { getOwnPropertyDescriptor: () => undefined },
      { getPrototypeOf: () => Map.prototype },
    ];
    for (const liar of liars) {
      try {
        const copied = snapshot(new Proxy([1], liar));
        assert.deepEqual(parseStrict(JSON.stringify(copied)), copied);
      } catch (error) {
        assert.ok(error instanceof ProtocolError, String(error));
      }
    }
  });

  test('a proxy whose length is not a number is refused without converting it', () => {
    let asked = 0;
    const lengths = [Number.NaN, 1, 1, Number.POSITIVE_INFINITY];
    const length = { valueOf: () => lengths[asked++] ?? Number.POSITIVE_INFINITY };
    const endless = new Proxy([1], {
      get: () => length,
      getOwnPropertyDescriptor: () => ({ value: 1, enumerable: true, configurable: true }),
    });
    assert.equal(refused(endless).code, 'json_value_not_plain');
    assert.equal(asked, 0);
  });

  test('a proxy that contains itself ends at a limit', () => {
    const endless: object = new Proxy(
      {},
      {
        ownKeys: () => ['a'],
        getOwnPropertyDescriptor: () => ({
          value: endless,
          enumerable: true,
          configurable: true,
        }),
      },
    );
    assert.equal(refused(endless).code, 'json_too_deep');
  });

  test('later changes of the input do not reach the copy', () => {
    const input = { a: [{ b: 1 }] };
    const copied = snapshot(input);
    input.a[0] = { b: 2 };
    assert.deepEqual(copied, { a: [{ b: 1 }] });
  });

  test('an object without a prototype is copied into an ordinary one', () => {
    const copied = snapshot(Object.assign(Object.create(null), { a: 1 }));
    assert.equal(Object.getPrototypeOf(copied), Object.prototype);
    assert.deepEqual(copied, { a: 1 });
  });

  test('JSON data is copied unchanged, and shares nothing with the input', () => {
    fc.assert(
      fc.property(jsonValue, value => {
        const copied = snapshot(value);
        assert.deepEqual(copied, value);
        if (typeof value === 'object' && value !== null) assert.notEqual(copied, value);
      }),
      { seed, numRuns: effort({ fast: 625, full: 200_000 }) },
    );
  });

  test('[AB-5] any JavaScript value ends in plain data or in a ProtocolError', () => {
    const anything = fc.anything({
      withBigInt: true,
      withBoxedValues: true,
      withDate: true,
      withMap: true,
      withNullPrototype: true,
      withObjectString: true,
      withSet: true,
      withSparseArray: true,
      withTypedArray: true,
      withUnicodeString: true,
      key: fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.constantFrom('__proto__', 'toJSON', '0', 'é', 'e\u0301', '\ud800'),
      ),
    });
    const traps = fc.subarray<keyof ProxyHandler<object>>([
      'get',
      'ownKeys',
      'getPrototypeOf',
      'getOwnPropertyDescriptor',
    ]);
    const proxied = fc.tuple(fc.object(), traps, anything).map(([target, names, lie]) => {
      return new Proxy(target, Object.fromEntries(names.map(name => [name, () => lie])));
    });
    const awkward = fc.oneof(anything, proxied, fc.array(fc.oneof(anything, proxied)));
    let accepted = 0;
    fc.assert(
      fc.property(awkward, value => {
        try {
          const text = canonicalize(value);
          assert.equal(canonicalize(parseStrict(text)), text);
          accepted++;
        } catch (error) {
          assert.ok(error instanceof ProtocolError, `escaped: ${String(error)}`);
        }
      }),
      { seed, numRuns: effort({ fast: 1_250, full: 500_000 }) },
    );
    assert.ok(accepted > 0, 'some values were accepted');
  });
});
