import { effectiveStatus, grantType, statusCode } from '@countersign/protocol';
import { loadRequest } from './change-request.ts';
import type { Context } from './context.ts';
import { done, failClosed, type Outcome, refused } from './refusals.ts';
import { requestStream } from './stream-name.ts';

/** The signed form of an allowed request's permission, for as long as it can be used. */
export function issueGrant(context: Context, approvalRequestId: string): Promise<Outcome<string>> {
  return failClosed(async () => {
    const { state } = await loadRequest(context, requestStream(approvalRequestId));
    const now = context.clock.now();
    if (
      state.status === 'absent' ||
      effectiveStatus(state, now) !== 'allowed' ||
      state.grant === null
    ) {
      return refused(statusCode(state, now), `the request is ${effectiveStatus(state, now)}`);
    }
    return done(await context.signer.sign(grantType, state.grant));
  });
}
