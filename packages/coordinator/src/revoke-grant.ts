import { deadlineOf } from '@countersign/protocol/request';
import type { Principal } from '@countersign/protocol/value';
import { type ChangedRequest, changeRequest, type PreparedChange } from './change-request.ts';
import type { Context } from './context.ts';
import { done, failClosed, type Outcome } from './refusals.ts';

/** Takes a permission back before it is used; against a consume, the first commit wins. */
export function revokeGrant(
  context: Context,
  input: {
    readonly approvalRequestId: string;
    readonly principal: Principal;
    readonly reason: string;
  },
): Promise<Outcome<ChangedRequest>> {
  const { approvalRequestId, principal, reason } = input;
  return failClosed(() =>
    changeRequest(context, {
      approvalRequestId,
      prepare: async ({ state }) => {
        const deadline = deadlineOf(state);
        return done<PreparedChange>({
          command: { type: 'revoke', principal, reason },
          dependsOnPolicy: false,
          ...(deadline === null ? {} : { notAfter: deadline }),
        });
      },
    }),
  );
}
