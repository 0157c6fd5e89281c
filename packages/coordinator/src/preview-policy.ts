import { accept, type Result } from '@countersign/protocol/reason';
import type { StoredRow } from './commit.ts';
import type { Context } from './context.ts';
import { failClosed } from './fail-closed.ts';
import type { Policies } from './ports.ts';
import { readRequest } from './read-request.ts';
import { isOutOfTurn, previewReaffirm } from './reaffirm-request.ts';

/** What a policy that is not in force would do to the pending requests. */
interface PolicyPreview {
  readonly ends: readonly { readonly row: StoredRow; readonly reason: string }[];
  readonly stays: readonly StoredRow[];
  /** False where there are pending requests that were not evaluated. */
  readonly isComplete: boolean;
}

/** More than fit on a screen, and few enough to evaluate while a person waits. */
const previewedMax = 200;

/**
 * Evaluates the pending requests under a policy that is not in force, as `reaffirmRequest` would once it is. It stops
 * where the caller has no evaluation time left. Nothing is written.
 */
export function previewPolicy(
  context: Context,
  policies: Policies,
  { caller, signal }: { readonly caller: string; readonly signal: AbortSignal },
): Promise<Result<PolicyPreview>> {
  return failClosed(async () => {
    const page = await context.store.listRequests({ status: 'pending', limit: previewedMax });
    const ends: { row: StoredRow; reason: string }[] = [];
    const stays: StoredRow[] = [];
    let isComplete = page.next === null;
    for (const row of page.rows) {
      if (signal.aborted) return accept({ ends, stays, isComplete: false });
      const read = await readRequest(context, row.approval_request_id);
      if (!read.ok) {
        // One request that cannot be read does not hide the others.
        isComplete = false;
        continue;
      }
      if (read.value.status !== 'pending') continue;
      const kept = await previewReaffirm(context, policies, read.value.state, caller);
      if (kept.ok) stays.push(row);
      else if (isOutOfTurn(kept.refusal.code)) return accept({ ends, stays, isComplete: false });
      else ends.push({ row, reason: kept.refusal.detail });
    }
    return accept({ ends, stays, isComplete });
  });
}
