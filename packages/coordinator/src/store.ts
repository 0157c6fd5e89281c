import type { Digest } from '@countersign/protocol/crypto';
import type { StreamHead } from '@countersign/protocol/stream';
import type { Timestamp } from '@countersign/protocol/value';
import type { ClaimKey, Commit, CommitResult, OutboxMessage, StoredRow } from './commit.ts';
import type {
  SummedBy,
  TalliedPlace,
  Tally,
  TallyQuery,
  TallyStep,
  TallySum,
} from './insights/tally.ts';
import type { LogStore } from './log/log-store.ts';
import type { SearchStore } from './search/search-store.ts';

/**
 * Where everything durable lives. The sentences below are the contract; `describeStore` in
 * `@countersign/coordinator/testing` turns each into a test that every store passes.
 *
 * - A commit is all or nothing, also when the process or the machine dies in the middle of it.
 * - `committed` is answered only after the commit is on stable storage.
 * - Of commits that append to one stream at one version, exactly one is committed, across processes.
 * - Resubmitting the identical commit answers `committed` again where it was committed, and changes nothing.
 * - Where a method throws StoreUnavailable the commit may or may not have happened; resubmitting tells.
 * - Reads see every commit that was answered before they began.
 * - Where the database may have lost commits that it answered, `timeline` names another history from then on.
 */
export interface Store extends LogStore, SearchStore {
  commit(commit: Commit): Promise<CommitResult>;

  /** The rows of a stream after a version, in order; empty where there are none. */
  readStream(stream: string, after?: number): Promise<StreamRow[]>;

  /** Whether, and by which stream, a claim is held now by the store's clock. */
  findClaim(claim: ClaimKey): Promise<HeldClaim | null>;

  /** The claims of a scope whose key begins like this and that are held now. */
  listClaims(scope: ClaimKey['scope'], keyPrefix: string): Promise<HeldClaim[]>;

  /** The kept bytes of an action, or null where there never were any or they were erased. */
  readAction(digest: Digest): Promise<string | null>;

  readState(): Promise<StoreState>;

  /** The latest time that the store has seen; a clock behind it is not believed (TM-7). */
  readClockMark(): Promise<Timestamp>;

  /** Newest first, or with `order: 'due'` soonest deadline first; by key, never by offset. */
  listRequests(query: ListQuery): Promise<ListPage>;

  /** How many requests have each status. Maintained, not counted. */
  countRequests(): Promise<Readonly<Record<string, number>>>;

  /** Requests whose `due_at` has come, earliest first. */
  listDue(limit: number): Promise<readonly { approval_request_id: string; due_at: Timestamp }[]>;

  /** Requests whose `silent_at` has come, earliest first: executions without any report. */
  listSilent(
    limit: number,
  ): Promise<readonly { approval_request_id: string; silent_at: Timestamp }[]>;

  /**
   * Adds messages to the outbox apart from a commit, all or none, each to be taken after its wait. A message is left out
   * while another one with its key is in the outbox, leased ones included and dead letters not.
   */
  enqueue(messages: readonly LaterMessage[]): Promise<void>;

  /** Takes messages for delivery: no other worker gets them before the lease ends. */
  leaseOutbox(lease: { owner: string; seconds: number; limit: number }): Promise<LeasedMessage[]>;

  /** Ends a lease. Only its owner can; a lease that has passed to another worker is left alone. */
  settleOutbox(settlement: OutboxSettlement): Promise<void>;

  /** Messages given up on, newest first, and their return to the queue. */
  listDeadLetters(limit: number): Promise<DeadLetter[]>;
  retryDeadLetter(id: number): Promise<boolean>;

  /** What these people have set for themselves; people who have set nothing are left out. */
  readPreferences(personIds: readonly string[]): Promise<StoredPreferences[]>;

  /**
   * Replaces what a person has set, or forgets it where the text is null. False, and nothing is written, where the
   * version is not the next one: another call was first. Preferences are no evidence: no stream and no log has them.
   */
  writePreferences(preferences: PreferencesWrite): Promise<boolean>;

  /** How far the logs were counted; the beginning of the first log before anything was. */
  readTallied(): Promise<TalliedPlace>;

  /** The tallies of these days, the newest day first; no more than the limit. */
  readTallies(query: TallyQuery): Promise<Tally[]>;

  /**
   * The same, added up by day or by name in the store, so that a year of many rules is as few rows as they have names. The key
   * with the largest sum over all its measures comes first, equal ones by their bytes; no more rows than the limit.
   */
  sumTallies(query: TallyQuery & { readonly by: SummedBy }): Promise<TallySum[]>;

  /**
   * Adds to the tallies and moves the place, both or neither. False, and nothing is written, where the place is not
   * `from`: another process was first, or this step was added already.
   */
  addTallies(step: TallyStep): Promise<boolean>;

  /**
   * Forgets action bytes past their retention, and with them the words that the index has of them. Streams keep the
   * digest, so nothing else changes.
   */
  eraseActions(limit: number): Promise<number>;

  /**
   * Hints that a stream has changed, from this process and others. Hints may be lost, late or repeated:
   * polling is the truth. An empty name hints at any stream.
   */
  onChange(listener: (stream: string) => void): () => void;

  /**
   * Which history of the database the store last talked to. A standby that took over, or a server that was restarted,
   * perhaps on other files, is another one; what fitted the mark outside is compared again then (EV-10). The same on
   * every handle.
   */
  timeline(): string;

  /** Finishes what was accepted, then lets go of the database. */
  close(): Promise<void>;
}

/** What a read-only store answers: nothing is created, migrated or maintained. */
export interface StoreReader
  extends Pick<
    Store,
    | 'readStream'
    | 'readState'
    | 'readClockMark'
    | 'countRequests'
    | 'listDeadLetters'
    | 'listUnsequenced'
    | 'readLog'
    | 'readLeaves'
    | 'timeline'
    | 'close'
  > {}

export interface StreamRow extends StreamHead {
  /** The canonical bytes that were hashed. */
  readonly text: string;
}

export interface HeldClaim extends ClaimKey {
  readonly owner: string;
  readonly until: Timestamp | null;
}

export interface StoreState {
  readonly storeId: string;
  readonly epoch: number;
  /** Null until a policy was brought into force. */
  readonly policyVersion: string | null;
  /** The store's own clock, which decides at commit. */
  readonly now: Timestamp;
}

export interface ListQuery {
  readonly status?: string;
  readonly agentId?: string;
  readonly toolName?: string;
  /** `newest` where nothing is said. `due` is for `status: 'pending'` alone, and leaves out what has no deadline. */
  readonly order?: 'newest' | 'due';
  readonly limit: number;
  /** The key of the last row of the page before. */
  readonly after?: string;
}

export interface ListPage {
  readonly rows: readonly StoredRow[];
  /** Where the next page begins, or null at the end. */
  readonly next: string | null;
}

/** What one person has set for themselves, as text that the store does not read. */
export interface StoredPreferences {
  readonly person_id: string;
  /** From 1, and one more with each write. */
  readonly version: number;
  readonly text: string;
}

export interface PreferencesWrite {
  readonly person_id: string;
  /** The version that this write makes: 1 where nothing was set. */
  readonly version: number;
  readonly text: string | null;
}

/** A message that no commit brings. */
export interface LaterMessage extends OutboxMessage {
  /** Of messages with one key, only the first is in the outbox. */
  readonly key: string;
  readonly inSeconds: number;
}

export interface LeasedMessage {
  readonly id: number;
  readonly topic: string;
  readonly stream: string;
  readonly payload: string;
  /** How often delivery was tried before, this time not counted. */
  readonly tries: number;
  /** The last problem that was reported; empty where there was none. */
  readonly problem: string;
  /** Whether the lease before this one ran out: its owner may have died of the message. */
  readonly abandoned: boolean;
}

export interface OutboxSettlement {
  readonly id: number;
  readonly owner: string;
  readonly outcome: 'delivered' | 'retry' | 'dead';
  /** With `retry`: how long to wait. */
  readonly retryInSeconds?: number;
  /** Why it was not delivered, for the person who looks at the dead letters. */
  readonly problem?: string;
}

export interface DeadLetter extends Omit<LeasedMessage, 'payload' | 'abandoned'> {
  readonly problem: string;
  readonly died_at: Timestamp;
}

/** The database could not be reached, or its answer was lost. Nothing may be assumed to have happened. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
  }
}

/** The database is not what this store expects: wrong schema, damaged, read-only, not the primary. */
export class StoreUnusable extends Error {
  override readonly name = 'StoreUnusable';

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
  }
}
