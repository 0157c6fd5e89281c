import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { actionOf, policyOf, withRules } from './testing/policies.ts';

describe('sealed values', () => {
  const policy = policyOf(
    withRules('{ id: pay, outcome: allow, sealed: [/card/number, "/a~1b"] }'),
  );
  const verdictOf = (
    parameters: Parameters<typeof actionOf>[0] extends infer P ? NonNullable<P> : never,
  ) => policy.evaluate(actionOf(parameters), {});
  const sealed = { $sealed: 'v1', commitment: 'abc' };

  test('an unsealed value at a listed path is denied by its path', () => {
    for (const number of [
      '4111',
      null,
      4111,
      {},
      { ...sealed, clear: '4111' },
      { $sealed: 'v2', commitment: 'x' },
    ]) {
      const { verdict, reasons } = verdictOf({ parameters: { card: { number } } });
      assert.equal(verdict, 'deny');
      assert.ok(reasons[0]?.includes('/card/number'));
    }
    assert.equal(verdictOf({ parameters: { 'a/b': 'open' } }).verdict, 'deny');
  });

  test('what is absent or sealed passes', () => {
    for (const parameters of [
      {},
      { card: {} },
      { card: null },
      { card: { number: sealed } },
      { card: sealed },
    ]) {
      assert.equal(verdictOf({ parameters }).verdict, 'allow');
    }
  });

  test('a value on the way that could hide one is denied', () => {
    for (const card of ['4111', [{ number: '4111' }], 4111]) {
      assert.equal(verdictOf({ parameters: { card } }).verdict, 'deny');
    }
  });
});
