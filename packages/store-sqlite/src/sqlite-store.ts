import {
  type ClaimKey,
  type Clock,
  type Commit,
  type CommitResult,
  type DeadLetter,
  type EventPlace,
  type HeldClaim,
  type IndexCondition,
  type IndexedPlace,
  type IndexPage,
  type IndexQuery,
  type IndexStep,
  type KeptCheckpoint,
  type LaterMessage,
  type LeasedMessage,
  type ListPage,
  type ListQuery,
  type LogAppend,
  type LoggedLeaf,
  type LoggedRow,
  type LogHead,
  type OutboxSettlement,
  type PreferencesWrite,
  type SavedCheckpoint,
  type Store,
  type StoredPreferences,
  type StoreState,
  StoreUnavailable,
  type StreamRow,
  type SummedBy,
  type TalliedPlace,
  type Tally,
  type TallyQuery,
  type TallyStep,
  type TallySum,
} from '@countersign/coordinator';
import type { Digest } from '@countersign/protocol/crypto';
import type { LogRow } from '@countersign/protocol/log';
import type { Timestamp } from '@countersign/protocol/value';
import { eraseActions, readAction } from './actions.ts';
import { commitOperation } from './apply-commit.ts';
import { backUp } from './backup.ts';
import { ChangeHints } from './change-hints.ts';
import { checkCommit } from './check-commit.ts';
import { heldClaim, isHeld, loadClaim, loadClaims } from './claims.ts';
import type { Connection } from './connection.ts';
import { GatheredReads } from './gathered-reads.ts';
import { checkIntegrity } from './integrity-check.ts';
import { countRequests, listDue, listRequests, listSilent } from './list-requests.ts';
import { listUnpublished, markPublished, saveCheckpoint } from './log-checkpoints.ts';
import {
  appendToLog,
  findLeaves,
  listUnsequenced,
  readLeaves,
  readLog,
  readLogRows,
} from './log-leaves.ts';
import {
  enqueueLater,
  leaseOutbox,
  listDeadLetters,
  retryDeadLetter,
  settleOutbox,
} from './outbox.ts';
import { readPreferences, writePreferences } from './preferences.ts';
import { type ReadKey, readKeys } from './remembered-reads.ts';
import { retryBusy } from './retry-busy.ts';
import { addToIndex, countIndexed, readIndexed, searchIndex } from './search-index.ts';
import { storeError } from './sqlite-error.ts';
import { loadState, readState } from './store-state.ts';
import { readStream } from './streams.ts';
import { addTallies, readTallied, readTallies, sumTallies } from './tallies.ts';
import type { Operation } from './transaction.ts';
import { Writer } from './writer.ts';

/** A longer list of claims, or a longer event, is read each time. */
const rememberedClaimsMax = 16;
const rememberedTextMax = 8192;

function textLength([row]: readonly StreamRow[]): number {
  return row === undefined ? 0 : row.text.length;
}

/** The store in one SQLite file, for any number of processes of one machine. Made by `openSqliteStore`. */
export class SqliteStore implements Store {
  readonly #connection: Connection;
  readonly #clock: Clock;
  readonly #turn: () => Promise<void>;
  readonly #writer: Writer;
  readonly #reads: GatheredReads;
  readonly #hints: ChangeHints;
  #closing: Promise<void> | null = null;

  constructor(
    connection: Connection,
    options: {
      readonly clock: Clock;
      readonly turn?: () => Promise<void>;
      readonly pollMilliseconds?: number;
    },
  ) {
    const { clock, turn, pollMilliseconds = 20 } = options;
    this.#connection = connection;
    this.#clock = clock;
    this.#turn = turn ?? (async () => undefined);
    this.#writer = new Writer(connection, clock, turn);
    this.#reads = new GatheredReads(connection);
    const sql = 'PRAGMA data_version';
    this.#hints = new ChangeHints({
      clock,
      pollMilliseconds,
      readDataVersion: () => connection.get<{ data_version: number }>(sql)?.data_version ?? 0,
    });
  }

  async commit(commit: Commit): Promise<CommitResult> {
    checkCommit(commit);
    const { apply, ...limits } = commitOperation(commit);
    const result = await this.#write({
      ...limits,
      apply: transaction => {
        this.#reads.remembered.forgetChanged(commit);
        return apply(transaction);
      },
    });
    if (result.outcome === 'committed') this.#hints.tell(commit.appends.map(each => each.stream));
    return result;
  }

  readStream(stream: string, after = 0): Promise<StreamRow[]> {
    return this.#readOften(
      readKeys.stream(stream, after),
      connection => readStream(connection, stream, after),
      rows => rows.length === 0 || (rows.length === 1 && textLength(rows) <= rememberedTextMax),
      rows => [...rows],
    );
  }

  findClaim(claim: ClaimKey): Promise<HeldClaim | null> {
    const { scope, key } = claim;
    return this.#readOften(
      readKeys.claim(scope, key),
      connection => ({ kept: loadClaim(connection, claim) }),
      () => true,
      ({ kept }, now) => heldClaim(claim, kept, now),
    );
  }

  listClaims(scope: ClaimKey['scope'], keyPrefix: string): Promise<HeldClaim[]> {
    return this.#readOften(
      readKeys.claims(scope, keyPrefix),
      connection => loadClaims(connection, scope, keyPrefix),
      claims => claims.length <= rememberedClaimsMax,
      (claims, now) => claims.filter(claim => isHeld(claim, now)),
    );
  }

  readAction(digest: Digest): Promise<string | null> {
    return this.#read(connection => readAction(connection, digest));
  }

  readState(): Promise<StoreState> {
    return this.#read(readState);
  }

  readClockMark(): Promise<Timestamp> {
    return this.#read(connection => loadState(connection).clock_mark);
  }

  listRequests(query: ListQuery): Promise<ListPage> {
    return this.#read((connection, now) => listRequests(connection, query, now));
  }

  countRequests(): Promise<Readonly<Record<string, number>>> {
    return this.#read(countRequests);
  }

  listDue(limit: number): Promise<readonly { approval_request_id: string; due_at: Timestamp }[]> {
    return this.#read((connection, now) => listDue(connection, limit, now));
  }

  listSilent(
    limit: number,
  ): Promise<readonly { approval_request_id: string; silent_at: Timestamp }[]> {
    return this.#read((connection, now) => listSilent(connection, limit, now));
  }

  enqueue(messages: readonly LaterMessage[]): Promise<void> {
    return this.#write(enqueueLater(messages));
  }

  leaseOutbox(lease: { owner: string; seconds: number; limit: number }): Promise<LeasedMessage[]> {
    return this.#write(leaseOutbox(lease));
  }

  settleOutbox(settlement: OutboxSettlement): Promise<void> {
    return this.#write(settleOutbox(settlement));
  }

  listDeadLetters(limit: number): Promise<DeadLetter[]> {
    return this.#read(connection => listDeadLetters(connection, limit));
  }

  retryDeadLetter(id: number): Promise<boolean> {
    return this.#write(retryDeadLetter(id));
  }

  readPreferences(personIds: readonly string[]): Promise<StoredPreferences[]> {
    return this.#read(connection => readPreferences(connection, personIds));
  }

  writePreferences(preferences: PreferencesWrite): Promise<boolean> {
    return this.#write(writePreferences(preferences));
  }

  readTallied(): Promise<TalliedPlace> {
    return this.#read(readTallied);
  }

  readTallies(query: TallyQuery): Promise<Tally[]> {
    return this.#read(connection => readTallies(connection, query));
  }

  sumTallies(query: TallyQuery & { readonly by: SummedBy }): Promise<TallySum[]> {
    return this.#read(connection => sumTallies(connection, query));
  }

  addTallies(step: TallyStep): Promise<boolean> {
    return this.#write(addTallies(step));
  }

  readIndexed(): Promise<IndexedPlace> {
    return this.#read(readIndexed);
  }

  addToIndex(step: IndexStep): Promise<boolean> {
    return this.#write(addToIndex(step));
  }

  searchIndex(query: IndexQuery): Promise<IndexPage> {
    return this.#read(connection => searchIndex(connection, query));
  }

  countIndexed(query: IndexCondition, limit: number): Promise<number> {
    return this.#read(connection => countIndexed(connection, query, limit));
  }

  listUnsequenced(limit: number): Promise<readonly LogRow[]> {
    return this.#read(connection => listUnsequenced(connection, limit));
  }

  readLog(epoch?: number): Promise<LogHead> {
    return this.#read(connection => readLog(connection, epoch));
  }

  appendToLog(append: LogAppend): Promise<'appended' | 'conflict'> {
    return this.#write(appendToLog(append));
  }

  readLeaves(epoch: number, indexes: readonly number[]): Promise<LoggedLeaf[]> {
    return this.#read(connection => readLeaves(connection, epoch, indexes));
  }

  findLeaves(events: readonly EventPlace[]): Promise<LoggedLeaf[]> {
    return this.#read(connection => findLeaves(connection, events));
  }

  readLogRows(query: { epoch: number; from: number; limit: number }): Promise<LoggedRow[]> {
    return this.#read(connection => readLogRows(connection, query));
  }

  saveCheckpoint(checkpoint: KeptCheckpoint): Promise<SavedCheckpoint> {
    return this.#write(saveCheckpoint(checkpoint));
  }

  listUnpublished(limit: number): Promise<KeptCheckpoint[]> {
    return this.#read(connection => listUnpublished(connection, limit));
  }

  markPublished(checkpoint: Pick<KeptCheckpoint, 'epoch' | 'size'>): Promise<void> {
    return this.#write(markPublished(checkpoint));
  }

  eraseActions(limit: number): Promise<number> {
    return this.#write(eraseActions(limit));
  }

  onChange(listener: (stream: string) => void): () => void {
    this.#assertOpen();
    return this.#hints.listen(listener);
  }

  /** The file that was opened stays the one that is used, whatever is put in its place; only another start sees that. */
  timeline(): string {
    return 'file';
  }

  /**
   * Everything that is wrong with the file, as sentences; empty where all is well. It reads everything: on a
   * large store give it a process of its own.
   */
  async integrityCheck(): Promise<string[]> {
    this.#assertOpen();
    const { path } = this.#connection;
    try {
      return await checkIntegrity(path, this.#clock, this.#turn);
    } catch (error) {
      throw storeError(error, path);
    }
  }

  /**
   * Writes a consistent copy of the store, as it is now, to a file that does not exist yet. Commits continue. The
   * copy is complete once it has that name.
   */
  async backup(path: string): Promise<void> {
    this.#assertOpen();
    const { path: from } = this.#connection;
    try {
      await backUp(from, path, this.#clock);
    } catch (error) {
      throw storeError(error, from);
    }
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.#hints.stop();
    await this.#writer.close();
    this.#connection.close();
  }

  async #read<Result>(read: (connection: Connection, now: Timestamp) => Result): Promise<Result> {
    try {
      return await this.#reads.ask(() =>
        retryBusy(this.#clock, () => {
          this.#assertOpen();
          return read(this.#connection, this.#clock.now());
        }),
      );
    } catch (error) {
      throw storeError(error, this.#connection.path);
    }
  }

  /** A read whose answer is remembered until something is committed, where `isSmall` lets it. The time is never remembered. */
  async #readOften<Kept extends object, Result>(
    key: ReadKey,
    read: (connection: Connection) => Kept,
    isSmall: (kept: Kept) => boolean,
    answer: (kept: Kept, now: Timestamp) => Result,
  ): Promise<Result> {
    const { remembered } = this.#reads;
    const isOften = remembered.isAskedOften(key);
    const recall = () =>
      this.#closing === null ? (remembered.find(key) as Kept | undefined) : undefined;
    try {
      const kept = await this.#reads.ask<Kept>(
        () =>
          retryBusy(this.#clock, () => {
            this.#assertOpen();
            const found = read(this.#connection);
            if (isOften && isSmall(found)) remembered.keep(key, found);
            return found;
          }),
        isOften ? recall : undefined,
      );
      return answer(kept, this.#clock.now());
    } catch (error) {
      throw storeError(error, this.#connection.path);
    }
  }

  async #write<Result>(operation: Operation<Result>): Promise<Result> {
    this.#assertOpen();
    return this.#writer.submit(operation);
  }

  #assertOpen(): void {
    if (this.#closing !== null) throw new StoreUnavailable('the store was closed');
  }
}
