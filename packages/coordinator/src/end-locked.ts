import { accept, type Result, refuse } from '@countersign/protocol/reason';
import { deadlineOf } from '@countersign/protocol/request';
import { ApprovalResolutionId, idFromUuid } from '@countersign/protocol/value';
import { coveredWithAllowance } from './allowance/load-allowance.ts';
import { type ChangedRequest, changeRequest, type PreparedChange } from './change-request.ts';
import type { Context } from './context.ts';
import { endOpenRequests } from './end-open-requests.ts';
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
        const { covered } = await coveredWithAllowance(context, state);
        const { lock } = await loadLocks(context, covered);
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

/** The same for every open request. A request that is not reached is refused anyway. */
export function endAllLocked(context: Context, after?: string): Promise<Result<string | null>> {
  return endOpenRequests(context, id => endLocked(context, id), after);
}
