import type { ListPage, ListQuery, RequestView } from '@countersign/coordinator';
import { Timestamp } from '@countersign/protocol';
import type { Database, Statement } from './database.ts';
import { timestampOf, timestampOrNull } from './timestamp-text.ts';

type ViewTimes = 'requested_at' | 'due_at' | 'report_by' | 'silent_at';

interface ViewRow extends Omit<RequestView, ViewTimes> {
  readonly requested_at: Date;
  readonly due_at: Date | null;
  readonly report_by: Date | null;
  readonly silent_at: Date | null;
}

const limitMax = 200;

export async function listRequests(database: Database, query: ListQuery): Promise<ListPage> {
  const { status, agentId, limit, after } = query;
  if (!Number.isInteger(limit) || limit < 1 || limit > limitMax) {
    throw new RangeError(`expected a limit of 1 to ${limitMax}`);
  }
  // Before the first page there is a row that is newer than all.
  const [requestedAt, id] = after === undefined ? ['infinity', ''] : parseCursor(after);
  const statement = statementFor(status !== undefined, agentId !== undefined);
  const values = [limit + 1, requestedAt, id, status, agentId];
  const given = values.filter(value => value !== undefined);
  const rows = (await database.query<ViewRow>(statement, given)).map(viewOf);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { rows: page, next: rows.length > limit && last !== undefined ? cursorOf(last) : null };
}

/**
 * Reads one page from an index that begins with what is asked for. Where no status is asked for, the newest of
 * each status are merged; the statuses are found by leaping through the index from one to the next.
 */
function statementFor(byStatus: boolean, byAgent: boolean): Statement {
  const agent = byAgent ? `agent_id = $${byStatus ? 5 : 4} AND` : '';
  const page = (status: string) => `SELECT * FROM :schema.requests
    WHERE ${agent} ${status} AND (requested_at, approval_request_id) < ($2::timestamptz, $3::text)
    ORDER BY requested_at DESC, approval_request_id DESC LIMIT $1`;
  const now = '(SELECT now FROM clock)';
  const columns = `approval_request_id, case_id,
    CASE WHEN due_at <= ${now} THEN 'expired' ELSE status END AS status,
    agent_id, operation, tool_name, risk_level, route, requested_at, due_at, report_by, silent_at`;
  const clock = 'WITH RECURSIVE clock AS MATERIALIZED (SELECT :schema.store_clock() AS now)';
  const nextStatus = (which: string) => `SELECT status FROM :schema.requests
    WHERE ${agent} ${which} ORDER BY status LIMIT 1`;
  const notOver = `(status = 'expired' OR due_at IS NULL OR due_at > ${now})`;
  return byStatus
    ? {
        name: `list_requests_by_status${byAgent ? '_and_agent' : ''}`,
        text: `${clock} SELECT ${columns} FROM (${page(`status = $4 AND ${notOver}`)}) AS r
          ORDER BY requested_at DESC, approval_request_id DESC`,
      }
    : {
        name: `list_requests${byAgent ? '_by_agent' : ''}`,
        text: `${clock}, statuses(known) AS (
            (${nextStatus('true')})
            UNION ALL
            SELECT (${nextStatus('status > known')}) FROM statuses WHERE known IS NOT NULL
          )
          SELECT ${columns} FROM statuses, LATERAL (${page('status = known')}) AS r
          ORDER BY requested_at DESC, approval_request_id DESC LIMIT $1`,
      };
}

function viewOf({ requested_at, due_at, report_by, silent_at, ...row }: ViewRow): RequestView {
  return {
    ...row,
    requested_at: timestampOf(requested_at),
    due_at: timestampOrNull(due_at),
    report_by: timestampOrNull(report_by),
    silent_at: timestampOrNull(silent_at),
  };
}

function cursorOf({ requested_at, approval_request_id }: RequestView): string {
  return `${requested_at} ${approval_request_id}`;
}

function parseCursor(cursor: string): [Timestamp, string] {
  const requestedAt = Timestamp.safeParse(cursor.slice(0, 24));
  if (!requestedAt.success || cursor[24] !== ' ') {
    throw new RangeError('expected the cursor of an earlier page');
  }
  return [requestedAt.data, cursor.slice(25)];
}
