import { accept, type Refusal, type Result, refuse } from '@countersign/protocol/reason';
import { ApprovalResolutionId, idFromUuid, type Principal } from '@countersign/protocol/value';
import { type ChangedRequest, changeRequest, type PreparedChange } from './change-request.ts';
import { type Context, inForceFor } from './context.ts';
import { failClosed } from './fail-closed.ts';
import { loadPlanOf } from './load-plan.ts';
import { isOutOfTurn, reaffirmRequest } from './reaffirm-request.ts';
import { voidRequest } from './void-request.ts';

/** Withdraws a pending request. */
export function cancelRequest(
  context: Context,
  input: {
    readonly approvalRequestId: string;
    readonly principal: Principal;
    readonly reason: string;
  },
): Promise<Result<ChangedRequest>> {
  return failClosed(() => cancel(context, input.approvalRequestId, input.principal, input.reason));
}

/**
 * A pending request stays open under a new policy that answers the same (GT-10). Under another answer, or from an earlier
 * epoch, it can only be refused. Such a request is ended, so that the agent asks again and does not wait for nothing.
 * Where it cannot be ended, the refusal stands all the same.
 */
export async function cancelOvertaken(
  context: Context,
  approvalRequestId: string,
  { code, detail }: Refusal,
): Promise<void> {
  if (code === 'epoch_changed') await voidRequest(context, approvalRequestId);
  if (code !== 'policy_changed' && code !== 'chain_changed') return;
  await failClosed(async () => {
    const kept = await reaffirmRequest(context, approvalRequestId);
    if (kept.ok || cannotTell(kept.refusal)) return kept;
    const reason = kept.refusal.code === 'policy_changed' ? kept.refusal.detail : detail;
    return cancel(context, approvalRequestId, code, reason);
  });
}

/**
 * A process cannot tell while another policy is in force than the one it loaded, or without evaluation time. Then the
 * request stays open until another process can tell.
 */
function cannotTell({ code }: Refusal): boolean {
  return code === 'policy_unavailable' || isOutOfTurn(code);
}

function cancel(
  context: Context,
  approvalRequestId: string,
  by: Principal | 'policy_changed' | 'chain_changed',
  reason: string,
): Promise<Result<ChangedRequest>> {
  const ids = {
    approval_resolution_id: idFromUuid(ApprovalResolutionId, 'apr', context.ids.uuid()),
  };
  return changeRequest(context, {
    approvalRequestId,
    prepare: async ({ state }, store) => {
      if (state.status === 'absent') {
        return refuse('request_not_found', 'nothing was opened under this id');
      }
      const { request, chain } = state;
      const plan = await loadPlanOf(context, request);
      const in_force = inForceFor(context, store, { id: chain.chain_id, version: chain.version });
      return accept<PreparedChange>({
        command: { type: 'cancel', by, in_force, reason, ids },
        notAfter: request.expires_at,
        dependsOnPolicy: typeof by === 'string',
        ...(plan === undefined ? {} : { plan }),
      });
    },
  });
}
