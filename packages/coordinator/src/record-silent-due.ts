import { accept, type Result } from '@countersign/protocol/reason';
import type { ChangedRequest } from './change-request.ts';
import type { Context } from './context.ts';
import { failClosed } from './fail-closed.ts';
import { recordSilence } from './report-execution.ts';

/**
 * Records executions without a report in time as `unknown` (SU-6). As with `expireDue`, nothing depends on it, and
 * any number of processes may do it at once.
 */
export async function recordSilentDue(
  context: Context,
  limit = 100,
): Promise<Result<readonly ChangedRequest[]>> {
  return failClosed(async () => {
    const recorded: ChangedRequest[] = [];
    for (const { approval_request_id } of await context.store.listSilent(limit)) {
      const changed = await recordSilence(context, approval_request_id);
      if (changed.ok) recorded.push(changed.value);
    }
    return accept(recorded);
  });
}
