import { language } from '../language/chosen.ts';

/**
 * Tells the server in which language this person reads, for its messages by mail and push. It is said once for each language
 * of this browser. An English page says nothing where nothing else was said: messages are in English anyway.
 */
export async function sayLanguage(personId: string): Promise<void> {
  const key = `countersign.said-language.${personId}`;
  try {
    if ((localStorage.getItem(key) ?? 'en') === language) return;
    const { settingApi } = await import('../settings/setting-api.ts');
    await settingApi.changePreferences({ language });
    localStorage.setItem(key, language);
  } catch {
    // It is said again when the page is loaded next. Nothing on the page depends on it.
  }
}
