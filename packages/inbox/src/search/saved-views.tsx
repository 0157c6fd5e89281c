import type { SavedView, SearchQuestion } from '@countersign/client/people';
import { type ReactNode, useId, useState } from 'react';
import { useResource } from '../data/use-resource.ts';
import { Button } from '../design/button.tsx';
import { Dialog } from '../design/dialog.tsx';
import { Icon } from '../design/icon.tsx';
import { showToast } from '../design/toast-list.ts';
import { problemSentence } from '../frame/problem-words.ts';
import { searchText } from '../language/english/search.ts';
import { Link } from '../navigation/link.tsx';
import { settingApi } from '../settings/setting-api.ts';
import { addressOf, isSameQuestion, nameProblem } from './search-question.ts';

interface KeptView {
  readonly name: string;
  readonly question: SearchQuestion;
}

/** The searches that this person kept. Only this person sees them. */
export function SavedViews({ question }: { readonly question: SearchQuestion }): ReactNode {
  const { data: views = [], reload } = useResource<readonly SavedView[]>(
    'saved views',
    async signal => (await settingApi.preferences({ signal })).preferences.views,
  );
  const [naming, setNaming] = useState(false);
  const isEverything = isSameQuestion(question, {});
  const open = views.find(view => isSameQuestion(view.question, question));
  const write = async (next: readonly KeptView[]): Promise<void> => {
    await settingApi
      .changePreferences({ views: [...next] })
      .then(reload, problem => showToast({ kind: 'refused', title: problemSentence(problem) }));
  };
  return (
    <nav className="search-views" aria-label={searchText.views}>
      <ViewLink to="/history/search" current={isEverything}>
        {searchText.everything}
      </ViewLink>
      {views.map(view => (
        <span key={view.name} className="search-view">
          <ViewLink to={addressOf(view.question)} current={view === open}>
            <bdi>{view.name}</bdi>
          </ViewLink>
          {view === open && (
            <button
              type="button"
              className="icon-btn"
              aria-label={searchText.removeView(view.name)}
              onClick={() => void write(views.filter(each => each !== view))}
            >
              <Icon name="cross" size={12} />
            </button>
          )}
        </span>
      ))}
      {open === undefined && !isEverything && (
        <Button small onClick={() => setNaming(true)}>
          {searchText.saveView}
        </Button>
      )}
      {naming && (
        <NameDialog
          views={views}
          onClose={() => setNaming(false)}
          onName={async name => {
            await write([...views, { name, question }]);
            setNaming(false);
          }}
        />
      )}
    </nav>
  );
}

function ViewLink({
  to,
  current,
  children,
}: {
  readonly to: string;
  readonly current: boolean;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <Link to={to} className="tab" {...(current ? { 'aria-current': 'page' as const } : {})}>
      {children}
    </Link>
  );
}

function NameDialog({
  views,
  onClose,
  onName,
}: {
  readonly views: readonly SavedView[];
  onClose(): void;
  onName(name: string): Promise<void>;
}): ReactNode {
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<'empty' | 'taken' | null>(null);
  const [busy, setBusy] = useState(false);
  const id = useId();
  const save = async (): Promise<void> => {
    const found = nameProblem(name, views);
    setProblem(found);
    if (found !== null) return;
    setBusy(true);
    await onName(name.trim());
  };
  return (
    <Dialog title={searchText.saveView} open onClose={onClose}>
      <form
        onSubmit={event => {
          event.preventDefault();
          void save();
        }}
      >
        <label className="label mt-4" htmlFor={id}>
          {searchText.viewName}
        </label>
        <input
          id={id}
          className="field"
          value={name}
          maxLength={60}
          autoComplete="off"
          aria-invalid={problem !== null}
          onChange={event => setName(event.target.value)}
        />
        {problem !== null && (
          <p role="alert" className="mt-1 text-danger">
            {problem === 'empty' ? searchText.nameIt : searchText.nameTaken}
          </p>
        )}
        <div className="mt-6 flex justify-end gap-3">
          <Button onClick={onClose}>{searchText.back}</Button>
          <Button kind="primary" type="submit" busy={busy}>
            {searchText.save}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
