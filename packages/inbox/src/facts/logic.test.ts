import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { seed } from '@countersign/testing';
import fc from 'fast-check';
import { colourRow } from './colour.ts';
import { foldRows } from './fold.ts';
import { grammarTokens, loadGrammar } from './grammars.ts';
import { piecesOf, sourceOf, writtenOut } from './piece.ts';
import { joinRows, linesIn, rowsOf } from './rows.ts';
import { type Language, tokenize } from './tokens.ts';

const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 400 }),
  fc.string({ unit: 'grapheme', maxLength: 400 }),
  fc
    .array(
      fc.constantFrom(
        'DELETE FROM orders',
        "'",
        '"',
        '/*',
        '*/',
        '--',
        '#',
        '\n',
        '\n\n\n\n\n',
        '\r\n',
        '\t',
        '    ',
        '\u202e',
        '\u2066',
        '\u200b',
        'p\u0430ypal',
        '<U+202E>',
        '$(rm -rf /)',
        '\\',
        '`',
        'x'.repeat(900),
        '👩‍👩‍👧',
        'e\u0301',
      ),
      { maxLength: 40 },
    )
    .map(parts => parts.join('')),
);
const languages = fc.constantFrom<Language>('shell', 'sql', 'json', 'text');
const runs = { numRuns: 400 };

describe('a value on the screen', () => {
  test('a shown value contains every character exactly once, in order, with any colours', () => {
    fc.assert(
      fc.property(hostile, languages, (value, language) => {
        const tokens = tokenize(value, language);
        assert.equal(tokens.map(({ start, end }) => value.slice(start, end)).join(''), value);
        assert.ok(
          tokens.every(
            ({ start, end }, index) => end > start && start === (tokens[index - 1]?.end ?? 0),
          ),
        );
        const rows = rowsOf(value);
        assert.equal(joinRows(rows), value);
        for (const row of rows) {
          const coloured = colourRow(row, tokens);
          assert.equal(sourceOf(coloured.map(({ piece }) => piece)), sourceOf(row.pieces));
        }
      }),
      runs,
    );
  });

  test('the colours of a grammar contain every character exactly once, in order', async () => {
    for (const language of ['typescript', 'python', 'yaml', 'css', 'go', 'rust', 'java'] as const) {
      const grammar = await loadGrammar(language);
      fc.assert(
        fc.property(hostile, value => {
          const tokens = grammarTokens(value, grammar);
          assert.equal(tokens.map(({ start, end }) => value.slice(start, end)).join(''), value);
          assert.ok(tokens.every(({ start }, index) => start === (tokens[index - 1]?.end ?? 0)));
        }),
        { seed, numRuns: 40 },
      );
    }
    const words = grammarTokens('def f(x): return "a"  # b', await loadGrammar('python'));
    assert.deepEqual(
      words.filter(({ kind }) => kind !== 'plain').map(({ kind }) => kind),
      ['keyword', 'keyword', 'text', 'comment'],
    );
  });

  test('a folded value loses nothing', () => {
    const long = fc.array(hostile, { minLength: 1, maxLength: 30 }).map(parts => parts.join('\n'));
    fc.assert(
      fc.property(long, value => {
        const rows = rowsOf(value);
        const fold = foldRows(rows);
        if (fold === null) return;
        assert.deepEqual([...fold.head, ...fold.middle, ...fold.tail], rows);
        assert.ok(fold.head.length > 0 && fold.tail.length > 0 && fold.middle.length > 0);
        assert.equal(fold.bytes, Buffer.byteLength(joinRows(fold.middle)));
      }),
      runs,
    );
  });

  test('a value is written with the segments of the hashed view', () => {
    fc.assert(
      fc.property(hostile, value => assert.equal(sourceOf(piecesOf(value)), value)),
      runs,
    );
    const [, mark] = piecesOf('a\u202eb');
    assert.ok(mark?.kind === 'mark');
    assert.equal(writtenOut(mark), '<U+202E>');
  });

  test('a folded value shows its end last', () => {
    const value = `${'echo ok\n'.repeat(300)}rm -rf /`;
    const fold = foldRows(rowsOf(value));
    assert.equal(fold?.tail.at(-1)?.pieces[0]?.source, 'rm -rf /');
    assert.equal(fold?.firstLine, 7);
    assert.equal(fold?.lastLine, 297);
  });

  test('a long single line is folded in the middle too', () => {
    const fold = foldRows(rowsOf('x'.repeat(100_000)));
    assert.ok(fold !== null);
    assert.equal(fold.firstLine, 1);
    assert.equal(fold.lastLine, 1);
    assert.ok(fold.bytes > 98_000);
  });

  test('empty lines are counted instead of drawn', () => {
    const rows = rowsOf(`a${'\n'.repeat(100_000)}b`);
    assert.deepEqual(
      rows.map(({ line, empty }) => [line, empty]),
      [
        [1, 0],
        [2, 99_999],
        [100_001, 0],
      ],
    );
    assert.equal(linesIn(rows), 100_001);
  });

  test('rendering takes time in proportion to the length of the value', () => {
    const value = "SELECT \u202e'a' -- \"x\n".repeat(50_000);
    for (const language of ['sql', 'shell', 'text'] as const) {
      const tokens = tokenize(value, language);
      assert.equal(tokens.at(-1)?.end, value.length);
    }
    assert.equal(joinRows(rowsOf(value)), value);
  });

  test('the start of a command, quoted text and comments have colours', () => {
    const kinds = (value: string, language: Language) =>
      tokenize(value, language)
        .filter(({ kind }) => kind !== 'plain')
        .map(({ kind, start, end }) => [kind, value.slice(start, end)]);
    assert.deepEqual(kinds('rm -rf -- /srv # all\npsql "$DB" -v X=1', 'shell'), [
      ['keyword', 'rm'],
      ['comment', '# all'],
      ['keyword', 'psql'],
      ['text', '"$DB"'],
      ['number', '1'],
    ]);
    assert.deepEqual(kinds("DELETE FROM t WHERE a = 'eu' /* x */ AND b < 5", 'sql'), [
      ['keyword', 'DELETE'],
      ['keyword', 'FROM'],
      ['keyword', 'WHERE'],
      ['text', "'eu'"],
      ['comment', '/* x */'],
      ['keyword', 'AND'],
      ['number', '5'],
    ]);
  });
});
