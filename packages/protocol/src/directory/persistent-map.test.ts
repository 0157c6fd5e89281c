import assert from 'node:assert/strict';
import { test } from 'node:test';
import { effort, seed } from '@countersign/testing';
import fc from 'fast-check';
import { PersistentMap } from './persistent-map.ts';

function mapOf(entries: Iterable<readonly [string, number]>): PersistentMap<number> {
  let map = PersistentMap.empty<number>();
  for (const [key, value] of entries) map = map.set(key, value);
  return map;
}

test('the map answers like a Map at every step, also from the maps of earlier steps', () => {
  const key = fc.oneof(fc.constantFrom('a', 'b', '__proto__', '', 'constructor'), fc.string());
  fc.assert(
    fc.property(fc.array(fc.tuple(key, fc.nat()), { maxLength: 100 }), entries => {
      const steps = entries.map((_, count) => entries.slice(0, count + 1));
      let map = PersistentMap.empty<number>();
      const made = entries.map(([name, value]) => {
        map = map.set(name, value);
        return map;
      });
      for (const [index, step] of steps.entries()) {
        const expected = new Map(step);
        const found = made[index] as PersistentMap<number>;
        assert.equal(found.size, expected.size);
        assert.deepEqual(new Map(found), expected);
        for (const [name] of entries) {
          assert.equal(found.get(name), expected.get(name));
          assert.equal(found.has(name), expected.has(name));
        }
      }
    }),
    { seed, numRuns: effort({ fast: 50, full: 1000 }) },
  );
});

test('keys with the same hash stay separate', () => {
  const colliding = ['key-11irnla', 'key-e1app1'] as const;
  const map = mapOf([
    [colliding[0], 1],
    ['another', 2],
    [colliding[1], 3],
    [colliding[0], 4],
  ]);
  assert.equal(map.get(colliding[0]), 4);
  assert.equal(map.get(colliding[1]), 3);
  assert.equal(map.size, 3);
});

test('a member with the value undefined is present', () => {
  const map = PersistentMap.empty<undefined>().set('a', undefined);
  assert.equal(map.has('a'), true);
  assert.equal(map.has('b'), false);
});

test('fifty thousand keys are all found, each once', () => {
  const map = mapOf(Array.from({ length: 50_000 }, (_, i) => [`key ${i}`, i] as const));
  assert.equal(map.size, 50_000);
  assert.equal(new Set(map.values()).size, 50_000);
  for (let i = 0; i < 50_000; i++) assert.equal(map.get(`key ${i}`), i);
});
