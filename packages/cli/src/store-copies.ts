import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { assertServerStopped, type DescribedServer, newEpoch } from '@countersign/server';
import { backUp, makeDataFolder, openSqliteReader, tightenStore } from '@countersign/store-sqlite';
import { type CommandIo, CommandRefused } from './command.ts';

export interface MadeBackup {
  readonly file: string;
  readonly store_id: string;
  readonly epoch: number;
  readonly requests: number;
  /** Where the keys are, which the copy does not have. */
  readonly keys: string;
}

/** Copies one moment of a SQLite store into a file that is not there yet. */
export async function backUpStore(
  io: CommandIo,
  server: DescribedServer,
  file: string,
): Promise<MadeBackup> {
  const store = sqliteFile(server, 'back up', 'pg_dump, or a base backup with pg_basebackup');
  const target = resolve(io.cwd, file);
  if (existsSync(target)) {
    throw new CommandRefused('failed', `${target} already exists.`, 'Choose another name.');
  }
  await readFacts(store, server);
  await backUp(store, target, server.ports.clock);
  const { config, places } = server;
  const facts = await readFacts(target, server);
  return { file: target, ...facts, keys: resolve(config.keys ?? places.keys) };
}

export interface Restored {
  readonly store: string;
  /** Where the store is now that was there before. */
  readonly aside: string | null;
  /** Where the keys of the store were looked for and not found, so that new ones were made. */
  readonly missing_keys: string | null;
}

/**
 * Puts a backup in the place of a store, and begins a new epoch, so that nothing that was open in the copy can still
 * be used. Where the new epoch cannot begin, everything is as it was before.
 */
export async function restoreStore(
  io: CommandIo,
  server: DescribedServer,
  file: string,
  { reason, replace = false }: { readonly reason: string; readonly replace?: boolean },
): Promise<Restored> {
  const store = sqliteFile(server, 'restore', 'the tools of Postgres, then countersign new-epoch');
  const source = resolve(io.cwd, file);
  if (reason.trim() === '') {
    throw new CommandRefused('usage', '--reason: expected why, such as "the disk died".');
  }
  await readFacts(source, server);
  await assertServerStopped(server);
  const keys = resolve(server.config.keys ?? server.places.keys);
  const missing_keys = existsSync(keys) ? null : keys;
  const folder = resolve(store, '..');
  const there = filesOf(store);
  if (there.length > 0 && !replace) {
    throw new CommandRefused(
      'failed',
      `${store} already exists.`,
      'Set it aside with --replace, or name another folder with --data.',
    );
  }
  makeDataFolder(folder);
  const mark = `.replaced-${io.now().toISOString().replace(/[:.]/g, '-')}`;
  const moved = there.map(path => ({ path, aside: `${path}${mark}` }));
  for (const { path, aside } of moved) renameSync(path, aside);
  try {
    for (const { aside } of moved) tightenStore(aside);
    await backUp(source, store, server.ports.clock);
    await newEpoch(server, reason);
  } catch (error) {
    for (const path of filesOf(store)) rmSync(path, { force: true });
    for (const { path, aside } of moved) renameSync(aside, path);
    throw error;
  }
  const aside = there.length === 0 ? null : `${store}${mark}`;
  return { store, aside, missing_keys };
}

/** The file of the store, and those that SQLite keeps beside it. */
function filesOf(store: string): string[] {
  const folder = resolve(store, '..');
  const names = new Set(['', '-wal', '-shm', '-journal'].map(end => `${basename(store)}${end}`));
  return existsSync(folder)
    ? readdirSync(folder)
        .filter(name => names.has(name))
        .map(name => join(folder, name))
    : [];
}

function sqliteFile({ config, places }: DescribedServer, what: string, instead: string): string {
  if (config.database !== undefined) {
    throw new CommandRefused(
      'failed',
      `This store is in Postgres; countersign does not ${what} that.`,
      `Use ${instead}.`,
    );
  }
  return join(resolve(config.data ?? places.data), 'countersign.db');
}

/** Whatever is no store of ours, or is damaged, is refused here with what to do. */
async function readFacts(
  path: string,
  { ports }: DescribedServer,
): Promise<Pick<MadeBackup, 'store_id' | 'epoch' | 'requests'>> {
  const reader = await openSqliteReader({ path, clock: ports.clock });
  try {
    const { storeId, epoch } = await reader.readState();
    const counts = await reader.countRequests();
    const requests = Object.values(counts).reduce((sum, count) => sum + count, 0);
    return { store_id: storeId, epoch, requests };
  } finally {
    await reader.close();
  }
}
