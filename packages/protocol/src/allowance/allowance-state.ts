import type { Digest } from '../crypto/digest.ts';
import { PersistentMap } from '../directory/persistent-map.ts';
import { InvariantViolation } from '../reason/protocol-error.ts';
import type { Actor } from '../value/actor.ts';
import type { AllowanceId, ApprovalRequestId } from '../value/ids.ts';
import { isDue, type Timestamp } from '../value/timestamp.ts';
import type { AllowanceEvent, AllowanceUseEvent, SuspensionCause } from './allowance-event.ts';
import { exactUnits } from './exact-decimal.ts';

/**
 * # absent
 * Nothing was made under this id.
 *
 * # active
 * It covers what its template covers, until its limits or its time are reached.
 *
 * # suspended
 * It covers nothing until the people of its chain confirm it again.
 *
 * # revoked
 * It covers nothing, permanently.
 */
export type AllowanceStatus = 'absent' | 'active' | 'suspended' | 'revoked';

interface AbsentAllowance {
  readonly status: 'absent';
}

export interface MadeAllowance {
  readonly status: Exclude<AllowanceStatus, 'absent'>;
  readonly allowance_id: AllowanceId;
  readonly agent_id: string;
  readonly tool_name: string;
  readonly made_at: Timestamp;
  readonly expires_at: Timestamp;
  readonly epoch: number;
  /** The house request that was decided last, and the digest of its action. */
  readonly approval_request_id: ApprovalRequestId;
  readonly action_digest: Digest;
  /** Why it was suspended or revoked, the last time. */
  readonly ended: {
    readonly cause: SuspensionCause | 'revoked';
    readonly by: Actor;
    readonly reason: string;
    readonly at: Timestamp;
  } | null;
}

export type AllowanceState = AbsentAllowance | MadeAllowance;

export const absentAllowance: AllowanceState = { status: 'absent' };

const transitions: Readonly<
  Record<AllowanceStatus, Partial<Record<AllowanceEvent['type'], MadeAllowance['status']>>>
> = {
  absent: { 'allowance.made': 'active' },
  active: { 'allowance.suspended': 'suspended', 'allowance.revoked': 'revoked' },
  suspended: { 'allowance.confirmed': 'active', 'allowance.revoked': 'revoked' },
  revoked: {},
};

export function evolveAllowance(state: AllowanceState, event: AllowanceEvent): AllowanceState {
  const status = transitions[state.status][event.type];
  if (status === undefined) {
    throw new InvariantViolation(
      'EV-6',
      `${event.type} cannot follow in an allowance that is ${state.status}`,
    );
  }
  if (event.type === 'allowance.made') {
    return { ...event.data, status, made_at: event.at, ended: null };
  }
  const made = state as MadeAllowance;
  switch (event.type) {
    case 'allowance.confirmed': {
      const { approval_request_id, action_digest } = event.data;
      return { ...made, status, approval_request_id, action_digest, ended: null };
    }
    case 'allowance.suspended': {
      const { cause, by, reason } = event.data;
      return { ...made, status, ended: { cause, by, reason, at: event.at } };
    }
    case 'allowance.revoked': {
      const { by, reason } = event.data;
      return { ...made, status, ended: { cause: 'revoked', by, reason, at: event.at } };
    }
  }
}

/** The status at a time and in an epoch. What time has ended is ended, whether or not an event says so (AL-8). */
export function allowanceStatusAt(
  state: MadeAllowance,
  now: Timestamp,
  epoch: number,
): MadeAllowance['status'] | 'expired' {
  if (state.status === 'revoked') return 'revoked';
  return isDue(state.expires_at, now) || state.epoch !== epoch ? 'expired' : state.status;
}

/** One use, and the one before it. */
export interface PastUse {
  readonly at: Timestamp;
  readonly before: PastUse | null;
}

/** Everything that was used of one allowance. */
export interface AllowanceUses {
  readonly count: number;
  /** What was used of the budget, in units of 10^-9. */
  readonly spent: bigint;
  readonly last: PastUse | null;
  /** The last request for each action. */
  readonly requests: PersistentMap<ApprovalRequestId>;
}

export const noUses: AllowanceUses = {
  count: 0,
  spent: 0n,
  last: null,
  requests: PersistentMap.empty(),
};

export function evolveUses(uses: AllowanceUses, { at, data }: AllowanceUseEvent): AllowanceUses {
  if (data.n !== uses.count + 1) {
    throw new InvariantViolation('AL-3', `use ${data.n} does not follow use ${uses.count}`);
  }
  return {
    count: data.n,
    spent: uses.spent + (data.amount === null ? 0n : (exactUnits(data.amount) ?? 0n)),
    last: { at, before: uses.last },
    requests: uses.requests.set(data.action_digest, data.approval_request_id),
  };
}
