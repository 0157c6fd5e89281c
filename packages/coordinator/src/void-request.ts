import { accept, type Result, refuse } from '@countersign/protocol/reason';
import { deadlineOf } from '@countersign/protocol/request';
import { ApprovalResolutionId, idFromUuid } from '@countersign/protocol/value';
import { type ChangedRequest, changeRequest, type PreparedChange } from './change-request.ts';
import { type Context, inForceFor } from './context.ts';
import { endOpenRequests } from './end-open-requests.ts';
import { failClosed } from './fail-closed.ts';
import { loadPlanOf } from './load-plan.ts';

/** Ends a request that an earlier epoch left pending or allowed. Nothing depends on it: it is refused as it is. */
export function voidRequest(
  context: Context,
  approvalRequestId: string,
): Promise<Result<ChangedRequest>> {
  const ids = {
    approval_resolution_id: idFromUuid(ApprovalResolutionId, 'apr', context.ids.uuid()),
  };
  return failClosed(() =>
    changeRequest(context, {
      approvalRequestId,
      prepare: async ({ state }, store) => {
        if (state.status === 'absent') {
          return refuse('request_not_found', 'nothing was opened under this id');
        }
        const { request, chain, epoch } = state;
        const deadline = deadlineOf(state);
        const plan = await loadPlanOf(context, request);
        return accept<PreparedChange>({
          command: {
            type: 'void',
            in_force: inForceFor(context, store, { id: chain.chain_id, version: chain.version }),
            reason: `it was opened in epoch ${epoch}, which is over`,
            ids,
          },
          dependsOnPolicy: false,
          ...(deadline === null ? {} : { notAfter: deadline }),
          ...(plan === undefined ? {} : { plan }),
        });
      },
    }),
  );
}

/** Ends what earlier epochs left open. A request that is not reached is refused anyway, and expires by itself. */
export function voidEarlierEpochs(
  context: Context,
  after?: string,
): Promise<Result<string | null>> {
  return endOpenRequests(context, id => voidRequest(context, id), after);
}
