import type { Language } from '@countersign/wire/language';
import { english, type NoticeText } from './english.ts';
import { german } from './german.ts';
import { japanese } from './japanese.ts';

/** How a person reads a message: in which language, and by which clock. */
export interface Reader {
  readonly language: Language;
  readonly timeZone: string;
}

const texts: Readonly<Record<Language, NoticeText>> = { en: english, de: german, ja: japanese };

export function noticeText({ language }: Reader): NoticeText {
  return texts[language];
}
