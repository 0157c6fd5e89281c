import * as z from 'zod';
import { Digest } from '../crypto/digest.ts';
import { verifyJws } from '../crypto/jws.ts';
import type { ImportedKey } from '../crypto/public-key.ts';
import { LockTarget } from '../directory/lock-target.ts';
import { parserOf } from '../json/parse-object.ts';
import { accept, type Result, refuse } from '../reason/refusal.ts';
import type { Branded } from '../value/brand.ts';
import { PersonId, StoreId } from '../value/ids.ts';
import { addSeconds, Timestamp } from '../value/timestamp.ts';
import { Name, OpenObject } from '../value/wire-text.ts';

/** The `typ` of a signed snapshot; no other artifact of the protocol can stand in for it. */
export const snapshotType = 'countersign-snapshot+jws';

/** How long a snapshot lives, in seconds: an edge may be that far behind the policy in force (EG-3). */
export const snapshotSeconds = { least: 5, usual: 30, most: 300 } as const;

/** How far apart the clocks of an edge and of the server may be, in seconds. */
export const edgeToleranceSeconds = 5;

const listMax = 1024;

/** An agent that the edge speaks for. */
const CoveredAgent = z.strictObject({
  agent_id: Name,
  owner: PersonId.nullable(),
  /** False while something halts the agent that only the server can judge, such as a hold. */
  may_decide: z.boolean(),
  /** Actions that an approver rejected for good, by `rejectionKey` (GT-4). */
  rejected: z.array(Digest).max(listMax),
});

/**
 * What the store says to one edge: everything that it takes to know, for some seconds, that policy allows an action. The
 * documents of the policy stand beside it, under the digest that it names.
 */
export const PolicySnapshot = z
  .strictObject({
    version: z.literal('1'),
    issuer: Name,
    store_id: StoreId,
    epoch: z.int().min(1),
    /** The credential of the edge that it is for. No other edge may use it. */
    edge_id: Name,
    /** What the edge called this life of its backlog, and this one question. */
    run: Name,
    nonce: Name,
    /** One more with each snapshot of this edge. */
    serial: z.int().min(1),
    issued_at: Timestamp,
    expires_at: Timestamp,
    policy_version: Name,
    /** Of the documents of that version. */
    policy_text: Digest,
    /** The program that evaluates, with its catalogue of tools. An edge that has another one does not decide. */
    evaluator: Name,
    /** Where the server keeps what no agent may touch; null where it named nothing. */
    own: OpenObject.nullable(),
    /** The server of tools that the credential attests. */
    tool_server: Name.nullable(),
    agents: z.array(CoveredAgent).min(1).max(listMax),
    /** The people that the credential may act for. */
    subject_ids: z.array(PersonId).max(listMax),
    /** Every lock in force that could close a call of this edge. */
    locks: z.array(LockTarget).max(listMax),
  })
  .refine(
    ({ issued_at, expires_at }) =>
      expires_at > issued_at && expires_at <= addSeconds(issued_at, snapshotSeconds.most),
    { path: ['expires_at'], message: `expected a life of at most ${snapshotSeconds.most} seconds` },
  );
export type PolicySnapshot = z.infer<typeof PolicySnapshot>;

export const parsePolicySnapshot = parserOf('PolicySnapshot', PolicySnapshot);

/** A snapshot whose signature, store, edge, question and place in the row were checked. Its time is judged at each use. */
export type VerifiedSnapshot = Branded<PolicySnapshot, 'VerifiedSnapshot'>;

/** Needs no server: the trusted keys and what this edge asked for go in, a verdict comes out (EG-2). */
export function verifySnapshot(input: {
  readonly jws: string;
  readonly keys: ReadonlyMap<string, ImportedKey>;
  readonly issuer: string;
  readonly store_id: string;
  readonly edge_id: string;
  readonly run: string;
  readonly nonce: string;
  /** Of the newest snapshot that this edge has seen; 0 before the first. */
  readonly newest: { readonly epoch: number; readonly serial: number };
}): Result<VerifiedSnapshot> {
  const signed = verifyJws({ jws: input.jws, typ: snapshotType, keys: input.keys });
  if (!signed.ok) return signed;
  const parsed = PolicySnapshot.safeParse(signed.value.payload);
  if (!parsed.success) {
    return refuse('edge_snapshot_malformed', 'the signed content is not a snapshot');
  }
  const snapshot = parsed.data;
  if (snapshot.issuer !== input.issuer || snapshot.store_id !== input.store_id) {
    return refuse('store_mismatch', `expected ${input.store_id}, found ${snapshot.store_id}`);
  }
  if (snapshot.edge_id !== input.edge_id || snapshot.run !== input.run) {
    return refuse('edge_snapshot_replayed', 'it was made for another edge, or an earlier run');
  }
  const { epoch, serial } = input.newest;
  if (snapshot.nonce !== input.nonce || snapshot.epoch < epoch || snapshot.serial <= serial) {
    return refuse('edge_snapshot_replayed', 'it does not answer the question that was asked now');
  }
  return accept(snapshot as VerifiedSnapshot);
}

/** Two readings of the clocks of an edge: the wall in milliseconds since 1970, and one that only grows. */
export interface EdgeMoment {
  readonly wall: number;
  readonly elapsed: number;
}

/**
 * Whether the snapshot still lives. Its life is counted from before the edge asked, with the clock that only grows, so a
 * slow answer makes it shorter. A wall clock that disagrees with the server, or that jumped since, ends it (EG-3).
 */
export function judgeSnapshotTime(
  { issued_at, expires_at }: Pick<PolicySnapshot, 'issued_at' | 'expires_at'>,
  asked: EdgeMoment,
  now: EdgeMoment,
): Result<null> {
  const issued = Date.parse(issued_at);
  const expires = Date.parse(expires_at);
  const since = now.elapsed - asked.elapsed;
  const tolerance = edgeToleranceSeconds * 1000;
  const jumped = Math.abs(now.wall - asked.wall - since);
  // Written so that a time that is no number refuses.
  if (!(since >= 0) || !(jumped <= tolerance) || !(asked.wall <= issued + tolerance)) {
    return refuse('edge_clock_wrong', 'the clock of the edge jumped, or is ahead of the server');
  }
  if (!(since < expires - issued) || !(now.wall < expires + tolerance)) {
    return refuse('edge_snapshot_expired', `it ended at ${expires_at}`);
  }
  return now.wall >= issued - tolerance
    ? accept(null)
    : refuse('edge_clock_wrong', 'the snapshot was issued in the future of this edge');
}
