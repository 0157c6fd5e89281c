import { sha256, sha256OfPlain } from '@countersign/protocol/crypto';
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
  return sha256OfPlain({ agent_id, subject_id, action_digest });
}

/** The claims of a request, in the order in which a conflict is reported: the caller's own key first, its slot last. */
export function claimsFor(
  context: Context,
  asked: {
    readonly request: ApprovalRequest;
    /** The agent whose requests it counts among. */
    readonly charged: string;
    readonly principal: Principal;
    readonly idempotencyKey: string | undefined;
    /** Null where it takes none. */
    readonly slot: number | null;
  },
  now: Timestamp,
): ClaimTaken[] {
  const { request, charged, principal, idempotencyKey, slot } = asked;
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
  if (slot !== null) {
    const freedAt = addSeconds(now, windowSeconds);
    claims.push({ scope: 'slot', key: slotKey(charged, slot), until: freedAt });
  }
  return claims;
}

/**
 * What an amended request takes over (AM-7, AM-9): the claims of every earlier version on its action, and its round. It
 * takes no slot. A cool-down that still runs for the version before continues for this one.
 */
export function amendedClaims(context: Context, request: ApprovalRequest): ClaimTaken[] {
  const from = requestStream(request.amends?.at(-1)?.approval_request_id ?? '');
  const until = laterOf(request.expires_at, roundCoolsUntil(context, request));
  return [
    ...liveKeys(request).map(key => ({ scope: 'live' as const, key, until, from })),
    { scope: 'round', key: `${request.case_id}/${request.round}`, until: null, from },
  ];
}

/** The live keys of an action and of every version of it before a reviewer changed it, each once. */
function liveKeys(request: ApprovalRequest): string[] {
  const { agent_id, subject_id, action_digest, amends = [] } = request;
  const digests = [action_digest, ...amends.map(version => version.action_digest)];
  return [...new Set(digests)].map(digest =>
    liveKey({ agent_id, subject_id, action_digest: digest }),
  );
}

/** How long the bytes of an action are kept: as set, and never less than it can be decided and executed. */
export function retention(
  { settings }: Context,
  request: Pick<ApprovalRequest, 'expires_at' | 'execute_within_seconds'>,
  now: Timestamp,
): Timestamp {
  const asSet = addSeconds(now, settings.retainActionsSeconds);
  return laterOf(asSet, addSeconds(request.expires_at, request.execute_within_seconds));
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

/** Later than any clock: an action that was rejected for good stays refused until an operator lifts the rejection. */
const permanent: Timestamp = addSeconds(
  timestampFromMilliseconds(0),
  Number.MAX_SAFE_INTEGER / 1000,
);

/** Frees a claim under every clock: the clock of this process may be ahead of the store's. */
export const released: Timestamp = timestampFromMilliseconds(0);

/**
 * A round takes over the claim of the denied round before it. Where the round ends without an answer, the cool-down
 * must continue. Otherwise an agent could avoid it with a round that it withdraws immediately (GT-5).
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
  const until = liveUntil(context, state, events);
  if (until === null) return [];
  return liveKeys(state.request).map(key => ({ scope: 'live', key, until }));
}

function liveUntil(
  context: Context,
  state: OpenedRequest,
  events: readonly RequestEvent[],
): Timestamp | null {
  for (const { type, at } of events) {
    switch (type) {
      case 'request.allowed':
        return state.resolution?.grant_expires_at ?? at;
      case 'request.denied': {
        if (isClosed(state)) return permanent;
        const until = addSeconds(at, askingLimits(context).cooldownSeconds);
        return laterOf(until, roundCoolsUntil(context, state.request));
      }
      case 'request.expired':
      case 'request.cancelled':
        return roundCoolsUntil(context, state.request);
      case 'rejection.lifted':
      case 'grant.expired':
      case 'grant.revoked':
      case 'grant.consumed':
        return released;
      default:
    }
  }
  return null;
}
