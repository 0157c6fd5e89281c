import type { Plugin } from 'vite';

/**
 * The card for the pages of others is in English. The module that chooses a language waits at its top level for a file.
 * Those pages should not have to wait.
 */
export const englishOnly: Plugin = {
  name: 'english-only',
  enforce: 'pre',
  load: id =>
    /\/src\/language\/chosen\.ts$/.test(id)
      ? `import { localeOf } from './languages.ts';
        export const language = 'en';
        export const { number: numberLocale, date: dateLocale } = localeOf.en;
        export const inLanguage = (_area, english) => english;`
      : null,
};
