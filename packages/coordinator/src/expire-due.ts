import { accept, type Result, refuse } from '@countersign/protocol/reason';
import { deadlineOf } from '@countersign/protocol/request';
import { ApprovalResolutionId, idFromUuid } from '@countersign/protocol/value';
import { type ChangedRequest, changeRequest, type PreparedChange } from './change-request.ts';
import type { Context } from './context.ts';
import { failClosed } from './fail-closed.ts';
import { loadPlanOf } from './load-plan.ts';

/**
 * Records expiries whose time has come. Nothing depends on the record, because every decision checks the deadline
 * itself. Any number of processes may do it at once; where two meet, one commit wins.
 */
export async function expireDue(
  context: Context,
  limit = 100,
): Promise<Result<readonly ChangedRequest[]>> {
  return failClosed(async () => {
    const expired: ChangedRequest[] = [];
    for (const { approval_request_id } of await context.store.listDue(limit)) {
      const changed = await expireRequest(context, approval_request_id);
      if (changed.ok) expired.push(changed.value);
    }
    return accept(expired);
  });
}

export function expireRequest(
  context: Context,
  approvalRequestId: string,
): Promise<Result<ChangedRequest>> {
  return failClosed(() => {
    const ids = {
      approval_resolution_id: idFromUuid(ApprovalResolutionId, 'apr', context.ids.uuid()),
    };
    return changeRequest(context, {
      approvalRequestId,
      prepare: async ({ state }) => {
        const deadline = deadlineOf(state);
        if (state.status === 'absent') {
          return refuse('request_not_found', 'nothing was opened under this id');
        }
        const plan = await loadPlanOf(context, state.request);
        return accept<PreparedChange>({
          command: { type: 'expire', ids },
          dependsOnPolicy: false,
          ...(deadline === null ? {} : { notBefore: deadline }),
          ...(plan === undefined ? {} : { plan }),
        });
      },
    });
  });
}
