import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { effort, seed } from '@countersign/testing';
import fc from 'fast-check';
import { ProtocolError } from '../reason/protocol-error.ts';
import { unicodeVersion } from './unicode-ranges.ts';
import {
  countMarks,
  joinSegments,
  type MarkKind,
  renderPlain,
  segmentText,
  TextSegment,
} from './visible-text.ts';

const { unicode } = process.versions;
const needsUnicode =
  unicode === unicodeVersion
    ? false
    : `this Node has Unicode ${unicode}, the table ${unicodeVersion}`;

const text = (value: string): TextSegment => ({ text: value });
const mark = (kind: MarkKind, code_point: string, count = 1): TextSegment => ({
  mark: kind,
  code_point,
  glyph: null,
  count,
});
const confusable = (glyph: string): TextSegment => ({
  mark: 'confusable',
  code_point: `U+${hex(glyph)}`,
  glyph,
  count: 1,
});

function hex(char: string): string {
  return (char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
}

/** A character as an invisible one: tags copy ASCII, variation selectors can carry any byte. */
const tagged = (value: string) =>
  Array.from(value, char => String.fromCodePoint(0xe0000 + char.charCodeAt(0))).join('');

const examples: [name: string, value: string, segments: TextSegment[], plain: string][] = [
  ['nothing', '', [], ''],
  ['plain ASCII', 'rm -rf ./build', [text('rm -rf ./build')], 'rm -rf ./build'],
  [
    'a Cyrillic letter in a Latin word',
    'pаypal.com',
    [text('p'), confusable('а'), text('ypal.com')],
    'pа<U+0430>ypal.com',
  ],
  [
    'a right-to-left override in a file name',
    'invoice\u202Efdp.exe',
    [text('invoice'), mark('bidi', 'U+202E'), text('fdp.exe')],
    'invoice<U+202E>fdp.exe',
  ],
  [
    'a zero width space in a host',
    'bank\u200B.example',
    [text('bank'), mark('invisible', 'U+200B'), text('.example')],
    'bank<U+200B>.example',
  ],
  [
    'a no-break space',
    '10\u00A0000',
    [text('10'), mark('space', 'U+00A0'), text('000')],
    '10<U+00A0>000',
  ],
  [
    'padding with spaces',
    `ls${' '.repeat(12)}; reboot`,
    [text('ls'), mark('space', 'U+0020', 12), text('; reboot')],
    'ls<U+0020 x12>; reboot',
  ],
  [
    'a space at each end',
    ' root ',
    [mark('space', 'U+0020'), text('root'), mark('space', 'U+0020')],
    '<U+0020>root<U+0020>',
  ],
  ['a space before', ' root', [mark('space', 'U+0020'), text('root')], '<U+0020>root'],
  ['a space after', 'root ', [text('root'), mark('space', 'U+0020')], 'root<U+0020>'],
  ['one space alone', ' ', [mark('space', 'U+0020')], '<U+0020>'],
  ['a tab', 'a\tb', [text('a'), mark('tab', 'U+0009'), text('b')], 'a<U+0009>b'],
  [
    'a Windows line end',
    'a\r\nb',
    [text('a'), mark('newline', 'U+000D'), mark('newline', 'U+000A'), text('b')],
    'a<U+000D><U+000A>b',
  ],
  [
    'many line ends',
    `a${'\n'.repeat(40)}b\u0085\u2028\u2029`,
    [
      text('a'),
      mark('newline', 'U+000A', 40),
      text('b'),
      mark('newline', 'U+0085'),
      mark('newline', 'U+2028'),
      mark('newline', 'U+2029'),
    ],
    'a<U+000A x40>b<U+0085><U+2028><U+2029>',
  ],
  [
    'tag characters that spell hidden text',
    `ok${tagged('rm')}`,
    [text('ok'), mark('invisible', 'U+E0072'), mark('invisible', 'U+E006D')],
    'ok<U+E0072><U+E006D>',
  ],
  [
    'bytes smuggled as variation selectors',
    '😀\u{E0138}\u{E0138}\uFE01',
    [text('😀'), mark('invisible', 'U+E0138', 2), mark('invisible', 'U+FE01')],
    '😀<U+E0138 x2><U+FE01>',
  ],
  ['an ANSI colour', '\u001B[31mok', [mark('control', 'U+001B'), text('[31mok')], '<U+001B>[31mok'],
  ['an 8-bit CSI', '\u009B2Jok', [mark('control', 'U+009B'), text('2Jok')], '<U+009B>2Jok'],
  [
    'an OSC 8 link',
    '\u001B]8;;http://evil.example\u0007docs',
    [
      mark('control', 'U+001B'),
      text(']8;;http://evil.example'),
      mark('control', 'U+0007'),
      text('docs'),
    ],
    '<U+001B>]8;;http://evil.example<U+0007>docs',
  ],
  ['a fullwidth letter', 'ａdmin', [confusable('ａ'), text('dmin')], 'ａ<U+FF41>dmin'],
  ['a mathematical letter', '𝐚dmin', [confusable('𝐚'), text('dmin')], '𝐚<U+1D41A>dmin'],
  [
    'an emoji family',
    '👨\u200D👩\u200D👧',
    [text('👨'), mark('invisible', 'U+200D'), text('👩'), mark('invisible', 'U+200D'), text('👧')],
    '👨<U+200D>👩<U+200D>👧',
  ],
  [
    'a keycap',
    '1\uFE0F\u20E3',
    [text('1'), mark('invisible', 'U+FE0F'), mark('combining', 'U+20E3')],
    '1<U+FE0F><U+20E3>',
  ],
  [
    'Hindi with a joiner',
    'नमस्ते, क्\u200Dष',
    [text('नमस्ते, क्'), mark('invisible', 'U+200D'), text('ष')],
    'नमस्ते, क्<U+200D>ष',
  ],
  [
    'a pile of combining marks',
    'Z\u0334\u0321\u0328\u0322\u031B\u031B\u0301o',
    [
      text('Z\u0334\u0321\u0328\u0322'),
      mark('combining', 'U+031B', 2),
      mark('combining', 'U+0301'),
      text('o'),
    ],
    'Z\u0334\u0321\u0328\u0322<U+031B x2><U+0301>o',
  ],
  [
    'combining marks without a base',
    '\u0301a \u0302b\n\u0303c',
    [
      mark('combining', 'U+0301'),
      text('a '),
      mark('combining', 'U+0302'),
      text('b'),
      mark('newline', 'U+000A'),
      mark('combining', 'U+0303'),
      text('c'),
    ],
    '<U+0301>a <U+0302>b<U+000A><U+0303>c',
  ],
  [
    'lone surrogates',
    '\uD800\uD800x\uDC00',
    [mark('surrogate', 'U+D800', 2), text('x'), mark('surrogate', 'U+DC00')],
    '<U+D800 x2>x<U+DC00>',
  ],
  [
    'private, unassigned and noncharacters',
    '\uE000\u0378\uFFFF\u{10FFFF}',
    [
      mark('private', 'U+E000'),
      mark('unassigned', 'U+0378'),
      mark('unassigned', 'U+FFFF'),
      mark('unassigned', 'U+10FFFF'),
    ],
    '<U+E000><U+0378><U+FFFF><U+10FFFF>',
  ],
  ['text that spells a mark', 'a<U+202E>', [text('a<U+202E>')], 'a<U+003C>U+202E>'],
];

describe('examples', () => {
  for (const [name, value, segments, plain] of examples) {
    test(`${name} is cut and rendered as expected`, () => {
      assert.deepEqual(segmentText(value), segments);
      assert.equal(renderPlain(segmentText(value)), plain);
    });
  }
});

describe('honest text', () => {
  const sentences = [
    'Straße, naïve, Tiếng Việt, İstanbul, Łódź, cafe\u0301',
    '“Quoted” — it’s 5 °C… 10–20 m², №5, €4, ½, a—b',
    'مرحبا بالعالم، ١٢٣',
    'שָׁלוֹם עולם׃',
    'हिन्दी में लिखा हुआ वाक्य।',
    'বাংলা ১২৩, தமிழ், తెలుగు, ಕನ್ನಡ, മലയാളം, සිංහල',
    'สวัสดีชาวโลก ใช้APIเพื่อ',
    'လျှော့ဈေး ကျွန်ုပ်',
    'ភាសាខ្មែរ ພາສາລາວ བོད་སྐད་',
    '你好，世界！请调用API（第2版）。价格：100元',
    'こんにちは。Tシャツ、AとB、Johnさん',
    '안녕하세요, API를 사용하세요.',
    'Он пришёл с сестрой, а я нет.',
    'Той е с нея. Він і вона.',
    'Πρέπει να πάω στην Αθήνα.',
    'Πρε\u0301πει πα\u0301ντα να',
    'Я был там и тут, СССР',
    'Բարեւ աշխարհ։ გამარჯობა',
    'ሰላም ልዑል ⵜⴰⵎⴰⵣⵉⵖⵜ ᐃᓄᒃᑎᑐᑦ',
    '😀👍🏽🇨🇭🎉',
  ];
  for (const sentence of sentences) {
    test(`${sentence} is one stretch of text`, () => {
      assert.deepEqual(segmentText(sentence), [text(sentence)]);
    });
  }
});

describe('confusables', () => {
  /** What is marked, in order. */
  const rows: [value: string, marked: string][] = [
    // Letters of another alphabet, digits and strays in a Latin word.
    ['gооgle', 'оо'],
    ['аpple, αpple, հttp', 'аαհ'],
    ['привeт', 'привт'],
    ['g𐐬ogle', '𐐬'],
    ['𐐀g', '𐐀'],
    ['и\u0306go', 'и'],
    ['comんdetail', 'ん'],
    ['gဝဝgle', 'ဝဝ'],
    ['g໐໐gle', '໐໐'],
    ['е\u0301tat', 'е'],
    // Amounts.
    ['1৪0', '৪'],
    ['1ОО', 'ОО'],
    ['Сумма 1ОО рублей', 'ОО'],
    ['Сумма за мой дом 1ОО рублей', 'ОО'],
    ['1ОО раз мы там были', 'ОО'],
    ['10ㅇ', 'ㅇ'],
    // Words of look-alikes alone.
    ['https://сосо.com/', 'сосо'],
    ['сор /etc/passwd', 'сор'],
    ['сор привет', 'сор'],
    ['привет\nсор', 'сор'],
    ['я пойду в дом на сосо.com', 'сосо'],
    ['@сосо там тут дом сад и мы', 'сосо'],
    ['Это мой дом, мой сад. СССР', 'СССР'],
    ['это мой дом и сад\nсор', 'сор'],
    ['дом\nс ним', ''],
    ['раㅇ', 'раㅇ'],
    ['ΑΒΕ', 'ΑΒΕ'],
    ['ꓑꓮꓬ', 'ꓑꓮꓬ'],
    ['pay\u200Bра', 'ра'],
    ['дом', ''],
    // Compatibility forms and symbols.
    ['https：／／evil。com', '：／／。'],
    ['https：／／evil。com 登录', '：／／。'],
    ['a∕b⁄c⧸d', '∕⁄⧸'],
    ['‥/‥/etc', '‥‥'],
    ['evil․com', '․'],
    ['a꞉b∶c﹕d', '꞉∶﹕'],
    ['a\u037E b', '\u037E'],
    ['conﬁg ⅼs \u212Aey', 'ﬁⅼ\u212A'],
    ['a։ b׃', '։׃'],
    ['a∣b ∗ ∼', '∣∗∼'],
    // Hyphens and dashes.
    ['rm –rf, —force, ––all', '–—––'],
    ['my–bank, my‐bank, my−bank', '–‐−'],
    ['one—two — three', ''],
  ];
  for (const [value, marked] of rows) {
    test(`in ${JSON.stringify(value)} the marked ones are "${marked}"`, () => {
      const glyphs = segmentText(value).map(segment => ('mark' in segment ? segment.glyph : null));
      assert.equal(glyphs.join(''), marked);
    });
  }
});

describe('source code that reads otherwise than it runs', () => {
  const samples: [name: string, value: string, found: Partial<Record<MarkKind, number>>][] = [
    [
      'a comment that swallows a check',
      '/*\u202E } \u2066if (isAdmin)\u2069 \u2066 begin */',
      { bidi: 4 },
    ],
    [
      'a string that ends later than it seems',
      'if (role !== "user\u202E \u2066// admin\u2069 \u2066")',
      { bidi: 4 },
    ],
    ['a return hidden in a docstring', "'''Subtract. \u2067''' ;return", { bidi: 1 }],
    ['a function with an invisible letter', 'is\u2060Admin()', { invisible: 1 }],
    ['a parameter named by a filler', 'run(cmd,\u3164)', { invisible: 1 }],
    ['a function named by a homoglyph', 'sayНello()', { confusable: 1 }],
  ];
  for (const [name, value, found] of samples) {
    test(`${name} is shown`, () => {
      const counts = countMarks(segmentText(value));
      const present = Object.entries(counts).filter(([, count]) => count > 0);
      assert.deepEqual(Object.fromEntries(present), found);
      assert.match(renderPlain(segmentText(value)), isShowable);
    });
  }
});

/** What a rendering may consist of, by the runtime's own tables. */
const isShowable =
  /^(?:(?![\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\u2800])(?! {2})(?: |\P{Zs}))*$/u;

/** The mark that a code point must have wherever it stands, by the runtime's own tables. */
function necessaryMark(char: string): MarkKind | undefined {
  if (/[\n\r\u0085\u2028\u2029]/.test(char)) return 'newline';
  if (char === '\t') return 'tab';
  if (/\p{Cc}/u.test(char)) return 'control';
  if (/\p{Cs}/u.test(char)) return 'surrogate';
  if (/\p{Bidi_Control}/u.test(char)) return 'bidi';
  if (/(?! )\p{Zs}/u.test(char)) return 'space';
  if (
    /[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Variation_Selector}\u2800\uFFFC\u{16FE4}\u{1D159}]/u.test(
      char,
    )
  ) {
    return 'invisible';
  }
  if (/\p{Co}/u.test(char)) return 'private';
  return /\p{Cn}/u.test(char) ? 'unassigned' : undefined;
}

/** A proof takes every code point. A fast run takes one of so many where all are alike. */
const step = effort({ fast: 61, full: 1 });

/** Alike are the ideographs, private and unassigned characters from plane 2 on, apart from tags and the ends of planes. */
function* codePoints(): Generator<number> {
  for (let point = 0; point <= 0x10ffff; point += 1) {
    const isTag = point >= 0xe0000 && point < 0xe1000;
    const areAlike = point >= 0x20000 && !isTag && (point & 0xffff) < 0xffe0;
    if (!areAlike || point % step === 0) yield point;
  }
}

describe('all of Unicode', () => {
  test('a code point is given back, alone and between letters', () => {
    for (const point of codePoints()) {
      const char = String.fromCodePoint(point);
      for (const value of [char, `a${char}b`]) {
        if (joinSegments(segmentText(value)) !== value) assert.fail(`U+${hex(char)} is lost`);
      }
    }
  });

  test('every rendering is one line of showable characters', { skip: needsUnicode }, () => {
    for (const point of codePoints()) {
      const char = String.fromCodePoint(point);
      for (const value of [char, `a${char}b`]) {
        const plain = renderPlain(segmentText(value));
        if (!isShowable.test(plain)) assert.fail(`U+${hex(char)} is rendered raw`);
      }
    }
  });

  test('characters that must never be raw are marked everywhere', { skip: needsUnicode }, () => {
    for (const point of codePoints()) {
      const char = String.fromCodePoint(point);
      const kind = necessaryMark(char);
      if (kind === undefined) continue;
      const expected = JSON.stringify([mark(kind, `U+${hex(char)}`)]);
      if (JSON.stringify(segmentText(char)) !== expected) assert.fail(`U+${hex(char)} alone`);
      const inside = [text('a'), mark(kind, `U+${hex(char)}`), text('b')];
      if (JSON.stringify(segmentText(`a${char}b`)) !== JSON.stringify(inside)) {
        assert.fail(`U+${hex(char)} between letters`);
      }
    }
  });

  test('all other characters are marked as confusable or combining at most', {
    skip: needsUnicode,
  }, () => {
    const allowed = new Set<MarkKind>(['confusable', 'combining']);
    for (const point of codePoints()) {
      const char = String.fromCodePoint(point);
      if (char === ' ' || necessaryMark(char) !== undefined) continue;
      for (const segment of [...segmentText(char), ...segmentText(`a${char}b`)]) {
        if ('mark' in segment && !allowed.has(segment.mark)) assert.fail(`U+${hex(char)}`);
      }
    }
  });

  test('printable ASCII is never marked, except for spaces', () => {
    for (let point = 0x21; point < 0x7f; point += 1) {
      const char = String.fromCodePoint(point);
      assert.deepEqual(segmentText(`é${char}\n`)[0], text(`é${char}`));
    }
  });

  test('the table equals the output of its generator on this runtime', {
    skip: needsUnicode,
  }, () => {
    const tool = join(import.meta.dirname, '../../../../tools/write-unicode-ranges.ts');
    const { status, stderr } = spawnSync(process.execPath, [tool, '--check'], { encoding: 'utf8' });
    assert.deepEqual({ status, stderr }, { status: 0, stderr: '' });
  });

  test('the segmentation asks the runtime for no Unicode table', () => {
    for (const name of ['visible-text.ts', 'unicode-ranges.ts']) {
      const source = readFileSync(join(import.meta.dirname, name), 'utf8');
      assert.doesNotMatch(source, /\\p\{|\bIntl\b|\bnormalize\b|\/[a-z]*[uiv][a-z]*\.test/);
    }
  });
});

/** Undoes `renderPlain`, which shows that no two values can share a rendering. */
function readPlain(line: string): string {
  const name = /(.?)<U\+([0-9A-F]{4,6})(?: x(\d+))?>/gsu;
  return line.replaceAll(name, (_, before: string, digits: string, count = '1') => {
    const char = String.fromCodePoint(Number.parseInt(digits, 16));
    const isGlyph = before === char && !/[<\p{M}]/u.test(char);
    return isGlyph ? char : before + char.repeat(Number(count));
  });
}

/** Strings in which everything that matters here meets everything else. */
const awkward = fc
  .array(
    fc.oneof(
      fc.constantFrom(...'<U+0430>x2 ,.-  ab\n\t'),
      fc.constantFrom(
        '<U+',
        '<U+202E>',
        '<U+0020 x2>',
        'а',
        'д',
        'с ',
        '，',
        '。',
        '–',
        '—',
        '你',
        'ん',
      ),
      fc.constantFrom(
        '\u0301',
        '\u0302',
        '\u0903',
        '\u20E3',
        '\u200D',
        '\u202E',
        '\uFE0F',
        '𝐚',
        '𐐬',
      ),
      fc.integer({ min: 0, max: 0xffff }).map(unit => String.fromCharCode(unit)),
      fc.integer({ min: 0, max: 0x10ffff }).map(point => String.fromCodePoint(point)),
    ),
    { maxLength: 40 },
  )
  .map(parts => parts.join(''));

describe('any string', () => {
  const runs = { seed, numRuns: effort({ fast: 750, full: 300_000 }) };

  test('any string can be restored from its segments and from its plain rendering', () => {
    fc.assert(
      fc.property(awkward, value => {
        const segments = segmentText(value);
        assert.equal(joinSegments(segments), value);
        assert.equal(readPlain(renderPlain(segments)), value);
      }),
      runs,
    );
  });

  test('any string renders to one line of showable characters', { skip: needsUnicode }, () => {
    fc.assert(
      fc.property(awkward, value => assert.match(renderPlain(segmentText(value)), isShowable)),
      runs,
    );
  });

  test('any string gives closed, well-formed segments that are fully merged', () => {
    fc.assert(
      fc.property(awkward, value => {
        const segments = segmentText(value);
        assert.deepEqual(JSON.parse(JSON.stringify(segments)), segments);
        for (const segment of segments) {
          if ('text' in segment) assert.doesNotMatch(segment.text, /\p{Cs}/u);
        }
        for (const [index, segment] of segments.entries()) {
          assert.deepEqual(TextSegment.parse(segment), segment);
          const next = segments[index + 1];
          if ('text' in segment) assert.ok(next === undefined || 'mark' in next);
          else if (next !== undefined && 'mark' in next && segment.mark !== 'confusable') {
            assert.notEqual(next.code_point, segment.code_point);
          }
        }
      }),
      runs,
    );
  });

  test('different strings of a small alphabet have different segments and renderings', () => {
    const alphabet = ['<', 'U', '+', '0020', '>', ' ', 'x2', 'a', 'а', '\u0301', '\u202E'];
    let values = [''];
    const all = new Set(values);
    for (let length = 1; length <= 4; length += 1) {
      values = values.flatMap(value => alphabet.map(part => value + part));
      for (const value of values) all.add(value);
    }
    const segments = new Set(Array.from(all, value => JSON.stringify(segmentText(value))));
    const plain = new Set(Array.from(all, value => renderPlain(segmentText(value))));
    assert.equal(segments.size, all.size);
    assert.equal(plain.size, all.size);
  });
});

describe('long strings', () => {
  const patterns = [
    'a ',
    ' ',
    'a\n',
    '\u200B',
    '\u200B\u200C',
    '\uD800',
    '\uDC00\uD800',
    'с',
    'с ',
    'с, ',
    'дом с ',
    'сa',
    '，',
    '，a',
    '–',
    '–a',
    '\u0301',
    'a\u0301\u0302\u0303\u0304\u0305',
    '𝐚',
    '1৪',
    '<U+',
  ];
  const length = effort({ fast: 40_000, full: 4_000_000 });
  for (const pattern of patterns) {
    test(`many times ${renderPlain(segmentText(pattern))} is cut and given back`, () => {
      const value = pattern.repeat(length / pattern.length);
      const segments = segmentText(value);
      assert.ok(joinSegments(segments) === value);
      assert.notEqual(renderPlain(segments), '');
    });
  }

  test('a run of a million equal marks is one segment', () => {
    assert.deepEqual(segmentText('\u202E'.repeat(1_000_000)), [mark('bidi', 'U+202E', 1_000_000)]);
  });
});

describe('segments from elsewhere', () => {
  const good = mark('bidi', 'U+202E');
  const bad: [name: string, segment: unknown][] = [
    ['an empty text', { text: '' }],
    ['an unknown member', { ...good, note: '' }],
    ['both kinds at once', { ...good, text: 'a' }],
    ['a missing glyph', { mark: 'bidi', code_point: 'U+202E', count: 1 }],
    ['an unknown mark', { ...good, mark: 'odd' }],
    ['a code point in small letters', { ...good, code_point: 'U+202e' }],
    ['a code point with spare zeros', { ...good, code_point: 'U+00202E' }],
    ['a code point above Unicode', { ...good, code_point: 'U+110000' }],
    ['a count of zero', { ...good, count: 0 }],
    ['a broken count', { ...good, count: 1.5 }],
  ];
  for (const [name, segment] of bad) {
    test(`${name} is not in the wire form`, () => {
      assert.equal(TextSegment.safeParse(segment).success, false);
    });
  }

  const unjoinable: [name: string, segment: TextSegment, path: string][] = [
    ['a code point above Unicode', mark('bidi', 'U+110000'), '/1/code_point'],
    ['an empty code point', mark('bidi', ''), '/1/code_point'],
    [
      'a count that no string can hold',
      mark('bidi', 'U+202E', Number.MAX_SAFE_INTEGER),
      '/1/count',
    ],
    ['a negative count', mark('bidi', 'U+202E', -1), '/1/count'],
    ['a count that is not a number', mark('bidi', 'U+202E', Number.NaN), '/1/count'],
  ];
  for (const [name, segment, path] of unjoinable) {
    test(`${name} cannot be joined`, () => {
      assert.throws(
        () => joinSegments([text('a'), segment]),
        (error: unknown) =>
          error instanceof ProtocolError &&
          error.code === 'object_malformed' &&
          error.path === path,
      );
    });
  }
});

test('marks are counted by kind and by code point, and absent kinds are zero', () => {
  assert.deepEqual(countMarks(segmentText('pаypаl  \u202E\u202E\n')), {
    control: 0,
    newline: 1,
    tab: 0,
    bidi: 2,
    invisible: 0,
    space: 2,
    private: 0,
    unassigned: 0,
    surrogate: 0,
    combining: 0,
    confusable: 2,
  });
});
