import { findingWords } from '../signal-words.ts';
import { english, type SentenceText } from './english.ts';
import type { MarkText } from './english-marks.ts';
import { german } from './german.ts';
import { germanMarks } from './german-marks.ts';
import { germanSignals } from './german-signals.ts';
import { japanese } from './japanese.ts';
import { japaneseMarks } from './japanese-marks.ts';
import { japaneseSignals } from './japanese-signals.ts';
import { markWords } from './mark-words.ts';

/** The languages in which an action is told. Their names are those of the tags of languages. */
export const languages = ['en', 'de', 'ja'] as const;
export type Language = (typeof languages)[number];

const sentences: Readonly<Record<Language, SentenceText>> = {
  en: english,
  de: german,
  ja: japanese,
};
const marks: Readonly<Record<Language, MarkText | null>> = {
  en: null,
  de: germanMarks,
  ja: japaneseMarks,
};
const signals = { en: undefined, de: germanSignals, ja: japaneseSignals } as const;

export function sentenceText(language: Language): SentenceText {
  return sentences[language];
}

/** What a rule of ours says in English, in this language. */
export function markWordsIn(language: Language, words: string): string {
  return markWords(words, marks[language]);
}

/** A finding with what it was found in, as a sentence of this language. */
export function findingSentence(language: Language, signal: string, evidence: string): string {
  const words = findingWords(signal, evidence, signals[language]);
  return language === 'ja' ? `${words}。` : `${words}.`;
}
