import type { Clock, Commit, CommitResult } from '@countersign/coordinator';
import { type BatchResult, commitBatch } from './commit-batch.ts';
import { type CommitLocks, LockTable, locksOf } from './commit-locks.ts';
import type { Database, Run } from './database.ts';
import {
  isContended,
  leavesConnectionUsable,
  refusalAtCommit,
  storeErrorOf,
} from './database-error.ts';

interface Waiting {
  readonly commit: Commit;
  readonly locks: CommitLocks;
  /** How often another client held a lock that it needs. */
  foundBusy: number;
  resolve(result: CommitResult): void;
  reject(error: unknown): void;
}

/** Statements on their way at once. More of them would only make the batches smaller. */
const lanesMax = 2;
/** A statement costs as much as several commits in it; fewer than this wait for the one that is under way. */
const worthALane = 8;
const batchMax = 64;
/** Locks that a batch may hold: a server has room for about 6,000 of all its clients together. */
const locksMax = 128;
/** The holder of a lock is mostly done by the next batch; only after that is it worth waiting for. */
const busyMax = 3;
/** Commits that wait for locks of other clients, each on its own connection. */
const aloneMax = 3;
const triesMax = 3;
/** Turns of the microtask queue; a caller is back with its next commit after a handful. */
const turnsMax = 32;
/** How far down the queue to look for commits that can travel together. */
const lookMax = 1024;

/**
 * Sends commits to the database, those that arrive while others are under way together in one statement. A commit of
 * a batch is judged by itself and waits for no lock; a commit that needs to wait, or makes its batch fail, is sent
 * again alone, where it can delay only itself.
 */
export class CommitQueue {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #never = new AbortController().signal;
  readonly #inFlight = new LockTable();
  readonly #alone: Waiting[] = [];
  readonly #whenIdle: (() => void)[] = [];
  #queue: Waiting[] = [];
  #filling: Promise<void> | null = null;
  #seen: string | null = null;
  #lanes = 0;
  #aloneUnderWay = 0;
  #underWay = 0;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** How far the store's clock had come at the latest commit of this process; null before the first. */
  get seen(): string | null {
    return this.#seen;
  }

  submit(commit: Commit): Promise<CommitResult> {
    const locks = locksOf(commit);
    return new Promise((resolve, reject) => {
      this.#underWay++;
      this.#queue.push({ commit, locks, foundBusy: 0, resolve, reject });
      this.#fillSoon();
    });
  }

  /** Resolves once everything submitted so far, and since, is answered. */
  idle(): Promise<void> {
    if (this.#underWay === 0) return Promise.resolve();
    return new Promise(resolve => this.#whenIdle.push(resolve));
  }

  /** Lets those who were just answered submit what they want next, so that it travels together. */
  #fillSoon(): void {
    this.#filling ??= this.#fillAfterTurns();
  }

  async #fillAfterTurns(): Promise<void> {
    for (let turn = 0; turn < turnsMax; turn++) await null;
    this.#filling = null;
    this.#fillLanes();
  }

  #fillLanes(): void {
    for (let free = lanesMax - this.#lanes; free > 0; free--) {
      const { length } = this.#queue;
      if (this.#lanes > 0 && length < worthALane) return;
      const share = Math.max(Math.ceil(length / free), worthALane);
      const batch = this.#takeBatch(Math.min(share, batchMax));
      if (batch.length === 0) return;
      this.#lanes++;
      void this.#send(batch);
    }
  }

  /** The oldest commits that share nothing with one another or with what is under way. */
  #takeBatch(lengthMax: number): Waiting[] {
    const batch: Waiting[] = [];
    const later: Waiting[] = [];
    const looked = Math.min(this.#queue.length, lookMax);
    let [index, locks] = [0, 0];
    for (; index < looked && batch.length < lengthMax && locks < locksMax; index++) {
      const entry = this.#queue[index] as Waiting;
      if (this.#inFlight.has(entry.locks)) later.push(entry);
      else {
        this.#inFlight.take(entry.locks);
        batch.push(entry);
        locks += entry.locks.exclusive.length + entry.locks.shared.length;
      }
    }
    this.#queue = index === this.#queue.length ? later : later.concat(this.#queue.slice(index));
    return batch;
  }

  async #send(batch: readonly Waiting[]): Promise<void> {
    try {
      const results = await this.#commitBatch(batch, { waiting: false });
      for (const [index, entry] of batch.entries()) {
        const answer = results[index] as BatchResult;
        if (answer.outcome !== 'busy') this.#settle(entry, () => entry.resolve(answer));
        else if (++entry.foundBusy >= busyMax) this.#alone.push(entry);
        else this.#returnToQueue(entry);
      }
    } catch (error) {
      // The statement failed for one of them, and nothing of it was written. Which one shows when each is alone.
      if (leavesConnectionUsable(error)) this.#alone.push(...batch);
      else for (const entry of batch) this.#settle(entry, () => entry.reject(storeErrorOf(error)));
    }
    this.#lanes--;
    this.#fillAlone();
    this.#fillSoon();
  }

  #returnToQueue(entry: Waiting): void {
    this.#inFlight.release(entry.locks);
    this.#queue.push(entry);
  }

  #fillAlone(): void {
    while (this.#aloneUnderWay < aloneMax) {
      const entry = this.#alone.shift();
      if (entry === undefined) return;
      this.#aloneUnderWay++;
      void this.#sendAlone(entry);
    }
  }

  async #sendAlone(entry: Waiting): Promise<void> {
    try {
      const result = await this.#commitAlone(entry);
      this.#settle(entry, () => entry.resolve(result));
    } catch (error) {
      this.#settle(entry, () => entry.reject(storeErrorOf(error)));
    }
    this.#aloneUnderWay--;
    this.#fillAlone();
    this.#fillSoon();
  }

  /**
   * A unique key that was taken in the meantime is not an answer: the same statement again finds out whether
   * it was taken by this very attempt, by another one, or for a claim.
   */
  async #commitAlone(entry: Waiting): Promise<CommitResult> {
    for (let tries = 1; ; tries++) {
      try {
        const [answer] = await this.#commitBatch([entry], { waiting: true });
        return answer as CommitResult;
      } catch (error) {
        const refusal = refusalAtCommit(error);
        if (refusal !== null) return refusal;
        if (!isContended(error) || tries >= triesMax) throw error;
        await this.#clock.pause(5 * 2 ** tries, this.#never);
      }
    }
  }

  async #commitBatch(
    batch: readonly Waiting[],
    { waiting }: { waiting: boolean },
  ): Promise<readonly BatchResult[]> {
    const options = { waiting, seen: this.#seen };
    const run: Run = (statement, values) => this.#database.run(statement, values);
    const { results, judgedAt } = await commitBatch(run, batch, options);
    const isLatest = this.#seen === null || judgedAt > this.#seen;
    if (isLatest && results.some(({ outcome }) => outcome === 'committed')) this.#seen = judgedAt;
    return results;
  }

  #settle(entry: Waiting, answer: () => void): void {
    this.#inFlight.release(entry.locks);
    answer();
    this.#underWay--;
    if (this.#underWay > 0) return;
    for (const resolve of this.#whenIdle.splice(0)) resolve();
  }
}
