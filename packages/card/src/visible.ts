import { renderPlain } from '@countersign/protocol/view';
import { readableSegments } from './emoji.ts';

/** How a stretch of a sentence is set: our words, joining words, a name or an amount, bytes. */
export interface SentencePart {
  readonly look: 'words' | 'joining' | 'name' | 'code';
  /** With every hidden character spelled out. */
  readonly text: string;
}

/** Stands for a value without a character. Each language has its own words for it. */
export const emptyValue: SentencePart = { look: 'words', text: '(empty)' };
export const joining = (text: string): SentencePart => ({ look: 'joining', text });

/** The longest value in a sentence. The card shows all of it. */
const valueLengthMax = 120;

/** Bytes of the action on one line. Line breaks and runs of blanks become one blank, and the rest is counted. */
export function code(value: string, lengthMax = valueLengthMax): SentencePart[] {
  return clipped(value, lengthMax, 'code');
}

/** A name, an amount or a title. */
export function name(value: string, lengthMax = valueLengthMax): SentencePart[] {
  return clipped(value, lengthMax, isIdentifier(value) ? 'code' : 'name');
}

function clipped(value: string, lengthMax: number, look: 'name' | 'code'): SentencePart[] {
  // Only the beginning is read, so a value of a megabyte costs no more than a short one.
  const line = value
    .slice(0, 4 * lengthMax)
    .replaceAll(/[ \t\r\n]+/g, ' ')
    .trim();
  if (line === '') return [emptyValue];
  const whole = line.length <= lengthMax && value.length <= 4 * lengthMax;
  if (whole) return [{ look, text: visible(line) }];
  const kept = wholeWords(line, lengthMax);
  return [{ look, text: visible(kept) }, joining('…')];
}

/** So much of a line as fits and ends with a word, where its words are not longer than half of the room. */
function wholeWords(line: string, lengthMax: number): string {
  const fits = wholePairs(line.slice(0, lengthMax));
  const blank = line.charAt(fits.length) === ' ' ? fits.length : fits.lastIndexOf(' ');
  return fits.slice(0, blank > lengthMax / 2 ? blank : fits.length).trimEnd();
}

/** A pair of surrogates is one character, and is not cut in half. */
function wholePairs(text: string): string {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd800 && last < 0xdc00 ? text.slice(0, -1) : text;
}

export function visible(text: string): string {
  return renderPlain(readableSegments(text));
}

function isIdentifier(text: string): boolean {
  return /^[\w.+-]+@[\w.-]+$|[/\\_=]|^[a-z][\w-]*$/.test(text) && !text.includes(' ');
}
