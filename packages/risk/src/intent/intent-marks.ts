import { type IntentPattern, type IntentPatternName, intentPatterns } from './intent-detection.ts';

/** What was read in the words of an agent: where, and why that stops them. */
interface IntentReading {
  readonly marks: readonly IntentMark[];
  /** Each reason once, as the end of a sentence that begins with "It". */
  readonly why: readonly string[];
}

interface IntentMark {
  readonly start: number;
  readonly end: number;
  /** `asks` for the words that made it a question, `effect` for what it seems to want. */
  readonly kind: 'asks' | 'effect';
}

/** How far back the beginning of a sentence is looked for. */
const sentenceMax = 120;

const asking: ReadonlySet<IntentPatternName> = new Set([
  'asks_to_proceed',
  'asks_for_leave',
  'silence_as_consent',
]);

/**
 * Finds the evidence of a detection in the words. Evidence that was normalised may not stand in them literally; it gives a
 * reason and no mark. Of marks that meet, the first one holds.
 */
export function readIntent(words: string, patterns: readonly IntentPattern[]): IntentReading {
  const folded = words.toLowerCase();
  const canFind = folded.length === words.length;
  const found = patterns.flatMap(({ name, evidence }): IntentMark[] => {
    const wanted = evidence.replace(/…$/, '').trim().toLowerCase();
    const start = canFind && wanted !== '' ? folded.indexOf(wanted) : -1;
    if (start === -1) return [];
    const end = start + wanted.length;
    return [
      asking.has(name)
        ? { start: sentenceStart(words, start), end, kind: 'asks' }
        : { start, end: sentenceEnd(words, start, end), kind: 'effect' },
    ];
  });
  const marks: IntentMark[] = [];
  for (const mark of found.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (mark.start >= (marks.at(-1)?.end ?? 0)) marks.push(mark);
  }
  return { marks, why: [...new Set(patterns.map(({ name }) => intentPatterns[name]))] };
}

/** A question is marked from the beginning of its sentence. */
function sentenceStart(words: string, at: number): number {
  const before = words.slice(Math.max(0, at - sentenceMax), at);
  const ends = [...before.matchAll(/[.!?\n]\s+/g)].at(-1);
  const from = at - before.length + (ends === undefined ? 0 : ends.index + ends[0].length);
  return from + (words.slice(from, at).length - words.slice(from, at).trimStart().length);
}

/** Evidence may go on beyond the sentence that it begins in. */
function sentenceEnd(words: string, start: number, end: number): number {
  const ending = /[.!?](?=\s)|\n/.exec(words.slice(start, end));
  return ending === null ? end : start + Math.max(ending.index, 1);
}
