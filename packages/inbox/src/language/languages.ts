/** The languages of the screens. English is the source; a text that is not translated does not compile. */
export const languages = ['en', 'de', 'ja'] as const;
export type Language = (typeof languages)[number];

/** Each language under its own name, for a reader who understands no other. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  de: 'Deutsch',
  ja: '日本語',
};

/** How numbers and dates are written. English dates have the day first and 24 hours. */
export const localeOf: Readonly<
  Record<Language, { readonly number: string; readonly date: string }>
> = {
  en: { number: 'en', date: 'en-GB' },
  de: { number: 'de', date: 'de-DE' },
  ja: { number: 'ja', date: 'ja-JP' },
};

/** The stored choice, else the first language of the browser that there is a translation for, else English. */
export function pickLanguage(stored: string | null, wanted: readonly string[]): Language {
  const chosen = languages.find(each => each === stored);
  if (chosen !== undefined) return chosen;
  for (const tag of wanted) {
    const primary = tag.toLowerCase().split('-')[0];
    const found = languages.find(each => each === primary);
    if (found !== undefined) return found;
  }
  return 'en';
}
