import type { RequestRepresentation, ViewAnswer } from '@countersign/client/people';
import { sha256 } from '@countersign/protocol/crypto';
import type { JsonValue } from '@countersign/protocol/json';
import { amendmentsMax } from '@countersign/protocol/request';
import { Fragment, type ReactNode, useMemo } from 'react';
import { Notice } from '../design/notice.tsx';
import { compareVersions, type VersionedValue } from '../facts/compare-actions.ts';
import { type Piece, sourceOf } from '../facts/piece.ts';
import { Pieces, Words } from '../facts/pieces.tsx';
import { readAction } from '../facts/read-action.ts';
import { placed } from '../facts/sentence-words.tsx';
import { clockTime } from '../frame/time-words.ts';
import { amendText } from '../language/english/amend.ts';
import './amend.css';

type Names = (personId: string) => string;
type Amends = NonNullable<RequestRepresentation['request']['amends']>;

interface ChangesProps {
  readonly representation: RequestRepresentation;
  readonly versions: ViewAnswer['versions'];
  /** The action of this request, from its checked bytes. */
  readonly action: JsonValue;
  readonly nameOf: Names;
}

/**
 * The action that the agent asked for, the changes of each reviewer, and who decided. Every earlier version is checked
 * by its digest.
 */
export function AuthoredChanges(props: ChangesProps): ReactNode {
  const { representation, versions, action, nameOf } = props;
  const { amends = [], agent_id } = representation.request;
  const earlier = useMemo(() => readEarlier(amends, versions), [amends, versions]);
  const compared = useMemo(
    () => (Array.isArray(earlier) ? compareVersions([...earlier, action]) : null),
    [earlier, action],
  );
  const heads = [agent_id, ...amends.map(({ changed_by }) => changed_by)];
  return (
    <section className="panel authored" aria-label={amendText.sectionTitle}>
      {compared === null ? (
        <Notice kind={earlier === 'mismatch' ? 'danger' : 'warn'}>
          {earlier === 'mismatch' ? amendText.mismatch : amendText.unread}
        </Notice>
      ) : (
        <table>
          <thead>
            <tr>
              <th scope="col">
                <span className="visually-hidden">{amendText.value}</span>
              </th>
              {placed(heads).map(({ item: head, place: at }) => (
                <th scope="col" key={at}>
                  <Words
                    text={at === 0 ? amendText.asked(head) : amendText.personChanged(nameOf(head))}
                  />
                  <small>
                    {at < heads.length - 1 ? amendText.ended : lastWords(representation.status)}
                  </small>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {placed(compared.changed).map(({ item: row, place: at }) => (
              <ChangedRow key={at} row={row} />
            ))}
          </tbody>
        </table>
      )}
      <Steps representation={representation} versions={versions} nameOf={nameOf} />
      <p className="authored-foot">
        {compared !== null && `${amendText.sameCount(compared.same)} `}
        {amendText.used(amends.length, amendmentsMax)}
      </p>
    </section>
  );
}

function lastWords(status: RequestRepresentation['status']): string {
  if (status === 'pending' || status === 'allowed') return amendText.runs;
  return status === 'consumed' ? amendText.ran : amendText.last;
}

/** The earlier actions, each with the digest that the request names for it. */
function readEarlier(
  amends: Amends,
  versions: ViewAnswer['versions'],
): JsonValue[] | 'unread' | 'mismatch' {
  const actions: JsonValue[] = [];
  for (const { approval_request_id, action_digest } of amends) {
    const version = versions.find(each => each.approval_request_id === approval_request_id);
    const action = readAction(version?.action_text ?? null);
    if (action === null) return 'unread';
    if (sha256(action) !== action_digest) return 'mismatch';
    actions.push(action);
  }
  return actions;
}

function ChangedRow({ row: { label, values } }: { readonly row: VersionedValue }): ReactNode {
  return (
    <tr>
      <th scope="row">
        <Pieces pieces={withoutRoot(label)} />
      </th>
      {placed(values).map(({ item: value, place: at }) => {
        const next = values[at + 1];
        const before = values[at - 1];
        const goes = next !== undefined && !isSame(value, next);
        const came = at > 0 && !isSame(before ?? null, value);
        return (
          <td key={at}>
            {at > 0 && !came ? (
              <span className="text-text-3">{amendText.same}</span>
            ) : value === null ? (
              <span className="text-text-3">{amendText.notThere}</span>
            ) : goes ? (
              <del>
                <Pieces pieces={value} />
              </del>
            ) : came ? (
              <ins>
                <Pieces pieces={value} />
              </ins>
            ) : (
              <Pieces pieces={value} />
            )}
          </td>
        );
      })}
    </tr>
  );
}

const root = '/parameters/';

/** Only parameters can change, so the label does not repeat the word. */
function withoutRoot(label: readonly Piece[]): readonly Piece[] {
  const [first, ...rest] = label;
  return first?.kind === 'text' && first.source.startsWith(root)
    ? [{ kind: 'text', source: first.source.slice(root.length) }, ...rest]
    : label;
}

function isSame(a: readonly Piece[] | null, b: readonly Piece[] | null): boolean {
  if (a === null || b === null) return a === b;
  return sourceOf(a) === sourceOf(b);
}

/** Who did what and when, in order. */
function Steps({
  representation,
  versions,
  nameOf,
}: Pick<ChangesProps, 'representation' | 'versions' | 'nameOf'>): ReactNode {
  const { request, entries } = representation;
  const { amends = [], agent_id, requested_at } = request;
  const timeOf = (at: number) => versions[at]?.requested_at ?? null;
  const first = timeOf(0);
  return (
    <ol className="authored-steps">
      <li>
        <Words
          text={
            first === null
              ? amendText.asked(agent_id)
              : amendText.askedAt(agent_id, clockTime(first))
          }
        />
      </li>
      {amends.map(({ changed_by, reason, narrowing, approval_request_id }, at) => {
        const changedAt = at === amends.length - 1 ? requested_at : timeOf(at + 1);
        const name = nameOf(changed_by);
        return (
          <li key={approval_request_id}>
            <Words
              text={
                changedAt === null
                  ? amendText.personChanged(name)
                  : amendText.changedAt(name, clockTime(changedAt))
              }
            />
            <q>
              <Words text={reason} />
            </q>
            <small>{narrowing ? amendText.narrowing : amendText.widening}</small>
          </li>
        );
      })}
      {entries.map(({ chain_entry_id, decision, approver_identity, decided_at }) => (
        <Fragment key={chain_entry_id}>
          <li>
            <Words
              text={(decision === 'allow' ? amendText.approved : amendText.rejected)(
                nameOf(approver_identity),
                clockTime(decided_at),
              )}
            />
          </li>
        </Fragment>
      ))}
    </ol>
  );
}
