import { accept, type Result } from '@countersign/protocol/reason';
import { deadlineOf } from '@countersign/protocol/request';
import type { Principal } from '@countersign/protocol/value';
import { type ChangedRequest, changeRequest, type PreparedChange } from './change-request.ts';
import type { Context } from './context.ts';
import { failClosed } from './fail-closed.ts';

/** Revokes a grant before it is used. Of a revocation and a consume, the first commit wins. */
export function revokeGrant(
  context: Context,
  input: {
    readonly approvalRequestId: string;
    readonly principal: Principal;
    readonly reason: string;
  },
): Promise<Result<ChangedRequest>> {
  const { approvalRequestId, principal, reason } = input;
  return failClosed(() =>
    changeRequest(context, {
      approvalRequestId,
      prepare: async ({ state }) => {
        const deadline = deadlineOf(state);
        return accept<PreparedChange>({
          command: { type: 'revoke', principal, reason },
          dependsOnPolicy: false,
          ...(deadline === null ? {} : { notAfter: deadline }),
        });
      },
    }),
  );
}
