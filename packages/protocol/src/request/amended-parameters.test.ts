import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { JsonObject } from '../json/json-value.ts';
import { narrowTerms } from '../testing/amendment-samples.ts';
import type { AmendTerms } from './amend-terms.ts';
import { judgeAmendedParameters } from './amended-parameters.ts';

const sealed = {
  $sealed: 'v1',
  commitment: `${'A'.repeat(11)}.${'A'.repeat(43)}`,
};
const before: JsonObject = {
  amount: 1240,
  lines: ['L-1', 'L-2', 'L-3'],
  notify: true,
  to: 'card 4417',
  address: { city: 'Graz', code: '8010' },
  card: sealed,
  nothing: null,
};
const any: AmendTerms = { ...narrowTerms, mode: 'any' };
const judged = (terms: AmendTerms, change: Record<string, unknown>, from: JsonObject = before) => {
  const verdict = judgeAmendedParameters(terms, from, { ...from, ...change } as JsonObject);
  return verdict.ok ? verdict.value : verdict.refusal.code;
};
const change = (terms: AmendTerms, changed: Record<string, unknown>) => {
  const result = judged(terms, changed);
  return typeof result === 'string' ? result : result.narrowing;
};

describe('[AM-2] what a rule lists may be narrowed, and nothing else', () => {
  const permitted: readonly [string, Record<string, unknown>][] = [
    ['a listed number becomes lower', { amount: 240 }],
    ['a listed number becomes zero', { amount: 0 }],
    ['items of a listed list are taken out', { lines: ['L-1', 'L-3'] }],
    ['a listed member becomes its fixed value', { notify: false }],
    ['several listed members change at once', { amount: 1, lines: ['L-2'], notify: false }],
  ];
  for (const [what, changed] of permitted) {
    test(`${what}`, () => assert.equal(change(narrowTerms, changed), true));
  }
  const refused: readonly [string, Record<string, unknown>][] = [
    ['a listed number becomes higher', { amount: 1241 }],
    ['a listed number becomes negative', { amount: -1 }],
    ['a list loses all its items', { lines: [] }],
    ['a list gets another item', { lines: ['L-1', 'L-2', 'L-3', 'L-3'] }],
    ['a list changes its order', { lines: ['L-2', 'L-1'] }],
    ['an item of a list is replaced', { lines: ['L-1', 'L-2', 'L-9'] }],
    ['a member that is not listed changes', { to: 'card 9999' }],
    ['a listed change comes with one that is not listed', { amount: 1, to: 'card 9999' }],
  ];
  for (const [what, changed] of refused) {
    test(`it is refused that ${what}`, () =>
      assert.equal(change(narrowTerms, changed), 'amendment_not_permitted'));
    // With `any` the same change is permitted, and is not called a narrowing.
    test(`with any: ${what}`, () => assert.equal(change(any, changed), false));
  }

  test('with any, a change that the lists permit is a narrowing', () => {
    assert.equal(change(any, { amount: 240 }), true);
  });

  test('every change is named by its path', () => {
    const result = judged(any, { amount: 1, address: { city: 'Wien', code: '8010' } });
    assert.ok(typeof result !== 'string');
    assert.deepEqual(
      result.changes.map(({ path }) => path),
      ['/amount', '/address/city'],
    );
  });

  test('an amendment that changes nothing is refused', () => {
    assert.equal(judged(any, {}), 'amendment_changes_nothing');
  });
});

describe('[AM-8] the form of the parameters stays', () => {
  const changedForms: readonly [string, Record<string, unknown>][] = [
    ['a number becomes text', { amount: '240' }],
    ['text becomes a number', { to: 4417 }],
    ['a value becomes null', { to: null }],
    ['null becomes a value', { nothing: 'x' }],
    ['a list becomes text', { lines: 'L-1' }],
    ['a member is added', { extra: 1 }],
    ['a member of a member is added', { address: { city: 'Graz', code: '8010', street: 'x' } }],
    ['a member of a member is removed', { address: { city: 'Graz' } }],
    ['a list gets an item of another type', { lines: ['L-1', 2] }],
  ];
  for (const [what, changed] of changedForms) {
    for (const terms of [narrowTerms, any]) {
      test(`${terms.mode}: it is refused that ${what}`, () =>
        assert.equal(change(terms, changed), 'amendment_type_changed'));
    }
  }

  test('a member cannot be removed', () => {
    const { to: _, ...without } = before;
    const verdict = judgeAmendedParameters(any, before, without);
    assert.equal(verdict.ok ? null : verdict.refusal.code, 'amendment_type_changed');
  });

  test('a sealed value stays at its path, also inside a list', () => {
    const other = { ...sealed, commitment: `${'B'.repeat(10)}A.${'A'.repeat(43)}` };
    assert.equal(change(any, { card: other }), 'amendment_seal_changed');
    assert.equal(change(any, { card: 'open' }), 'amendment_seal_changed');
    assert.equal(change(any, { to: sealed }), 'amendment_seal_changed');
    const listed: JsonObject = { cards: [sealed, other, 'x'] };
    assert.equal(judged(any, { cards: [sealed, 'x'] }, listed), 'amendment_seal_changed');
    assert.equal(judged(any, { cards: [other, sealed, 'x'] }, listed), 'amendment_seal_changed');
  });
});
