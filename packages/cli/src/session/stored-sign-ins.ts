import {
  chmodSync,
  closeSync,
  fchmodSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { parseStrict } from '@countersign/protocol/json';
import * as z from 'zod';
import { type CommandIo, CommandRefused } from '../command.ts';
import { configFolder } from './config-folder.ts';

/** One sign-in of a person at one server. The token is that person to the server, so it is never printed. */
const StoredSignIn = z.strictObject({
  token: z.string().min(1).max(512),
  name: z.string().max(1000).nullable(),
  expires_at: z.string().max(64),
});
export type StoredSignIn = z.infer<typeof StoredSignIn>;

const StoredSignIns = z.strictObject({
  version: z.literal(1),
  /** The server of the latest sign-in, which commands use by default. */
  current: z.string().nullable(),
  servers: z.record(z.string(), StoredSignIn),
});
export type StoredSignIns = z.infer<typeof StoredSignIns>;

const signedOut: StoredSignIns = { version: 1, current: null, servers: {} };

type Place = Pick<CommandIo, 'env' | 'homeFolder'>;

export function signInFile(place: Place): string {
  return join(configFolder(place), 'sign-ins.json');
}

export function readSignIns(place: Place): StoredSignIns {
  const file = signInFile(place);
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return signedOut;
    throw error;
  }
  const read = StoredSignIns.safeParse(parsed(bytes));
  if (read.success) return read.data;
  throw new CommandRefused(
    'failed',
    `${file}: expected the sign-ins of this program, found something else.`,
    'Remove the file, and sign in again: countersign sign-in',
  );
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return parseStrict(bytes);
  } catch {
    return undefined;
  }
}

export function keepSignIn(place: Place, server: string, signIn: StoredSignIn): void {
  const { servers } = readSignIns(place);
  write(place, { version: 1, current: server, servers: { ...servers, [server]: signIn } });
}

export function forgetSignIn(place: Place, server: string): void {
  const { current, servers } = readSignIns(place);
  const { [server]: _gone, ...others } = servers;
  const next = current === server ? (Object.keys(others)[0] ?? null) : current;
  write(place, { version: 1, current: next, servers: others });
}

/** Whole or not at all, and readable by its owner alone at every moment. */
function write(place: Place, signIns: StoredSignIns): void {
  const folder = configFolder(place);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  const file = signInFile(place);
  const draft = `${file}.new`;
  rmSync(draft, { force: true });
  const handle = openSync(draft, 'wx', 0o600);
  try {
    fchmodSync(handle, 0o600);
    writeSync(handle, `${JSON.stringify(signIns, null, 2)}\n`);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(draft, file);
}
