import { accept, type Result, reasonCodes, refuse } from '@countersign/protocol/reason';
import { deadlineOf } from '@countersign/protocol/request';
import { type ChangedRequest, changeRequest, type PreparedChange } from './change-request.ts';
import type { Context } from './context.ts';
import { failClosed } from './fail-closed.ts';
import { loadVoters } from './load-voters.ts';

/**
 * Revokes an approval of which an approver may no longer decide. A consume refuses it anyway (ID-12); this tells the
 * agent and the other people earlier. Where every approver may still decide, it is refused and changes nothing.
 */
export function revokeLeft(
  context: Context,
  approvalRequestId: string,
): Promise<Result<ChangedRequest>> {
  return failClosed(() =>
    changeRequest(context, {
      approvalRequestId,
      prepare: async ({ state }) => {
        if (state.status === 'absent') {
          return refuse('request_not_found', 'nothing was opened under this id');
        }
        const deadline = deadlineOf(state);
        const { approvers, streams } = await loadVoters(context, state);
        return accept<PreparedChange>({
          command: { type: 'revoke_left', voters: approvers },
          dependsOnPolicy: false,
          streams,
          ...(deadline === null ? {} : { notAfter: deadline }),
        });
      },
    }),
  );
}

/** The same for every open approval, a page at a time; answers where to go on, and null at the end. */
export function revokeAllLeft(context: Context, after?: string): Promise<Result<string | null>> {
  return failClosed(async () => {
    const page = await context.store.listRequests({
      status: 'allowed',
      limit: 100,
      ...(after === undefined ? {} : { after }),
    });
    for (const { approval_request_id } of page.rows) {
      const revoked = await revokeLeft(context, approval_request_id);
      if (!revoked.ok && reasonCodes[revoked.refusal.code].kind === 'fault') return revoked;
    }
    return accept(page.next);
  });
}
