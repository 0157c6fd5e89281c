import type { BatchAnswer } from '@countersign/client/people';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useSession } from '../data/session.ts';
import { onAnyChange, useResource } from '../data/use-resource.ts';
import { Button, buttonClass } from '../design/button.tsx';
import { Icon } from '../design/icon.tsx';
import { armingMilliseconds } from '../design/use-armed.ts';
import { Words } from '../facts/pieces.tsx';
import { PageHeading } from '../frame/page-heading.tsx';
import { RefusedPage } from '../frame/problem-page.tsx';
import { timeLeftWords } from '../frame/time-words.ts';
import { useNow } from '../frame/use-now.ts';
import { batchText } from '../language/english/batch.ts';
import { Link } from '../navigation/link.tsx';
import { navigate, usePlace } from '../navigation/place.ts';
import { batchApi } from './batch-api.ts';
import { batchColumns, batchTotals, readBatchRows, type ShownRow } from './batch-rows.ts';
import { BatchTable } from './batch-table.tsx';
import { type BatchDeciding, useBatchDecision } from './use-batch-decision.ts';
import '../decision/decision.css';
import './batch.css';

/** Several requests of one agent and one tool in one table: one reading, one touch, a decision for each. */
export function BatchPage(): ReactNode {
  const { query } = usePlace();
  const asked = new URLSearchParams(query);
  const agent_id = asked.get('agent') ?? '';
  const tool_name = asked.get('tool') ?? '';
  const { data, problem, reload } = useResource(
    `batch ${JSON.stringify([agent_id, tool_name])}`,
    signal => batchApi.getBatch({ agent_id, tool_name }, { signal }),
    onAnyChange,
  );
  const session = useSession();
  if (data === undefined || session == null) {
    return problem === null ? null : <RefusedPage problem={problem} onRetry={reload} />;
  }
  return <Batch answer={data} personId={session.person_id} reload={reload} />;
}

interface BatchProps {
  readonly answer: BatchAnswer;
  readonly personId: string;
  reload(): void;
}

function Batch({ answer, personId, reload }: BatchProps): ReactNode {
  const read = useMemo(() => readBatchRows(answer), [answer]);
  const [out, setOut] = useState<ReadonlySet<string>>(new Set());
  const [endSeen, setEndSeen] = useState<string | null>(null);
  const { rows } = read;
  const taken = rows.filter(({ id }) => !out.has(id));
  const columns = useMemo(() => batchColumns(rows), [rows]);
  const whatIsRead = rows.map(({ shown }) => shown.viewDigest).join(' ');
  const deciding = useBatchDecision(answer, personId, settled => {
    reload();
    if (settled) navigate('/');
  });
  const onTake = (ids: readonly string[], isIn: boolean): void => {
    const next = new Set(out);
    for (const id of ids) {
      if (isIn) next.delete(id);
      else next.add(id);
    }
    setOut(next);
  };
  return (
    <div className="batch">
      <div className="batch-scroll">
        <p className="batch-back">
          <Link to="/">
            <Icon name="chevron-left" />
            {batchText.inbox}
          </Link>
          <span>
            <Words text={batchText.asked(answer.agent_id, answer.tool_name)} />
          </span>
          {answer.left_out > 0 && <span>{batchText.leftOut(answer.left_out)}</span>}
        </p>
        <PageHeading title={batchText.title}>
          <Words text={batchText.heading(taken.length, answer.tool_name)} />
          <Totals rows={taken} />
        </PageHeading>
        {read.wrong > 0 && (
          <p className="batch-wrong" role="alert">
            <Icon name="warning" />
            <b>{batchText.wrongTitle}</b> {batchText.wrongAbout(read.wrong)}
          </p>
        )}
        {read.alone.length > 0 && <DecideAlone rows={read.alone} />}
        {rows.length < 2 ? (
          <p className="batch-none">{batchText.none}</p>
        ) : (
          <BatchTable
            rows={rows}
            columns={columns}
            out={out}
            onTake={onTake}
            onEnd={() => setEndSeen(whatIsRead)}
          />
        )}
      </div>
      {rows.length >= 2 && (
        <BatchBar
          answer={answer}
          taken={taken}
          isRead={endSeen === whatIsRead}
          deciding={deciding}
        />
      )}
    </div>
  );
}

function Totals({ rows }: { readonly rows: readonly ShownRow[] }): ReactNode {
  const totals = batchTotals(rows);
  return totals.length === 0 ? null : (
    <span className="batch-total">
      <Words text={batchText.total(totals.join(batchText.and))} />
    </span>
  );
}

/** Rows with marks come first. They have no box to tick. */
function DecideAlone({ rows }: { readonly rows: readonly ShownRow[] }): ReactNode {
  return (
    <section className="batch-alone" aria-label={batchText.aloneTitle}>
      <p>
        <Icon name="warning" />
        <b>{batchText.aloneTitle}</b> {batchText.aloneAbout}
      </p>
      <ul>
        {rows.map(({ id, title, alone }) => (
          <li key={id}>
            <span>
              <b>
                <Words text={title} />
              </b>{' '}
              <Words text={alone.join(' ')} />
            </span>
            <Link to={`/requests/${id}`} className={buttonClass({ small: true })}>
              {batchText.openAlone}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface BatchBarProps {
  readonly answer: BatchAnswer;
  readonly taken: readonly ShownRow[];
  readonly isRead: boolean;
  readonly deciding: BatchDeciding;
}

function BatchBar({ answer, taken, isRead, deciding }: BatchBarProps): ReactNode {
  const now = useNow();
  const [rejecting, setRejecting] = useState(false);
  const [reason, setReason] = useState('');
  const armed = useArmedFor(taken.map(({ shown }) => shown.viewDigest).join(' '));
  const soonest = taken.map(({ expiresAt }) => expiresAt).toSorted()[0];
  const count = taken.length;
  const hasPasskey = answer.passkeys.length > 0;
  const isReady = count >= 2 && isRead && armed && hasPasskey;
  const note = !hasPasskey
    ? batchText.noPasskey
    : isRead
      ? batchText.oneTouch(count)
      : batchText.readAll;
  return (
    <section className="bar" aria-label={batchText.title}>
      {rejecting && (
        <label className="batch-reason">
          {batchText.reason}
          <textarea value={reason} onChange={event => setReason(event.target.value)} rows={2} />
        </label>
      )}
      <div className="bar-in batch-bar">
        <div className="bar-words">
          {soonest !== undefined && <b>{batchText.left(timeLeftWords(soonest, now))}</b>}
          <small role="status">{deciding.refusal ?? note}</small>
        </div>
        <div className="acts">
          {rejecting ? (
            <>
              <Button onClick={() => setRejecting(false)}>{batchText.back}</Button>
              <Button
                kind="reject"
                icon="cross"
                busy={deciding.busy}
                aria-disabled={reason.trim() === '' || count < 2}
                onClick={() =>
                  deciding.decide(taken, { decision: 'deny', code: 'fix', reason: reason.trim() })
                }
              >
                {batchText.confirmReject(count)}
              </Button>
            </>
          ) : (
            <>
              <Button
                kind="reject"
                icon="cross"
                aria-disabled={count < 2}
                onClick={() => setRejecting(true)}
              >
                {batchText.reject(count)}
              </Button>
              <Button
                kind="primary"
                icon="passkey"
                busy={deciding.busy}
                aria-disabled={!isReady}
                onClick={() =>
                  deciding.decide(taken, { decision: 'allow', code: 'reviewed', reason: '' })
                }
              >
                {batchText.approve(count)}
              </Button>
            </>
          )}
        </div>
      </div>
    </section>
  );
}

/**
 * Whether the rows to be signed have been on the screen for a moment. After a row is taken out or in, the wait begins
 * again.
 */
function useArmedFor(what: string): boolean {
  const [armedFor, setArmedFor] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setArmedFor(what), armingMilliseconds);
    return () => clearTimeout(timer);
  }, [what]);
  return armedFor === what;
}
