import { accept, type Result, refuse } from '@countersign/protocol/reason';
import { effectiveStatus, grantType, statusCode } from '@countersign/protocol/request';
import { coveredWithAllowance } from './allowance/load-allowance.ts';
import { passAnchor } from './anchor/compare-anchor.ts';
import { type Context, isStale, remember, storeState } from './context.ts';
import { currentRequest } from './current-request.ts';
import { failClosed } from './fail-closed.ts';
import { passLocks } from './pass-locks.ts';
import { requestStream } from './stream-name.ts';

/** The signed form of an allowed request's permission, for as long as it can be used. */
export function issueGrant(context: Context, approvalRequestId: string): Promise<Result<string>> {
  return failClosed(async () => {
    const passed = await passAnchor(context);
    if (!passed.ok) return passed;
    const { state } = await currentRequest(context, requestStream(approvalRequestId));
    const now = context.clock.now();
    if (
      state.status === 'absent' ||
      effectiveStatus(state, now) !== 'allowed' ||
      state.grant === null
    ) {
      return refuse(statusCode(state, now), `the request is ${effectiveStatus(state, now)}`);
    }
    const { epoch } = state.grant;
    if (!(await isPresent(context, epoch))) {
      return refuse('epoch_changed', `the approval is from epoch ${epoch}, which is over`);
    }
    const { covered } = await coveredWithAllowance(context, state);
    const unlocked = await passLocks(context, covered);
    if (!unlocked.ok) return unlocked;
    const jws = await context.signer.sign(grantType, state.grant);
    remember(context.memory.grants, approvalRequestId, { jws, grant: state.grant });
    return accept(jws);
  });
}

/** Whether an epoch is the one in force. A remembered epoch can be old, so it is read again before a refusal. */
async function isPresent(context: Context, epoch: number): Promise<boolean> {
  const known = await storeState(context, isStale(context));
  return known.epoch === epoch || (await storeState(context, true)).epoch === epoch;
}
