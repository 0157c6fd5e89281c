import type { SentencePart } from '../visible.ts';

/**
 * A sentence as a language writes it: its own words as text, what the action brings as parts, in the order that the language
 * needs. Text inside a further list is set lighter: it joins. A language that has nothing to say about a part leaves it out.
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
