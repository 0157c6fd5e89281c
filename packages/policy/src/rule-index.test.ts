import assert from 'node:assert/strict';
import { test } from 'node:test';
import { effort, seed } from '@countersign/testing';
import fc from 'fast-check';
import { parsePattern } from './document/pattern.ts';
import { type Demand, dimensions, type Facts, meetsDemands, RuleIndex } from './rule-index.ts';

interface Named {
  readonly id: number;
  readonly demands: readonly Demand[];
}

const letters = fc.constantFrom('a', 'b', '.', 'ab', 'a.b');
const name = fc.array(letters, { minLength: 1, maxLength: 5 }).map(parts => parts.join(''));
const pattern = fc
  .array(fc.oneof(letters, fc.constantFrom('*', '?')), { minLength: 1, maxLength: 5 })
  .map(parts => parts.join(''));
const demand = (dimension: number): fc.Arbitrary<Demand | null> =>
  fc.option(
    fc
      .uniqueArray(fc.oneof(name, pattern), { minLength: 1, maxLength: 3 })
      .map(texts => ({ dimension, patterns: texts.map(parsePattern) })),
    { freq: 2 },
  );
const rules: fc.Arbitrary<readonly Named[]> = fc
  .array(fc.tuple(...dimensions.map((_, i) => demand(i))), { maxLength: 40 })
  .map(list => list.map((demands, id) => ({ id, demands: demands.filter(each => each !== null) })));
const facts: fc.Arbitrary<Facts> = fc.tuple(
  ...dimensions.map((_, i) =>
    i < 6 ? fc.option(name) : fc.oneof(fc.option(name), fc.uniqueArray(name, { maxLength: 3 })),
  ),
);

test('the index finds exactly the rules that a full search finds, each once', () => {
  fc.assert(
    fc.property(rules, facts, (all, values) => {
      const found: Named[] = [];
      new RuleIndex(all).collect(values, found);
      const expected = all.filter(rule => meetsDemands(rule, values)).map(({ id }) => id);
      assert.deepEqual(
        found.map(({ id }) => id).toSorted((a, b) => a - b),
        expected,
      );
    }),
    { seed, numRuns: effort({ fast: 250, full: 20_000 }) },
  );
});

for (const [kind, patternOf, nameOf] of [
  ['exact', (i: number) => `svc.tool_${i}`, (i: number) => `svc.tool_${i}`],
  ['prefix', (i: number) => `svc.tool_${i}.*`, (i: number) => `svc.tool_${i}.run`],
  ['suffix', (i: number) => `*.tool_${i}`, (i: number) => `svc.tool_${i}`],
  ['suffix with a gap', (i: number) => `*.tool_${i}.r?n`, (i: number) => `svc.tool_${i}.run`],
  ['part', (i: number) => `*_tool_${i}_*`, (i: number) => `svc_tool_${i}_run`],
] as const) {
  test(`of 10,000 ${kind} patterns only a few are examined`, () => {
    let looks = 0;
    const all = Array.from({ length: 10_000 }, (_, i) => ({
      id: i,
      get demands(): readonly Demand[] {
        looks++;
        return [{ dimension: 0, patterns: [parsePattern(patternOf(i))] }];
      },
    }));
    const index = new RuleIndex(all);
    looks = 0;
    const found: typeof all = [];
    index.collect([nameOf(4711), null, null, null, null, null, null, []], found);
    assert.deepEqual(
      found.map(({ id }) => id),
      [4711],
    );
    assert.ok(looks <= 8, `${looks} looks`);
  });
}

test('10,000 rules on one tool are separated by their other conditions', () => {
  for (const dimension of [1, 2, 3, 6]) {
    let looks = 0;
    const all = Array.from({ length: 10_000 }, (_, i) => ({
      get demands(): readonly Demand[] {
        looks++;
        return [
          { dimension: 0, patterns: [parsePattern('tool')] },
          { dimension, patterns: [parsePattern(`value-${i}`)] },
        ];
      },
    }));
    const index = new RuleIndex(all);
    looks = 0;
    const found: typeof all = [];
    index.collect(
      dimensions.map((_, i) => (i === 0 ? 'tool' : i === dimension ? 'value-17' : null)),
      found,
    );
    assert.equal(found.length, 1);
    assert.ok(looks <= 8, `${looks} looks`);
  }
});

test('a rule is found once even when several values of an action match it', () => {
  const all = Array.from({ length: 20 }, (_, i) => ({
    id: i,
    demands: [
      { dimension: dimensions.indexOf('environment'), patterns: [parsePattern(`e${i}-*`)] },
    ],
  }));
  const found: typeof all = [];
  new RuleIndex(all).collect([null, null, null, null, null, null, ['e7-a', 'e7-b'], []], found);
  assert.deepEqual(
    found.map(({ id }) => id),
    [7],
  );
});
