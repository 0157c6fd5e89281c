import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseActionBinding } from '@countersign/protocol/action';
import { sha256 } from '@countersign/protocol/crypto';
import { canonicalize, type JsonValue } from '@countersign/protocol/json';
import { asciiHost } from './ascii-host.ts';
import { compareActions } from './compare-actions.ts';
import { factItems, markedPlaces } from './fact-items.ts';
import { countValues, labelWords, parameterNodes } from './fact-tree.ts';
import { findHidden, hiddenDoings } from './hidden-characters.ts';
import { piecesOf, sourceOf } from './piece.ts';

const actionWith = (parameters: Record<string, unknown>) =>
  parseActionBinding({
    schema_version: '1.0',
    operation: 'tool.invoke',
    agent_id: 'a',
    subject_id: null,
    target: { tool_name: 'x', tool_schema_version: '1', resource: null },
    parameters,
  });

describe('a host', () => {
  test('a host that is not ASCII is also shown in the form that is looked up', () => {
    assert.equal(asciiHost('https://p\u0430ypal.com/login'), 'xn--pypal-4ve.com');
    assert.equal(asciiHost('ceo@b\u00fccher.example'), 'xn--bcher-kva.example');
    assert.equal(asciiHost('p\u0430ypal.com'), 'xn--pypal-4ve.com');
    for (const plain of [
      'paypal.com',
      'https://paypal.com/\u00e4',
      'Gr\u00fc\u00dfe.',
      'M\u00fcller & Co. KG',
      '',
    ]) {
      assert.equal(asciiHost(plain), null, plain);
    }
  });
});

describe('the facts of an action', () => {
  test('the facts show every member, those of the sentence first', () => {
    const action = actionWith({ b: 1, amount: 2, to: { name: 'n', iban: 'i' }, empty: {} });
    const nodes = parameterNodes(action, ['/to/name', '/amount']);
    assert.deepEqual(
      nodes.map(({ pointer }) => pointer),
      ['/to', '/amount', '/b', '/empty'],
    );
    assert.equal(countValues(nodes), 5);
  });

  test('a key is shown in words only when no other key reads the same', () => {
    const labels = (parameters: Record<string, unknown>) =>
      parameterNodes(actionWith(parameters)).map(
        ({ label }) => `${label.kind} ${labelWords(label)}`,
      );
    assert.deepEqual(labels({ expected_rows: 1 }), ['words Expected rows']);
    assert.deepEqual(labels({ to: 1, To: 2, 't\u200bo': 3 }), [
      'key To',
      'key to',
      'key t<U+200B>o',
    ]);
    assert.deepEqual(labels({ '': 1 }), ['key the empty key']);
    assert.deepEqual(
      labels({ acts_for: 'the board', operation: 'read', target: 'staging' }),
      ['key acts_for', 'key operation', 'key target'],
      'no parameter passes for what is bound beside the parameters',
    );
  });

  test('hidden characters are listed with value and line, and blanks are not listed', () => {
    const nodes = parameterNodes(
      actionWith({ command: 'ls\nrm \u202eold', name: 'p\u0430ypal', note: 'a   b', 'k\u200b': 1 }),
    );
    const report = findHidden(nodes);
    assert.equal(report.characters, 3);
    assert.equal(report.values, 3);
    assert.deepEqual(
      report.places.map(({ name, line, inKey, marks }) => [
        name,
        line,
        inKey,
        ...hiddenDoings(marks).map(({ words }) => words),
      ]),
      [
        ['command', 2, false, 'can change the reading order.'],
        ['k<U+200B>', null, true, 'is a space of zero width.'],
        ['Name', null, false, 'looks like another letter.'],
      ],
    );
  });

  test('the effect of hidden characters is explained right after them', () => {
    const [node] = parameterNodes(actionWith({ name: 'a\u200bb\u202ec\u200bd' }));
    const [place] = findHidden(node === undefined ? [] : [node]).places;
    assert.deepEqual(
      hiddenDoings(place?.marks ?? []).map(({ marks, words }) => [marks.length, words]),
      [
        [2, 'each is a space of zero width.'],
        [1, 'can change the reading order.'],
      ],
    );
  });

  test('the facts of two rounds are compared by place', () => {
    const before = { a: 1, list: [1, 2], gone: 'x', same: 'y', type: 1 } as JsonValue;
    const after = { a: 2, list: [1, 2, 3], new: {}, same: 'y', type: '1' } as JsonValue;
    const found = compareActions(before, after).map(
      ({ kind, label }) => `${kind} ${sourceOf(label)}`,
    );
    assert.deepEqual(found.sort(), [
      'added /list/2',
      'added /new',
      'changed /a',
      'changed /type',
      'removed /gone',
    ]);
    assert.deepEqual(compareActions(before, before), []);
  });

  test('the facts are read from the bytes whose digest is being approved', () => {
    const action = actionWith({ amount: 4200 });
    assert.equal(sha256(JSON.parse(canonicalize(action))), sha256(action));
    assert.equal(sourceOf(piecesOf('4200')), '4200');
  });

  test('a marked value of a long group is never folded, and every value has a row or a fold', () => {
    const list = Array.from({ length: 200 }, (_, index) => ({ n: index, note: `note ${index}` }));
    const nodes = parameterNodes(actionWith({ list }));
    const items = factItems(nodes, { has: () => false }, markedPlaces(['/list/104/note']));
    const rows = items.flatMap(item => (item.kind === 'row' ? [item.node.pointer] : []));
    assert.ok(rows.includes('/list/104/note'));
    assert.ok(!rows.includes('/list/103/note'));
    const folds = items.flatMap(item => (item.kind === 'fold' ? [item] : []));
    assert.deepEqual(
      folds.map(({ from }) => from),
      ['/list/20', '/list/105'],
    );
    const inFolds = folds.reduce((sum, { values }) => sum + values, 0);
    const inRows = rows.filter(pointer => /\/(?:n|note)$/.test(pointer)).length;
    assert.equal(inFolds + inRows, 400);
  });
});
