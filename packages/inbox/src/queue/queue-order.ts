import type { RequestRow } from '@countersign/client/people';

/** A row of the list. A row that is over keeps its place, so that nothing moves under the pointer. */
export interface ShownRow {
  readonly row: RequestRow;
  readonly gone: boolean;
}

export interface ShownQueue {
  readonly rows: readonly ShownRow[];
  /** How many wait to be let in between the rows on screen. */
  readonly fresh: number;
}

export const emptyQueue: ShownQueue = { rows: [], fresh: 0 };

/**
 * The list after news from the server. While the pointer of the user is in the list, every row keeps its place. Rows
 * that are over turn grey. New rows in between are only counted. New rows after the last one are added at the end.
 * Without the pointer, the list is as the server says, but the open request stays while it is open.
 */
export function mergeQueue(
  shown: ShownQueue,
  latest: readonly RequestRow[],
  { held, openId }: { readonly held: boolean; readonly openId: string | null },
): ShownQueue {
  if (!held) return settled(shown, latest, openId);
  const byId = new Map(latest.map(row => [row.approval_request_id, row]));
  const known = new Set(shown.rows.map(({ row }) => row.approval_request_id));
  const lastKnown = latest.findLastIndex(row => known.has(row.approval_request_id));
  const isNew = (row: RequestRow): boolean => !known.has(row.approval_request_id);
  const kept = shown.rows.map(({ row }) => {
    const now = byId.get(row.approval_request_id);
    return now === undefined ? { row, gone: true } : { row: now, gone: false };
  });
  const behind = latest.slice(lastKnown + 1).map(row => ({ row, gone: false }));
  return {
    rows: [...kept, ...behind],
    fresh: latest.slice(0, lastKnown + 1).filter(isNew).length,
  };
}

function settled(
  shown: ShownQueue,
  latest: readonly RequestRow[],
  openId: string | null,
): ShownQueue {
  const rows = latest.map(row => ({ row, gone: false }));
  const isOpen = ({ row }: ShownRow): boolean => row.approval_request_id === openId;
  const openAt = shown.rows.findIndex(isOpen);
  const open = shown.rows[openAt];
  if (open !== undefined && !rows.some(isOpen)) rows.splice(openAt, 0, { ...open, gone: true });
  return { rows, fresh: 0 };
}

/** What the list is drawn from: rows, and steps of one plan together under its name. */
export type QueueEntry =
  | { readonly kind: 'row'; readonly shown: ShownRow }
  | {
      readonly kind: 'plan';
      readonly planId: string;
      readonly count: number;
      /** One of its steps. */
      readonly step: RequestRow;
    }
  | { readonly kind: 'step'; readonly shown: ShownRow; readonly last: boolean };

/** Steps of a plan stand where the soonest of them does. */
export function arrangeQueue(rows: readonly ShownRow[]): QueueEntry[] {
  const plans = new Map<string, ShownRow[]>();
  for (const shown of rows) {
    const { plan_id } = shown.row;
    if (plan_id === null) continue;
    const steps = plans.get(plan_id);
    if (steps === undefined) plans.set(plan_id, [shown]);
    else steps.push(shown);
  }
  const placed = new Set<string>();
  return rows.flatMap((shown): QueueEntry[] => {
    const planId = shown.row.plan_id;
    const steps = planId === null ? undefined : plans.get(planId);
    if (planId === null || steps === undefined || steps.length < 2) return [{ kind: 'row', shown }];
    if (placed.has(planId)) return [];
    placed.add(planId);
    const count = steps.filter(({ gone }) => !gone).length;
    const last = steps.length - 1;
    return [
      { kind: 'plan', planId, count, step: shown.row },
      ...steps.map(
        (step, index): QueueEntry => ({ kind: 'step', shown: step, last: index === last }),
      ),
    ];
  });
}
