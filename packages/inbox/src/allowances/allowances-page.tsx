import { type AllowanceFacts, allowanceCalls } from '@countersign/client/people';
import { type ReactNode, useId, useState } from 'react';
import { api } from '../data/api.ts';
import { onAnyChange, useResource } from '../data/use-resource.ts';
import { Button } from '../design/button.tsx';
import { Notice } from '../design/notice.tsx';
import { ColumnHeads, StateMark } from '../design/state-table.tsx';
import { showToast } from '../design/toast-list.ts';
import { Words } from '../facts/pieces.tsx';
import { PageHeading } from '../frame/page-heading.tsx';
import { RefusedPage } from '../frame/problem-page.tsx';
import { problemSentence } from '../frame/problem-words.ts';
import { dateAndTime } from '../frame/time-words.ts';
import { allowancesText } from '../language/english/allowances.ts';
import { Link } from '../navigation/link.tsx';
import { navigate } from '../navigation/place.ts';
import { useAsk } from '../way-in/use-ask.ts';
import { causeWords, lengthWords, looks, order } from './allowance-words.ts';
import './allowances.css';

const calls = api.with(allowanceCalls);

const columns = [
  allowancesText.state,
  allowancesText.whatIsAllowed,
  allowancesText.usedHead,
  allowancesText.ends,
];

/** What agents may do again without asking. Nothing is made here: an allowance starts from a request. */
export function AllowancesPage(): ReactNode {
  const { data, problem, reload } = useResource(
    'allowances',
    signal => calls.listAllowances({ signal }),
    onAnyChange,
  );
  return (
    <div className="state-page allowances">
      <header className="page-head">
        <PageHeading title={allowancesText.title}>{allowancesText.title}</PageHeading>
        <p>{allowancesText.lead}</p>
      </header>
      {data === undefined ? (
        problem !== null && <RefusedPage problem={problem} onRetry={reload} />
      ) : (
        <>
          {!data.anchored && data.allowances.length > 0 && (
            <Notice>{allowancesText.noAnchor}</Notice>
          )}
          {data.allowances.length === 0 ? (
            <p className="state-none">
              <b>{allowancesText.none}</b> {allowancesText.noneHint}
            </p>
          ) : (
            <AllowanceTable allowances={data.allowances} reload={reload} />
          )}
        </>
      )}
    </div>
  );
}

function AllowanceTable({
  allowances,
  reload,
}: {
  readonly allowances: readonly AllowanceFacts[];
  reload(): void;
}): ReactNode {
  const sorted = allowances.toSorted((a, b) => order.indexOf(a.status) - order.indexOf(b.status));
  return (
    <table className="state-table allowance-table" aria-label={allowancesText.title}>
      <ColumnHeads names={columns} actions={allowancesText.actions} />
      <tbody>
        {sorted.map(each => (
          <AllowanceRow key={each.allowance_id} allowance={each} reload={reload} />
        ))}
      </tbody>
    </table>
  );
}

function AllowanceRow({
  allowance,
  reload,
}: {
  readonly allowance: AllowanceFacts;
  reload(): void;
}): ReactNode {
  const { ended, terms } = allowance;
  return (
    <tr>
      <td>
        <StateMark look={looks[allowance.status]} />
      </td>
      <td>
        <b>
          <Words text={allowance.agent_id} />
        </b>{' '}
        {allowancesText.calls}{' '}
        <b>
          <Words text={allowance.tool_name} />
        </b>
        <small>
          {allowancesText.signedBy} <Words text={allowance.decided_by.join(', ')} />
          {' · '}
          <Link to={`/history/${encodeURIComponent(allowance.approval_request_id)}`}>
            {allowancesText.decision}
          </Link>
        </small>
        {ended !== null && (
          <small>
            {causeWords(ended.cause)}: <Words text={ended.reason} />
          </small>
        )}
        <CoveredPart allowanceId={allowance.allowance_id} />
        <details>
          <summary>{allowancesText.terms}</summary>
          {terms === null ? (
            <p>{allowancesText.hiddenTerms}</p>
          ) : (
            <dl className="allowance-terms">
              {terms.template.map(({ path, ...line }) => (
                <div key={path}>
                  <dt>
                    <Words text={path} />
                  </dt>
                  <dd>
                    <Words text={JSON.stringify(line)} />
                  </dd>
                </div>
              ))}
            </dl>
          )}
        </details>
      </td>
      <td>
        {allowance.uses === null ? (
          allowance.used
        ) : (
          <>
            {allowancesText.used(allowance.used, allowance.uses)}
            <meter min={0} max={allowance.uses} value={allowance.used}>
              {allowancesText.used(allowance.used, allowance.uses)}
            </meter>
          </>
        )}
        {allowance.budget !== null && allowance.spent !== null && (
          <small>{allowancesText.spent(allowance.spent, allowance.budget)}</small>
        )}
        {terms !== null && terms.rate !== null && (
          <small>{allowancesText.slower(terms.rate.uses, lengthWords(terms.rate.seconds))}</small>
        )}
        {terms?.repeat === true && <small>{allowancesText.mayRepeat}</small>}
      </td>
      <td>
        <time dateTime={allowance.expires_at}>{dateAndTime(allowance.expires_at)}</time>
      </td>
      <td>{allowance.may_end && <Acts allowance={allowance} reload={reload} />}</td>
    </tr>
  );
}

/** What ran under it, read when a person opens it. */
function CoveredPart({ allowanceId }: { readonly allowanceId: string }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{allowancesText.coveredNewest}</summary>
      {isOpen && <CoveredList allowanceId={allowanceId} />}
    </details>
  );
}

function CoveredList({ allowanceId }: { readonly allowanceId: string }): ReactNode {
  const { data, problem, reload } = useResource(
    `allowance ${allowanceId}`,
    signal => calls.readAllowance(allowanceId, { signal }),
    onAnyChange,
  );
  if (data === undefined) {
    return problem === null ? null : <RefusedPage problem={problem} onRetry={reload} />;
  }
  if (data.covered.length === 0) return <p>{allowancesText.coveredNone}</p>;
  return (
    <ul>
      {data.covered.map(({ approval_request_id, title, requested_at }) => (
        <li key={approval_request_id}>
          <Link to={`/history/${encodeURIComponent(approval_request_id)}`}>
            <Words text={title === '' ? approval_request_id : title} />
          </Link>{' '}
          <time dateTime={requested_at}>{dateAndTime(requested_at)}</time>
        </li>
      ))}
    </ul>
  );
}

function Acts({
  allowance,
  reload,
}: {
  readonly allowance: AllowanceFacts;
  reload(): void;
}): ReactNode {
  const [ending, setEnding] = useState<'suspend' | 'revoke' | null>(null);
  const [reason, setReason] = useState('');
  const ask = useAsk();
  const id = useId();
  const { allowance_id, status } = allowance;
  const end = (): void =>
    ask.run(async () => {
      try {
        if (ending === 'revoke') await calls.revokeAllowance(allowance_id, reason);
        else await calls.suspendAllowance(allowance_id, reason);
        const title = ending === 'revoke' ? allowancesText.revoked : allowancesText.suspended;
        showToast({ kind: 'ok', title, detail: allowance.tool_name });
        setEnding(null);
      } catch (refused) {
        const detail = problemSentence(refused);
        showToast({ kind: 'refused', title: allowancesText.stillInForce, detail });
      }
      reload();
    });
  const confirm = (): void =>
    ask.run(async () => {
      try {
        const { house_request } = await calls.confirmAllowance(allowance_id, {});
        navigate(`/requests/${encodeURIComponent(house_request.approval_request_id)}`);
      } catch (refused) {
        const detail = problemSentence(refused);
        showToast({ kind: 'refused', title: allowancesText.stillInForce, detail });
      }
    });
  if (ending === null) {
    return (
      <div className="allowance-acts">
        {status === 'suspended' ? (
          <Button small busy={ask.busy} onClick={confirm}>
            {allowancesText.confirm}
          </Button>
        ) : (
          <Button small onClick={() => setEnding('suspend')}>
            {allowancesText.suspend}
          </Button>
        )}
        <Button small kind="reject" onClick={() => setEnding('revoke')}>
          {allowancesText.revoke}
        </Button>
      </div>
    );
  }
  const word = ending === 'revoke' ? allowancesText.revoke : allowancesText.suspend;
  return (
    <form
      className="allowance-reason"
      onSubmit={event => {
        event.preventDefault();
        if (reason.trim() !== '') end();
      }}
    >
      <label htmlFor={id}>{allowancesText.reason}</label>
      <input
        id={id}
        className="field"
        value={reason}
        maxLength={2000}
        aria-describedby={`${id}-hint`}
        onChange={event => setReason(event.target.value)}
      />
      <small id={`${id}-hint`}>{allowancesText.reasonHint}</small>
      <div className="allowance-acts">
        <Button small kind="plain" onClick={() => setEnding(null)}>
          {allowancesText.back}
        </Button>
        <Button
          small
          kind="danger"
          type="submit"
          busy={ask.busy}
          aria-disabled={reason.trim() === ''}
        >
          {word}
        </Button>
      </div>
    </form>
  );
}
