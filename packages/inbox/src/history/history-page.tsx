import { type ReactNode, useDeferredValue, useMemo, useRef, useState } from 'react';
import { Button } from '../design/button.tsx';
import { Icon } from '../design/icon.tsx';
import { Notice } from '../design/notice.tsx';
import { Tabs } from '../design/tabs.tsx';
import { PageHeading } from '../frame/page-heading.tsx';
import type { PageProps } from '../frame/page-table.tsx';
import { explainProblem } from '../frame/problem-words.ts';
import { useShortcuts } from '../frame/shortcuts.ts';
import { useCounts } from '../frame/use-counts.ts';
import { Link } from '../navigation/link.tsx';
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

/** Everything that was ever asked on the left, the record of one request on the right. */
export function HistoryPage({ params }: PageProps): ReactNode {
  const openId = params['id'] ?? null;
  if (openId === 'unasked') return <UnaskedPage />;
  return (
    <div className="inbox history" data-open={openId !== null}>
      <HistorySide openId={openId} />
      <div className="inbox-card">
        {openId === null ? (
          <div className="inbox-none">
            <Icon name="clock" size={20} />
            <b>Choose a request</b>
            <p>You see who decided, what ran, and the evidence.</p>
          </div>
        ) : (
          <>
            <div className="inbox-back">
              <Link to="/history">
                <Icon name="chevron-left" />
                History
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
    <section className="queue" aria-label="History">
      <div className="queue-head">
        <div className="queue-title">
          <PageHeading level={openId === null ? 1 : 2} title={openId === null ? 'History' : null}>
            History
          </PageHeading>
          {counts !== undefined && (
            <span className="ml-2">
              {total.toLocaleString('en')} {total === 1 ? 'request' : 'requests'}
            </span>
          )}
          <Link to="/history/unasked" className="ml-auto">
            Ran unasked
          </Link>
        </div>
        <SearchBox
          box={box}
          label="Search the history"
          placeholder="Search tool, agent, target, code"
          text={text}
          onText={setText}
        />
        <Narrow text={text} onNarrow={setText} />
      </div>
      <Tabs<HistoryTab>
        label="Which requests"
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
  if (offers.length === 0) return null;
  return (
    <div className="history-narrow">
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
        <span className="row-title">{code ?? 'Open this request'}</span>
        <span className="time-left" />
        <span className="row-more row-more--wide">
          <code>{id}</code>
        </span>
      </Link>
    );
  }
  if (found?.state === 'none') {
    return (
      <p className="queue-foot">
        None of the latest {found.looked} requests has the code {code}. Search for older ones by
        their id.
      </p>
    );
  }
  const looked = found?.state === 'looking' ? found.looked : 0;
  return (
    <p className="queue-foot" role="status">
      Looking for {code}. {looked} requests looked at …
    </p>
  );
}

const nothing: Readonly<Record<HistoryTab, string>> = {
  all: 'Nothing was decided yet. What waits is in the inbox.',
  ran: 'Nothing has run yet.',
  rejected: 'Nothing was rejected.',
  expired: 'Nothing expired.',
  unknown: 'Every outcome is known.',
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
    const { title, remedy } = explainProblem(problem);
    return (
      <Notice kind="danger" alert>
        <b>{title}</b>
        <p>{remedy}</p>
        <Button small icon="reload" className="mt-2" onClick={reload}>
          Try again
        </Button>
      </Notice>
    );
  }
  if (rows === undefined) return <p className="queue-foot">Loading …</p>;
  if (more && paused && !loadingMore) {
    return (
      <div className="queue-foot">
        <p>
          {rows.length.toLocaleString('en')} of the latest {looked.toLocaleString('en')} match.
        </p>
        <Button small className="mt-2" onClick={loadMore}>
          Look further back
        </Button>
      </div>
    );
  }
  if (more || loadingMore) return <p className="queue-foot">Loading more …</p>;
  if (rows.length > 0) return null;
  return <p className="queue-foot">{searching ? 'Nothing matches this search.' : nothing[tab]}</p>;
}
