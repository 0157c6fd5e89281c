import { sha256OfText } from '@countersign/protocol/crypto';

/** A longer word is cut, in values and in questions alike, so that an index of beginnings has an end. */
const wordLengthMax = 30;

/** Scripts that write no spaces between words. Their texts are looked up by pairs of characters. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]+/gu;

/** A part of a text that is looked up, and what else finds it. */
interface Piece {
  readonly word: string;
  /** The groups of a number written together: `SE35 5000` is also `se355000`. Null where there are none. */
  readonly joined: string | null;
}

/**
 * The pieces of a text, in order. Letter case, accents, the signs between words, and spaces inside numbers make no
 * difference: `4,200.00` is `4200`. Linear in the length of the text.
 */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  for (const run of runsOf(fold(text))) {
    const joined = run.length > 1 ? cut(run.join('')) : null;
    for (const word of run.flatMap(splitUnspaced)) pieces.push({ word: cut(word), joined });
  }
  return pieces;
}

/** Every word under which a text is found, each once. */
export function wordsOf(text: string): Set<string> {
  return new Set(
    piecesOf(text).flatMap(({ word, joined }) => (joined === null ? [word] : [word, joined])),
  );
}

export type FacetKind = 'agent' | 'tool' | 'rule' | 'risk' | 'person' | 'outcome' | 'reader';

/** A fact that is compared as a whole. It is no word: no text folds to the sign at its beginning. */
export function facetOf(kind: FacetKind, value: string): string {
  return `=${sha256OfText(`${kind} ${value}`).slice(7, 27)}`;
}

function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/(?<=\d),(?=\d{3}(?!\d))/g, '')
    .replace(/(?<=\d)\.0{1,8}(?!\d)/g, '');
}

/** Words, with the short groups of one number in one run. */
function runsOf(text: string): string[][] {
  const runs: string[][] = [];
  let end = -1;
  for (const match of text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    const [word] = match;
    const before = runs.at(-1);
    const isNext = match.index === end + 1 && /[ \-./]/.test(text[end] ?? '');
    if (isNext && before !== undefined && isGroup(word) && isGroup(before.at(-1) ?? '')) {
      before.push(word);
    } else runs.push([word]);
    end = match.index + word.length;
  }
  return runs;
}

function isGroup(word: string): boolean {
  return word.length <= 8 && /\d/.test(word);
}

function splitUnspaced(word: string): string[] {
  const parts: string[] = [];
  let from = 0;
  for (const match of word.matchAll(unspaced)) {
    if (match.index > from) parts.push(word.slice(from, match.index));
    const characters = [...match[0]];
    if (characters.length === 1) parts.push(match[0]);
    for (let at = 0; at + 1 < characters.length; at++) {
      parts.push(`${characters[at]}${characters[at + 1]}`);
    }
    from = match.index + match[0].length;
  }
  if (from < word.length) parts.push(word.slice(from));
  return parts;
}

function cut(word: string): string {
  if (word.length <= wordLengthMax) return word;
  // Half a surrogate pair is no text.
  return word.slice(0, wordLengthMax).replace(/[\uD800-\uDBFF]$/, '');
}
