import { accept, type Result, refuse } from '@countersign/protocol/reason';
import { type Advice, parseAdvice } from '@countersign/protocol/request';
import { type ChangedRequest, changeRequest, type PreparedChange } from './change-request.ts';
import type { Context } from './context.ts';
import { failClosed } from './fail-closed.ts';

/** More opinions than a person reads would only hide the question. */
const adviceMax = 16;

/** Keeps a model's opinion beside the request; it decides nothing (ID-6). */
export function recordAdvice(context: Context, value: unknown): Promise<Result<ChangedRequest>> {
  return failClosed(() => {
    const advice: Advice = parseAdvice(value);
    return changeRequest(context, {
      approvalRequestId: advice.approval_request_id,
      prepare: async ({ state }) => {
        const given = state.status === 'absent' ? [] : state.advice;
        const isKnown = given.some(({ advice_id }) => advice_id === advice.advice_id);
        return given.length < adviceMax || isKnown
          ? accept<PreparedChange>({ command: { type: 'advise', advice }, dependsOnPolicy: false })
          : refuse('rate_limited', `expected at most ${adviceMax} opinions on one request`);
      },
    });
  });
}
