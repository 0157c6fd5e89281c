import { StoreUnusable } from '../store.ts';
import type { LoggedRow, LogStore } from './log-store.ts';

export interface ExportOptions {
  readonly epoch: number;
  /** The first index; 0 by default. */
  readonly from?: number;
  /** The end, not included; by default the size of the latest checkpoint: what is behind it is not signed yet. */
  readonly to?: number;
  readonly pageSize?: number;
}

/**
 * The rows of a log in order, as `logVerifier` takes them, a page in memory at a time. Throws where the store has
 * lost an event: an export that skips one would only say later, and less clearly, that something is wrong.
 */
export async function* exportLog(
  store: Pick<LogStore, 'readLog' | 'readLogRows'>,
  { epoch, from = 0, to, pageSize = 512 }: ExportOptions,
): AsyncGenerator<LoggedRow, void, undefined> {
  const end = to ?? (await store.readLog(epoch)).checkpoint?.size ?? 0;
  for (let next = from; next < end; ) {
    const limit = Math.min(pageSize, end - next);
    const rows = await store.readLogRows({ epoch, from: next, limit });
    if (rows.length === 0) throw missing(next);
    for (const row of rows) {
      if (row.index !== next) throw missing(next);
      yield row;
      next++;
    }
  }
}

function missing(index: number): StoreUnusable {
  return new StoreUnusable(
    `event ${index} of the log is missing; restore the database from a backup that has it`,
  );
}
