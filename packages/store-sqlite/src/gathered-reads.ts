import type { Connection } from './connection.ts';
import { RememberedReads } from './remembered-reads.ts';

interface Asked {
  /** Never throws: it settles the promise of the one who asked. */
  readonly read: () => void;
  /** Answers from memory, and says whether it could. Null for a read that is not remembered. */
  readonly recall: (() => boolean) | null;
}

/**
 * Lets reads that are asked for together share one transaction: most of the cost of a small read is to take and to
 * release the lock of the file. The transaction begins after all of them were asked for and ends before anything else
 * runs, so each sees what was committed before it was asked for.
 */
export class GatheredReads {
  readonly #connection: Connection;
  readonly remembered: RememberedReads;
  #asked: Asked[] = [];

  constructor(connection: Connection) {
    this.#connection = connection;
    this.remembered = new RememberedReads(connection);
  }

  /** `recall` gives the answer as it is remembered, if it is. */
  ask<Result>(
    read: () => Result | Promise<Result>,
    recall?: () => Result | undefined,
  ): Promise<Result> {
    return new Promise((resolve, reject) => {
      const settle = (answer: () => Result | Promise<Result>): void => {
        try {
          resolve(answer());
        } catch (error) {
          reject(error);
        }
      };
      this.#asked.push({
        read: () => settle(read),
        recall:
          recall === undefined
            ? null
            : () => {
                const known = recall();
                if (known === undefined) return false;
                resolve(known);
                return true;
              },
      });
      if (this.#asked.length === 1) void Promise.resolve().then(() => this.#readAll());
    });
  }

  #readAll(): void {
    const asked = this.#asked;
    this.#asked = [];
    if (asked.some(({ recall }) => recall !== null)) this.remembered.refresh();
    const together = asked.filter(({ recall }) => recall === null || !recall());
    const isShared = together.length > 1 && this.#begin();
    for (const { read } of together) read();
    if (isShared) this.#end();
  }

  /** False where the reads go on one by one: beside a batch of this process, or where the file is not to be read now. */
  #begin(): boolean {
    try {
      if (this.#connection.isTransaction) return false;
      this.#connection.run('BEGIN');
      return true;
    } catch {
      return false;
    }
  }

  #end(): void {
    try {
      this.#connection.run('COMMIT');
    } catch {
      // Nothing was written. What was read stays true.
      this.#connection.rollBack();
    }
  }
}
