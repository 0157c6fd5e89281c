import type { ActionBinding } from '@countersign/protocol/action';
import { type Digest, sha256 } from '@countersign/protocol/crypto';
import { effectiveStatus, type OpenedRequest, toldAgent } from '@countersign/protocol/request';
import type { Principal } from '@countersign/protocol/value';
import { loadRequest } from './change-request.ts';
import type { ClaimTaken } from './commit.ts';
import { type Context, storeState } from './context.ts';
import { newestVersion } from './newest-version.ts';
import { liveKey } from './request-claims.ts';
import { requestStream } from './stream-name.ts';

/**
 * Occasions are for callers without a stable name for a call: a model that was told to wait calls again, under a new
 * id. The store counts for them. One agent, session and action have one occasion at a time. The newest request holds a
 * claim on it, and the next request takes the claim over once that request was consumed or settled (SU-9).
 */
export interface Occasion {
  readonly session: string;
}

/** What a call on an occasion finds. */
type OccasionFound =
  /** The request that was asked about before, still open or with an answer that stands. */
  | { readonly kind: 'same'; readonly state: OpenedRequest; readonly version: number }
  /** It ended without an execution, and may be asked again. */
  | { readonly kind: 'ended'; readonly claim: ClaimTaken; readonly state: OpenedRequest }
  /** No request yet, or the last one is over. The call begins the next occasion. */
  | { readonly kind: 'next'; readonly claim: ClaimTaken };

/** Null where the caller names its call itself. */
export async function findOccasion(
  context: Context,
  proposal: { readonly occasion?: Occasion; readonly principal: Principal },
  { agent_id, subject_id }: Pick<ActionBinding, 'agent_id' | 'subject_id'>,
  { action_digest }: { readonly action_digest: Digest },
): Promise<OccasionFound | null> {
  const { occasion, principal } = proposal;
  if (occasion === undefined) return null;
  const { session } = occasion;
  const { principal_id } = principal;
  const key = sha256({ principal_id, agent_id, session, action_digest });
  const claim = { scope: 'occasion', key, until: null } as const;
  const held = await context.store.findClaim(claim);
  if (held === null) return { kind: 'next', claim };
  const held_by = await loadRequest(context, held.owner);
  const newest = await newestVersion(context, held_by);
  const { state } = newest;
  const taken = { ...claim, from: held.owner };
  if (state.status === 'absent' || held_by.state.status === 'absent') {
    return { kind: 'next', claim: taken };
  }
  // What a reviewer changed is found as amended, and stands or ends with the request that took its place.
  const same = { kind: 'same', state: held_by.state, version: held_by.version } as const;
  const now = context.clock.now();
  switch (effectiveStatus(state, now)) {
    case 'pending':
    case 'allowed': {
      const { epoch } = await storeState(context);
      // What was opened in an earlier epoch can never be answered or used.
      return state.epoch === epoch ? same : { kind: 'next', claim: taken };
    }
    case 'consumed':
      return { kind: 'next', claim: taken };
    default:
  }
  const { retry } = toldAgent(state, now, context.settings.roundsMax);
  if (retry === 'new_request') return { kind: 'ended', claim: taken, state };
  // A denial stands as long as its cool-down, and its reason is what the agent should hear meanwhile.
  const live = await context.store.findClaim({
    scope: 'live',
    key: liveKey({ agent_id, subject_id, action_digest }),
  });
  return live?.owner === requestStream(state.request.approval_request_id)
    ? same
    : { kind: 'next', claim: taken };
}

/** What ended on this occasion without an execution is asked again as its next round. */
export function nextRoundAfter(
  found: OccasionFound | null,
): { readonly approvalRequestId: string; readonly change: string } | undefined {
  if (found?.kind !== 'ended') return undefined;
  const { approval_request_id: approvalRequestId } = found.state.request;
  return { approvalRequestId, change: 'The agent made the same call again.' };
}
