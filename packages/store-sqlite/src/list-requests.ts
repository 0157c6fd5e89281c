import type { ListPage, ListQuery, RequestView } from '@countersign/coordinator';
import type { Timestamp } from '@countersign/protocol';
import type { Connection } from './connection.ts';
import { loadState } from './store-state.ts';

const limitMax = 200;

/** Where a page begins: behind this row, newest first. */
interface Place {
  readonly requested_at: string;
  readonly approval_request_id: string;
}

/** Later than everything. */
const beginning: Place = { requested_at: '\u{10ffff}', approval_request_id: '' };

const columns = `approval_request_id, case_id, status, agent_id, operation, tool_name, risk_level, route,
  requested_at, due_at, report_by, silent_at`;
const onPage = `requested_at <= ? AND (requested_at, approval_request_id) < (?, ?) AND (due_at IS NULL OR due_at > ?)
  ORDER BY requested_at DESC, approval_request_id DESC LIMIT ?`;

/**
 * A page by key. Each status is read through an index; without one asked for, the pages of all statuses (there
 * are few) are merged, so no page costs more than its length, wherever it is.
 */
export function listRequests(connection: Connection, query: ListQuery, now: Timestamp): ListPage {
  const { status, agentId, limit } = query;
  if (!Number.isInteger(limit) || limit < 1 || limit > limitMax) {
    throw new RangeError(`expected a limit from 1 to ${limitMax}`);
  }
  const place = query.after === undefined ? beginning : decodePlace(query.after);
  const { requested_at, approval_request_id } = place;
  const readStatus = (each: string, aliveAt: string): RequestView[] => {
    const key = [
      each,
      requested_at,
      requested_at,
      approval_request_id,
      aliveAt,
      limit + 1,
    ] as const;
    return agentId === undefined
      ? connection.all<RequestView>(
          `SELECT ${columns} FROM requests WHERE status = ? AND ${onPage}`,
          ...key,
        )
      : connection.all<RequestView>(
          `SELECT ${columns} FROM requests WHERE agent_id = ? AND status = ? AND ${onPage}`,
          agentId,
          ...key,
        );
  };
  // What time has ended is no longer of the status that was asked for.
  const found =
    status === undefined
      ? Object.keys(countRequests(connection)).flatMap(each => readStatus(each, ''))
      : readStatus(status, now);
  const rows = found.sort(newestFirst).slice(0, limit);
  const last = rows.at(-1);
  return {
    rows: rows.map(row => effective(row, now)),
    next: last === undefined || found.length <= limit ? null : encodePlace(last),
  };
}

function effective(row: RequestView, now: Timestamp): RequestView {
  return row.due_at !== null && row.due_at <= now ? { ...row, status: 'expired' } : row;
}

function newestFirst(a: Place, b: Place): number {
  return (
    compare(b.requested_at, a.requested_at) || compare(b.approval_request_id, a.approval_request_id)
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function encodePlace({ requested_at, approval_request_id }: Place): string {
  return Buffer.from(`${requested_at} ${approval_request_id}`).toString('base64url');
}

function decodePlace(cursor: string): Place {
  const [, requested_at, approval_request_id] =
    /^(\S+) (.+)$/s.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (requested_at === undefined || approval_request_id === undefined) {
    throw new RangeError('expected the cursor of a page that was given before');
  }
  return { requested_at, approval_request_id };
}

export function countRequests(connection: Connection): Readonly<Record<string, number>> {
  const { counters } = loadState(connection);
  return Object.fromEntries([...counters].filter(([, requests]) => requests > 0));
}

export function listDue(
  connection: Connection,
  limit: number,
  now: Timestamp,
): { approval_request_id: string; due_at: Timestamp }[] {
  return connection.all<{ approval_request_id: string; due_at: Timestamp }>(
    'SELECT approval_request_id, due_at FROM requests WHERE due_at <= ? ORDER BY due_at LIMIT ?',
    now,
    limit,
  );
}

export function listSilent(
  connection: Connection,
  limit: number,
  now: Timestamp,
): { approval_request_id: string; silent_at: Timestamp }[] {
  return connection.all<{ approval_request_id: string; silent_at: Timestamp }>(
    'SELECT approval_request_id, silent_at FROM requests WHERE silent_at <= ? ORDER BY silent_at LIMIT ?',
    now,
    limit,
  );
}
