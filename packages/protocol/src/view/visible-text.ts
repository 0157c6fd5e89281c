import * as z from 'zod';
import { ProtocolError } from '../reason/protocol-error.ts';
import { codePointClass, codePointRuns } from './unicode-ranges.ts';

const markKinds = [
  'control',
  'newline',
  'tab',
  'bidi',
  'invisible',
  'space',
  'private',
  'unassigned',
  'surrogate',
  'combining',
  'confusable',
] as const;

/** Why a code point is not simply shown. */
export const MarkKind = z.enum(markKinds);
export type MarkKind = z.infer<typeof MarkKind>;

const codePointName = /^U\+(?:10|[1-9A-F])?[0-9A-F]{4}$/;

// Far above any value that is accepted, and below the longest string of every engine.
const longestText = 2 ** 28;

/**
 * A stretch of text that may be shown as it is, or `count` equal code points that may not. `glyph` is
 * the character itself where it can be shown beside its name, which is so for confusables only.
 */
export const TextSegment = z.union([
  z.strictObject({ text: z.string().min(1) }).readonly(),
  z
    .strictObject({
      mark: MarkKind,
      code_point: z.string().regex(codePointName, 'expected a code point such as U+202E'),
      glyph: z.string().min(1).max(2).nullable(),
      count: z.int().min(1).max(longestText),
    })
    .readonly(),
]);
export type TextSegment = z.infer<typeof TextSegment>;

/**
 * Cuts a value into what a person can be shown and what has to be named. The text of each segment holds
 * no control, format, bidirectional, invisible, private or unassigned code point, so it may be
 * displayed in isolation. Nothing is lost: `joinSegments` gives the value back.
 *
 * The result is part of a digest that the server and the browser both compute, so it depends on the
 * value and on the pinned table alone, never on the Unicode version of the runtime.
 *
 * Marks do not refuse anything. Joiners and variation selectors are marked in honest emoji and Indic
 * text too.
 */
export function segmentText(value: string): TextSegment[] {
  const segments: TextSegment[] = [];
  eachSegment(value, segment => segments.push(segment));
  return segments;
}

/** How many segments `segmentText` would give, without keeping them. */
export function countSegments(value: string): number {
  let count = 0;
  eachSegment(value, () => {
    count += 1;
  });
  return count;
}

function eachSegment(value: string, visit: (segment: TextSegment) => void): void {
  if (value === '') return;
  if (!needsCare.test(value)) {
    visit({ text: value });
    return;
  }
  const classes = classify(value);
  markPunctuation(value, classes);
  markDashes(value, classes);
  markWords(value, classes);
  cut(value, classes, visit);
}

/** The inverse of `segmentText`. */
export function joinSegments(segments: readonly TextSegment[]): string {
  let value = '';
  for (const [index, segment] of segments.entries()) {
    if ('text' in segment) {
      value += segment.text;
      continue;
    }
    const { code_point, count } = segment;
    if (!codePointName.test(code_point)) {
      const message = 'expected a code point such as U+202E';
      throw new ProtocolError('object_malformed', `/${index}/code_point`, message);
    }
    const char = String.fromCodePoint(Number.parseInt(code_point.slice(2), 16));
    if (!Number.isInteger(count) || count < 1 || value.length + 2 * count > longestText) {
      const message = 'expected a whole number of code points that fit a string';
      throw new ProtocolError('object_malformed', `/${index}/count`, message);
    }
    value += char.repeat(count);
  }
  return value;
}

/**
 * One line for terminals, logs and mail: `<U+202E>`, `<U+0020 x12>`, and `а<U+0430>` for a confusable.
 * Different values never render alike, because text that spells such a name is itself escaped.
 */
export function renderPlain(segments: readonly TextSegment[]): string {
  let line = '';
  for (const segment of segments) {
    if ('text' in segment) {
      line += segment.text.replaceAll('<U+', '<U+003C>U+');
    } else {
      const { code_point, glyph, count } = segment;
      line += `${glyph ?? ''}<${code_point}${count === 1 ? '' : ` x${count}`}>`;
    }
  }
  return line;
}

/** How many code points of each kind were marked, for a card that lists what was found. */
export function countMarks(segments: readonly TextSegment[]): Record<MarkKind, number> {
  const counts = Object.fromEntries(markKinds.map(kind => [kind, 0]));
  for (const segment of segments) {
    if ('mark' in segment) counts[segment.mark] = (counts[segment.mark] ?? 0) + segment.count;
  }
  return counts as Record<MarkKind, number>;
}

/** Anything but printable ASCII with single spaces inside. Most values are exactly that. */
const needsCare = /[^ -~]|^ | $| {2}/;

const is = codePointClass;

/** By class, the mark that needs no look at the neighbours. The others become `mimic` or stay text. */
const markOfClass: readonly (MarkKind | undefined)[] = Object.keys(is).map(name =>
  name === 'mimic' ? 'confusable' : markKinds.find(kind => kind === name),
);

/** The runs of the pinned table: where each starts, and its class. */
const runs = decodeRuns(codePointRuns);

function decodeRuns(text: string): { readonly starts: Uint32Array; readonly classes: Uint8Array } {
  const starts: number[] = [];
  const classes: number[] = [];
  let start = 0;
  for (const [, length, letter = ''] of text.matchAll(/([0-9a-z]*)([A-Z])/g)) {
    starts.push(start);
    classes.push(letter.charCodeAt(0) - 0x41);
    start += length ? Number.parseInt(length, 36) : 1;
  }
  return { starts: Uint32Array.from(starts), classes: Uint8Array.from(classes) };
}

function classOf(point: number): number {
  let low = 0;
  let high = runs.starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((runs.starts[middle] ?? 0) <= point) low = middle;
    else high = middle - 1;
  }
  return runs.classes[low] ?? is.unassigned;
}

/** The class of each UTF-16 code unit; both halves of a pair have the class of the code point. */
function classify(value: string): Uint8Array {
  const classes = new Uint8Array(value.length);
  for (let index = 0; index < value.length; index += 1) {
    const point = value.codePointAt(index) ?? 0;
    classes[index] = classOf(point);
    if (point > 0xffff) {
      index += 1;
      classes[index] = classOf(point);
    }
  }
  return classes;
}

const setOf = (...members: number[]) => members.reduce((set, member) => set | (1 << member), 0);
const has = (set: number, member = is.plain as number) => ((set >>> member) & 1) === 1;

const combining = setOf(is.nonspacing, is.spacing);
const foreign = setOf(is.alphabet, is.twin);
const wordly = combining | foreign | setOf(is.latin, is.digit, is.stray, is.numeral);

function forEachRun(
  classes: Uint8Array,
  set: number,
  visit: (start: number, end: number) => void,
): void {
  for (let start = 0; start < classes.length; start += 1) {
    if (!has(set, classes[start])) continue;
    let end = start + 1;
    while (end < classes.length && has(set, classes[end])) end += 1;
    visit(start, end);
    start = end;
  }
}

function remark(classes: Uint8Array, start: number, end: number, set: number): void {
  for (let index = start; index < end; index += 1) {
    if (has(set, classes[index])) classes[index] = is.mimic;
  }
}

/**
 * The wide "：" is ordinary in Chinese and a trap in "https：//". It is marked where no letter of the
 * scripts it belongs to occurs in the value, and where it stands between two ASCII characters.
 */
function markPunctuation(value: string, classes: Uint8Array): void {
  const atHome = foreign | setOf(is.home, is.stray);
  const isAscii = (index: number) => /^[!-~]$/.test(value.charAt(index));
  let anyAtHome = false;
  for (const member of classes) anyAtHome ||= has(atHome, member);
  forEachRun(classes, setOf(is.punctuation, is.mimic), (start, end) => {
    if (anyAtHome && !(isAscii(start - 1) && isAscii(end))) return;
    remark(classes, start, end, setOf(is.punctuation));
  });
}

/**
 * A dash before a letter stands where a hyphen would: "–rf", "my–bank". Only the long ones after a
 * word are left alone there, because English writes them so.
 */
function markDashes(value: string, classes: Uint8Array): void {
  forEachRun(classes, setOf(is.dash), (start, end) => {
    if (classes[end] !== is.latin) return;
    const afterWord = has(wordly, classes[start - 1]);
    for (let index = start; index < end; index += 1) {
      if (!afterWord || value.charAt(index) === '\u2013') classes[index] = is.mimic;
    }
  });
}

/**
 * Marks look-alike letters. A word is a run of letters, digits and combining marks.
 *
 * 1. In a word with Latin letters, every letter of another alphabet is marked, and every foreign digit.
 *    The Latin ones never are: hosts, commands and code are read as Latin, so the foreign letter is
 *    the news. Scripts that honest text writes against Latin letters, such as kana, are no alphabet
 *    here; of them only the strays are marked.
 * 2. In a word with the digits 0 to 9, foreign digits and strays are marked.
 * 3. A word of look-alikes alone is marked, unless its phrase has at least as many words that cannot be
 *    mistaken as it has such letters: Russian has the words "а", "с" and "у". A phrase is words of
 *    other alphabets with one space between them, so a host, a path or a command is never part of one.
 */
function markWords(value: string, classes: Uint8Array): void {
  let doubtful: [start: number, end: number][] = [];
  let doubtfulLetters = 0;
  let clearWords = 0;
  let phraseEnd = 0;
  const closePhrase = () => {
    if (doubtfulLetters > clearWords) {
      for (const [start, end] of doubtful) remark(classes, start, end, setOf(is.twin, is.stray));
    }
    doubtful = [];
    doubtfulLetters = 0;
    clearWords = 0;
  };
  forEachRun(classes, wordly, (start, end) => {
    let seen = 0;
    for (let index = start; index < end; index += 1) seen |= 1 << (classes[index] ?? 0);
    const inPhrase = (seen & ~(foreign | combining)) === 0 && standsFree(value, start, end);
    const follows = /^,? $/.test(value.slice(phraseEnd, start));
    if (!inPhrase || !follows) closePhrase();
    phraseEnd = end;
    if (has(seen, is.latin)) {
      remark(classes, start, end, foreign | setOf(is.stray, is.numeral));
    } else if (has(seen, is.alphabet)) {
      clearWords += 1;
    } else if (has(seen, is.twin)) {
      doubtful.push([start, end]);
      doubtfulLetters += end - start;
    }
    if (has(seen, is.digit)) remark(classes, start, end, setOf(is.stray, is.numeral));
    if (!inPhrase) closePhrase();
  });
  closePhrase();
}

/** Whether a word is set off as in a sentence: by space or an end, perhaps with a stop after it. */
function standsFree(value: string, start: number, end: number): boolean {
  const isGap = (index: number) => /^[ \t\r\n]?$/.test(value.charAt(index));
  const isStop = (index: number) => /^[,.;:!?]$/.test(value.charAt(index));
  return isGap(start - 1) && (isGap(end) || (isStop(end) && isGap(end + 1)));
}

// Enough for everyday spelling in every script, too few to reach the lines above and below.
const mostNonspacing = 4;

/**
 * Turns classes into segments. Spaces that could be overlooked and combining marks that would attach to
 * something else, or pile up, are judged here, because that depends on what was marked before them.
 */
function cut(value: string, classes: Uint8Array, visit: (segment: TextSegment) => void): void {
  let textStart = 0;
  let hasBase = false;
  let nonspacing = 0;
  let index = 0;
  while (index < value.length) {
    const point = value.codePointAt(index) ?? 0;
    const width = point > 0xffff ? 2 : 1;
    const member = classes[index] ?? is.plain;
    let mark = markOfClass[member];
    if (point === 0x20) {
      const edge = index === 0 || index === value.length - 1;
      if (edge || value.charAt(index + 1) === ' ') mark = 'space';
      hasBase = false;
    } else if (has(combining, member)) {
      if (member === is.nonspacing) nonspacing += 1;
      if (!hasBase || nonspacing > mostNonspacing) mark = 'combining';
    } else {
      hasBase = true;
      nonspacing = 0;
    }
    if (mark === undefined) {
      index += width;
      continue;
    }
    if (textStart < index) visit({ text: value.slice(textStart, index) });
    let end = index + width;
    if (mark !== 'confusable') while (value.codePointAt(end) === point) end += width;
    visit({
      mark,
      code_point: `U+${point.toString(16).toUpperCase().padStart(4, '0')}`,
      glyph: mark === 'confusable' ? String.fromCodePoint(point) : null,
      count: (end - index) / width,
    });
    hasBase = false;
    index = end;
    textStart = end;
  }
  if (textStart < value.length) visit({ text: value.slice(textStart) });
}
