import { batchRow, batchTable, totalText } from '@countersign/card';
import type { BatchAnswer } from '@countersign/client/people';
import type { JsonObject, JsonValue } from '@countersign/protocol/json';
import { checkShown, type Shown } from '@countersign/protocol/view';
import { sentenceOf } from '../facts/sentence.ts';

/** A row whose bytes were compared with every digest of it, and which is shown from those bytes alone. */
export interface ShownRow {
  readonly id: string;
  readonly shown: Shown;
  readonly title: string;
  /** Why it has to be decided alone. */
  readonly alone: readonly string[];
  readonly expiresAt: string;
  readonly cells: JsonObject;
}

interface ReadBatch {
  /** Rows that can be decided together. */
  readonly rows: readonly ShownRow[];
  /** Rows that have to be decided alone. */
  readonly alone: readonly ShownRow[];
  /** The number of rows that the server shows differently from their bytes. */
  readonly wrong: number;
}

/** Computes what is shown of every row from its bytes (EV-7). */
export function readBatchRows(answer: BatchAnswer): ReadBatch {
  const read = answer.rows.flatMap(({ representation, alone, ...view }): ShownRow[] => {
    const { approval_request_id, policy_decision } = representation;
    const { action_digest } = policy_decision;
    const shown = checkShown({
      asked: approval_request_id,
      representation,
      view: { ...view, approval_request_id, action_digest },
    });
    if (!shown.ok) return [];
    const title = sentenceOf(shown.action, null).text;
    const expiresAt = shown.request.expires_at;
    const cells = batchRow(shown.action);
    return [{ id: approval_request_id, shown, title, alone, expiresAt, cells }];
  });
  return {
    rows: read.filter(({ alone }) => alone.length === 0),
    alone: read.filter(({ alone }) => alone.length > 0),
    wrong: answer.rows.length - read.length,
  };
}

export interface BatchColumns {
  /** What all rows share, once. */
  readonly same: readonly { readonly key: string; readonly text: string }[];
  /** What differs. Numbers stand at the right. */
  readonly columns: readonly { readonly key: string; readonly numeric: boolean }[];
}

export function batchColumns(rows: readonly ShownRow[]): BatchColumns {
  const table = batchTable(rows.map(({ shown }) => shown.action));
  const [first] = rows;
  if (table === null || first === undefined) {
    const keys = [...new Set(rows.flatMap(({ cells }) => Object.keys(cells)))];
    return { same: [], columns: keys.map(key => ({ key, numeric: false })) };
  }
  return {
    same: table.same.map(({ key }) => ({ key, text: cellText(first.cells[key]) })),
    columns: table.columns,
  };
}

/** The sums of the rows that are taken, one for each currency. */
export function batchTotals(rows: readonly ShownRow[]): readonly string[] {
  const table = batchTable(rows.map(({ shown }) => shown.action));
  return (table?.amounts?.totals ?? []).map(({ total, currency }) => totalText(total, currency));
}

/** Exactly what the bytes say: no rounding, no grouping. */
export function cellText(value: JsonValue | undefined): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The groups of a queue that can be opened as a batch: two rows or more of one agent and one tool. */
export function batchGroups<
  Row extends {
    readonly agent_id: string;
    readonly tool_name: string;
    readonly risk_level: string;
    readonly marked_level: string | null;
    readonly plan_id: string | null;
    readonly stage: { readonly name: string } | null;
  },
>(rows: readonly Row[]): { agent: string; tool: string; count: number }[] {
  const groups = new Map<string, { agent: string; tool: string; count: number }>();
  for (const { agent_id: agent, tool_name: tool, plan_id, stage, ...row } of rows) {
    const isCritical = row.risk_level === 'critical' || row.marked_level === 'critical';
    if (isCritical || plan_id !== null || tool.startsWith('countersign.')) continue;
    const key = JSON.stringify([agent, tool, stage?.name ?? null]);
    groups.set(key, { agent, tool, count: (groups.get(key)?.count ?? 0) + 1 });
  }
  return [...groups.values()].filter(({ count }) => count > 1);
}
