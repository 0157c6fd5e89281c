import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { JsonValue } from '@countersign/protocol/json';
import { actionOf, assessed, finding, inputs, policyOf, withRules } from './testing/policies.ts';

describe('sealed values', () => {
  const policy = policyOf(
    withRules('{ id: pay, outcome: allow, sealed: [/card/number, "/a~1b"] }'),
  );
  const risky = policyOf(
    withRules('{ id: pay, outcome: allow, sealed: [/sql] }'),
    inputs(assessed('high', { findings: [finding('destructive_command')] })),
  );
  const verdictOf = (
    parameters: Parameters<typeof actionOf>[0] extends infer P ? NonNullable<P> : never,
  ) => policy.evaluate(actionOf(parameters), {});
  const sealed = {
    $sealed: 'v1',
    commitment: '1DIgFQ7nvpg.xJMPUes7DxEVrcPQW6JsUxg7RnjDAhmZgxivC4ULAQ0',
  };

  test('an unsealed value at a listed path is denied by its path', () => {
    for (const number of [
      '4111',
      null,
      4111,
      {},
      { ...sealed, clear: '4111' },
      { ...sealed, $sealed: 'v2' },
      { $sealed: 'v1', commitment: '4111' },
    ]) {
      const { verdict, reasons } = verdictOf({ parameters: { card: { number } } });
      assert.equal(verdict, 'deny');
      assert.ok(reasons[0]?.includes('/card/number'));
    }
    assert.equal(verdictOf({ parameters: { 'a/b': 'open' } }).verdict, 'deny');
  });

  test('[EV-8] the evidence of risk is not kept where an open secret may be in it', () => {
    const evidenceOf = (sql: JsonValue) =>
      risky
        .evaluate(actionOf({ parameters: { sql } }), {})
        .risk.signals.map(({ evidence }) => evidence);
    assert.deepEqual(evidenceOf(sealed), ['found by a test']);
    assert.deepEqual(evidenceOf('drop table x'), ['not kept, because a value came unsealed']);
  });

  test('[EV-8] a rule that cannot be evaluated wants its paths sealed all the same', () => {
    const failing = policyOf(
      withRules('{ id: pay, when: parameters.amount > 1, outcome: allow, sealed: [/sql] }'),
      inputs(assessed('high', { findings: [finding('destructive_command')] })),
    );
    const { verdict, reasons, risk } = failing.evaluate(
      actionOf({ parameters: { sql: 'drop table x' } }),
      {},
    );
    assert.equal(verdict, 'deny');
    assert.ok(reasons.some(reason => reason.includes('/sql')));
    assert.doesNotMatch(JSON.stringify(risk), /found by a test/);
  });

  test('what is below a sealed value was sealed with it', () => {
    const names = policyOf(withRules('{ id: pay, outcome: allow, sealed: [/card/commitment] }'));
    const { verdict } = names.evaluate(actionOf({ parameters: { card: sealed } }), {});
    assert.equal(verdict, 'allow');
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
