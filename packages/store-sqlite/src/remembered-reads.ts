import type { Commit } from '@countersign/coordinator';
import type { Connection } from './connection.ts';

/** Bounds what is remembered: so many answers, each of at most some kilobytes. */
const answersMax = 512;

/** Which read it is: a commit that changes the place changes the answers of all its reads. */
export interface ReadKey {
  readonly place: string;
  readonly read: string;
}

export const readKeys = {
  stream: (stream: string, after: number): ReadKey => ({
    place: `stream ${stream}`,
    read: String(after),
  }),
  claim: (scope: string, key: string): ReadKey => ({ place: `claim ${scope} ${key}`, read: '' }),
  claims: (scope: string, prefix: string): ReadKey => ({ place: `claims ${scope}`, read: prefix }),
};

/**
 * Answers of small reads that stay true until something is committed to their place. Most calls of an agent ask for the
 * same few facts (locks, holds, a rejection), and nothing has changed since the call before. SQLite tells with one cheap
 * question whether another connection has committed anything. The commits of this connection say what they change.
 */
export class RememberedReads {
  readonly #connection: Connection;
  readonly #answers = new Map<string, Map<string, object>>();
  #size = 0;
  /** What was asked for lately. What is asked for once is never remembered: looking would cost more than it saves. */
  #lately = new Set<string>();
  #before = new Set<string>();
  #version: number | null = null;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Whether this was asked for before, lately. */
  isAskedOften({ place, read }: ReadKey): boolean {
    const key = `${place} ${read}`;
    if (this.#lately.has(key)) return true;
    if (this.#lately.size >= answersMax) {
      this.#before = this.#lately;
      this.#lately = new Set();
    }
    this.#lately.add(key);
    return this.#before.has(key);
  }

  /** Looks whether what is remembered is still true. Asked right before `find`, with nothing in between. */
  refresh(): void {
    const version = this.#readVersion();
    if (version === null || version !== this.#version) this.#forgetAll();
    this.#version = version;
  }

  find({ place, read }: ReadKey): object | undefined {
    return this.#answers.get(place)?.get(read);
  }

  /**
   * Keeps an answer that was read after the last `refresh`. Where another process has committed in between, the answer is
   * newer than its version says, and the next look forgets it.
   */
  keep({ place, read }: ReadKey, answer: object): void {
    if (this.#version === null) return;
    if (this.#size >= answersMax) this.#forgetAll();
    const answers = this.#answers.get(place) ?? new Map<string, object>();
    if (!answers.has(read)) this.#size++;
    this.#answers.set(place, answers.set(read, answer));
  }

  /** Called before the commit writes: nothing is read between that and its end. */
  forgetChanged({ appends }: Pick<Commit, 'appends'>): void {
    if (this.#size === 0) return;
    for (const { stream, claims = [], claimEnds = [] } of appends) {
      this.#forget(readKeys.stream(stream, 0));
      for (const { scope, key } of [...claims, ...claimEnds]) {
        this.#forget(readKeys.claim(scope, key));
        this.#forget(readKeys.claims(scope, key));
      }
    }
  }

  #forget({ place }: ReadKey): void {
    this.#size -= this.#answers.get(place)?.size ?? 0;
    this.#answers.delete(place);
  }

  #forgetAll(): void {
    this.#answers.clear();
    this.#size = 0;
  }

  /** Null where it cannot be known now: then nothing is remembered. */
  #readVersion(): number | null {
    const connection = this.#connection;
    try {
      if (connection.isTransaction) return null;
      const sql = 'PRAGMA data_version';
      return connection.get<{ data_version: number }>(sql)?.data_version ?? null;
    } catch {
      return null;
    }
  }
}
