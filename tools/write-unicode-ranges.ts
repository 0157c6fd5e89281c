// Writes packages/protocol/src/view/unicode-ranges.ts from the Unicode tables of the running Node. The
// result is committed, because what a person was shown is hashed and hashed again elsewhere: a browser
// with a newer Unicode must cut the same text into the same segments.
//
//   node tools/write-unicode-ranges.ts           writes the file
//   node tools/write-unicode-ranges.ts --check   exits 1 if the file is not what would be written

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const unicodeVersion = '17.0';
const target = join(import.meta.dirname, '../packages/protocol/src/view/unicode-ranges.ts');

/** What a code point is before its neighbours are looked at. The order is the encoding. */
const classes = {
  plain: 'shown as it is',
  control: 'C0, C1 and DEL, unless below',
  newline: 'ends a line',
  tab: 'U+0009',
  bidi: 'Bidi_Control',
  invisible: 'Cf, Default_Ignorable_Code_Point and known blanks',
  space: 'Zs except U+0020',
  private: 'Co',
  unassigned: 'Cn',
  surrogate: 'Cs',
  nonspacing: 'Mn and Me',
  spacing: 'Mc',
  latin: 'a Latin letter',
  digit: '0 to 9',
  alphabet: 'a letter of an alphabet that has look-alikes of Latin letters',
  twin: 'a letter of such an alphabet that is itself a look-alike',
  stray: 'a look-alike from a script that has few of them',
  numeral: 'Nd except 0 to 9',
  home: 'a letter of the scripts that the punctuation below belongs to',
  punctuation: 'a look-alike of ASCII punctuation where it is not at home',
  dash: 'a look-alike of the hyphen where a name or an option may be',
  mimic: 'a look-alike of ASCII in any place',
} as const;
type Class = keyof typeof classes;

/** Code points in hexadecimal, single or `first-last`. */
function listOf(text: string): Set<number> {
  const list = new Set<number>();
  for (const item of text.trim().split(/\s+/)) {
    const [first = '', last = first] = item.split('-');
    for (let point = parseInt(first, 16); point <= parseInt(last, 16); point += 1) list.add(point);
  }
  return list;
}

const newlines = listOf('A D 85 2028 2029');

// Drawn as nothing or as a bare box, though Unicode calls them symbols, letters or marks: the Braille
// blank, the object replacement character, the Khitan filler and the musical null notehead.
const blanks = listOf('2800 FFFC 16FE4 1D159');

// Ordinary punctuation of Chinese, Japanese, Armenian and Hebrew that can pass for ASCII elsewhere:
// ! ( ) , : ; ? ~ and the full stops, the Armenian full stop, sof pasuq.
const punctuation = listOf('FF01 FF08 FF09 FF0C FF1A FF1B FF1F FF5E 3002 FF61 589 5C3');

// The en dash, the em dash and the horizontal bar.
const dashes = listOf('2013-2015');

// Look-alikes that no compatibility mapping gives away, by what they pass for.
const mimics = listOf(`
  2215 2044 29F8 27CB 2571 2F03   2216 29F5 29F9 27CD 2572
  A789 2236 205A 2F8 2D0   A78A   2010-2012 2043 2212 2D7 2052
  2217 204E   223C 2DC   1C0 2223 2758   1C3
  251 261 1D04 1D0F 1D20-1D22 A731
`);

// Compatibility spellings of ASCII that do not look like it: raised and lowered letters and digits, the ellipsis and
// doubled marks, the numero and trade mark signs, circled, bracketed and squared ones.
const distinct = listOf(`
  AA B2 B3 B9 BA 2026 203C 2047-2049 2070-209F 20A8 2116 2120-2122 213B
  2460-2487 249C-24FF 3200-33FF FE19 1F110-1F1FF
`);

// Letters that are drawn like a Latin one in common fonts. Only near-perfect pairs: each letter more
// makes more honest words look suspicious.
const twins = listOf(`
  430 435 43E 440 441 443 445 455 456 458 475 4AF 4BB 4CF 501 51B 51D
  405 406 408 410 412 415 41A 41C 41D 41E 420 421 422 423 425 42C 474 4AE 4C0 50C 51A 51C
  391 392 395-397 399 39A 39C 39D 39F 3A1 3A4 3A5 3A7 37F 3DC 3F9 3FA
  3B1 3B9 3BD 3BF 3C1 3C5 3F2 3F3
  53C 54D 54F 555 566 570 575 578 57D 581 585
  13A0-13A2 13A5 13A9-13AC 13B3 13B7 13BB 13C0 13C2 13C3 13CF 13D9 13DA 13DE 13DF 13E2 13E6 13F4
  AB83 AB93 ABA9 ABAA ABAF
  2C8E 2C92 2C94 2C98 2C9A 2C9E 2C9F 2CA2-2CA6 2CA8 2CAC
  A4D0 A4D1 A4D3 A4D4 A4D6 A4D7 A4D9 A4DA A4DC A4DD A4DF-A4E3 A4E6 A4E7 A4EA-A4EC A4EE A4F0 A4F2-A4F4
  10404 10415 1041B 10420 1042C 1043D 10448
`);

// Hebrew vav, final nun and samekh; Arabic alef and heh; Oriya and Malayalam ttha; Myanmar wa; Hangul
// ieung and i; the ideographic zero; hiragana n and katakana no, which pass for a slash; CJK strokes.
const strays = listOf(
  '5D5 5DF 5E1 627 647 B20 D20 101D 110B 1175 3147 3163 3007 3093 30CE 4E28 4E3F',
);

const alphabet =
  scripts(`Cyrillic Greek Armenian Georgian Cherokee Coptic Lisu Deseret Glagolitic Gothic
  Old_Italic Runic Ogham Tifinagh Canadian_Aboriginal Osage Shavian Warang_Citi Carian Lycian Lydian
  Elbasan Caucasian_Albanian Vithkuqi Todhri Old_Permic Old_Hungarian Vai Bamum Miao Medefaidrin Nko
  Adlam Ol_Chiki`);
const home = scripts('Han Hiragana Katakana Bopomofo Hangul Hebrew');

function scripts(names: string): RegExp {
  const any = names.split(/\s+/).map(name => `\\p{Script=${name}}`);
  return new RegExp(`^(?=\\p{L})[${any.join('')}]$`, 'u');
}

/** What a code point is. In order; the first row that fits decides. */
const rows: readonly (readonly [Class, (point: number, char: string) => boolean])[] = [
  ['newline', point => newlines.has(point)],
  ['tab', point => point === 0x09],
  ['plain', point => point === 0x20],
  ['control', (_, char) => /\p{Cc}/u.test(char)],
  ['surrogate', (_, char) => /\p{Cs}/u.test(char)],
  ['bidi', (_, char) => /\p{Bidi_Control}/u.test(char)],
  ['space', (_, char) => /\p{Zs}/u.test(char)],
  [
    'invisible',
    (point, char) => /\p{Cf}|\p{Default_Ignorable_Code_Point}/u.test(char) || blanks.has(point),
  ],
  ['private', (_, char) => /\p{Co}/u.test(char)],
  ['unassigned', (_, char) => /\p{Cn}/u.test(char)],
  ['punctuation', point => punctuation.has(point)],
  ['dash', point => dashes.has(point)],
  ['mimic', isMimic],
  ['nonspacing', (_, char) => /\p{Mn}|\p{Me}/u.test(char)],
  ['spacing', (_, char) => /\p{Mc}/u.test(char)],
  ['twin', point => twins.has(point)],
  ['stray', point => strays.has(point)],
  ['latin', (_, char) => /^(?=\p{L})\p{Script=Latin}$/u.test(char)],
  ['alphabet', (_, char) => alphabet.test(char)],
  ['home', (_, char) => home.test(char)],
  ['digit', (point, char) => point < 0x80 && /\p{Nd}/u.test(char)],
  ['numeral', (_, char) => /\p{Nd}/u.test(char)],
];

function classOf(point: number): Class {
  const char = String.fromCodePoint(point);
  return rows.find(([, fits]) => fits(point, char))?.[0] ?? 'plain';
}

function isMimic(point: number, char: string): boolean {
  if (point < 0x80) return false;
  if (mimics.has(point) || (point >= 0x1d400 && point <= 0x1d7ff)) return true;
  if (distinct.has(point) || /\p{Lm}/u.test(char)) return false;
  return /^[!-~]+$/.test(char.normalize('NFKC'));
}

/** Runs over all of Unicode: the length in base 36 unless it is one, then the class as a letter. */
function encodeRuns(): string {
  const order = Object.keys(classes);
  let runs = '';
  let start = 0;
  let current = classOf(0);
  for (let point = 1; point <= 0x110000; point += 1) {
    const next = point < 0x110000 ? classOf(point) : undefined;
    if (next === current) continue;
    const length = point - start;
    runs += (length === 1 ? '' : length.toString(36)) + letterOf(order.indexOf(current));
    start = point;
    if (next !== undefined) current = next;
  }
  return runs;
}

function letterOf(index: number): string {
  return String.fromCharCode(0x41 + index);
}

function moduleText(): string {
  const members = Object.entries(classes).map(
    ([name, meaning], index) => `  /** ${letterOf(index)}: ${meaning}. */\n  ${name}: ${index},\n`,
  );
  const lines = encodeRuns().match(/.{1,93}/g) ?? [];
  return `// Written by tools/write-unicode-ranges.ts; change that instead.

/** The version of Unicode that the table below is taken from. */
export const unicodeVersion = '${unicodeVersion}';

/** What a code point is before its neighbours are looked at. */
export const codePointClass = {
${members.join('')}} as const;

/**
 * The class of every code point from U+0000 to U+10FFFF as runs: the length in base 36, left out when
 * it is one, then the class as a letter.
 */
export const codePointRuns: string = [
${lines.map(line => `  '${line}',\n`).join('')}].join('');
`;
}

const { unicode: found } = process.versions;
if (found !== unicodeVersion) {
  console.error(`expected a Node with Unicode ${unicodeVersion}, found Unicode ${found}`);
  process.exitCode = 2;
} else if (!process.argv.includes('--check')) {
  writeFileSync(target, moduleText());
} else if (readFileSync(target, 'utf8') !== moduleText()) {
  console.error('unicode-ranges.ts is stale: run node tools/write-unicode-ranges.ts');
  process.exitCode = 1;
}
