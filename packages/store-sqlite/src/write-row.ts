import type { StoredRow } from '@countersign/coordinator';
import type { Transaction } from './transaction.ts';

/** Puts the row of a request in place, and counts it under its status. */
export function writeRow(transaction: Transaction, row: StoredRow): void {
  const { connection } = transaction;
  const { approval_request_id, requested_at, due_at, report_by, silent_at } = row;
  const kept = connection.get<{ request_no: number; status: string }>(
    'SELECT request_no, status FROM requests WHERE approval_request_id = ?',
    approval_request_id,
  );
  const values = [
    row.case_id,
    row.status,
    row.agent_id,
    row.operation,
    row.tool_name,
    row.risk_level,
    row.route,
    requested_at,
    due_at,
    report_by,
    silent_at,
  ];
  if (kept === undefined) {
    connection.run(
      `INSERT INTO requests (case_id, status, agent_id, operation, tool_name, risk_level, route,
         requested_at, due_at, report_by, silent_at, approval_request_id)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ...values,
      approval_request_id,
    );
  } else {
    connection.run(
      `UPDATE requests SET case_id = ?, status = ?, agent_id = ?, operation = ?, tool_name = ?,
         risk_level = ?, route = ?, requested_at = ?, due_at = ?, report_by = ?, silent_at = ?
       WHERE request_no = ?`,
      ...values,
      kept.request_no,
    );
  }
  count(transaction, kept?.status ?? null, row.status);
}

function count(transaction: Transaction, from: string | null, to: string): void {
  if (from === to) return;
  const counters = new Map(transaction.state.counters);
  if (from !== null) counters.set(from, (counters.get(from) ?? 0) - 1);
  counters.set(to, (counters.get(to) ?? 0) + 1);
  transaction.state = { ...transaction.state, counters };
}
