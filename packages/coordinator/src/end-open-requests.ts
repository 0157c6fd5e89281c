import { accept, type Result, reasonCodes } from '@countersign/protocol/reason';
import type { Context } from './context.ts';
import { failClosed } from './fail-closed.ts';

const open = ['pending', 'allowed'] as const;

/**
 * Tries to end every open request, a page at a time; answers where to go on, and null at the end. A request that `end`
 * refuses is left alone; a fault ends the walk.
 */
export function endOpenRequests(
  context: Context,
  end: (approvalRequestId: string) => Promise<Result<unknown>>,
  after?: string,
): Promise<Result<string | null>> {
  return failClosed(async () => {
    const [, status = open[0], key] = /^(\w+)(?: (.+))?$/s.exec(after ?? '') ?? [];
    const page = await context.store.listRequests({
      status,
      limit: 100,
      ...(key === undefined ? {} : { after: key }),
    });
    for (const { approval_request_id } of page.rows) {
      const ended = await end(approval_request_id);
      if (!ended.ok && reasonCodes[ended.refusal.code].kind === 'fault') return ended;
    }
    if (page.next !== null) return accept(`${status} ${page.next}`);
    return accept(open[open.indexOf(status as (typeof open)[number]) + 1] ?? null);
  });
}
