import {
  type Clock,
  type Commit,
  type CommitResult,
  type Ids,
  type Store,
  StoreUnavailable,
} from '@countersign/coordinator';
import { type ClientBase, escapeIdentifier, type PoolConfig } from 'pg';
import { appendToLog } from './append-to-log.ts';
import { ChangeHints } from './change-hints.ts';
import { checkCommit } from './check-commit.ts';
import { Chore } from './chore.ts';
import { commitInTransaction } from './commit-in-transaction.ts';
import { CommitQueue } from './commit-queue.ts';
import { commitSettingClockBack } from './commit-setting-clock-back.ts';
import { countRequests } from './count-requests.ts';
import { Database } from './database.ts';
import { listDeadLetters, retryDeadLetter } from './dead-letters.ts';
import { enqueueLater } from './enqueue-later.ts';
import { eraseActions } from './erase-actions.ts';
import { foldCounts } from './fold-counts.ts';
import { GatheredReads } from './gathered-reads.ts';
import { findClaim, listClaims } from './held-claims.ts';
import { leaseOutbox } from './lease-outbox.ts';
import { listDue } from './list-due.ts';
import { listRequests } from './list-requests.ts';
import { listSilent } from './list-silent.ts';
import { listUnsequenced } from './list-unsequenced.ts';
import { listUnpublished, markPublished, saveCheckpoint } from './log-checkpoints.ts';
import { markClock, readClockMark } from './mark-clock.ts';
import { isMigrated, migrate } from './migrate.ts';
import { readPreferences, writePreferences } from './preferences.ts';
import { readAction } from './read-action.ts';
import { findLeaves, readLeaves, readLogRows } from './read-leaves.ts';
import { readLog } from './read-log.ts';
import { createState, readState } from './read-state.ts';
import { readStreams, type StreamQuestion } from './read-streams.ts';
import { addToIndex, countIndexed, readIndexed, searchIndex } from './search-index.ts';
import { settleOutbox } from './settle-outbox.ts';
import { addTallies, readTallied, readTallies, sumTallies } from './tallies.ts';

export interface PostgresStoreOptions {
  /** Where the primary is: a connection string, or what a pool of `pg` takes. */
  readonly connection: string | PoolConfig;
  readonly clock: Clock;
  readonly ids: Ids;
  /** How many connections to have at most; one more is for hints. */
  readonly connectionsMax?: number;
  /** The schema that holds everything of the store; `countersign` where none is given. */
  readonly schema?: string;
}

export interface PostgresStore extends Store {
  /**
   * The same commit inside a transaction that the caller began on a client of its own, so that the caller's own
   * effect and the commit happen together (SU-4). Nothing has happened before the caller's COMMIT, which fails
   * where the deadline has passed or a guard no longer holds; `refusalAtCommit` reads that error.
   */
  commitInTransaction(client: ClientBase, commit: Commit): Promise<CommitResult>;
}

const connectionsDefault = 10;
const markMilliseconds = 1000;
const foldMilliseconds = 5000;
/** So many deltas make counting slow enough to fold them at once. */
const deltasMax = 2000;

/** Opens the store in a database, and creates or migrates its schema where needed. */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<PostgresStore> {
  const { clock, ids, connectionsMax = connectionsDefault } = options;
  const schema = quotedSchema(options.schema ?? 'countersign');
  const connection = connectionTo(options.connection, connectionsMax);
  const database = new Database({ connection, schema, clock });
  try {
    if (!(await isMigrated(database))) await migrate({ connection, schema });
    await createState(database, ids);
    const { storeId } = await readState(database);
    return assemble({ database, storeId, clock, connection });
  } catch (error) {
    await database.close();
    throw error;
  }
}

export function connectionTo(given: string | PoolConfig, max: number): PoolConfig {
  return {
    application_name: 'countersign',
    keepAlive: true,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 60_000,
    // Longer than the server's own limit, which answers; this one is for a network that does not.
    query_timeout: 15_000,
    ...(typeof given === 'string' ? { connectionString: given } : given),
    max,
  };
}

interface Parts {
  readonly database: Database;
  readonly storeId: string;
  readonly clock: Clock;
  readonly connection: PoolConfig;
}

function assemble({ database, storeId, clock, connection }: Parts): PostgresStore {
  const { schema } = database;
  const queue = new CommitQueue(database, clock);
  const hints = new ChangeHints({ connection, schema, clock });
  const marking = new Chore({
    clock,
    milliseconds: markMilliseconds,
    work: async () => {
      if (queue.seen !== null) await markClock(database, queue.seen);
    },
  });
  const folding = new Chore({
    clock,
    milliseconds: foldMilliseconds,
    work: () => foldCounts(database),
  });
  const streams = new GatheredReads((questions: readonly StreamQuestion[]) =>
    readStreams(database, questions),
  );
  let closing: Promise<void> | null = null;

  const whileOpen = <Args extends unknown[], Result>(
    call: (...args: Args) => Promise<Result>,
  ): ((...args: Args) => Promise<Result>) => {
    return async (...args) => {
      if (closing !== null) throw new StoreUnavailable('the store is closed');
      return call(...args);
    };
  };

  async function commit(it: Commit): Promise<CommitResult> {
    checkCommit(it);
    const result = await (it.brings?.clockBackFrom === undefined
      ? queue.submit(it)
      : commitSettingClockBack(database, it, it.brings.clockBackFrom));
    if (result.outcome === 'committed') {
      hints.committed(it.appends.map(({ stream }) => stream));
      marking.wake();
      folding.wake();
    }
    return result;
  }

  async function close(): Promise<void> {
    await queue.idle();
    await Promise.all([marking.finish(), folding.finish(), hints.close()]);
    await database.close();
  }

  return {
    commit: whileOpen(commit),
    commitInTransaction: whileOpen((client, it) =>
      commitInTransaction(client, it, { storeId, schema }),
    ),
    readStream: whileOpen((stream, after = 0) => streams.ask({ stream, after })),
    findClaim: whileOpen(claim => findClaim(database, claim)),
    listClaims: whileOpen((scope, keyPrefix) => listClaims(database, scope, keyPrefix)),
    readAction: whileOpen(digest => readAction(database, digest)),
    readState: whileOpen(() => readState(database)),
    readClockMark: whileOpen(() => readClockMark(database)),
    listRequests: whileOpen(query => listRequests(database, query)),
    countRequests: whileOpen(async () => {
      const { counts, deltas } = await countRequests(database);
      if (deltas > deltasMax) foldCounts(database).catch(() => undefined);
      return counts;
    }),
    listDue: whileOpen(limit => listDue(database, limit)),
    listSilent: whileOpen(limit => listSilent(database, limit)),
    enqueue: whileOpen(messages => enqueueLater(database, messages)),
    leaseOutbox: whileOpen(lease => leaseOutbox(database, lease)),
    settleOutbox: whileOpen(settlement => settleOutbox(database, settlement)),
    listDeadLetters: whileOpen(limit => listDeadLetters(database, limit)),
    retryDeadLetter: whileOpen(id => retryDeadLetter(database, id)),
    readPreferences: whileOpen(personIds => readPreferences(database, personIds)),
    writePreferences: whileOpen(preferences => writePreferences(database, preferences)),
    readTallied: whileOpen(() => readTallied(database)),
    readTallies: whileOpen(query => readTallies(database, query)),
    sumTallies: whileOpen(query => sumTallies(database, query)),
    addTallies: whileOpen(step => addTallies(database, step)),
    readIndexed: whileOpen(() => readIndexed(database)),
    addToIndex: whileOpen(step => addToIndex(database, step)),
    searchIndex: whileOpen(query => searchIndex(database, query)),
    countIndexed: whileOpen((query, limit) => countIndexed(database, query, limit)),
    listUnsequenced: whileOpen(limit => listUnsequenced(database, limit)),
    readLog: whileOpen(epoch => readLog(database, epoch)),
    appendToLog: whileOpen(append => appendToLog(database, append)),
    readLeaves: whileOpen((epoch, indexes) => readLeaves(database, epoch, indexes)),
    findLeaves: whileOpen(events => findLeaves(database, events)),
    readLogRows: whileOpen(query => readLogRows(database, query)),
    saveCheckpoint: whileOpen(checkpoint => saveCheckpoint(database, checkpoint)),
    listUnpublished: whileOpen(limit => listUnpublished(database, limit)),
    markPublished: whileOpen(checkpoint => markPublished(database, checkpoint)),
    eraseActions: whileOpen(limit => eraseActions(database, limit)),
    onChange: listener => hints.listen(listener),
    timeline: () => database.timeline,
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}

export function quotedSchema(name: string): string {
  if (!/^[a-z_][a-z0-9_]{0,39}$/.test(name)) {
    throw new TypeError('expected the schema to be named by at most 40 of a-z, 0-9 and _');
  }
  return escapeIdentifier(name);
}
