import type { PreferencesChange, PreferencesFacts } from '@countersign/client/people';
import type { ReactNode } from 'react';
import { useSession } from '../data/session.ts';
import { resources, useResource } from '../data/use-resource.ts';
import { showToast } from '../design/toast-list.ts';
import { PageHeading } from '../frame/page-heading.tsx';
import { RefusedPage } from '../frame/problem-page.tsx';
import { problemSentence } from '../frame/problem-words.ts';
import { settingsText } from '../language/english/settings.ts';
import { AwayPart } from './away-part.tsx';
import { BeingTold } from './being-told.tsx';
import { DelegationPart } from './delegation-part.tsx';
import { LanguagePart } from './language-part.tsx';
import { settingApi } from './setting-api.ts';
import '../policy/policy.css';
import './settings.css';

const key = 'preferences';

/** Changes what the person has set. The page shows what the server answered. */
export type SaveSettings = (change: PreferencesChange) => Promise<void>;

const show = (facts: PreferencesFacts): void => resources.put(key, facts);

const save: SaveSettings = async change => {
  try {
    show(await settingApi.changePreferences(change));
    showToast({ kind: 'ok', title: settingsText.saved, detail: '' });
  } catch (problem) {
    const detail = problemSentence(problem);
    showToast({ kind: 'refused', title: settingsText.notSaved, detail });
  }
};

/** What one person sets for themselves. */
export function SettingsPage(): ReactNode {
  const session = useSession();
  const { data, problem, reload } = useResource(key, signal => settingApi.preferences({ signal }));
  if (data === undefined) {
    return problem === null ? null : <RefusedPage problem={problem} onRetry={reload} />;
  }
  const roles = session?.roles ?? [];
  return (
    <div className="settings">
      <header className="page-head">
        <PageHeading title={settingsText.yourSettings}>{settingsText.yourSettings}</PageHeading>
        <p>
          {settingsText.onlyYou(
            session?.name ?? settingsText.you,
            roles.length === 0 ? '' : ` (${roles.join(', ')})`,
          )}
        </p>
      </header>
      <BeingTold facts={data} save={save} shown={show} />
      <AwayPart facts={data} save={save} />
      <DelegationPart />
      <LanguagePart />
    </div>
  );
}
