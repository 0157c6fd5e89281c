import type { Digest } from '@countersign/protocol/crypto';
import type { SealedEvent } from '@countersign/protocol/stream';
import type { Timestamp } from '@countersign/protocol/value';

/**
 * One atomic, non-interactive change of the store: everything in it happens, or nothing does. It carries the
 * versions its author read, and everything that must still hold, so that no callback ever runs inside a
 * transaction and the same shape serves SQLite and Postgres.
 */
export interface Commit {
  /** Unique to this decision, and the same when the identical commit is submitted again. */
  readonly attempt: string;
  /** At least one. Streams are appended to in order, each at the version its author read. */
  readonly appends: readonly StreamAppend[];
  /** Refused as `too_early` where the store's clock is before this, compared as the commit ends. */
  readonly notBefore?: Timestamp;
  /** Refused as `too_late` where the store's clock has reached this, compared as the commit ends (TM-5). */
  readonly notAfter?: Timestamp;
  readonly guards: Guards;
  /** The canonical bytes of actions, kept once under their digest until their retention ends. */
  readonly actions: readonly ActionBytes[];
  /** What is to be delivered because of this commit; written with it, delivered after it. */
  readonly outbox: readonly OutboxMessage[];
  readonly brings?: Brought;
}

/** What a commit brings into force for the whole store. */
export interface Brought {
  readonly policyVersion?: string;
  readonly epoch?: number;
  /**
   * For the repair at the console alone (TM-9): where the latest time that the store has recorded is this one, the commit
   * is not refused for it, and sets it back to the store's clock.
   */
  readonly clockBackFrom?: Timestamp;
}

export interface StreamAppend {
  readonly stream: string;
  /** The version read; 0 where the stream did not exist. */
  readonly expectedVersion: number;
  readonly events: readonly SealedEvent[];
  /** The row that lists show for this stream after the events; null where the stream has none. */
  readonly row: StoredRow | null;
  /**
   * Taken by this stream; a claim that another stream holds refuses the whole commit, in the order of the appends. No
   * claim is taken by two streams of a commit.
   */
  readonly claims?: readonly ClaimTaken[];
  /** Claims of this stream whose end changes. One that is gone, or is another's, is left alone. */
  readonly claimEnds?: readonly ClaimEnd[];
}

/** Compared with the store itself as the commit runs, never with a replica's memory. */
export interface Guards {
  readonly epoch: number;
  /** Absent where the commit does not depend on policy. */
  readonly policyVersion?: string;
  /** Streams that were read but not written: another version now refuses. */
  readonly streams: readonly { readonly stream: string; readonly version: number }[];
  /** Claims that no stream may hold. */
  readonly absentClaims: readonly ClaimKey[];
}

export interface ClaimKey {
  readonly scope: ClaimScope;
  readonly key: string;
}

/**
 * A claim makes a key unique across streams. With `until` null it is held permanently; otherwise it is free again once
 * the store's clock reaches that time.
 */
export interface ClaimTaken extends ClaimKey {
  readonly until: Timestamp | null;
  /**
   * The stream from which the claim may be taken over although it is held. A round takes it over from the round before.
   */
  readonly from?: string;
}

export type ClaimEnd = ClaimKey & { readonly until: Timestamp };

/** `live` one request per agent, subject and action · `idem` idempotency keys · `round` rounds of a case ·
 * `slot` requests of an agent in a window · `nonce` passkey nonces · `hold` the hold on a session · `call` the idempotency key of a call ·
 * `session` a person who is signed in · `invitation` a link that admits a person · `terminal` a terminal that asks to be
 * signed in, by its codes · `quota` parts of the bytes that an agent may keep in a day ·
 * `conversation` the conversation that a session belongs to · `guard` a guarded agent · `edge` an edge that was given a snapshot · `pause` a guard that is paused · `occasion` the newest request of an agent, session and action ·
 * `allowance` an allowance by its name and by its agent and tool, and each end of one. */
export type ClaimScope =
  | 'live'
  | 'idem'
  | 'round'
  | 'slot'
  | 'nonce'
  | 'hold'
  | 'conversation'
  | 'guard'
  | 'edge'
  | 'pause'
  | 'call'
  | 'session'
  | 'invitation'
  | 'terminal'
  | 'quota'
  | 'occasion'
  | 'allowance';

export interface ActionBytes {
  readonly digest: Digest;
  readonly text: string;
  readonly retainUntil: Timestamp;
}

export interface OutboxMessage {
  /** What it is about, for the deliverer: the event type. */
  readonly topic: string;
  readonly stream: string;
  readonly payload: string;
}

/** What lists, pages and counters are made from; the truth stays in the stream. */
export interface StoredRow {
  readonly approval_request_id: string;
  readonly case_id: string;
  readonly status: string;
  readonly agent_id: string;
  readonly operation: string;
  readonly tool_name: string;
  readonly risk_level: string;
  readonly route: string;
  readonly requested_at: Timestamp;
  /** When time alone ends the present status, or null where it does not. */
  readonly due_at: Timestamp | null;
  /** Set while the outcome of an execution is open: when silence becomes `unknown`. */
  readonly report_by: Timestamp | null;
  /** The same time while there is no report of the execution; null after any report, even `unknown`. */
  readonly silent_at: Timestamp | null;
}

export type CommitResult =
  | { readonly outcome: 'committed' }
  | { readonly outcome: 'version_conflict'; readonly stream: string }
  | { readonly outcome: 'claim_taken'; readonly claim: ClaimKey; readonly owner: string }
  | { readonly outcome: 'too_late' }
  | { readonly outcome: 'too_early' }
  | { readonly outcome: 'stale_guard'; readonly which: GuardName };

export type GuardName = 'epoch' | 'policy_version' | 'stream' | 'claim' | 'clock';
