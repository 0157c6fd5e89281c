import { sha256 } from '@countersign/protocol/crypto';
import {
  type ApprovalRequest,
  isClosed,
  type OpenedRequest,
  type RequestEvent,
} from '@countersign/protocol/request';
import {
  addSeconds,
  type Principal,
  type Timestamp,
  timestampFromMilliseconds,
} from '@countersign/protocol/value';
import type { ClaimEnd, ClaimTaken } from './commit.ts';
import { askingLimits, type Context, remember } from './context.ts';
import { requestStream } from './stream-name.ts';

/** SU-7: the key under which one agent has one live question about one action for one subject. */
export function liveKey(request: {
  readonly agent_id: string;
  readonly subject_id: string | null;
  readonly action_digest: string;
}): string {
  const { agent_id, subject_id, action_digest } = request;
  return sha256({ agent_id, subject_id, action_digest });
}

/** In the order in which a conflict should be told: the caller's own key first, its slot last. */
export function claimsFor(
  context: Context,
  asked: {
    readonly request: ApprovalRequest;
    readonly principal: Principal;
    readonly idempotencyKey: string | undefined;
    readonly slot: number;
  },
  now: Timestamp,
): ClaimTaken[] {
  const { request, principal, idempotencyKey, slot } = asked;
  const { windowSeconds } = askingLimits(context);
  const claims: ClaimTaken[] = [];
  if (idempotencyKey !== undefined) {
    // Keys belong to the credential that uses them: two callers never meet by accident.
    const key = sha256({ principal_id: principal.principal_id, key: idempotencyKey });
    claims.push({ scope: 'idem', key, until: null });
  }
  const from = request.supersedes === null ? {} : { from: requestStream(request.supersedes) };
  const until = laterOf(request.expires_at, roundCoolsUntil(context, request));
  claims.push({ scope: 'live', key: liveKey(request), until, ...from });
  claims.push({ scope: 'round', key: `${request.case_id}/${request.round}`, until: null });
  claims.push({
    scope: 'slot',
    key: slotKey(request.agent_id, slot),
    until: addSeconds(now, windowSeconds),
  });
  return claims;
}

function slotKey(agentId: string, slot: number): string {
  return `${sha256(agentId)}/${String(slot).padStart(6, '0')}`;
}

export function nextSlot(context: Context, agentId: string): number {
  const slot = context.memory.slots.get(agentId) ?? 0;
  remember(context.memory.slots, agentId, (slot + 1) % askingLimits(context).requestsPerWindow);
  return slot;
}

/** GT-8 without a counter: an agent may ask while one of its numbered slots is free. */
export async function freeSlot(context: Context, agentId: string): Promise<number | null> {
  const held = await context.store.listClaims('slot', `${sha256(agentId)}/`);
  const taken = new Set(held.map(({ key }) => key));
  const { requestsPerWindow } = askingLimits(context);
  for (let slot = 0; slot < requestsPerWindow; slot++) {
    if (!taken.has(slotKey(agentId, slot))) return slot;
  }
  return null;
}

/** Longer than any clock: what was rejected for good stays refused until an operator lifts that. */
const permanent: Timestamp = addSeconds(
  timestampFromMilliseconds(0),
  Number.MAX_SAFE_INTEGER / 1000,
);

/** Frees a claim by whatever clock: the one of this process may be ahead of the store's. */
export const released: Timestamp = timestampFromMilliseconds(0);

/**
 * A round takes the claim of the denied one before it over. Where it ends without an answer, the cool-down must
 * go on all the same, or a round that is withdrawn at once would be a way around it (GT-5).
 */
function roundCoolsUntil(
  context: Context,
  { round, requested_at }: Pick<ApprovalRequest, 'round' | 'requested_at'>,
): Timestamp {
  return round === 1 ? released : addSeconds(requested_at, askingLimits(context).cooldownSeconds);
}

function laterOf(a: Timestamp, b: Timestamp): Timestamp {
  return a > b ? a : b;
}

/**
 * How long the action stays spoken for: while it can run, after a denial until the cool-down is over, and permanently
 * where the denial was for good.
 */
export function liveClaimEnds(
  context: Context,
  state: OpenedRequest,
  events: readonly RequestEvent[],
): ClaimEnd[] {
  const claim = { scope: 'live', key: liveKey(state.request) } as const;
  for (const { type, at } of events) {
    switch (type) {
      case 'request.allowed':
        return [{ ...claim, until: state.resolution?.grant_expires_at ?? at }];
      case 'request.denied': {
        if (isClosed(state)) return [{ ...claim, until: permanent }];
        const until = addSeconds(at, askingLimits(context).cooldownSeconds);
        return [{ ...claim, until: laterOf(until, roundCoolsUntil(context, state.request)) }];
      }
      case 'request.expired':
      case 'request.cancelled':
        return [{ ...claim, until: roundCoolsUntil(context, state.request) }];
      case 'rejection.lifted':
      case 'grant.expired':
      case 'grant.revoked':
      case 'grant.consumed':
        return [{ ...claim, until: released }];
      default:
    }
  }
  return [];
}
