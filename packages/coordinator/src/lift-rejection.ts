import { accept, type Result } from '@countersign/protocol/reason';
import type { Principal } from '@countersign/protocol/value';
import { type ChangedRequest, changeRequest, type PreparedChange } from './change-request.ts';
import type { Context } from './context.ts';
import { failClosed } from './fail-closed.ts';
import { coveredCaller, passLocks } from './pass-locks.ts';

/** An operator lets an action be asked again that an approver rejected for good. It permits nothing by itself (GT-4). */
export function liftRejection(
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
      prepare: async () => {
        const unlocked = await passLocks(context, coveredCaller(principal));
        if (!unlocked.ok) return unlocked;
        return accept<PreparedChange>({
          command: { type: 'lift_rejection', principal, reason },
          dependsOnPolicy: false,
          streams: unlocked.value,
        });
      },
    }),
  );
}
