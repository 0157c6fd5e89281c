import type { Digest } from '@countersign/protocol/crypto';
import { accept, type Result, refuse } from '@countersign/protocol/reason';
import { isClosed, type OpenedRequest } from '@countersign/protocol/request';
import { type ChangedRequest, loadRequest } from './change-request.ts';
import type { ClaimKey } from './commit.ts';
import { type Context, storeState } from './context.ts';
import { requestStream } from './stream-name.ts';
import { voidRequest } from './void-request.ts';

/** The version that asked for this action before a reviewer changed it, while the amended one is open; otherwise null. */
function versionOf({ status, request }: OpenedRequest, actionDigest: Digest): string | null {
  if (status !== 'pending' && status !== 'allowed') return null;
  if (request.action_digest === actionDigest) return null;
  const version = request.amends?.find(({ action_digest }) => action_digest === actionDigest);
  return version?.approval_request_id ?? null;
}

/** The request that holds the claim, or the reason why it stands in the way. */
export async function existingRequest(
  context: Context,
  claim: ClaimKey,
  owner: string,
  actionDigest: Digest,
): Promise<Result<ChangedRequest> | null> {
  const { state, version } = await loadRequest(context, owner);
  if (state.status === 'absent') return null;
  const asked = versionOf(state, actionDigest);
  if (claim.scope === 'live' && asked !== null) {
    // The claim on the original passed on to the amended request (AM-7). The original is answered as amended.
    const original = await loadRequest(context, requestStream(asked));
    return original.state.status === 'absent'
      ? null
      : accept({ state: original.state, version: original.version, events: [] });
  }
  if (claim.scope === 'idem') {
    return state.request.action_digest === actionDigest
      ? accept({ state, version, events: [] })
      : refuse('idempotency_key_reused', 'the key belongs to another action');
  }
  if (claim.scope === 'occasion') {
    const { status } = state;
    return status === 'pending' || status === 'allowed'
      ? accept({ state, version, events: [] })
      : refuse('commit_contended', 'another call of this occasion came first, and is over');
  }
  if (claim.scope === 'live') {
    const { status, request } = state;
    if (status === 'pending' || status === 'allowed') {
      const { epoch } = await storeState(context);
      if (state.epoch === epoch) return accept({ state, version, events: [] });
      // A request of an earlier epoch can never be answered, and its claim would block the same question.
      await voidRequest(context, request.approval_request_id);
      return null;
    }
    if (isClosed(state))
      return refuse('rejected_for_good', `${request.approval_request_id} was rejected for good`);
    // A round that ended without an answer leaves the denial before it standing.
    if (status === 'denied' || request.round > 1) {
      return refuse('action_denied_recently', `${request.approval_request_id} is ${status}`);
    }
    return null;
  }
  return refuse('case_supersedes_mismatch', 'another round of this case was opened first');
}
