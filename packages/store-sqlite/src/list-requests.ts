import type { ListPage, ListQuery, StoredRow } from '@countersign/coordinator';
import type { Timestamp } from '@countersign/protocol/value';
import type { Connection } from './connection.ts';
import { loadState } from './store-state.ts';

const limitMax = 200;

/** Where a page begins: behind the row with this time and id. */
interface Place {
  readonly at: string;
  readonly id: string;
}

/** Behind everything. */
const highest = '\u{10ffff}';
const newest: Place = { at: highest, id: '' };

const columns = `approval_request_id, case_id, status, agent_id, operation, tool_name, risk_level, route,
  requested_at, due_at, report_by, silent_at`;
const onPage = `requested_at <= ? AND (requested_at, approval_request_id) < (?, ?) AND (due_at IS NULL OR due_at > ?)
  ORDER BY requested_at DESC, approval_request_id DESC LIMIT ?`;
// One bound alone: given a second one, SQLite may seek to that and walk from there.
const onDuePage = `status = 'pending' AND (due_at, approval_request_id) > (?, ?)
  ORDER BY due_at, approval_request_id LIMIT ?`;

/** A page by key: no page costs more than its length, wherever it is. */
export function listRequests(connection: Connection, query: ListQuery, now: Timestamp): ListPage {
  const { limit } = query;
  if (!Number.isInteger(limit) || limit < 1 || limit > limitMax) {
    throw new RangeError(`expected a limit from 1 to ${limitMax}`);
  }
  return query.order === 'due'
    ? listByDue(connection, query, now)
    : listNewest(connection, query, now);
}

/**
 * Each status is read through an index; without one asked for, the pages of all statuses (there are few) are merged.
 * The index is named, because without statistics the planner takes the one by status alone and walks over the requests
 * of all other agents and tools.
 */
function listNewest(connection: Connection, query: ListQuery, now: Timestamp): ListPage {
  const { status, limit } = query;
  const { at, id } = query.after === undefined ? newest : decodePlace(query.after);
  const [where, values] = filterOf(query);
  const readStatus = (each: string, aliveAt: string): StoredRow[] =>
    connection.all<StoredRow>(
      `SELECT ${columns} FROM requests INDEXED BY ${indexOf(query)} WHERE ${where} status = ? AND ${onPage}`,
      ...values,
      ...[each, at, at, id, aliveAt, limit + 1],
    );
  // What time has ended is no longer of the status that was asked for.
  const found =
    status === undefined
      ? Object.keys(countRequests(connection)).flatMap(each => readStatus(each, ''))
      : readStatus(status, now);
  const rows = found.sort(newestFirst).slice(0, limit);
  const last = rows.at(-1);
  return {
    rows: rows.map(row => effective(row, now)),
    next: last === undefined || found.length <= limit ? null : encodePlace(last.requested_at, last),
  };
}

/**
 * Walks the deadlines of what is pending. Where an agent or a tool is asked for, the others are passed over within the
 * index, which has both: what waits for people is few enough for that.
 */
function listByDue(connection: Connection, query: ListQuery, now: Timestamp): ListPage {
  if (query.status !== 'pending') {
    throw new RangeError('expected the status pending with the order due');
  }
  const place = query.after === undefined ? null : decodePlace(query.after);
  // What is due by now is over, so nothing before that is listed, wherever the page begins.
  const { at, id } = place === null || place.at <= now ? { at: now, id: highest } : place;
  const [where, values] = filterOf(query);
  const found = connection.all<StoredRow>(
    `SELECT ${columns} FROM requests INDEXED BY requests_pending_due WHERE ${where} ${onDuePage}`,
    ...values,
    ...[at, id, query.limit + 1],
  );
  const rows = found.slice(0, query.limit);
  const end = rows.at(-1);
  const more = found.length > rows.length && end !== undefined && end.due_at !== null;
  return { rows, next: more ? encodePlace(end.due_at, end) : null };
}

/** The part of a condition that asks for an agent or a tool, and its values. */
function filterOf({ agentId, toolName }: ListQuery): readonly [string, readonly string[]] {
  const where = `${agentId === undefined ? '' : 'agent_id = ? AND'} ${toolName === undefined ? '' : 'tool_name = ? AND'}`;
  return [where, [agentId, toolName].filter(value => value !== undefined)];
}

/** The index that finds the newest of what is asked for. */
function indexOf({ agentId, toolName }: ListQuery): string {
  if (agentId === undefined)
    return toolName === undefined ? 'requests_by_status' : 'requests_by_tool';
  return toolName === undefined ? 'requests_by_agent' : 'requests_by_agent_and_tool';
}

function effective(row: StoredRow, now: Timestamp): StoredRow {
  return row.due_at !== null && row.due_at <= now ? { ...row, status: 'expired' } : row;
}

function newestFirst(a: StoredRow, b: StoredRow): number {
  return (
    compare(b.requested_at, a.requested_at) || compare(b.approval_request_id, a.approval_request_id)
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function encodePlace(at: string, { approval_request_id }: StoredRow): string {
  return Buffer.from(`${at} ${approval_request_id}`).toString('base64url');
}

function decodePlace(cursor: string): Place {
  const [, at, id] = /^(\S+) (.+)$/s.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (at === undefined || id === undefined) {
    throw new RangeError('expected the cursor of a page that was given before');
  }
  return { at, id };
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
