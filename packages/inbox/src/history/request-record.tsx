import type { Shown } from '@countersign/protocol/view';
import { type ReactNode, useMemo, useState } from 'react';
import { Changes } from '../amend/changes.tsx';
import { DigestMismatch, ErasedAction } from '../card/cannot-show.tsx';
import { type OutcomeWords, outcomeWords } from '../card/outcome-words.ts';
import { type CardFacts, useFacts } from '../card/use-facts.ts';
import { useNames } from '../card/use-names.ts';
import { type RequestReading, type ShownRequest, useRequest } from '../card/use-request.ts';
import { api } from '../data/api.ts';
import { useSession } from '../data/session.ts';
import { onChangeOf, useResource } from '../data/use-resource.ts';
import { capital } from '../decision/stage-stops.ts';
import { buttonClass, IconButton } from '../design/button.tsx';
import { Icon } from '../design/icon.tsx';
import { Notice } from '../design/notice.tsx';
import { showToast } from '../design/toast-list.ts';
import { EvidencePanel } from '../evidence/evidence-panel.tsx';
import { FactPanel, type Form } from '../facts/fact-panel.tsx';
import { countValues } from '../facts/fact-tree.ts';
import { HiddenNotice } from '../facts/hidden-notice.tsx';
import { SentenceWords } from '../facts/sentence-words.tsx';
import { PageHeading } from '../frame/page-heading.tsx';
import { RefusedPage } from '../frame/problem-page.tsx';
import { RetryNotice } from '../frame/retry-notice.tsx';
import { clockTime } from '../frame/time-words.ts';
import { numberLocale } from '../language/chosen.ts';
import { historyText } from '../language/english/history.ts';
import { fill } from '../language/fill.ts';
import { Link } from '../navigation/link.tsx';
import type { EventReader } from './event-words.ts';
import { exactTime, longTime } from './exact-time.ts';
import { Rounds } from './rounds.tsx';
import { SettleRequest } from './settle-request.tsx';
import { SummaryStrip } from './summary-strip.tsx';
import { Timeline } from './timeline.tsx';
import '../card/card.css';
import '../facts/facts.css';
import '../decision/decision.css';

/** The record of one request: what was asked, who decided, what ran, and the proof. */
export function RequestRecord({ id }: { readonly id: string }): ReactNode {
  const reading = useRequest(id);
  if (reading.open !== null) return <Record reading={reading} open={reading.open} />;
  if (reading.problem !== null) {
    return <RefusedPage problem={reading.problem} onRetry={reading.reload} />;
  }
  return (
    <div className="card" aria-busy="true">
      <div className="card-in record-in card-loading">
        <span className="visually-hidden" role="status">
          {historyText.reading}
        </span>
        <div className="skeleton h-9 w-3/5" />
        <div className="skeleton h-16" />
        <div className="skeleton h-60" />
      </div>
    </div>
  );
}

function Record({
  reading,
  open,
}: {
  readonly reading: RequestReading;
  readonly open: ShownRequest;
}): ReactNode {
  const { representation, view, checked } = open;
  const { request, status, approval_request_id: id } = representation;
  const me = useSession()?.person_id ?? '';
  const nameOf = useNames(view);
  const shown = checked.ok ? checked : null;
  const facts = useFacts(shown, view.display?.parts ?? null);
  const words = outcomeWords({ representation, me, nameOf, clockTime });
  const ran = status === 'consumed';
  const grantUntil = representation.resolution?.grant_expires_at ?? null;
  return (
    <article className="card">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard */}
      <section className="card-scroll" tabIndex={0} aria-label={historyText.record}>
        <div className="card-in record-in">
          <RecordHead id={id} words={words} at={endOf(open)} pending={status === 'pending'} />
          {reading.problem !== null && (
            <Notice kind="warn">
              {fill(historyText.stale, { lead: <b>{historyText.notUpToDate}</b> })}
            </Notice>
          )}
          {shown !== null ? (
            <WhatItWas ran={ran} shown={shown} facts={facts}>
              <Changes open={open} shown={shown} nameOf={nameOf} />
            </WhatItWas>
          ) : view.action_text === null ? (
            <ErasedAction />
          ) : (
            !checked.ok && <DigestMismatch mismatch={checked} />
          )}
          <Rounds request={request} toolName={shown?.action.target.tool_name ?? null} />
          <div className="record-two">
            <div className="min-w-0">
              <SettleRequest representation={representation} onSettled={reading.settle} />
              <h2 className="record-h">{historyText.timeline}</h2>
              <RecordTimeline
                id={id}
                reader={{
                  nameOf: personId => (personId === me ? historyText.you : nameOf(personId)),
                  stageName: index =>
                    capital(
                      representation.chain.stages[index]?.name ??
                        historyText.stageNumber(index + 1),
                    ),
                  actionDigest: request.action_digest,
                  shortCode: shown?.shortCode ?? null,
                  audience: request.audience,
                  grantUntil: grantUntil === null ? null : exactTime(grantUntil).time.slice(0, 8),
                }}
              />
            </div>
            <EvidencePanel id={id} />
          </div>
        </div>
      </section>
    </article>
  );
}

function endOf({ representation }: ShownRequest): string {
  const { receipts, resolution, request } = representation;
  return receipts.at(-1)?.recorded_at ?? resolution?.resolved_at ?? request.requested_at;
}

function RecordHead({
  id,
  words,
  at,
  pending,
}: {
  readonly id: string;
  readonly words: OutcomeWords;
  readonly at: string;
  readonly pending: boolean;
}): ReactNode {
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(`${location.origin}/history/${encodeURIComponent(id)}`);
      showToast({
        kind: 'note',
        title: historyText.linkCopied,
        detail: historyText.linkOpens,
      });
    } catch {
      showToast({
        kind: 'refused',
        title: historyText.linkNotCopied,
        detail: historyText.copyAddress,
      });
    }
  };
  return (
    <header className="card-head record-head">
      <span className={`record-outcome outcome--${words.look}`}>
        <Icon name={words.icon} />
        {words.title}
      </span>
      <span className="sep" />
      <span className="record-when">{longTime(at)}</span>
      <code title={id}>{`${id.slice(0, 7)}…${id.slice(-4)}`}</code>
      {pending ? (
        <Link to={`/requests/${encodeURIComponent(id)}`} className={buttonClass({ small: true })}>
          {historyText.openToDecide}
        </Link>
      ) : (
        <IconButton icon="link" label={historyText.copyLink} onClick={() => void copy()} />
      )}
    </header>
  );
}

/** The sentence, a few values, and on demand everything, exactly as the decider saw it. */
function WhatItWas({
  ran,
  shown,
  facts,
  children,
}: {
  readonly ran: boolean;
  readonly shown: Shown;
  readonly facts: CardFacts;
  readonly children: ReactNode;
}): ReactNode {
  const { sentence, nodes, longPointers, hidden } = facts;
  // A command is what ran: a few values around it would leave it out.
  const [all, setAll] = useState(() => nodes.some(({ block }) => block !== null));
  const [form, setForm] = useState<Form>('readable');
  const values = countValues(nodes);
  return (
    <>
      <p className="what">{ran ? historyText.whatRan : historyText.whatWasAsked}</p>
      <PageHeading title={sentence.text} className="sentence">
        <SentenceWords stretches={sentence.stretches} />
      </PageHeading>
      <HiddenNotice report={hidden} />
      {children}
      {!all && <SummaryStrip nodes={nodes} toolName={shown.action.target.tool_name} />}
      {all && (
        <FactPanel
          action={shown.action}
          actionText={shown.actionText}
          audience={shown.request.audience}
          shortCode={shown.shortCode}
          nodes={nodes}
          longPointers={longPointers}
          values={values}
          unopened={0}
          groupFolded={false}
          form={form}
          onForm={setForm}
          source={ran ? historyText.bytesRan : historyText.bytesAsked}
        />
      )}
      <p className="record-links">
        <button
          type="button"
          className="text-link"
          aria-expanded={all}
          onClick={() => setAll(!all)}
        >
          {all ? historyText.showFew : allWords(values)}
        </button>
        <Link to={`/policy?from=${encodeURIComponent(shown.request.approval_request_id)}`}>
          {historyText.tryPolicy}
        </Link>
      </p>
    </>
  );
}

function allWords(values: number): string {
  return values === 1
    ? historyText.showOne
    : historyText.showAllValues(values.toLocaleString(numberLocale));
}

function RecordTimeline({
  id,
  reader,
}: {
  readonly id: string;
  readonly reader: EventReader;
}): ReactNode {
  const { data, problem, reload } = useResource(
    `events ${id}`,
    signal => api.getHistory(id, { signal }),
    onChangeOf(id),
  );
  const events = useMemo(() => data?.events ?? [], [data]);
  if (data === undefined && problem !== null) {
    return <RetryNotice problem={problem} onRetry={reload} />;
  }
  return <Timeline events={events} reader={reader} />;
}
