import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { Changes } from '../amend/changes.tsx';
import { useSession } from '../data/session.ts';
import { DecisionBar } from '../decision/decision-bar.tsx';
import { nextJoining } from '../decision/joining-words.ts';
import { notEligibleWords } from '../decision/refusal-words.ts';
import { SeenProvider, useLooking, usePartStates } from '../decision/seen.tsx';
import { type PartState, SeenTracker } from '../decision/seen-tracker.ts';
import { useCountdown } from '../decision/use-countdown.ts';
import { useDecision } from '../decision/use-decision.ts';
import { useReloadAt } from '../decision/use-reload-at.ts';
import { Notice } from '../design/notice.tsx';
import { type Reading, ReadingProvider } from '../facts/folding.tsx';
import { RefusedPage } from '../frame/problem-page.tsx';
import { clockTime } from '../frame/time-words.ts';
import { amendText } from '../language/english/amend.ts';
import { cardText } from '../language/english/card.ts';
import { fill } from '../language/fill.ts';
import { parseSearch } from '../queue/queue-search.ts';
import { useQueue } from '../queue/use-queue.ts';
import { ReleaseBar } from '../release/release-bar.tsx';
import { type ReleaseFacts, releaseWays } from '../release/release-way.tsx';
import { AroundAction } from './around-action.tsx';
import { DigestMismatch, ErasedAction } from './cannot-show.tsx';
import { CardHeader } from './card-header.tsx';
import { noticesOf } from './notice-words.ts';
import { otherWays } from './other-ways-of.tsx';
import { OutcomeBar } from './outcome-bar.tsx';
import { newsWords, type OutcomeWords, outcomeWords } from './outcome-words.ts';
import { useCardKeys } from './use-card-keys.ts';
import { useFacts } from './use-facts.ts';
import { useNames } from './use-names.ts';
import { type RequestReading, type ShownRequest, useRequest } from './use-request.ts';
import { WhatWillRun } from './what-will-run.tsx';
import './card.css';
import '../facts/facts.css';
import '../decision/decision.css';

/** One request: what would run, why it was stopped, who decides, and the decision. */
export function RequestCard({ id }: { readonly id: string }): ReactNode {
  return <ReadCard key={id} id={id} />;
}

function ReadCard({ id }: { readonly id: string }): ReactNode {
  const reading = useRequest(id);
  if (reading.open !== null) return <Card id={id} reading={reading} open={reading.open} />;
  if (reading.problem !== null)
    return <RefusedPage problem={reading.problem} onRetry={reading.reload} />;
  return (
    <div className="card" aria-busy="true">
      <div className="card-in card-loading">
        <span className="visually-hidden" role="status">
          {cardText.reading}
        </span>
        <div className="skeleton h-9 w-3/5" />
        <div className="skeleton h-60" />
        <div className="skeleton h-24" />
      </div>
    </div>
  );
}

interface CardProps {
  readonly id: string;
  readonly reading: RequestReading;
  readonly open: ShownRequest;
}

function Staleness({ problem }: { readonly problem: unknown }): ReactNode {
  if (problem === null) return null;
  return (
    <Notice kind="warn">{fill(cardText.stale, { lead: <b>{cardText.notUpToDate}</b> })}</Notice>
  );
}

function Card({ id, reading, open }: CardProps): ReactNode {
  const { representation, view, checked } = open;
  const { request, status } = representation;
  const me = useSession()?.person_id ?? '';
  const nameOf = useNames(view);
  const scroller = useRef<HTMLElement>(null);
  const shown = checked.ok ? checked : null;
  const facts = useFacts(shown, view.display?.parts ?? null);
  const tracker = useMemo(() => new SeenTracker(facts.parts), [facts.parts]);
  const parts = usePartStates(tracker);
  useLooking(tracker, scroller);
  const countdown = useCountdown(request.requested_at, request.expires_at);
  const decision = useDecision({
    id,
    shown,
    representation,
    view,
    personId: me,
    allSeen: parts.length > 0 && parts.every(part => part.seen),
    onSettled: reading.settle,
  });
  const news = useNews(open, me, nameOf);
  useReadAtEnd(countdown.over && status === 'pending', reading.reload);
  useReloadAt(nextJoining(open.representation), reading.reload);
  const [form, setForm] = useState<'readable' | 'exact'>('readable');
  const goToNext = (): void => {
    setForm('readable');
    // The part returns to the page only with the next frame.
    requestAnimationFrame(() => goTo(tracker, scroller.current));
  };
  const [finding, setFinding] = useState(false);
  const how = useHowToRead(open);
  useCardKeys(scroller, {
    onForm: () => setForm(form === 'readable' ? 'exact' : 'readable'),
    onFind: () => setFinding(true),
  });
  const erased = view.action_text === null;
  const { may_decide, may_deny, code, stage } = view.eligibility;
  const release = releaseFacts(open, shown !== null, parts);
  const deciding = status === 'pending' && (may_decide || may_deny) && !erased;
  return (
    <SeenProvider tracker={tracker}>
      <article className="card">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard */}
        <section className="card-scroll" ref={scroller} tabIndex={0} aria-label={cardText.request}>
          <div className="card-in">
            <CardHeader representation={representation} marks={view.marks} nameOf={nameOf} />
            <Staleness problem={reading.problem} />
            {noticesOf(representation, clockTime, nameOf).map(({ kind, title, detail }) => (
              <Notice key={title} kind={kind}>
                <b>{title}</b> {detail}
              </Notice>
            ))}
            {shown !== null ? (
              <ReadingProvider reading={how}>
                <WhatWillRun
                  shown={shown}
                  status={status}
                  {...facts}
                  marks={view.marks}
                  parts={parts}
                  form={form}
                  onForm={setForm}
                  finding={finding}
                  onFinding={setFinding}
                >
                  <Changes open={open} shown={shown} nameOf={nameOf} />
                </WhatWillRun>
              </ReadingProvider>
            ) : erased ? (
              <ErasedAction />
            ) : (
              !checked.ok && <DigestMismatch mismatch={checked} />
            )}
            {(shown !== null || erased) && (
              <AroundAction id={id} open={open} shown={shown} me={me} nameOf={nameOf} />
            )}
          </div>
        </section>
        {deciding ? (
          <DecisionBar
            decision={decision}
            parts={parts}
            countdown={countdown}
            until={clockTime(request.expires_at)}
            agent={request.agent_id}
            roundsLeft={representation.rounds_left}
            passkey={view.eligibility.needs === 'webauthn'}
            selfConfirm={view.eligibility.self_confirm}
            blocked={
              shown === null
                ? cardText.bytesMismatch
                : may_decide
                  ? null
                  : cardText.canStillReject(notEligibleWords(code, stage))
            }
            news={news}
            ways={[...otherWays(open, shown), ...releaseWays(decision, release)]}
            onNext={goToNext}
          />
        ) : (
          <ReleaseBar decision={decision} countdown={countdown} release={release}>
            <Outcome open={open} me={me} nameOf={nameOf} time={countdown.words} />
          </ReleaseBar>
        )}
      </article>
    </SeenProvider>
  );
}

/** Null where this person may not release the action alone, or it cannot be shown (BG-1). */
function releaseFacts(
  { representation, view }: ShownRequest,
  isShown: boolean,
  parts: readonly PartState[],
): ReleaseFacts | null {
  const { release } = view.eligibility;
  if (release === undefined || !isShown || representation.status !== 'pending') return null;
  return { told: release.told, allSeen: parts.length > 0 && parts.every(({ seen }) => seen) };
}

const everything = parseSearch('');

/** The outcome, and what waits next for this person. */
function DecidedBar({
  words,
  evidence,
  id,
  superseded,
}: {
  readonly words: OutcomeWords;
  readonly evidence: string;
  readonly id: string;
  /** The request that asks for the changed action, where a reviewer changed this one. */
  readonly superseded: string | null;
}): ReactNode {
  const { rows = [] } = useQueue(everything);
  if (superseded !== null) {
    const changed = { id: superseded, sentence: amendText.changedRequest };
    return <OutcomeBar words={words} evidence={evidence} next={changed} />;
  }
  const row = rows.find(each => each.eligible && each.approval_request_id !== id);
  const next = row === undefined ? null : { id: row.approval_request_id, sentence: row.title };
  return <OutcomeBar words={words} evidence={evidence} next={next} />;
}

function Outcome({
  open,
  me,
  nameOf,
  time,
}: {
  readonly open: ShownRequest;
  readonly me: string;
  readonly nameOf: (personId: string) => string;
  readonly time: string;
}): ReactNode {
  const { representation, view } = open;
  if (representation.status !== 'pending') {
    const words = outcomeWords({ representation, me, nameOf, clockTime });
    const evidence = `/history/${encodeURIComponent(representation.approval_request_id)}`;
    return (
      <DecidedBar
        words={words}
        evidence={evidence}
        id={representation.approval_request_id}
        superseded={representation.superseded_by ?? null}
      />
    );
  }
  const { code, stage } = view.eligibility;
  const detail =
    view.action_text === null ? cardText.erasedUndecidable : notEligibleWords(code, stage);
  return (
    <OutcomeBar words={{ icon: 'people', look: 'plain', title: time, detail }} evidence={null} />
  );
}

/** What the rule and the open stage demand to be read. Later stages have other readers. */
function useHowToRead({ representation, view }: ShownRequest): Reading {
  const stage = representation.chain.stages[view.eligibility.stage_index ?? -1];
  const everyRow = stage?.read === 'every_row';
  const generated = view.generated.join('\n');
  return useMemo(
    () => ({ generated: generated === '' ? [] : generated.split('\n'), everyRow }),
    [generated, everyRow],
  );
}

/** What happened since the card was opened, until the next thing happens. */
function useNews(open: ShownRequest, me: string, nameOf: (id: string) => string): string | null {
  const { representation, view } = open;
  const before = useRef(representation);
  const [news, setNews] = useState<string | null>(null);
  useEffect(() => {
    const earlier = before.current;
    if (earlier.version === representation.version) return;
    before.current = representation;
    const yours = view.eligibility.may_decide;
    setNews(newsWords(earlier, representation, { me, nameOf, yours }));
  }, [representation, view, me, nameOf]);
  return news;
}

const askAgainMilliseconds = 3000;

/** When the time is up by the clock of this machine, the page asks the server, whose clock counts. */
function useReadAtEnd(over: boolean, reload: () => void): void {
  useEffect(() => {
    if (!over) return;
    reload();
    const timer = setInterval(reload, askAgainMilliseconds);
    return () => clearInterval(timer);
  }, [over, reload]);
}

function goTo(tracker: SeenTracker, scroller: HTMLElement | null): void {
  const next = tracker.next();
  if (next === null || scroller === null) return;
  const opens = next.part.folded
    ? scroller.querySelector<HTMLElement>(`[data-opens="${CSS.escape(next.part.id)}"]`)
    : null;
  const target = opens ?? next.element;
  target?.scrollIntoView({ block: opens === null ? 'start' : 'center' });
  // If the part is folded, this opens it. The focus stays on the card.
  opens?.click();
  scroller.focus({ preventScroll: true });
}
