import { accept, type Result, reasonCodes, refuse } from '@countersign/protocol/reason';
import { deadlineOf } from '@countersign/protocol/request';
import { ApprovalResolutionId, idFromUuid } from '@countersign/protocol/value';
import { type ChangedRequest, changeRequest, type PreparedChange } from './change-request.ts';
import { type Context, inForceFor } from './context.ts';
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

const open = ['pending', 'allowed'] as const;

/**
 * Ends what earlier epochs left open, a page at a time; answers where to go on, and null at the end. Those that it
 * does not get to are refused all the same, and end by themselves.
 */
export function voidEarlierEpochs(
  context: Context,
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
      const ended = await voidRequest(context, approval_request_id);
      // Requests of this epoch, and those that have ended in between, are left alone.
      if (!ended.ok && reasonCodes[ended.refusal.code].kind === 'fault') return ended;
    }
    if (page.next !== null) return accept(`${status} ${page.next}`);
    return accept(open[open.indexOf(status as (typeof open)[number]) + 1] ?? null);
  });
}
