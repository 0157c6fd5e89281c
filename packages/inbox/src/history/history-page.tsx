import { lazy, type ReactNode, Suspense, useDeferredValue, useMemo, useRef, useState } from 'react';
import { Button } from '../design/button.tsx';
import { Icon } from '../design/icon.tsx';
import { Tabs } from '../design/tabs.tsx';
import { PageHeading } from '../frame/page-heading.tsx';
import type { PageProps } from '../frame/page-table.tsx';
import { RetryNotice } from '../frame/retry-notice.tsx';
import { useShortcuts } from '../frame/shortcuts.ts';
import { useCounts } from '../frame/use-counts.ts';
import { numberLocale } from '../language/chosen.ts';
import { historyText } from '../language/english/history.ts';
import { searchText } from '../language/english/search.ts';
import { Link } from '../navigation/link.tsx';
import { addressOf } from '../search/search-question.ts';
import { UnaskedPage } from '../unasked/unasked-page.tsx';
import { HistoryList } from './history-list.tsx';
import { type HistoryTab, historyTabs, tabWords } from './history-rows.ts';
import { narrowings, parseHistorySearch } from './history-search.ts';
import { RequestRecord } from './request-record.tsx';
import { type Found, useFoundByCode } from './use-found.ts';
import { type History, useHistory } from './use-history.ts';
import '../queue/queue.css';
import './history.css';
import { SearchBox } from '../queue/search-box.tsx';

const SearchPage = lazy(async () => ({
  default: (await import('../search/search-page.tsx')).SearchPage,
}));

/** Everything that was ever asked on the left, the record of one request on the right. */
export function HistoryPage({ params }: PageProps): ReactNode {
  const openId = params['id'] ?? null;
  if (openId === 'unasked') return <UnaskedPage />;
  if (openId === 'search') {
    return (
      <Suspense fallback={null}>
        <SearchPage />
      </Suspense>
    );
  }
  return (
    <div className="inbox history" data-open={openId !== null}>
      <HistorySide openId={openId} />
      <div className="inbox-card">
        {openId === null ? (
          <div className="inbox-none">
            <Icon name="clock" size={20} />
            <b>{historyText.chooseRequest}</b>
            <p>{historyText.youSee}</p>
          </div>
        ) : (
          <>
            <div className="inbox-back">
              <Link to="/history">
                <Icon name="chevron-left" />
                {historyText.history}
              </Link>
            </div>
            <RequestRecord key={openId} id={openId} />
          </>
        )}
      </div>
    </div>
  );
}

function HistorySide({ openId }: { readonly openId: string | null }): ReactNode {
  const [tab, setTab] = useState<HistoryTab>('all');
  const [text, setText] = useState('');
  const search = useMemo(() => parseHistorySearch(text), [text]);
  const wanted = useDeferredValue(search);
  const history = useHistory(tab, wanted);
  const found = useFoundByCode(wanted.shortCode);
  const { data: counts } = useCounts();
  const { pending: _waiting, ...ended } = counts ?? {};
  const total = Object.values(ended).reduce((sum, count) => sum + count, 0);
  const box = useRef<HTMLInputElement>(null);
  useShortcuts({ '/': () => box.current?.focus() });
  return (
    <section className="queue" aria-label={historyText.history}>
      <div className="queue-head">
        <div className="queue-title">
          <PageHeading
            level={openId === null ? 1 : 2}
            title={openId === null ? historyText.history : null}
          >
            {historyText.history}
          </PageHeading>
          {counts !== undefined && <span className="ml-2">{historyText.requestCount(total)}</span>}
          <Link to="/history/search" className="ml-auto">
            {searchText.title}
          </Link>
          <Link to="/history/unasked" className="ml-3">
            {historyText.ranUnasked}
          </Link>
        </div>
        <SearchBox
          box={box}
          label={historyText.search}
          placeholder={historyText.searchHint}
          text={text}
          onText={setText}
        />
        <Narrow text={text} onNarrow={setText} />
      </div>
      <Tabs<HistoryTab>
        label={historyText.whichRequests}
        className="queue-tabs"
        value={tab}
        onChange={setTab}
        tabs={historyTabs.map(name => ({ name, label: tabWords[name] }))}
      >
        {wanted.requestId !== null || wanted.shortCode !== null ? (
          <div className="queue-rows history-found">
            <FoundRequest requestId={wanted.requestId} code={wanted.shortCode} found={found} />
          </div>
        ) : (
          <HistoryList
            history={history}
            openId={openId}
            foot={<Foot history={history} tab={tab} searching={text.trim() !== ''} />}
          />
        )}
      </Tabs>
    </section>
  );
}

/** Offers to ask the server for the word as a tool or as an agent, which finds more than what is loaded. */
function Narrow({
  text,
  onNarrow,
}: {
  readonly text: string;
  onNarrow(text: string): void;
}): ReactNode {
  const { requestId, shortCode } = parseHistorySearch(text);
  const offers = requestId === null && shortCode === null ? narrowings(text) : [];
  if (text.trim() === '' || requestId !== null || shortCode !== null) return null;
  return (
    <div className="history-narrow">
      <Link to={addressOf({ text: text.trim() })} className="pick">
        <Icon name="search" size={12} />
        <bdi>{searchText.everyValue(text.trim())}</bdi>
      </Link>
      {offers.map(({ label, text: narrowed }) => (
        <button key={narrowed} type="button" className="pick" onClick={() => onNarrow(narrowed)}>
          <Icon name="filter" size={12} />
          <bdi>{label}</bdi>
        </button>
      ))}
    </div>
  );
}

function FoundRequest({
  requestId,
  code,
  found,
}: {
  readonly requestId: string | null;
  readonly code: string | null;
  readonly found: Found | null;
}): ReactNode {
  const id = requestId ?? (found?.state === 'found' ? found.requestId : null);
  if (id !== null) {
    return (
      <Link to={`/history/${encodeURIComponent(id)}`} className="row">
        <Icon name="link" />
        <span className="row-title">{code ?? historyText.openThis}</span>
        <span className="time-left" />
        <span className="row-more row-more--wide">
          <code>{id}</code>
        </span>
      </Link>
    );
  }
  if (found?.state === 'none') {
    return <p className="queue-foot">{historyText.noneHasCode(found.looked, code ?? '')}</p>;
  }
  const looked = found?.state === 'looking' ? found.looked : 0;
  return (
    <p className="queue-foot" role="status">
      {historyText.lookingFor(code ?? '', looked)}
    </p>
  );
}

const nothing: Readonly<Record<HistoryTab, string>> = {
  all: historyText.nothingDecided,
  ran: historyText.nothingHasRun,
  rejected: historyText.nothingRejected,
  expired: historyText.nothingExpired,
  unknown: historyText.everyKnown,
};

function Foot({
  history,
  tab,
  searching,
}: {
  readonly history: History;
  readonly tab: HistoryTab;
  readonly searching: boolean;
}): ReactNode {
  const { rows, problem, more, loadingMore, paused, looked, loadMore, reload } = history;
  if (problem !== null) {
    return <RetryNotice problem={problem} onRetry={reload} />;
  }
  if (rows === undefined) return <p className="queue-foot">{historyText.loading}</p>;
  if (more && paused && !loadingMore) {
    return (
      <div className="queue-foot">
        <p>
          {historyText.ofLatestMatch(
            rows.length.toLocaleString(numberLocale),
            looked.toLocaleString(numberLocale),
          )}
        </p>
        <Button small className="mt-2" onClick={loadMore}>
          {historyText.lookBack}
        </Button>
      </div>
    );
  }
  if (more || loadingMore) return <p className="queue-foot">{historyText.loadingMore}</p>;
  if (rows.length > 0) return null;
  return <p className="queue-foot">{searching ? historyText.nothingMatches : nothing[tab]}</p>;
}
