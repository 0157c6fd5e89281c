import { type Language, languages, localeOf, pickLanguage } from './languages.ts';
import type { Translation } from './translation.ts';

const storageKey = 'countersign.language';

/**
 * The texts of another language are one file. It is loaded before any page is drawn in this language. The file imports
 * nothing that the pages share. Otherwise the shared part and the file would wait for each other.
 */
const translations: Readonly<Record<Exclude<Language, 'en'>, () => Promise<Translation>>> = {
  de: async () => (await import('./german.ts')).german,
  ja: async () => (await import('./japanese.ts')).japanese,
};

const wanted = typeof document === 'undefined' ? 'en' : pickLanguage(stored(), navigator.languages);
const translation = wanted === 'en' ? null : await load(wanted);

/** The language of this page. Choosing another one loads the page again. */
export const language: Language = translation === null ? 'en' : wanted;
export const { number: numberLocale, date: dateLocale } = localeOf[language];

/** The texts of one area in the language of this page. */
export function inLanguage<Area extends keyof Translation>(
  area: Area,
  english: Translation[Area],
): Translation[Area] {
  return translation === null ? english : translation[area];
}

/** What a person chose in this browser; null follows the browser. */
export function chosenLanguage(): Language | null {
  const choice = stored();
  return languages.find(each => each === choice) ?? null;
}

export function chooseLanguage(next: Language | null): void {
  try {
    if (next === null) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, next);
  } catch {
    // A browser that stores nothing for this page keeps its own language.
  }
  location.reload();
}

async function load(other: Exclude<Language, 'en'>): Promise<Translation | null> {
  try {
    return await translations[other]();
  } catch {
    // The file did not arrive. English texts are better than no page.
    return null;
  }
}

function stored(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}
