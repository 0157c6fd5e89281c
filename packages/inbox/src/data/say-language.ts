import { language } from '../language/chosen.ts';

/**
 * Tells the server in which language this person reads, for its messages by mail and push. It tells the server once for
 * each language of this browser. An English page tells nothing unless another language was told before, because
 * messages are in English by default.
 */
export async function sayLanguage(personId: string): Promise<void> {
  const key = `countersign.said-language.${personId}`;
  try {
    if ((localStorage.getItem(key) ?? 'en') === language) return;
    const { settingApi } = await import('../settings/setting-api.ts');
    await settingApi.changePreferences({ language });
    localStorage.setItem(key, language);
  } catch {
    // The next page load tells it again. Nothing on the page depends on it.
  }
}
