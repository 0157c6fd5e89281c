import { StoreUnavailable, StoreUnusable } from '@countersign/coordinator';

/** Primary result codes of SQLite; the upper bits of an error code only refine them. */
const sqlite = {
  busy: 5,
  locked: 6,
  nomem: 7,
  readonly: 8,
  interrupt: 9,
  ioerr: 10,
  corrupt: 11,
  full: 13,
  cantopen: 14,
  protocol: 15,
  notadb: 26,
} as const;

const unavailable: ReadonlyMap<number, string> = new Map([
  [sqlite.busy, 'another process holds the database'],
  [sqlite.locked, 'another connection holds the database'],
  [sqlite.nomem, 'there is no memory left'],
  [sqlite.interrupt, 'the statement was interrupted'],
  [sqlite.ioerr, 'the disk reported an error; see the log of the operating system'],
  [sqlite.full, 'the disk is full; free some space'],
  [sqlite.cantopen, 'the file, or a file beside it, could not be opened'],
  [sqlite.protocol, 'too many processes want the database at once'],
]);

const unusable: ReadonlyMap<number, string> = new Map([
  [
    sqlite.readonly,
    'expected to be able to write, found it read-only; make the file, those beside it (-wal, -shm) and their folder writable',
  ],
  [
    sqlite.corrupt,
    'expected a sound database, found a damaged one; restore a backup, and keep the damaged file',
  ],
  [
    sqlite.notadb,
    'expected a Countersign store, found a file that is no database; give another path',
  ],
]);

/** Whether another process has the lock, so that trying again soon is all there is to do. */
export function isBusy(error: unknown): boolean {
  const code = primaryCode(error);
  return code === sqlite.busy || code === sqlite.protocol;
}

/** The error of the port that an error of SQLite means; any other error is a bug and stays what it is. */
export function storeError(error: unknown, path: string): unknown {
  const code = primaryCode(error);
  if (code === null) return error;
  const why = unusable.get(code);
  if (why !== undefined) return new StoreUnusable(`${path}: ${why}`, { cause: error });
  const problem = unavailable.get(code);
  if (problem === undefined) return error;
  return new StoreUnavailable(`${path}: ${problem}`, { cause: error });
}

function primaryCode(error: unknown): number | null {
  if (!(error instanceof Error) || !('errcode' in error)) return null;
  return typeof error.errcode === 'number' ? error.errcode & 0xff : null;
}
