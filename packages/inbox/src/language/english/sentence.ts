import { englishSentences, type SentenceText } from '@countersign/card';
import { inLanguage } from '../chosen.ts';

/** What an action does, in the language of the page. The words are those of the lists, which the server makes. */
export const sentenceText: SentenceText = inLanguage('sentence', englishSentences);
