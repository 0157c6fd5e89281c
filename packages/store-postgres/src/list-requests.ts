import type { ListPage, ListQuery, StoredRow } from '@countersign/coordinator';
import { Timestamp } from '@countersign/protocol/value';
import type { Database, Statement } from './database.ts';
import { timestampOf, timestampOrNull } from './timestamp-text.ts';

type RowTimes = 'requested_at' | 'due_at' | 'report_by' | 'silent_at';

interface DatabaseRow extends Omit<StoredRow, RowTimes> {
  readonly requested_at: Date;
  readonly due_at: Date | null;
  readonly report_by: Date | null;
  readonly silent_at: Date | null;
}

const limitMax = 200;

export async function listRequests(database: Database, query: ListQuery): Promise<ListPage> {
  const { status, agentId, toolName, order = 'newest', limit, after } = query;
  if (!Number.isInteger(limit) || limit < 1 || limit > limitMax) {
    throw new RangeError(`expected a limit of 1 to ${limitMax}`);
  }
  if (order === 'due' && status !== 'pending') {
    throw new RangeError('expected the status pending with the order due');
  }
  // Before the first page there is a row that comes before all.
  const start = order === 'due' ? '-infinity' : 'infinity';
  const [at, id] = after === undefined ? [start, ''] : parseCursor(after);
  const statement = statementFor(query);
  const values = [limit + 1, at, id, order === 'due' ? undefined : status, agentId, toolName];
  const given = values.filter(value => value !== undefined);
  const rows = (await database.query<DatabaseRow>(statement, given)).map(rowOf);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const next = rows.length > limit && last !== undefined ? cursorOf(last, order) : null;
  return { rows: page, next };
}

const clock = 'WITH RECURSIVE clock AS MATERIALIZED (SELECT :schema.store_clock() AS now)';
const now = '(SELECT now FROM clock)';
const columns = `approval_request_id, case_id,
  CASE WHEN due_at <= ${now} THEN 'expired' ELSE status END AS status,
  agent_id, operation, tool_name, risk_level, route, requested_at, due_at, report_by, silent_at`;

/** Reads one page from an index that begins with what is asked for. */
function statementFor({ status, agentId, toolName, order }: ListQuery): Statement {
  const isDue = order === 'due';
  const byStatus = status !== undefined && !isDue;
  const filters = [
    ...(agentId === undefined ? [] : ['agent']),
    ...(toolName === undefined ? [] : ['tool']),
  ];
  const columnsOf = { agent: 'agent_id', tool: 'tool_name' } as Readonly<Record<string, string>>;
  const where = filters
    .map((filter, n) => `${columnsOf[filter]} = $${(byStatus ? 5 : 4) + n} AND`)
    .join(' ');
  const base = `list_requests${isDue ? '_due' : ''}`;
  const name = [base, ...(byStatus ? ['status'] : []), ...filters].join('_by_');
  if (isDue) return { name, text: pageByDue(where) };
  return { name, text: byStatus ? pageOfStatus(where) : pageOfAll(where) };
}

const pageOf = (where: string, status: string) => `SELECT * FROM :schema.requests
  WHERE ${where} ${status} AND (requested_at, approval_request_id) < ($2::timestamptz, $3::text)
  ORDER BY requested_at DESC, approval_request_id DESC LIMIT $1`;

/** What waits for people, walked by its deadlines; agents and tools that were not asked for are passed over there. */
function pageByDue(where: string): string {
  return `${clock} SELECT ${columns} FROM :schema.requests
    WHERE ${where} status = 'pending' AND due_at > ${now}
      AND (due_at, approval_request_id) > ($2::timestamptz, $3::text)
    ORDER BY due_at, approval_request_id LIMIT $1`;
}

function pageOfStatus(where: string): string {
  const notOver = `(status = 'expired' OR due_at IS NULL OR due_at > ${now})`;
  return `${clock} SELECT ${columns} FROM (${pageOf(where, `status = $4 AND ${notOver}`)}) AS r
    ORDER BY requested_at DESC, approval_request_id DESC`;
}

/** The newest of each status, merged; the statuses are found by leaping through the index from one to the next. */
function pageOfAll(where: string): string {
  const nextStatus = (which: string) => `SELECT status FROM :schema.requests
    WHERE ${where} ${which} ORDER BY status LIMIT 1`;
  return `${clock}, statuses(known) AS (
      (${nextStatus('true')})
      UNION ALL
      SELECT (${nextStatus('status > known')}) FROM statuses WHERE known IS NOT NULL
    )
    SELECT ${columns} FROM statuses, LATERAL (${pageOf(where, 'status = known')}) AS r
    ORDER BY requested_at DESC, approval_request_id DESC LIMIT $1`;
}

function rowOf({ requested_at, due_at, report_by, silent_at, ...row }: DatabaseRow): StoredRow {
  return {
    ...row,
    requested_at: timestampOf(requested_at),
    due_at: timestampOrNull(due_at),
    report_by: timestampOrNull(report_by),
    silent_at: timestampOrNull(silent_at),
  };
}

function cursorOf(last: StoredRow, order: 'newest' | 'due'): string {
  return `${order === 'due' ? last.due_at : last.requested_at} ${last.approval_request_id}`;
}

function parseCursor(cursor: string): [Timestamp, string] {
  const at = Timestamp.safeParse(cursor.slice(0, 24));
  if (!at.success || cursor[24] !== ' ') {
    throw new RangeError('expected the cursor of an earlier page');
  }
  return [at.data, cursor.slice(25)];
}
