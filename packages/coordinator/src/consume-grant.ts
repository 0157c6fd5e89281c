import {
  type ActionBinding,
  isReservedForHouse,
  parseActionBinding,
} from '@countersign/protocol/action';
import type { AllowanceEvidence } from '@countersign/protocol/allowance';
import { type Digest, sha256 } from '@countersign/protocol/crypto';
import { accept, type Result, refuse } from '@countersign/protocol/reason';
import {
  type ApprovalRequest,
  type OpenedRequest,
  type Precondition,
  verifyGrant,
} from '@countersign/protocol/request';
import { idFromUuid, type Principal, ReceiptId, Timestamp } from '@countersign/protocol/value';
import { coveredWithAllowance } from './allowance/load-allowance.ts';
import { advanceAnchor, passAnchor } from './anchor/compare-anchor.ts';
import { cancelOvertaken } from './cancel-request.ts';
import {
  type ChangedRequest,
  changeRequest,
  loadRequest,
  type PreparedChange,
  type RequestChange,
} from './change-request.ts';
import type { Guards } from './commit.ts';
import { type Context, inForceFor, storeState } from './context.ts';
import { endLocked } from './end-locked.ts';
import { failClosed } from './fail-closed.ts';
import { keepSignature } from './kept-signature.ts';
import { loadAction } from './load-action.ts';
import { loadHalt } from './load-hold.ts';
import { loadPlanOf } from './load-plan.ts';
import { loadVoters } from './load-voters.ts';
import { largeViewDigest } from './make-view.ts';
import { coveredCaller, loadLocks, olderOf } from './pass-locks.ts';
import { revokeLeft } from './revoke-left.ts';
import { allowanceStream, requestStream } from './stream-name.ts';

const forEver = Timestamp.parse('9999-12-31T23:59:59.999Z');

/** A consumed approval, and whether this call consumed it. Only then may the caller start (SU-8). */
export interface ConsumedRequest extends ChangedRequest {
  readonly replayed: boolean;
}

/** What the execution point knows when it is about to run something. */
export interface Consumption {
  readonly approvalRequestId: string;
  /** What is about to run, read at the execution edge (AB-3). */
  readonly action: unknown;
  /** The signed grant. */
  readonly grant: string;
  /** The executor, as its own credential says. */
  readonly executor: string;
  /** The credential of the executor, which a lock may be on. Absent where the executor is this process. */
  readonly principal?: Principal;
  /** The id of this attempt to start. The report must come from the attempt that won. */
  readonly attempt: string;
  readonly preconditions?: readonly Precondition[];
  readonly toolDefinitionDigest?: Digest;
}

/**
 * Validates everything again and consumes the approval, in one commit with the start of the execution. The grant is
 * verified first and by itself: neither the grant nor the store is enough alone. The consume is answered once the mark
 * outside the store covers it (EV-10). With `submit` the commit goes into a transaction of the caller. The effect of
 * the caller and this consume then happen together or not at all, even where the database is restored. The mark does
 * not advance for such a consume, because the caller may still roll the transaction back.
 */
export function consumeGrant(
  context: Context,
  consumption: Consumption,
  submit?: RequestChange['submit'],
): Promise<Result<ConsumedRequest>> {
  return failClosed(async () => {
    const action = parseActionBinding(consumption.action);
    return isReservedForHouse(action)
      ? refuse('house_action_reserved', 'the server itself carries out a house request')
      : consume(context, consumption, async () => accept({ action }), submit);
  });
}

/** What is about to run, and what the commit does besides; made anew for each try, from what holds then. */
type MakeRun = (state: OpenedRequest) => Promise<Result<Run>>;

interface Run extends Pick<PreparedChange, 'actions' | 'effect' | 'followedBy'> {
  readonly action: ActionBinding;
}

/** Consumes the approval of a house request in one commit with its effect and its receipt (HR-3). */
export function consumeHouse(
  context: Context,
  consumption: Omit<Consumption, 'action'>,
  makeRun: MakeRun,
): Promise<Result<ConsumedRequest>> {
  return failClosed(() => consume(context, consumption, makeRun));
}

function consume(
  context: Context,
  consumption: Omit<Consumption, 'action'>,
  makeRun: MakeRun,
  submit?: RequestChange['submit'],
): Promise<Result<ConsumedRequest>> {
  return failClosed(async () => {
    const { approvalRequestId, executor, attempt } = consumption;
    const passed = await passAnchor(context);
    if (!passed.ok) return passed;
    const timeline = context.store.timeline();
    const { storeId } = await storeState(context);
    const grant = verifyGrant({
      jws: consumption.grant,
      keys: context.signer.keys(),
      issuer: context.signer.issuer,
      store_id: storeId,
      audience: executor,
      now: context.clock.now(),
      signedHere: context.memory.grants.get(approvalRequestId),
    });
    if (!grant.ok) return grant;
    const caller = consumption.principal === undefined ? [] : coveredCaller(consumption.principal);
    const receipt_id = idFromUuid(ReceiptId, 'rc', context.ids.uuid());
    const { startWithinSeconds, reportWithinSeconds } = context.settings;
    const changed = await changeRequest(context, {
      approvalRequestId,
      ...(submit === undefined ? {} : { submit }),
      prepare: async ({ state }, store) => {
        if (state.status === 'absent') {
          return refuse('request_not_found', 'nothing was opened under this id');
        }
        const run = await makeRun(state);
        if (!run.ok) return run;
        const { action, actions = [], ...effect } = run.value;
        const digest = sha256(action);
        const { request, chain, resolution } = state;
        const plan = await loadPlanOf(context, request);
        const halt = await loadHalt(context, request);
        const view_digest = await largeViewDigest(context, state, action);
        const { covered, evidence } = await coveredWithAllowance(context, state);
        // Where an allowance stands in place of entries, its people are the ones who decided.
        const decided = evidence === null ? state : evidence.decided;
        const deciders = decided.entries.filter(({ assertion }) => assertion !== null);
        // All are looked up in one reading of the directory, so that one guard covers them.
        const [voters, locks, passkeys] = await Promise.all([
          loadVoters(context, decided),
          loadLocks(context, [...covered, ...caller]),
          context.people.passkeyTrust(deciders.map(({ approver_identity }) => approver_identity)),
        ]);
        return accept<PreparedChange>({
          command: {
            type: 'consume',
            action,
            approved_action: await approvedAction(context, request, digest),
            grant: grant.value,
            executor,
            attempt,
            preconditions: consumption.preconditions ?? [],
            tool_definition_digest: consumption.toolDefinitionDigest ?? null,
            in_force: inForceFor(context, store, { id: chain.chain_id, version: chain.version }),
            passkeys,
            voters: voters.approvers,
            ...(view_digest === undefined ? {} : { view_digest }),
            lock: locks.lock,
            plan: plan?.state ?? null,
            hold: halt.hold,
            ...(evidence === null ? {} : { allowance: evidence }),
            receipt_id,
            start_within_seconds: startWithinSeconds,
            report_within_seconds: reportWithinSeconds,
          },
          dependsOnPolicy: true,
          streams: [...olderOf(voters.streams, locks.streams), ...guardOf(evidence)],
          ...(resolution?.grant_expires_at ? { notAfter: resolution.grant_expires_at } : {}),
          absentClaims: halt.absentClaims,
          // The permission that was used. Its content stays in the stream, so its signature may stay as long.
          actions: [keepSignature(consumption.grant, forEver), ...actions],
          ...effect,
          ...(plan === undefined ? {} : { plan }),
        });
      },
    });
    if (!changed.ok) {
      await cancelOvertaken(context, approvalRequestId, changed.refusal);
      if (changed.refusal.code === 'approver_left') await revokeLeft(context, approvalRequestId);
      if (changed.refusal.code === 'locked') await endLocked(context, approvalRequestId);
    }
    if (!changed.ok) return changed;
    const consumed = accept({ ...changed.value, replayed: false });
    if (submit !== undefined) return consumed;
    const kept = await acknowledge(context, approvalRequestId, changed.value.version, timeline);
    return kept.ok ? consumed : kept;
  });
}

/** An allowance that is suspended or revoked before the consume is written makes it fail (AL-4). */
function guardOf(evidence: AllowanceEvidence | null): Guards['streams'] {
  if (evidence === null) return [];
  const { state, version } = evidence;
  return [{ stream: allowanceStream(state.allowance_id), version }];
}

/**
 * Answers an earlier consume once more, to a caller that repeats it. The answer says so: of several workers that share
 * one attempt and one key, only the one that made the attempt may start on it (SU-8). What delayed the first answer
 * delays this one too: it is given once the mark outside covers the consume, and not before (EV-10).
 */
export function confirmConsumption(
  context: Context,
  approvalRequestId: string,
): Promise<Result<ConsumedRequest>> {
  return failClosed(async () => {
    const passed = await passAnchor(context);
    if (!passed.ok) return passed;
    const timeline = context.store.timeline();
    const { state, version } = await loadRequest(context, requestStream(approvalRequestId));
    if (state.status === 'absent' || state.receipts.length === 0) {
      return refuse('execution_not_started', 'nothing was started under this id');
    }
    const kept = await acknowledge(context, approvalRequestId, version, timeline);
    return kept.ok ? accept({ state, version, events: [], replayed: true }) : kept;
  });
}

/** A consume is answered only after the anchor covers it. Then a restore of an older copy is noticed. */
async function acknowledge(
  context: Context,
  approvalRequestId: string,
  version: number,
  timeline: string,
): Promise<Result<null>> {
  if (context.anchor === null) return accept(null);
  const advanced = await advanceAnchor(context, {
    stream: requestStream(approvalRequestId),
    version,
  });
  if (!advanced.ok || context.store.timeline() === timeline) return advanced;
  return refuse('store_unavailable', 'the database was restored or failed over meanwhile');
}

/** The approved action, only to name the member that changed. Null where nothing changed, or where its bytes were erased. */
async function approvedAction(
  context: Context,
  { action_digest }: ApprovalRequest,
  digest: Digest,
): Promise<ActionBinding | null> {
  if (digest === action_digest) return null;
  return loadAction(context, action_digest);
}
