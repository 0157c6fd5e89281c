import { accept, type Result, reasonCodes, refuse } from '@countersign/protocol/reason';
import { coveredOf, deadlineOf } from '@countersign/protocol/request';
import { ApprovalResolutionId, idFromUuid } from '@countersign/protocol/value';
import { type ChangedRequest, changeRequest, type PreparedChange } from './change-request.ts';
import type { Context } from './context.ts';
import { failClosed } from './fail-closed.ts';
import { loadPlanOf } from './load-plan.ts';
import { loadLocks } from './pass-locks.ts';

/**
 * Ends a request that a lock covers. It is refused as it is (LK-2); this tells the agent and the other people, and the
 * request stays closed after the lock is lifted. Where no lock covers it, it is refused and changes nothing.
 */
export function endLocked(
  context: Context,
  approvalRequestId: string,
): Promise<Result<ChangedRequest>> {
  const ids = {
    approval_resolution_id: idFromUuid(ApprovalResolutionId, 'apr', context.ids.uuid()),
  };
  return failClosed(() =>
    changeRequest(context, {
      approvalRequestId,
      prepare: async ({ state }) => {
        if (state.status === 'absent') {
          return refuse('request_not_found', 'nothing was opened under this id');
        }
        const plan = await loadPlanOf(context, state.request);
        const deadline = deadlineOf(state);
        const { lock } = await loadLocks(context, coveredOf(state));
        return accept<PreparedChange>({
          command: { type: 'end_locked', lock, ids },
          dependsOnPolicy: false,
          ...(deadline === null ? {} : { notAfter: deadline }),
          ...(plan === undefined ? {} : { plan }),
        });
      },
    }),
  );
}

const open = ['pending', 'allowed'] as const;

/**
 * The same for every open request, a page at a time; answers where to go on, and null at the end. Those that it does
 * not get to are refused all the same.
 */
export function endAllLocked(context: Context, after?: string): Promise<Result<string | null>> {
  return failClosed(async () => {
    const [, status = open[0], key] = /^(\w+)(?: (.+))?$/s.exec(after ?? '') ?? [];
    const page = await context.store.listRequests({
      status,
      limit: 100,
      ...(key === undefined ? {} : { after: key }),
    });
    for (const { approval_request_id } of page.rows) {
      const ended = await endLocked(context, approval_request_id);
      if (!ended.ok && reasonCodes[ended.refusal.code].kind === 'fault') return ended;
    }
    if (page.next !== null) return accept(`${status} ${page.next}`);
    return accept(open[open.indexOf(status as (typeof open)[number]) + 1] ?? null);
  });
}
