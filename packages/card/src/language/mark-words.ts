import { type MarkText, markSentences } from './english-marks.ts';

interface Template {
  readonly english: keyof MarkText;
  readonly pattern: RegExp;
}

/** Sentences without a place, and those with the most words of their own, are tried first. */
const templates: readonly Template[] = [...markSentences]
  .filter(english => english.includes('{}'))
  .sort((one, other) => other.length - one.length)
  .map(english => ({ english, pattern: patternOf(english) }));

function patternOf(english: string): RegExp {
  const pieces = english
    .split('{}')
    .map(piece => piece.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${pieces.join('(.{0,1000}?)')}$`, 's');
}

const wordsMax = 2000;
const depthMax = 3;

/**
 * The words of a mark in another language. Rules write English sentences, and the values that they name stay as they
 * are. A sentence without a translation stays in English: a mark that the reader does not understand is better than no
 * mark.
 */
export function markWords(words: string, text: MarkText | null, depth = 0): string {
  if (text === null || words.length > wordsMax || depth > depthMax) return words;
  if (Object.hasOwn(text, words)) return text[words as keyof MarkText];
  for (const { english, pattern } of templates) {
    const found = pattern.exec(words);
    if (found === null) continue;
    const named = found.slice(1);
    // A mark can end with a sentence of its own: what the value was before. Everything else that it names is data.
    if (english.endsWith(' {}')) named.push(markWords(named.pop() ?? '', text, depth + 1));
    let place = 0;
    return text[english].replaceAll('{}', () => {
      place += 1;
      return named[place - 1] ?? '';
    });
  }
  return words;
}
