import type { Digest } from '../crypto/digest.ts';
import { type Decision, decline, emit } from '../reason/decision.ts';
import { type ReasonCode, reasonCodes } from '../reason/reason-codes.ts';
import { accept, type Refusal, type Result, refuse } from '../reason/refusal.ts';
import { addSeconds, isDue, type Timestamp } from '../value/timestamp.ts';
import type { EdgeBatch, EdgeDecision, VerifiedBatch } from './edge-batch.ts';
import { type EdgeEvent, parseEdgeEvent } from './edge-event.ts';
import {
  type EdgeState,
  edgeGraceSeconds,
  type OpenSnapshot,
  overdueSnapshots,
} from './edge-state.ts';
import { edgeToleranceSeconds } from './policy-snapshot.ts';

/** Snapshots of one edge whose decisions are not told. One more is not issued. */
const openMax = 16;

/** Refused batches that are recorded before one is accepted again (HI-6). */
const refusedMax = 16;

export interface SnapshotAsked {
  readonly edge_id: string;
  readonly run: string;
  readonly epoch: number;
  readonly policy_version: string;
  readonly policy_text: Digest;
  readonly seconds: number;
}

/**
 * Whether this edge is given a snapshot. Each one is an event, so that decisions which are never told leave a gap that
 * anyone sees. While decisions are overdue there is none (EG-8).
 */
export function decideSnapshot(
  state: EdgeState,
  { edge_id, run, epoch, policy_version, policy_text, seconds }: SnapshotAsked,
  now: Timestamp,
): Decision<EdgeEvent> {
  const { issued_at } = state;
  if (issued_at !== null && !isDue(addSeconds(issued_at, seconds / 4), now)) {
    const detail = `the last snapshot is from ${issued_at}; a quarter of its life is not over`;
    return decline({ code: 'rate_limited', detail });
  }
  const cause = state.run !== run ? 'run_ended' : state.epoch !== epoch ? 'epoch_ended' : null;
  if (cause === null) {
    const [overdue] = overdueSnapshots(state, now);
    if (overdue !== undefined || state.open.length >= openMax) {
      const serial = overdue?.serial ?? state.open[0]?.serial ?? 0;
      return decline({
        code: 'edge_batch_missing',
        detail: `expected the decisions under snapshot ${serial}`,
      });
    }
  }
  const gap = cause === null ? null : gapOf(state, edge_id, cause, now);
  const issued = event('edge.snapshot_issued', now, {
    edge_id,
    run,
    serial: state.serial + 1,
    epoch,
    policy_version,
    policy_text,
    expires_at: addSeconds(now, seconds),
  });
  return gap === null ? emit(issued) : emit(gap, issued);
}

function gapOf(
  { open, run }: EdgeState,
  edge_id: string,
  cause: 'run_ended' | 'epoch_ended',
  now: Timestamp,
): EdgeEvent | null {
  const [first] = open;
  const last = open.at(-1);
  if (first === undefined || last === undefined) return null;
  const [from_serial, through_serial] = [first.serial, last.serial];
  return event('edge.gap_recorded', now, { edge_id, run, from_serial, through_serial, cause });
}

/** The store that the batch is to be recorded in. */
export interface BatchPlace {
  readonly store_id: string;
  readonly epoch: number;
}

/** A batch that may be recorded, or that was recorded before and changes nothing. */
export interface JudgedBatch {
  readonly isRepeated: boolean;
  /** The snapshot of each decision, in their order. */
  readonly snapshots: readonly OpenSnapshot[];
  readonly late: boolean;
}

/** Whether a batch is the next one of its edge, and each decision within the life of its snapshot (EG-6). */
export function judgeBatch(
  state: EdgeState,
  { batch, digest }: VerifiedBatch,
  place: BatchPlace,
  now: Timestamp,
): Result<JudgedBatch> {
  if (batch.store_id !== place.store_id) {
    return refuse('store_mismatch', `expected ${place.store_id}, found ${batch.store_id}`);
  }
  if (batch.epoch !== place.epoch) {
    return refuse('epoch_changed', `expected epoch ${place.epoch}, found ${batch.epoch}`);
  }
  if (batch.run !== state.run) return refuse('edge_run_ended', 'another run of the edge began');
  if (batch.sequence === state.sequence && digest === state.head) {
    return accept({ isRepeated: true, snapshots: [], late: false });
  }
  const follows = judgeFollows(state, batch);
  if (!follows.ok) return follows;
  const snapshots = snapshotsOf(state, batch, now);
  if (!snapshots.ok) return snapshots;
  const [first] = snapshots.value;
  const end = first === undefined ? null : addSeconds(first.expires_at, edgeGraceSeconds);
  const late = end !== null && isDue(end, now);
  return accept({ isRepeated: false, snapshots: snapshots.value, late });
}

function judgeFollows(state: EdgeState, batch: EdgeBatch): Result<null> {
  const expected = state.sequence + 1;
  if (batch.sequence > expected) {
    return refuse('edge_batch_gap', `expected batch ${expected}, found ${batch.sequence}`);
  }
  if (batch.sequence < expected || batch.previous_batch_digest !== state.head) {
    return refuse('edge_batch_conflict', `the batches up to ${state.sequence} are recorded`);
  }
  const { closed_through } = batch;
  if (closed_through !== null && closed_through > state.serial) {
    return refuse('edge_batch_out_of_time', 'it closes a snapshot that was never issued');
  }
  return accept(null);
}

function snapshotsOf(
  { open }: EdgeState,
  { decisions }: EdgeBatch,
  now: Timestamp,
): Result<readonly OpenSnapshot[]> {
  const snapshots: OpenSnapshot[] = [];
  let before: EdgeDecision | undefined;
  for (const decision of decisions) {
    const snapshot = open.find(({ serial }) => serial === decision.serial);
    if (snapshot === undefined || !isInTime(decision, snapshot, now)) {
      const detail = `a decision at ${decision.decided_at} is not within its snapshot ${decision.serial}`;
      return refuse('edge_batch_out_of_time', detail);
    }
    if (before !== undefined && !isAfter(decision, before)) {
      return refuse('edge_batch_out_of_time', 'the decisions are not in their order');
    }
    before = decision;
    snapshots.push(snapshot);
  }
  return accept(snapshots);
}

function isInTime(
  { decided_at }: EdgeDecision,
  { issued_at, expires_at }: OpenSnapshot,
  now: Timestamp,
): boolean {
  return (
    addSeconds(decided_at, edgeToleranceSeconds) >= issued_at &&
    decided_at < addSeconds(expires_at, edgeToleranceSeconds) &&
    decided_at <= addSeconds(now, edgeToleranceSeconds)
  );
}

function isAfter(decision: EdgeDecision, before: EdgeDecision): boolean {
  return decision.serial >= before.serial && decision.decided_at >= before.decided_at;
}

/** What the server found out about a batch beyond its form. */
export interface BatchFindings extends BatchPlace {
  readonly contradicted: number;
  readonly segment: string | null;
}

/** Records a batch once. What is refused is recorded too, a bounded number of times. */
export function decideBatch(
  state: EdgeState,
  verified: VerifiedBatch,
  { contradicted, segment, ...place }: BatchFindings,
  now: Timestamp,
): Decision<EdgeEvent> {
  const judged = judgeBatch(state, verified, place, now);
  const { batch, digest } = verified;
  if (!judged.ok) return decideRefused(state, batch.edge_id, digest, judged.refusal, now);
  if (judged.value.isRepeated) return emit();
  const { edge_id, run, sequence, previous_batch_digest, closed_through, resumed } = batch;
  return emit(
    event('edge.batch_recorded', now, {
      edge_id,
      run,
      sequence,
      batch_digest: digest,
      previous_batch_digest,
      closed_through,
      decisions: batch.decisions.length,
      contradicted,
      late: judged.value.late,
      resumed,
      segment,
    }),
  );
}

/** A batch that is not recorded leaves an event with its reason (EG-6). */
export function decideRefused(
  { refused }: EdgeState,
  edge_id: string,
  batch_digest: Digest,
  refusal: Refusal,
  now: Timestamp,
): Decision<EdgeEvent> {
  if (refused >= refusedMax) return decline(refusal);
  return decline(refusal, event('edge.batch_refused', now, { edge_id, batch_digest, refusal }));
}

/** What is said of a batch itself. No later call changes it. */
const verdicts: ReadonlySet<ReasonCode> = new Set([
  'jws_malformed',
  'jws_header_mismatch',
  'jws_key_unknown',
  'jws_signature_mismatch',
  'jws_payload_not_canonical',
  'store_mismatch',
  'epoch_changed',
  'edge_batch_malformed',
  'edge_batch_gap',
  'edge_batch_conflict',
  'edge_batch_out_of_time',
  'edge_run_ended',
  'not_permitted',
  'subject_not_permitted',
  'house_action_reserved',
]);

/**
 * Whether a batch is refused for good. After any other code the edge sends the same batch again, so that no decision is
 * lost because a server was busy, away, locked or wrongly set up.
 */
export function endsRun(code: ReasonCode): boolean {
  return verdicts.has(code) || reasonCodes[code].kind === 'input';
}

function event(type: EdgeEvent['type'], at: Timestamp, data: object): EdgeEvent {
  return parseEdgeEvent({ type, at, data });
}
