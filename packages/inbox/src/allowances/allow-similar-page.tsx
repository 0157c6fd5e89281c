import { type AllowanceAsked, allowanceCalls } from '@countersign/client/people';
import { pinnedTemplate } from '@countersign/protocol/allowance';
import { type ReactNode, useId, useMemo, useState } from 'react';
import { useRequest } from '../card/use-request.ts';
import { api } from '../data/api.ts';
import { useResource } from '../data/use-resource.ts';
import { Button } from '../design/button.tsx';
import { Notice } from '../design/notice.tsx';
import { ColumnHeads } from '../design/state-table.tsx';
import { showToast } from '../design/toast-list.ts';
import { Words } from '../facts/pieces.tsx';
import { PageHeading } from '../frame/page-heading.tsx';
import type { PageProps } from '../frame/page-table.tsx';
import { RefusedPage } from '../frame/problem-page.tsx';
import { problemSentence } from '../frame/problem-words.ts';
import { allowancesText } from '../language/english/allowances.ts';
import { Link } from '../navigation/link.tsx';
import { navigate } from '../navigation/place.ts';
import { useAsk } from '../way-in/use-ask.ts';
import { kindWords, type LineKind, lengthWords } from './allowance-words.ts';
import { budgetPaths, type LimitFields, readLimits } from './limit-fields.ts';
import { LimitInputs } from './limit-inputs.tsx';
import { lineOf, rowsOf, type TemplateRow } from './template-rows.ts';
import './allowances.css';

const calls = api.with(allowanceCalls);

/** The editor of an allowance: everything is pinned to one request, and the person loosens one line at a time. */
export function AllowSimilarPage({ params }: PageProps): ReactNode {
  const id = params['id'] ?? '';
  const { open, problem, reload } = useRequest(id);
  if (open === null) {
    return problem === null ? null : <RefusedPage problem={problem} onRetry={reload} />;
  }
  const { request } = open.representation;
  const { allowable } = request;
  const back = `/requests/${encodeURIComponent(id)}`;
  return (
    <div className="state-page allowances">
      <header className="page-head">
        <PageHeading title={allowancesText.allowSimilar}>{allowancesText.allowSimilar}</PageHeading>
        <p>
          <b>
            <Words text={request.agent_id} />
          </b>{' '}
          {allowancesText.calls}{' '}
          <b>
            <Words text={open.checked.ok ? open.checked.action.target.tool_name : ''} />
          </b>
          . {allowancesText.allowLead} <Link to={back}>{allowancesText.back}</Link>
        </p>
      </header>
      {allowable === undefined || !open.checked.ok ? (
        <Notice kind="warn">{allowancesText.notAdmitted}</Notice>
      ) : (
        <Editor
          id={id}
          limits={allowable}
          template={pinnedTemplate(open.checked.action.parameters) as never}
        />
      )}
    </div>
  );
}

interface EditorProps {
  readonly id: string;
  readonly limits: {
    readonly lifetime_max_seconds: number;
    readonly any: readonly string[];
    readonly real_paths: readonly string[];
  };
  readonly template: Parameters<typeof rowsOf>[0];
}

function Editor({ id, limits, template }: EditorProps): ReactNode {
  const [rows, setRows] = useState(() => rowsOf(template, limits.any, limits.real_paths));
  const hoursMax = Math.floor(limits.lifetime_max_seconds / 3600);
  const [fields, setFields] = useState<LimitFields>({
    uses: '10',
    hours: String(Math.max(1, Math.min(8, hoursMax))),
    total: '',
    rateUses: '',
    rateMinutes: '',
    repeat: false,
  });
  const read = useMemo(() => readLimits(fields, rows), [fields, rows]);
  const choice = useMemo(() => choiceOf(rows, read.limits), [rows, read]);
  const change = (path: string, next: Partial<TemplateRow>): void =>
    setRows(rows.map(row => (row.path === path ? { ...row, ...next } : row)));
  const preview = usePreview(id, choice);
  const adds = new Map(preview?.lines.map(line => [line.path, line.adds]));
  return (
    <div className="allow-columns">
      <section aria-label={allowancesText.allowSimilar}>
        {choice !== null && <Sentence rows={rows} choice={choice} />}
        <table className="state-table allowance-table">
          <ColumnHeads
            names={[allowancesText.member, allowancesText.value, allowancesText.covered]}
          />
          <tbody>
            {rows.map(row => (
              <Row key={row.path} row={row} adds={adds.get(row.path) ?? 0} onChange={change} />
            ))}
          </tbody>
        </table>
        <p className="allow-always">{allowancesText.always}</p>
        <LimitInputs
          fields={fields}
          unread={read.unread}
          hasBudget={budgetPaths(rows) !== null}
          hoursMax={Math.max(1, hoursMax)}
          onChange={next => setFields({ ...fields, ...next })}
        />
      </section>
      <Propose id={id} choice={choice} preview={preview} />
    </div>
  );
}

/** What would be allowed, read from the terms that the person signs. */
function Sentence({
  rows,
  choice,
}: {
  readonly rows: readonly TemplateRow[];
  readonly choice: AllowanceAsked;
}): ReactNode {
  const loosened = rows.filter(({ kind }) => kind !== 'exactly');
  return (
    <p className="allow-sentence">
      <b>{allowancesText.upTo(choice.uses, lengthWords(choice.lifetime_seconds))}</b>
      {loosened.map(({ path, kind, bound }) => (
        <span key={path}>
          {' '}
          <code>
            <Words text={path} />
          </code>{' '}
          {kindWords[kind]}
          {kind !== 'any' && (
            <>
              {' '}
              <code>
                <Words text={bound} />
              </code>
            </>
          )}
          .
        </span>
      ))}{' '}
      {loosened.length < rows.length && allowancesText.restExactly}
    </p>
  );
}

type Preview = Awaited<ReturnType<typeof calls.previewAllowance>>;

/** What the choice would have covered; null while it is counted. */
function usePreview(id: string, choice: AllowanceAsked | null): Preview | null {
  const key = choice === null ? '' : JSON.stringify(choice);
  const { data } = useResource<Preview | null>(`preview ${id} ${key}`, async signal =>
    choice === null ? null : calls.previewAllowance(id, choice, { signal }),
  );
  return data ?? null;
}

function Row({
  row,
  adds,
  onChange,
}: {
  readonly row: TemplateRow;
  readonly adds: number;
  onChange(path: string, next: Partial<TemplateRow>): void;
}): ReactNode {
  const id = useId();
  const hasBound = row.kind !== 'exactly' && row.kind !== 'any';
  const isUnread = lineOf(row) === null;
  return (
    <tr data-loosened={row.kind !== 'exactly'}>
      <th scope="row">
        <Words text={row.path} />
      </th>
      <td>
        <code>
          <Words text={JSON.stringify(row.value)} />
        </code>
      </td>
      <td>
        <label className="visually-hidden" htmlFor={id}>
          {allowancesText.covered} {row.path}
        </label>
        <select
          id={id}
          className="field"
          value={row.kind}
          disabled={row.choices.length === 1}
          onChange={event => onChange(row.path, { kind: event.target.value as LineKind })}
        >
          {row.choices.map(kind => (
            <option key={kind} value={kind}>
              {kindWords[kind]}
            </option>
          ))}
        </select>
        {hasBound && (
          <textarea
            className="field"
            rows={row.kind === 'one_of' ? 3 : 1}
            value={row.bound}
            aria-label={`${allowancesText.bound} ${row.path}`}
            aria-invalid={isUnread}
            onChange={event => onChange(row.path, { bound: event.target.value })}
          />
        )}
        {row.kind !== 'exactly' && <small>{allowancesText.adds(adds)}</small>}
      </td>
    </tr>
  );
}

/**
 * The requests that the allowance would have covered, the rejected ones first. The person must open each rejected
 * request before proposing the allowance.
 */
function Propose({
  id,
  choice,
  preview,
}: {
  readonly id: string;
  readonly choice: AllowanceAsked | null;
  readonly preview: Preview | null;
}): ReactNode {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const ask = useAsk();
  const rejected = preview?.rejected ?? [];
  const unopened = rejected.filter(each => !opened.has(each.approval_request_id));
  const isReady =
    choice !== null && preview !== null && preview.refusal === null && unopened.length === 0;
  const propose = (): void =>
    ask.run(async () => {
      if (choice === null) return;
      try {
        const { house_request } = await calls.askAllowance(id, choice);
        showToast({
          kind: 'ok',
          title: allowancesText.proposed,
          detail: allowancesText.proposedHint,
        });
        navigate(`/requests/${encodeURIComponent(house_request.approval_request_id)}`);
      } catch (refused) {
        const title = allowancesText.stillInForce;
        showToast({ kind: 'refused', title, detail: problemSentence(refused) });
      }
    });
  return (
    <section className="allow-history" aria-label={allowancesText.history}>
      <h2>{allowancesText.history}</h2>
      <p role="status">
        {preview === null
          ? choice === null
            ? allowancesText.unread
            : allowancesText.counting
          : allowancesText.ofAll(preview.covered_count, preview.of)}
      </p>
      {preview?.refusal != null && (
        <Notice kind="warn">
          <Words text={preview.refusal.detail} />
        </Notice>
      )}
      {preview !== null && preview.of === 0 && <p>{allowancesText.noHistory}</p>}
      {preview !== null && preview.of > 0 && rejected.length === 0 && (
        <Notice kind="ok">{allowancesText.rejectedNone}</Notice>
      )}
      {rejected.length > 0 && (
        <div className="allow-rejected" role="alert">
          <b>{allowancesText.rejectedSome(rejected.length)}</b>
          <ul>
            {rejected.map(({ approval_request_id, title }) => (
              <li key={approval_request_id}>
                <Words text={title} />{' '}
                <a
                  href={`/history/${encodeURIComponent(approval_request_id)}`}
                  target="_blank"
                  rel="noreferrer"
                  onClick={() => setOpened(new Set([...opened, approval_request_id]))}
                >
                  {allowancesText.open}
                </a>
              </li>
            ))}
          </ul>
        </div>
      )}
      <ul className="allow-covered">
        {(preview?.covered ?? []).map(({ approval_request_id, title }) => (
          <li key={approval_request_id}>
            <a
              href={`/history/${encodeURIComponent(approval_request_id)}`}
              target="_blank"
              rel="noreferrer"
            >
              <Words text={title} />
            </a>
          </li>
        ))}
      </ul>
      <p>{allowancesText.decides}</p>
      <Button
        kind="primary"
        {...(isReady ? {} : { icon: 'lock' as const })}
        busy={ask.busy}
        aria-disabled={!isReady}
        onClick={propose}
      >
        {unopened.length > 0
          ? allowancesText.openRejected(unopened.length)
          : allowancesText.propose}
      </Button>
    </section>
  );
}

/** The choice in the form that is sent. Null while a field cannot be read. */
function choiceOf(
  rows: readonly TemplateRow[],
  limits: Omit<AllowanceAsked, 'template'> | null,
): AllowanceAsked | null {
  const template = rows.map(lineOf).filter(line => line !== null);
  return limits === null || template.length < rows.length ? null : { template, ...limits };
}
