import { type Clock, StoreUnavailable, StoreUnusable } from '@countersign/coordinator';
import { type ClientBase, Pool, type PoolClient, type PoolConfig } from 'pg';
import { leavesConnectionUsable, storeErrorOf } from './database-error.ts';
import { prepareConnection } from './prepare-connection.ts';

/** One prepared statement. `:schema` in its text stands for the schema of the store. */
export interface Statement {
  /** Unique to the text: connections prepare each name once, and a nameless statement every time. */
  readonly name?: string;
  readonly text: string;
}

/** Runs a statement and answers its rows. */
export type Run = <Row extends object>(statement: Statement, values?: unknown[]) => Promise<Row[]>;

const connectTriesMax = 4;

/**
 * The connections of a store. Each of them must lead to the primary. A lost connection is opened again, with patience.
 */
export class Database {
  /** Quoted, ready to stand in SQL. */
  readonly schema: string;
  readonly #pool: Pool;
  readonly #clock: Clock;
  readonly #closing = new AbortController();
  readonly #texts = new Map<string, string>();
  readonly #timelines = new WeakMap<ClientBase, string>();
  #timeline = '';

  constructor(options: { connection: PoolConfig; schema: string; clock: Clock }) {
    this.schema = options.schema;
    this.#clock = options.clock;
    this.#pool = new Pool({
      ...options.connection,
      onConnect: async client => {
        this.#timelines.set(client, await prepareConnection(client));
      },
    });
    // A connection that breaks while idle is replaced when the next statement wants one.
    this.#pool.on('error', () => {});
  }

  /** The history of the database that the last statement was sent to. */
  get timeline(): string {
    return this.#timeline;
  }

  /** Runs one statement as its own transaction. A raw DatabaseError is left to the caller to read. */
  run<Row extends object>(statement: Statement, values: unknown[] = []): Promise<Row[]> {
    return this.#withClient(run => run<Row>(statement, values));
  }

  /** Runs statements as one transaction, which is kept where `work` says so. Errors are left to the caller to read. */
  runTogether<Answer>(
    work: (run: Run) => Promise<{ readonly keep: boolean; readonly answer: Answer }>,
  ): Promise<Answer> {
    return this.#withClient(async run => {
      await run({ text: 'BEGIN' });
      try {
        const { keep, answer } = await work(run);
        await run({ text: keep ? 'COMMIT' : 'ROLLBACK' });
        return answer;
      } catch (error) {
        // Where the connection broke, the server has undone the transaction by itself.
        await run({ text: 'ROLLBACK' }).catch(() => undefined);
        throw error;
      }
    });
  }

  async #withClient<Answer>(work: (run: Run) => Promise<Answer>): Promise<Answer> {
    const client = await this.#connect();
    this.#timeline = this.#timelines.get(client) ?? '';
    let broken: Error | undefined;
    const onError = (error: Error) => {
      broken = error;
    };
    client.on('error', onError);
    try {
      return await work(
        async <Row extends object>(statement: Statement, values: unknown[] = []) => {
          const text = this.#textOf(statement);
          const { rows } = await client.query<Row>({ ...statement, text, values });
          return rows;
        },
      );
    } catch (error) {
      if (!leavesConnectionUsable(error)) broken ??= error as Error;
      throw error;
    } finally {
      client.off('error', onError);
      client.release(broken);
    }
  }

  /** Runs a statement whose every failure is one of the store. */
  async query<Row extends object>(statement: Statement, values: unknown[] = []): Promise<Row[]> {
    try {
      return await this.run<Row>(statement, values);
    } catch (error) {
      throw storeErrorOf(error);
    }
  }

  async close(): Promise<void> {
    if (this.#closing.signal.aborted) return;
    this.#closing.abort();
    await this.#pool.end();
  }

  async #connect(): Promise<PoolClient> {
    for (let tries = 1; ; tries++) {
      if (this.#closing.signal.aborted) throw new StoreUnavailable('the store is closed');
      try {
        return await this.#pool.connect();
      } catch (error) {
        const reason = storeErrorOf(error);
        if (reason instanceof StoreUnusable || tries >= connectTriesMax) throw reason;
        await this.#clock.pause(25 * 2 ** tries, this.#closing.signal);
      }
    }
  }

  #textOf({ name, text }: Statement): string {
    const known = name === undefined ? undefined : this.#texts.get(name);
    if (known !== undefined) return known;
    const ready = text.replaceAll(':schema', this.schema);
    if (name !== undefined) this.#texts.set(name, ready);
    return ready;
  }
}
