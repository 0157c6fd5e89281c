import { type Clock, StoreUnavailable } from '@countersign/coordinator';
import { commitBatch, type Settled } from './commit-batch.ts';
import type { Connection } from './connection.ts';
import type { Operation } from './transaction.ts';

/** Bounds how long one transaction keeps other processes, and other work of this one, waiting. */
const batchMax = 128;

/** How many promise jobs without a new operation end the gathering. */
const quietJobs = 32;

interface Job {
  readonly operation: Operation<unknown>;
  readonly settle: (settled: Settled) => void;
}

/**
 * The one queue of everything that writes. While a batch is on its way to the disk, or other work of the process has
 * its turn, the next batch forms; no commit waits for a batch to fill up.
 */
export class Writer {
  readonly #connection: Connection;
  readonly #clock: Clock;
  readonly #turn: () => Promise<void>;
  readonly #queue: Job[] = [];
  #running: Promise<void> | null = null;
  #closed = false;

  constructor(connection: Connection, clock: Clock, turn?: () => Promise<void>) {
    this.#connection = connection;
    this.#clock = clock;
    this.#turn = turn ?? (() => this.#gather());
  }

  submit<Result>(operation: Operation<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      if (this.#closed) throw new StoreUnavailable('the store was closed');
      this.#queue.push({
        operation,
        settle: settled => {
          if (settled.ok) resolve(settled.value as Result);
          else reject(settled.error);
        },
      });
      this.#running ??= this.#run();
    });
  }

  /** Refuses what comes now, and waits for what came before. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#running;
  }

  async #run(): Promise<void> {
    await this.#turn();
    while (this.#queue.length > 0) {
      const jobs = this.#queue.splice(0, batchMax);
      const operations = jobs.map(({ operation }) => operation);
      const settled = await commitBatch(this.#connection, this.#clock, operations);
      for (const [index, { settle }] of jobs.entries()) {
        settle(settled[index] ?? { ok: false, error: new Error('an operation was left out') });
      }
      await this.#turn();
    }
    this.#running = null;
  }

  /**
   * Lets promise jobs run until no more operations arrive. Callers that were answered together return together, a
   * few jobs later; a single caller costs a microsecond.
   */
  async #gather(): Promise<void> {
    for (let quiet = 0, before = -1; quiet < quietJobs && this.#queue.length < batchMax; quiet++) {
      if (this.#queue.length !== before) quiet = 0;
      before = this.#queue.length;
      await undefined;
    }
  }
}
