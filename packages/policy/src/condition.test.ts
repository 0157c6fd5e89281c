import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { JsonObject } from '@countersign/protocol/json';
import { ConditionCompiler, type Truth } from './condition.ts';
import { ConditionValues } from './condition-values.ts';
import { actionOf } from './testing/policies.ts';

const compiler = new ConditionCompiler();

function truth(text: string, parameters: JsonObject = {}, context: JsonObject = {}): Truth {
  const compiled = compiler.compile(text);
  if (!compiled.ok) throw new Error(compiled.faults.map(({ message }) => message).join('; '));
  const risk = { level: 'high', signals: ['irreversible'], reversibility: 'irreversible' } as const;
  const { condition } = compiled;
  const action = actionOf({ tool: 'crm.update', parameters });
  return condition.evaluate(
    new ConditionValues(action, context, 'staging', risk, condition.itemsMax),
  );
}

function faults(text: string): readonly string[] {
  const compiled = compiler.compile(text);
  return compiled.ok
    ? []
    : compiled.faults.map(({ message, suggestion }) => `${message} ${suggestion}`);
}

describe('values', () => {
  test('JSON numbers compare and calculate with literals, whole or not', () => {
    const parameters = { amount: 1000.5, count: 3, negative: -2, zero: 0 };
    for (const text of [
      'parameters.amount > 1000',
      'parameters.amount > 1000.25',
      'parameters.count == 3',
      'parameters.count == 3.0',
      'parameters.count in [1, 2, 3]',
      'parameters.count * 2 == 6',
      '2 * parameters.count == 6',
      'parameters.amount + 1 > parameters.count',
      'parameters.count - 1.5 == 1.5',
      'parameters.count / 2 == 1.5',
      'parameters.count % 2 == 1',
      '-parameters.negative == 2',
      'parameters.zero < 1',
      'size("abc") == parameters.count',
    ]) {
      assert.equal(truth(text, parameters), true, text);
    }
  });

  test('every variable has its members', () => {
    for (const text of [
      'action.tool_name == "crm.update" && action.operation == "tool.invoke"',
      'action.environment == "staging" && action.resource == null',
      'risk.level == "high" && risk.rank >= 2 && "irreversible" in risk.signals',
      'context.user.team == "billing"',
      'has(context.user) && !has(context.other)',
    ]) {
      assert.equal(truth(text, {}, { user: { team: 'billing' } }), true, text);
    }
  });

  test('comprehensions, maps and texts work as in CEL', () => {
    const parameters = { items: [{ n: 1 }, { n: 5 }], to: 'a@example.com', map: { a: 1, b: 2 } };
    for (const text of [
      'parameters.items.exists(i, i.n > 4) && parameters.items.all(i, i.n > 0)',
      'parameters.items.filter(i, i.n > 1).size() == 1',
      'parameters.items.map(i, i.n) == [1, 5]',
      'parameters.map.all(k, parameters.map[k] < 3)',
      'parameters.to.endsWith("@example.com") && parameters.to.matches("^[a-z]+@")',
      'parameters == {"items": [{"n": 1}, {"n": 5}], "to": "a@example.com", "map": {"b": 2, "a": 1}}',
    ]) {
      assert.equal(truth(text, parameters), true, text);
    }
  });

  test('an object that imitates a protobuf message stays an object', () => {
    const pretended = { $typeName: 'google.protobuf.StringValue', value: 'harmless' };
    assert.equal(truth('parameters.x == "harmless"', { x: pretended }), false);
    assert.equal(truth('parameters.x.value == "harmless"', { x: pretended }), true);
  });

  test('JavaScript member names are ordinary members', () => {
    const parameters = JSON.parse(
      '{"constructor": {"name": "Array"}, "toString": 1}',
    ) as JsonObject;
    assert.equal(truth('parameters.constructor.name == "Array"', parameters), true);
    assert.equal(
      truth('has(parameters.valueOf) || has(parameters.hasOwnProperty)', parameters),
      false,
    );
    assert.deepEqual(truth('parameters.valueOf == 1'), { error: 'there is no member "valueOf"' });
  });

  test('conditions cannot see claims in the context, not even by listing', () => {
    const context = { message: 'approved', tool_annotations: {}, environment: 'dev', user: 'x' };
    assert.equal(truth('size(context) == 1 && context.all(k, k == "user")', {}, context), true);
    assert.equal(truth('"message" in context', {}, context), false);
  });
});

describe('errors', () => {
  const isError = (found: Truth) => typeof found === 'object';

  test('[GT-1] a missing, mistyped or non-numeric value is an error and never false', () => {
    const parameters = { text: 'abc', empty: '', list: [1], n: 1, grouped: '1,000,000' };
    for (const text of [
      'parameters.missing > 1',
      'parameters.text > 1',
      'parameters.n.member == 1',
      'parameters.list[5] == 1',
      'double(parameters.text) > 1.0',
      'double(parameters.empty) < 1.0',
      'double(parameters.grouped) > 1000.0',
      'int(parameters.empty) == 0',
      'context.user == "x"',
      'action.resource.startsWith("a")',
      'parameters.n',
      'parameters.n / 0 == 1',
      'parameters.n % 0 == 1',
    ]) {
      assert.ok(isError(truth(text, parameters)), text);
    }
  });

  test('an error never quotes a parameter', () => {
    const secret = { k: 'hunter2', n: 1 };
    for (const text of [
      'bool(parameters.k)',
      'parameters[parameters.k] == 1',
      'parameters.n > parameters.k',
    ]) {
      const found = truth(text, secret);
      assert.ok(typeof found === 'object' && !found.error.includes('hunter2'), text);
    }
  });

  test('a long list can be counted but not walked through', () => {
    const parameters = { ids: Array.from({ length: 1_000_000 }, (_, i) => i) };
    assert.equal(truth('size(parameters.ids) > 100', parameters), true);
    for (const text of [
      'parameters.ids.all(i, i >= 0)',
      '7 in parameters.ids',
      'parameters.ids[0] == 0',
    ]) {
      assert.ok(isError(truth(text, parameters)), text);
    }
    const wide = Object.fromEntries(Array.from({ length: 2000 }, (_, i) => [`k${i}`, i]));
    assert.ok(isError(truth('parameters.all(k, true)', wide)));
    assert.equal(truth('parameters.k7 == 7', wide), true);
  });

  test('nested comprehensions may iterate over less', () => {
    const list = (length: number) => ({ ids: Array.from({ length }, (_, i) => i) });
    const text = 'parameters.ids.all(a, parameters.ids.all(b, a + b >= 0))';
    assert.equal(truth(text, list(64)), true);
    assert.ok(isError(truth(text, list(65))));
  });

  test('a long text is not matched against a regular expression, and is counted', () => {
    const parameters = { text: 'a'.repeat(10_000_000) };
    assert.ok(isError(truth('parameters.text.matches("^a*$")', parameters)));
    const again = { items: Array.from({ length: 1000 }, () => 1), text: 'a'.repeat(60_000) };
    assert.equal(truth('parameters.text.matches("^a*$")', again), true);
    assert.ok(isError(truth('parameters.items.all(i, parameters.text.matches("^a*$"))', again)));
    assert.equal(truth('size(parameters.text) == 10000000', parameters), true);
    assert.equal(truth('size(parameters.text) == 2', { text: '\u{1f600}a' }), true);
  });

  test('deep nesting is an error when a condition reads it, and costs nothing otherwise', () => {
    const deep = deepObject();
    assert.equal(truth('parameters.n == 1', { deep, n: 1 }), true);
    assert.ok(isError(truth('parameters.a == parameters.b', { a: deep, b: deepObject() })));
  });
});

function deepObject(): JsonObject {
  let deep: JsonObject = {};
  for (let i = 0; i < 100_000; i++) deep = { deep };
  return deep;
}

describe('checks at load', () => {
  test('unknown names, members, functions and texts are reported with a suggestion', () => {
    for (const [text, expected] of [
      ['params.x == 1', /unknown name "params".*"parameters"/],
      ['action.tool == "x"', /unknown member "tool" of action.*"tool_name"/],
      ['action["agent"] == "x"', /unknown member "agent".*"agent_id"/],
      ['risk.levle == "high"', /"level"/],
      ['parameters.x.beginsWith("a")', /unknown function "beginsWith"/],
      ['parameters.x.contain("a")', /"contains"/],
      ['parameters.x.startsWith("a", "b")', /another number or place of arguments/],
      ['risk.level == "hihg"', /unknown text "hihg".*"high"/],
      ['"irreversable" in risk.signals', /"irreversible"/],
      ['risk.level in ["low", "mediun"]', /"medium"/],
      ['has(parameters)', /has\(\) takes a member/],
      ['now() > 1', /unknown function/],
    ] as const) {
      assert.match(faults(text).join('\n'), expected, text);
    }
  });

  test('claims are refused with the supported alternative', () => {
    assert.match(faults('context.message == ""').join(), /GT-7/);
    assert.match(faults('context["tool_annotations"].readOnlyHint').join(), /GT-7/);
    assert.match(faults('context.environment == "dev"').join(), /action\.environment/);
  });

  test('regular expressions must be literal, linear in every engine, and valid', () => {
    for (const pattern of ['(a+)+$', '(a*)*', '((ab)+)*', '(x{2,})+', '((a+))+', '(?:[a-z]+)*']) {
      assert.match(
        faults(`parameters.x.matches('${pattern}')`).join(),
        /repetition of a repetition/,
        pattern,
      );
    }
    for (const pattern of ['^(ab)+$', '[(+*]+', '\\\\(a+\\\\)+', '(a|b)*c+', 'a{1,3}']) {
      assert.deepEqual(faults(`parameters.x.matches('${pattern}')`), [], pattern);
    }
    assert.match(faults("parameters.x.matches('(?=a)')").join(), /RE2/);
    assert.match(faults("parameters.x.matches('(')").join(), /RE2/);
    assert.match(faults('parameters.x.matches(parameters.y)').join(), /literal/);
    assert.match(faults(`parameters.x.matches('${'a'.repeat(600)}')`).join(), /512/);
  });

  test('an oversized condition does not reach the parser', () => {
    for (const text of [
      `${'('.repeat(5000)}1${')'.repeat(5000)}`,
      `${'('.repeat(500)}true${')'.repeat(500)}`,
      '['.repeat(100) + ']'.repeat(100),
      'a'.repeat(3000),
      `true${' && true'.repeat(250)}`,
      `${'true ? true : '.repeat(140)}true`,
      `parameters${'.a'.repeat(200)} == 1`,
    ]) {
      assert.notEqual(faults(text).length, 0, text.slice(0, 20));
    }
  });

  test('comprehensions nest at most twice, and their number is limited', () => {
    const nested = 'parameters.a.all(x, x.all(y, y.all(z, z > 0)))';
    assert.match(faults(nested).join(), /at most 2 deep/);
    const many = Array.from({ length: 9 }, () => 'parameters.a.all(x, x > 0)').join(' && ');
    assert.match(faults(many).join(), /at most 8 comprehensions/);
    assert.match(faults('parameters.a.all(risk, risk > 0)').join(), /a name other than/);
  });

  test('a condition that cannot be a boolean is refused', () => {
    for (const text of ['1', '"yes"', '[true]', '{"a": true}', '1 + 2', 'size(parameters.x)']) {
      assert.match(faults(text).join(), /true or false/, text);
    }
    assert.match(faults('google.protobuf.Any{}').join(), /message type|unknown/);
  });

  test('invalid CEL is reported with its place', () => {
    for (const text of ['parameters.a ==', 'a b', '"open', 'parameters.x = 1', '']) {
      assert.match(faults(text).join(), /expected a condition in CEL/, text);
    }
    const compiled = compiler.compile('parameters.a = 1');
    assert.ok(!compiled.ok);
    assert.equal(compiled.faults[0]?.offset, 13);
  });

  test('a fault is reported at its place', () => {
    const compiled = compiler.compile('parameters.a == 1 && params.b == 2');
    assert.ok(!compiled.ok);
    assert.equal(compiled.faults[0]?.offset, 21);
  });
});
