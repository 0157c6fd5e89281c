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

  test('an unsealed value at a listed path is denied, and the path is named', () => {
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

  test('[EV-8] risk evidence is not stored when it may contain an unsealed secret', () => {
    const evidenceOf = (sql: JsonValue) =>
      risky
        .evaluate(actionOf({ parameters: { sql } }), {})
        .risk.signals.map(({ evidence }) => evidence);
    assert.deepEqual(evidenceOf(sealed), ['found by a test']);
    assert.deepEqual(evidenceOf('drop table x'), ['not kept, because a value came unsealed']);
  });

  test('[EV-8] the sealed paths of a rule apply even when the rule cannot be evaluated', () => {
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

  test('a path below a sealed value counts as sealed', () => {
    const names = policyOf(withRules('{ id: pay, outcome: allow, sealed: [/card/commitment] }'));
    const { verdict } = names.evaluate(actionOf({ parameters: { card: sealed } }), {});
    assert.equal(verdict, 'allow');
  });

  test('absent and sealed values pass', () => {
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

  test('a parent value that could hide a listed one is denied', () => {
    for (const card of ['4111', [{ number: '4111' }], 4111]) {
      assert.equal(verdictOf({ parameters: { card } }).verdict, 'deny');
    }
  });
});
