import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type ActionBinding, parseActionBinding } from './action-binding.ts';
import { describeAction, type TitleTemplatePart } from './action-title.ts';

function action(
  parameters: Record<string, unknown>,
  resource: string | null = null,
): ActionBinding {
  return parseActionBinding({
    schema_version: '1.0',
    operation: 'tool.invoke',
    agent_id: 'bot',
    target: { tool_name: 'payments.wire', tool_schema_version: '1', resource },
    parameters,
  });
}

const wire: readonly TitleTemplatePart[] = [
  { text: 'Wire ' },
  { pointer: '/amount' },
  { text: ' ' },
  { pointer: '/currency' },
  { text: ' to ' },
  { pointer: '/to/name' },
];
const payment = { amount: '4200.00', currency: 'USD', to: { name: 'Nordvik Paper AB' } };

describe('the title of an action', () => {
  it('the title is the sentence of the rule with the bound values', () => {
    const { text, parts } = describeAction(wire, action(payment));
    assert.equal(text, 'Wire 4200.00 USD to Nordvik Paper AB');
    assert.deepEqual(
      parts.filter(({ kind }) => kind === 'value'),
      [
        { text: '4200.00', kind: 'value', pointer: '/amount' },
        { text: 'USD', kind: 'value', pointer: '/currency' },
        { text: 'Nordvik Paper AB', kind: 'value', pointer: '/to/name' },
      ],
    );
  });

  it('the title is the tool and its target when no rule has a sentence', () => {
    assert.equal(describeAction(null, action({})).text, 'payments.wire');
    assert.equal(describeAction([], action({}, 'acct-42')).text, 'payments.wire on acct-42');
  });

  it('the title spells out invisible characters', () => {
    const hidden = { ...payment, currency: 'U\u202eSD', to: { name: 'Nordvik\n\u0430pple ' } };
    assert.equal(
      describeAction(wire, action(hidden)).text,
      'Wire 4200.00 U<U+202E>SD to Nordvik<U+000A>\u0430<U+0430>pple<U+0020>',
    );
    assert.equal(
      describeAction([{ text: 'Wire\u200b all ' }], action({})).text,
      'Wire<U+200B> all ',
    );
  });

  it('the title writes numbers without formatting', () => {
    const parts = [
      { pointer: '/n' },
      { text: ' ' },
      { pointer: '/yes' },
      { text: ' ' },
      { pointer: '/no' },
    ];
    assert.equal(
      describeAction(parts, action({ n: 1_234_567.5, yes: true, no: null })).text,
      '1234567.5 true null',
    );
  });

  it('a value cannot imitate a placeholder of the title', () => {
    const kinds = (parameters: Record<string, unknown>) =>
      describeAction([{ pointer: '/a' }], action(parameters)).parts.map(({ text, kind }) => [
        kind,
        text,
      ]);
    assert.deepEqual(kinds({}), [['words', '(not given)']]);
    assert.deepEqual(kinds({ a: '(not given)' }), [['value', '(not given)']]);
    assert.deepEqual(kinds({ a: '' }), [['words', '(empty)']]);
    assert.deepEqual(kinds({ a: [1, 2] }), [['words', '(2 items)']]);
    assert.deepEqual(kinds({ a: { b: 1 } }), [['words', '(1 member)']]);
    const commitment = `${'A'.repeat(11)}.${'A'.repeat(43)}`;
    assert.deepEqual(kinds({ a: { $sealed: 'v1', commitment } }), [
      ['words', `(sealed with key ${'A'.repeat(11)})`],
    ]);
  });

  it('the title counts the rest of a value that is too long', () => {
    const { parts } = describeAction([{ pointer: '/a' }], action({ a: 'x'.repeat(1000) }));
    assert.deepEqual(
      parts.map(({ text, kind }) => [kind, text]),
      [
        ['value', 'x'.repeat(256)],
        ['words', '… (744 more)'],
      ],
    );
    const cut = describeAction([{ pointer: '/a' }], action({ a: `${'x'.repeat(255)}😀y` }));
    assert.equal(cut.text, `${'x'.repeat(255)}… (3 more)`);
  });

  it('the title finds members by pointer, and nothing inherited', () => {
    const parameters = { 'a/b': { '~': 'found' }, list: ['zero', 'one'] };
    const at = (pointer: string) => describeAction([{ pointer }], action(parameters)).text;
    assert.equal(at('/a~1b/~0'), 'found');
    assert.equal(at('/list/1'), 'one');
    for (const pointer of [
      '/list/01',
      '/list/-',
      '/list/2',
      '/list/length',
      '/toString',
      '/a~1b/~0/x',
    ]) {
      assert.equal(at(pointer), '(not given)');
    }
  });
});
