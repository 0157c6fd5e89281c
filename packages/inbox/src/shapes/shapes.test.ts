// Goal: a view by shape hides nothing. Method: for random actions, the tests rebuild the data of a shape from what the code
// behind its view gives, or find every member of the data there. They do not read the page: what a cell of a table or the
// view of a message draws is not tested here.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { commandParts, type Edit, pointersShown, shapeOf } from '@countersign/card';
import { diffParts, diffRows } from '@countersign/card/diff';
import { parseActionBinding } from '@countersign/protocol/action';
import { effort, seed } from '@countersign/testing';
import fc from 'fast-check';
import { colourRow } from '../facts/colour.ts';
import { type FactNode, parameterNodes, without } from '../facts/fact-tree.ts';
import { foldAround } from '../facts/fold.ts';
import { markParts } from '../facts/marks.ts';
import { breakRows, joinRows, rowsOf } from '../facts/rows.ts';
import { tokenize } from '../facts/tokens.ts';

const runs = { seed, numRuns: effort({ fast: 100, full: 10_000 }) };

const actionOf = (tool_name: string, parameters: Record<string, unknown>) =>
  parseActionBinding({
    schema_version: '1.0',
    operation: 'tool.invoke',
    agent_id: 'a',
    subject_id: null,
    target: { tool_name, tool_schema_version: '1', resource: null },
    parameters,
  });

const text = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        'rm -rf ~/data',
        ' && ',
        ' | ',
        '; ',
        "'",
        '"',
        '$(',
        ')',
        '\n',
        '\n\n\n\n\n',
        '  ',
      ),
      fc.constantFrom(
        '\u202e',
        '\u200b',
        '\t',
        '+',
        '-',
        '@@ -1 +1 @@',
        '<U+202E>',
        'x'.repeat(900),
      ),
      fc.string({ unit: 'grapheme', maxLength: 20 }),
    ),
    { maxLength: 60 },
  )
  .map(parts => parts.join(''));

const editOf = (parameters: Record<string, unknown>): Edit | null => {
  const shape = shapeOf(actionOf('fs.edit', parameters));
  return shape.kind === 'edit' ? shape.edit : null;
};

describe('a view by shape', () => {
  test('a command in its parts, with marks and folds, is all of its text', () => {
    fc.assert(
      fc.property(
        text,
        fc.array(fc.tuple(fc.nat(400), fc.nat(40)), { maxLength: 6 }),
        (value, spans) => {
          const marks = spans.map(([start, length]) => ({
            pointer: '/command',
            start,
            end: start + length + 1,
            level: 'high' as const,
            words: 'x',
            findings: [],
          }));
          const breaks = commandParts(value).map(({ start }) => start);
          const rows = breakRows(rowsOf(value), breaks);
          const folded = foldAround(rows, marks).flatMap(stretch => stretch.rows);
          assert.equal(joinRows(folded), value);
          const tokens = tokenize(value, 'shell');
          for (const row of rows) {
            const coloured = colourRow(row, tokens);
            const source = coloured.map(({ piece }) => piece.source).join('');
            const marked = markParts(coloured, row.start, marks);
            assert.equal(marked.map(({ piece }) => piece.source).join(''), source);
          }
        },
      ),
      runs,
    );
  });

  test('a marked row is never folded', () => {
    const value = Array.from({ length: 200 }, (_, index) => `line ${index}`).join('\n');
    const at = value.indexOf('line 100');
    const place = { pointer: '', start: at, end: at + 8 };
    const mark = { ...place, level: 'high' as const, words: '', findings: [] };
    const open = foldAround(rowsOf(value), [mark]).filter(({ fold }) => fold === null);
    const lines = open.flatMap(({ rows }) => rows.map(({ line }) => line));
    assert.ok(
      [1, 100, 101, 102, 200].every(line => lines.includes(line)),
      lines.join(),
    );
  });

  test('two lists of words never read as the same command', () => {
    const words = fc.array(
      fc.string({ unit: fc.constantFrom('a', ' ', "'", '"', '\\', '-', '$') }),
      {
        minLength: 1,
        maxLength: 4,
      },
    );
    const lineOf = (argv: readonly string[]) => {
      const shape = shapeOf(actionOf('shell.exec', { argv }));
      return shape.kind === 'command' ? shape.command.text : assert.fail('expected a command');
    };
    fc.assert(
      fc.property(words, words, (one, other) => {
        assert.equal(lineOf(one) === lineOf(other), JSON.stringify(one) === JSON.stringify(other));
      }),
      runs,
    );
  });

  test('the lines of a diff are both of its texts', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const edit = editOf({ path: 'a.ts', old_text: before, new_text: after });
        if (edit === null) return;
        const rows = diffRows(edit);
        const side = (left: 'added' | 'removed') =>
          rows.filter(({ kind }) => kind !== left).map(row => row.text);
        assert.equal(side('added').join('\n'), before);
        assert.equal(side('removed').join('\n'), after);
        for (const row of rows) {
          const value = row.pointer === '/old_text' ? before : after;
          assert.equal(value.slice(row.start, row.start + row.text.length), row.text);
        }
        assert.deepEqual(
          diffParts(rows, () => false).flatMap(part => part.rows),
          rows,
        );
      }),
      runs,
    );
  });

  test('the lines of a patch are all of its text', () => {
    const signs = { added: '+', removed: '-', same: ' ', head: '' } as const;
    fc.assert(
      fc.property(text, value => {
        const patch = `--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n${value}`;
        const edit = editOf({ patch });
        assert.ok(edit !== null);
        const lines = diffRows(edit).map(row => `${signs[row.kind]}${row.text}`);
        assert.equal(lines.join('\n'), patch);
      }),
      runs,
    );
  });

  test('every value stands in the view of the shape or in the tree below it', () => {
    const parameters = fc.dictionary(
      fc.constantFrom(
        'command',
        'sql',
        'path',
        'old_text',
        'new_text',
        'to',
        'subject',
        'body',
        'amount',
        'payments',
        'x',
      ),
      fc.oneof(
        text,
        fc.integer(),
        fc.boolean(),
        fc.array(text, { maxLength: 3 }),
        fc.array(fc.record({ payee: text, amount: fc.integer() }), { maxLength: 4 }),
        fc.record({ command: text, name: text }),
      ),
      { maxKeys: 6 },
    );
    const tool = fc.constantFrom(
      'shell.run',
      'db.sql',
      'fs.edit',
      'mail.send',
      'payments.wire',
      'x',
    );
    const leaves = (nodes: readonly FactNode[]): string[] =>
      nodes.flatMap(node => (node.members.length === 0 ? [node.pointer] : leaves(node.members)));
    fc.assert(
      fc.property(tool, parameters, (name, values) => {
        const action = actionOf(name, values);
        const shown = pointersShown(shapeOf(action));
        const nodes = parameterNodes(action);
        const rest = new Set(leaves(without(nodes, new Set(shown))));
        for (const pointer of leaves(nodes)) {
          const above = shown.some(each => pointer === each || pointer.startsWith(`${each}/`));
          assert.ok(above !== rest.has(pointer), pointer);
        }
      }),
      runs,
    );
  });

  test('every member of a record stands in a column or among the equal ones', () => {
    const record = fc.dictionary(
      fc.constantFrom('payee', 'iban', 'amount', 'currency', 'note'),
      fc.oneof(text, fc.integer(), fc.constant(null), fc.boolean()),
      { minKeys: 1 },
    );
    fc.assert(
      fc.property(fc.array(record, { minLength: 2, maxLength: 8 }), payments => {
        const shape = shapeOf(actionOf('payments.batch', { payments }));
        assert.ok(shape.kind === 'records');
        const { columns, same } = shape.records;
        const keys = new Set([...columns, ...same].map(({ key }) => key));
        assert.ok(payments.every(row => Object.keys(row).every(key => keys.has(key))));
        for (const { key } of same) {
          assert.equal(new Set(payments.map(row => JSON.stringify(row[key]))).size, 1);
        }
      }),
      runs,
    );
  });
});
