// Goal: a tried action is read as strictly as a real one, and each condition is shown beside the value that it read.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ActionBinding } from '@countersign/protocol/action';
import type { Risk } from '@countersign/protocol/value';
import { conditionsOf } from './saw-words.ts';
import { draftOf, firstDraft, readDraft } from './tried-action.ts';

const draft = (parameters: string, context = '') => ({ ...firstDraft, parameters, context });

describe('an action to try', () => {
  test('an action to try is read as strictly as one that would run, and each fault is named', () => {
    const read = readDraft(firstDraft);
    assert.ok(read.ok);
    assert.equal(read.action.target.tool_name, 'payments.wire');
    for (const wrong of ['{"a":1,"a":2}', '{"a":1,}', '[1]', '"text"', '{"a":1e999}', '{', 'x']) {
      const refused = readDraft(draft(wrong));
      assert.ok(!refused.ok, wrong);
      assert.equal(refused.field, 'parameters', wrong);
      assert.match(refused.words, /^[A-Z].+\.$/, wrong);
      assert.doesNotMatch(refused.words, /_/, wrong);
    }
    assert.equal(readDraft(draft('', '{"a":')).ok, false);
    const empty = readDraft({ ...firstDraft, tool: ' ' });
    assert.ok(!empty.ok && empty.field === 'tool');
  });

  test('an action from an earlier request is offered unchanged', () => {
    const read = readDraft(firstDraft);
    assert.ok(read.ok);
    const again = draftOf(JSON.stringify(read.action));
    assert.ok(again !== null);
    const reread = readDraft(again);
    assert.ok(reread.ok);
    assert.deepEqual(reread.action, read.action);
    assert.equal(draftOf('{"a":1}'), null);
  });

  test('small groups of an action stay on one line and large ones are indented', () => {
    const nested = {
      to: { iban: 'SE35' },
      list: [1, 2],
      empty: {},
      long: { note: 'x'.repeat(80) },
    };
    const read = readDraft(draft(JSON.stringify(nested)));
    assert.ok(read.ok);
    const text = draftOf(JSON.stringify(read.action))?.parameters ?? '';
    assert.deepEqual(JSON.parse(text), nested);
    assert.ok(text.includes('"to": { "iban": "SE35" }'), text);
    assert.ok(text.includes('"long": {\n'), text);
  });
});

describe('a condition that held', () => {
  const action = {
    schema_version: '1.0',
    operation: 'tool.invoke',
    agent_id: 'billing-agent',
    subject_id: null,
    target: { tool_name: 'payments.wire', tool_schema_version: '1', resource: null },
    parameters: { amount: 4200, currency: 'USD', to: { iban: 'SE35' }, constructor: 1 },
  } as unknown as ActionBinding;
  const risk: Risk = { level: 'high', signals: [] };
  const saw = (because: string) => conditionsOf([because], { action, context: {}, risk })[0]?.saw;

  test('a condition is shown beside the value of the action that it read', () => {
    assert.equal(saw('tool is payments.*'), 'payments.wire');
    assert.equal(saw('risk is high'), 'high');
    assert.equal(saw('parameters.amount > 1000 is true'), '4200');
    assert.equal(saw('parameters.to.iban == "SE35" is true'), 'SE35');
    assert.equal(
      saw('parameters.amount > 1000 && parameters.currency == "USD" is true'),
      'amount 4200, currency USD',
    );
  });

  test('a condition that reads nothing of the action is shown alone', () => {
    assert.equal(saw('it matches everything'), '');
    assert.equal(saw('parameters.nothing > 1 is true'), '');
    assert.equal(saw('parameters.to.toString == 1 is true'), '');
  });
});
