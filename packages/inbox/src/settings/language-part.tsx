import type { ReactNode } from 'react';
import { chooseLanguage, chosenLanguage } from '../language/chosen.ts';
import { settingsText } from '../language/english/settings.ts';
import { type Language, languageNames, languages, pickLanguage } from '../language/languages.ts';
import { settingApi } from './setting-api.ts';

/**
 * Messages to the person follow the choice. If the server cannot be reached, only the pages follow it. The next page
 * load tells the server.
 */
async function choose(next: Language | null): Promise<void> {
  const language = next ?? pickLanguage(null, navigator.languages);
  await settingApi.changePreferences({ language }).catch(() => null);
  chooseLanguage(next);
}

/** In which language this browser shows the screens. A language is offered under its own name. */
export function LanguagePart(): ReactNode {
  const ofBrowser = languageNames[pickLanguage(null, navigator.languages)];
  return (
    <section className="settings-part" aria-labelledby="language">
      <div className="settings-label">
        <h2 id="language">{settingsText.language}</h2>
      </div>
      <div className="settings-rows">
        <div className="settings-row">
          <div>
            <p>{settingsText.languageWords}</p>
          </div>
          <div className="settings-acts">
            <select
              className="field settings-pick"
              aria-labelledby="language"
              value={chosenLanguage() ?? 'browser'}
              onChange={({ target }) =>
                void choose(languages.find(each => each === target.value) ?? null)
              }
            >
              <option value="browser">{settingsText.languageOfBrowser(ofBrowser)}</option>
              {languages.map(each => (
                <option key={each} value={each} lang={each}>
                  {languageNames[each]}
                </option>
              ))}
            </select>
          </div>
        </div>
      </div>
    </section>
  );
}
