import { type Advice, parseAdvice } from '@countersign/protocol';
import { type ChangedRequest, changeRequest, type PreparedChange } from './change-request.ts';
import type { Context } from './context.ts';
import { done, failClosed, type Outcome } from './refusals.ts';

/** Keeps a model's opinion beside the request; it decides nothing (ID-6). */
export function recordAdvice(context: Context, value: unknown): Promise<Outcome<ChangedRequest>> {
  return failClosed(() => {
    const advice: Advice = parseAdvice(value);
    return changeRequest(context, {
      approvalRequestId: advice.approval_request_id,
      prepare: async () =>
        done<PreparedChange>({ command: { type: 'advise', advice }, dependsOnPolicy: false }),
    });
  });
}
