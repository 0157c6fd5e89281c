import type { Connection } from './connection.ts';

interface Asked {
  /** Never throws: it settles the promise of the one who asked. */
  readonly read: () => void;
}

/**
 * Lets reads that are asked for together share one transaction: most of the cost of a small read is to take and to
 * release the lock of the file. The transaction begins after all of them were asked for and ends before anything else
 * runs, so each sees what was committed before it was asked for.
 */
export class GatheredReads {
  readonly #connection: Connection;
  #asked: Asked[] = [];

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  ask<Result>(read: () => Result | Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#asked.push({
        read: () => {
          try {
            resolve(read());
          } catch (error) {
            reject(error);
          }
        },
      });
      if (this.#asked.length === 1) void Promise.resolve().then(() => this.#readAll());
    });
  }

  #readAll(): void {
    const together = this.#asked;
    this.#asked = [];
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
