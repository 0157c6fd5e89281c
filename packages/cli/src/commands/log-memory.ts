import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseStrict } from '@countersign/protocol/json';
import * as z from 'zod';
import { type CommandIo, CommandRefused } from '../command.ts';
import { configFolder } from '../session/config-folder.ts';

/** What this machine remembers of one log: the latest head that it found to be in order, and the keys it saw. */
const SeenLog = z.strictObject({
  store_id: z.string(),
  epoch: z.int().min(1),
  size: z.int().min(0),
  /** The signed head, so that it can be shown to others. */
  note: z.string(),
  seen_at: z.string(),
  keys: z.record(z.string(), z.string()),
});
export type SeenLog = z.infer<typeof SeenLog>;

const SeenLogs = z.strictObject({ version: z.literal(1), servers: z.record(z.string(), SeenLog) });

type Place = Pick<CommandIo, 'env' | 'homeFolder'>;

const fileOf = (place: Place) => join(configFolder(place), 'logs-seen.json');

function readAll(place: Place): z.infer<typeof SeenLogs> {
  const file = fileOf(place);
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return { version: 1, servers: {} };
    throw error;
  }
  const read = SeenLogs.safeParse(strictly(bytes));
  if (read.success) return read.data;
  throw new CommandRefused(
    'failed',
    `${file}: expected the log heads that this machine has seen, found something else.`,
    'Move the file away. The log is then no longer compared with earlier heads.',
  );
}

function strictly(bytes: Uint8Array): unknown {
  try {
    return parseStrict(bytes);
  } catch {
    return undefined;
  }
}

export function recallLog(place: Place, server: string): SeenLog | null {
  return readAll(place).servers[server] ?? null;
}

/** Whole or not at all, so that a crash never leaves less than what was known before. */
export function rememberLog(place: Place, server: string, seen: SeenLog): void {
  const all = readAll(place);
  const file = fileOf(place);
  mkdirSync(configFolder(place), { recursive: true, mode: 0o700 });
  chmodSync(configFolder(place), 0o700);
  const next = { version: 1, servers: { ...all.servers, [server]: seen } };
  writeFileSync(`${file}.new`, `${JSON.stringify(next, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
