import {
  type AllowanceCommand,
  type AllowanceEvent,
  type AllowanceState,
  decideAllowance,
  type MadeAllowance,
  type SuspendBySystem,
} from '@countersign/protocol/allowance';
import { accept, type Result, refuse } from '@countersign/protocol/reason';
import type { OpenedRequest } from '@countersign/protocol/request';
import { sealEvents } from '@countersign/protocol/stream';
import type { Principal, Timestamp } from '@countersign/protocol/value';
import { advanceAnchor, passAnchor } from '../anchor/compare-anchor.ts';
import { changeStream } from '../change-stream.ts';
import type { ClaimEnd, ClaimTaken, StreamAppend } from '../commit.ts';
import { type Context, storeState } from '../context.ts';
import { failClosed } from '../fail-closed.ts';
import type { Loaded } from '../load-stream.ts';
import { coveredCaller, passLocks } from '../pass-locks.ts';
import { released } from '../request-claims.ts';
import { allowanceStream } from '../stream-name.ts';
import { allowancesMax, endKey, placeKey } from './allowance-claims.ts';
import { allowanceFolding, loadAllowance, loadEvidence } from './load-allowance.ts';

/** A person suspends or revokes an allowance. It holds for everything that was not consumed (AL-4). */
export function endAllowance(
  context: Context,
  ending: {
    readonly type: 'suspend' | 'revoke';
    readonly allowanceId: string;
    readonly principal: Principal;
    readonly reason: string;
  },
): Promise<Result<MadeAllowance>> {
  return failClosed(async () => {
    const { type, allowanceId, principal, reason } = ending;
    const passed = await passAnchor(context);
    if (!passed.ok) return passed;
    const evidence = await loadEvidence(context, allowanceId);
    if (evidence === null) return refuse('allowance_not_found', 'nothing was made under this id');
    const unlocked = await passLocks(context, coveredCaller(principal));
    if (!unlocked.ok) return unlocked;
    const { epoch } = await storeState(context);
    const { decided } = evidence;
    return change(context, allowanceId, { type, principal, reason, decided, epoch });
  });
}

/** Suspends an allowance that no longer fits the decision behind it (AL-5). An allowance that is not active stays unchanged. */
export function suspendAllowance(
  context: Context,
  allowanceId: string,
  why: Omit<SuspendBySystem, 'type'>,
): Promise<Result<MadeAllowance>> {
  return failClosed(() => change(context, allowanceId, { type: 'suspend_by_system', ...why }));
}

async function change(
  context: Context,
  allowanceId: string,
  command: Exclude<AllowanceCommand, { type: 'make' }>,
): Promise<Result<MadeAllowance>> {
  const stream = allowanceStream(allowanceId);
  let loaded = await loadAllowance(context, allowanceId);
  const timeline = context.store.timeline();
  const changed = await changeStream<AllowanceState, AllowanceEvent>(context, {
    stream,
    folding: allowanceFolding,
    load: async () => {
      loaded = await loadAllowance(context, allowanceId);
      return loaded;
    },
    decide: (state, now) => decideAllowance(state, command, now),
    claimsFor: () => [endClaim(allowanceId, loaded.version + 1)],
    claimEnds: state => (command.type === 'revoke' ? placeEnds(state) : []),
  });
  if (!changed.ok) return changed;
  if (changed.value.status === 'absent') {
    return refuse('allowance_not_found', 'nothing was made under this id');
  }
  const { version } = await loadAllowance(context, allowanceId);
  const kept = await advanceAnchor(context, { stream, version });
  if (!kept.ok) return kept;
  return context.store.timeline() === timeline
    ? accept(changed.value)
    : refuse('store_unavailable', 'the database was restored or failed over meanwhile');
}

function endClaim(allowanceId: string, version: number): ClaimTaken {
  return { scope: 'allowance', key: endKey(allowanceId, version), until: null };
}

/** Frees the slot of this allowance. The store ignores the end of a claim that another stream holds. */
function placeEnds(state: AllowanceState): readonly ClaimEnd[] {
  if (state.status === 'absent') return [];
  return Array.from({ length: allowancesMax }, (_, slot) => ({
    scope: 'allowance' as const,
    key: placeKey(state, slot),
    until: released,
  }));
}

/** What a commit about a request writes besides: an allowance that is suspended because of it (AL-11). */
export function suspensionAppend(
  loaded: Loaded<AllowanceState>,
  { request }: OpenedRequest,
  now: Timestamp,
): StreamAppend | null {
  const { state, version, head } = loaded;
  const { approval_request_id } = request;
  const decision = decideAllowance(
    state,
    {
      type: 'suspend_by_system',
      cause: 'rejection',
      reason: 'A person rejected an action that the allowance covers.',
      approval_request_id,
    },
    now,
  );
  if (state.status === 'absent' || decision.events.length === 0) return null;
  const stream = allowanceStream(state.allowance_id);
  return {
    stream,
    expectedVersion: version,
    events: sealEvents(stream, head, decision.events),
    row: null,
    claims: [endClaim(state.allowance_id, version + 1)],
  };
}
