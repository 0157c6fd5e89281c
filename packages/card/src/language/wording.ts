import type { SentencePart } from '../visible.ts';

/**
 * A sentence as a language writes it. The words of the language are texts, and the values of the action are parts, in
 * the order that the language needs. A text inside a nested list joins two parts and is drawn lighter. A language
 * leaves out a part that it does not mention.
 */
export type Wording = string | SentencePart | readonly Wording[] | false | null;

/** The stretches of a sentence. Of neighbours that look alike one is made. */
export function partsOf(wording: Wording): SentencePart[] {
  const parts: SentencePart[] = [];
  const add = (each: Wording, depth: number): void => {
    if (each === false || each === null || each === '') return;
    if (typeof each === 'string') parts.push({ look: depth > 1 ? 'joining' : 'words', text: each });
    else if (isPart(each)) parts.push(each);
    else for (const inner of each) add(inner, depth + 1);
  };
  add(wording, 0);
  return parts;
}

function isPart(wording: Exclude<Wording, string | false | null>): wording is SentencePart {
  return 'look' in wording;
}
