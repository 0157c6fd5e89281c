import type { FoundRow, SearchQuestion } from '@countersign/client/people';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../design/button.tsx';
import { PageHeading } from '../frame/page-heading.tsx';
import { RetryNotice } from '../frame/retry-notice.tsx';
import { useShortcuts } from '../frame/shortcuts.ts';
import { numberLocale } from '../language/chosen.ts';
import { searchText } from '../language/english/search.ts';
import { fill } from '../language/fill.ts';
import { Link } from '../navigation/link.tsx';
import { navigate, usePlace } from '../navigation/place.ts';
import { SearchBox } from '../queue/search-box.tsx';
import { ExportButtons } from './export-buttons.tsx';
import { FoundTable } from './found-table.tsx';
import { SavedViews } from './saved-views.tsx';
import { SearchFilters } from './search-filters.tsx';
import { addressOf, questionOf, withoutEmpty } from './search-question.ts';
import { type Search, useSearch } from './use-search.ts';
import '../queue/queue.css';
import '../people/people.css';
import './search.css';

/** Requests by the words in their values. The address of the page is the question, so that it can be kept and sent. */
export function SearchPage(): ReactNode {
  const { query } = usePlace();
  const question = questionOf(query);
  const search = useSearch(question);
  const [text, setText] = useTyped(question);
  const box = useRef<HTMLInputElement>(null);
  useShortcuts({ '/': () => box.current?.focus() });
  const change = (filters: SearchQuestion): void =>
    navigate(addressOf({ ...question, ...filters }), { replace: true });
  return (
    <div className="access search">
      <header className="page-head access-head">
        <div>
          <PageHeading title={searchText.title}>{searchText.title}</PageHeading>
        </div>
        <div className="access-head-acts">
          <Link to="/history">{searchText.history}</Link>
          <ExportButtons question={question} />
        </div>
      </header>
      <SavedViews question={question} />
      <SearchBox
        box={box}
        label={searchText.label}
        placeholder={searchText.placeholder}
        text={text}
        onText={setText}
      />
      <SearchFilters question={question} onChange={change} />
      <Found search={search} />
      <p className="search-note">{searchText.searched}</p>
    </div>
  );
}

/** What is typed becomes the question a moment later. */
function useTyped(question: SearchQuestion): [string, (text: string) => void] {
  const [text, setText] = useState(question.text ?? '');
  const asked = question.text ?? '';
  const lastAsked = useRef(asked);
  useEffect(() => {
    // The address changed by itself: another view was opened, or the user went back.
    if (lastAsked.current !== asked) setText(asked);
    lastAsked.current = asked;
  }, [asked]);
  useEffect(() => {
    if (text === lastAsked.current) return;
    const timer = setTimeout(() => {
      lastAsked.current = text;
      navigate(addressOf(withoutEmpty({ ...questionOf(location.search), text })), {
        replace: true,
      });
    }, 150);
    return () => clearTimeout(timer);
  }, [text]);
  return [text, setText];
}

function Found({ search }: { readonly search: Search }): ReactNode {
  const { page, problem, loadingMore, loadMore, reload } = search;
  if (problem !== null) {
    return <RetryNotice problem={problem} onRetry={reload} />;
  }
  if (page === undefined) return null;
  const rows: readonly FoundRow[] = page.rows;
  return (
    <>
      <p className="search-count" role="status">
        {rows.length === 0
          ? searchText.none
          : fill(searchText.newestFirst, { count: <b>{countWords(page.count, page.is_more)}</b> })}
      </p>
      {!page.is_complete && <p className="search-behind">{searchText.behind}</p>}
      {rows.length > 0 && <FoundTable rows={rows} />}
      {page.next !== null && (
        <Button small busy={loadingMore} className="mt-4" onClick={loadMore}>
          {searchText.more}
        </Button>
      )}
    </>
  );
}

function countWords(count: number, isMore: boolean): string {
  const number = count.toLocaleString(numberLocale);
  return isMore ? searchText.moreThan(number) : searchText.counted(count, number);
}
