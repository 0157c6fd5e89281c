import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { safeJson, safeText } from './safe-text.ts';
import { bold, joined, StyledText, text, widthOf } from './styled-text.ts';
import { fold, tableLines } from './table.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not come through
const obeyed = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/u;

describe('data on its way to a terminal', () => {
  test('a character that a terminal would obey or hide is spelled out', () => {
    assert.equal(safeText('a\u001b[31mb'), 'a<U+001B>[31mb');
    assert.equal(safeText('\u009b2J\u202egnp\n\t'), '<U+009B>2J<U+202E>gnp<U+000A><U+0009>');
    assert.equal(safeText('\u{e0041}\ud800'), '<U+E0041><U+D800>');
    assert.equal(safeText('Müller 東京 😀'), 'Müller 東京 😀');
  });

  test('safe text contains no control characters, and making it safe again changes nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), value => {
        const safe = safeText(value);
        assert.doesNotMatch(safe, obeyed);
        assert.equal(safeText(safe), safe);
      }),
      { seed: 1 },
    );
  });

  test('JSON output is safe to print and parses back to the same value', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), value => {
        const shown = safeJson({ value }, 2);
        assert.doesNotMatch(shown.replaceAll('\n', ''), obeyed);
        assert.deepEqual(JSON.parse(shown), { value });
      }),
      { seed: 1 },
    );
    assert.equal(safeJson(undefined), 'null');
  });

  test('styled text contains no escape sequences except those of its styles', () => {
    const sentence = text`Approved ${bold('\u001b[8mhidden')} by ${'\u001b]0;x\u0007'}`;
    assert.equal(
      sentence.rendered(true),
      'Approved \u001b[1m<U+001B>[8mhidden\u001b[22m by <U+001B>]0;x<U+0007>',
    );
    assert.doesNotMatch(sentence.rendered(false), obeyed);
    assert.equal(new StyledText([{ text: '\u0007', look: 'red' }]).rendered(false), '<U+0007>');
  });
});

describe('a table', () => {
  test('a table aligns its columns by displayed width, and folds the last one at spaces', () => {
    const rows = [
      ['東京', bold('a'), 'one two three four five six seven'],
      ['x', 'bbb', 'short'],
    ];
    const lines = tableLines(rows, { columns: 34, indent: 1, head: ['place', 'n', 'words'] });
    assert.deepEqual(
      lines.map(line => line.rendered(false)),
      [
        ' place  n    words',
        ' 東京   a    one two three four ',
        '             five six seven',
        ' x      bbb  short',
      ],
    );
    assert.equal(widthOf('東京'), 4);
  });

  test('a table that is too wide for the terminal becomes a few lines for each row', () => {
    const rows = [['billing', 'propose and observe as billing-bot', 'key_1']];
    const lines = tableLines(rows, { columns: 50, head: ['label', 'may', 'credential'] });
    assert.deepEqual(
      lines.map(line => line.rendered(false)),
      ['billing', '  may         propose and observe as billing-bot', '  credential  key_1'],
    );
  });

  test('a table loses no text where it folds', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 1, max: 30 }), (words, room) => {
        const content = joined([words]);
        const folded = joined(fold(content, room));
        assert.equal(folded.rendered(false), content.rendered(false));
      }),
      { seed: 1 },
    );
  });
});
