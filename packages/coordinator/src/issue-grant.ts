import { effectiveStatus, grantType, type RequestState, statusCode } from '@countersign/protocol';
import { loadRequest } from './change-request.ts';
import { type Context, remember } from './context.ts';
import { done, failClosed, type Outcome, refused } from './refusals.ts';
import { requestStream } from './stream-name.ts';

/** The signed form of an allowed request's permission, for as long as it can be used. */
export function issueGrant(context: Context, approvalRequestId: string): Promise<Outcome<string>> {
  return failClosed(async () => {
    const state = await currentState(context, requestStream(approvalRequestId));
    const now = context.clock.now();
    if (
      state.status === 'absent' ||
      effectiveStatus(state, now) !== 'allowed' ||
      state.grant === null
    ) {
      return refused(statusCode(state, now), `the request is ${effectiveStatus(state, now)}`);
    }
    const jws = await context.signer.sign(grantType, state.grant);
    remember(context.memory.grants, approvalRequestId, { jws, grant: state.grant });
    return done(jws);
  });
}

/** No commit guards what is signed here, so what this process remembers serves only where nothing came after it. */
async function currentState(context: Context, stream: string): Promise<RequestState> {
  const known = context.memory.requests.get(stream);
  if (known !== undefined) {
    const later = await context.store.readStream(stream, known.version);
    if (later.length === 0) return known.state;
  }
  return (await loadRequest(context, stream)).state;
}
