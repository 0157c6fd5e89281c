import type { Digest } from '@countersign/protocol/crypto';
import { accept, type Result, refuse } from '@countersign/protocol/reason';
import { idFromUuid, type Principal, ReceiptId } from '@countersign/protocol/value';
import { type ChangedRequest, changeRequest, type PreparedChange } from './change-request.ts';
import type { Context } from './context.ts';
import { failClosed } from './fail-closed.ts';

/** The executor reports the outcome of the action. */
export function reportExecution(
  context: Context,
  input: {
    readonly approvalRequestId: string;
    readonly attempt: string;
    readonly outcome: 'succeeded' | 'failed' | 'unknown';
    readonly resultDigest?: Digest;
    readonly finalActionDigest?: Digest;
    readonly error?: string;
  },
): Promise<Result<ChangedRequest>> {
  const { approvalRequestId, attempt, outcome } = input;
  const receipt_id = idFromUuid(ReceiptId, 'rc', context.ids.uuid());
  return failClosed(() =>
    changeRequest(context, {
      approvalRequestId,
      prepare: async () =>
        accept<PreparedChange>({
          command: {
            type: 'report',
            receipt_id,
            attempt,
            outcome,
            result_digest: input.resultDigest ?? null,
            final_action_digest: input.finalActionDigest ?? null,
            error: input.error ?? null,
          },
          dependsOnPolicy: false,
        }),
    }),
  );
}

/** Records that no report of an execution came by the time it was due (SU-6). */
export function recordSilence(
  context: Context,
  approvalRequestId: string,
): Promise<Result<ChangedRequest>> {
  const receipt_id = idFromUuid(ReceiptId, 'rc', context.ids.uuid());
  return failClosed(() =>
    changeRequest(context, {
      approvalRequestId,
      prepare: async ({ state }) => {
        const [started, ...reports] = state.status === 'absent' ? [] : state.receipts;
        if (started === undefined || reports.length > 0) {
          return refuse('execution_already_reported', 'the outcome was already reported');
        }
        return accept<PreparedChange>({
          command: {
            type: 'report',
            receipt_id,
            attempt: started.attempt,
            outcome: 'unknown',
            result_digest: null,
            final_action_digest: null,
            error: null,
          },
          dependsOnPolicy: false,
          notBefore: started.report_by,
        });
      },
    }),
  );
}

/** A person settles an outcome without a report. */
export function reconcileExecution(
  context: Context,
  input: {
    readonly approvalRequestId: string;
    readonly principal: Principal;
    readonly outcome: 'succeeded' | 'failed';
    readonly reason: string;
  },
): Promise<Result<ChangedRequest>> {
  const { approvalRequestId, principal, outcome, reason } = input;
  const receipt_id = idFromUuid(ReceiptId, 'rc', context.ids.uuid());
  return failClosed(() =>
    changeRequest(context, {
      approvalRequestId,
      prepare: async () =>
        accept<PreparedChange>({
          command: { type: 'reconcile', receipt_id, principal, outcome, reason },
          dependsOnPolicy: false,
        }),
    }),
  );
}
