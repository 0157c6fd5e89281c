import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  type Stats,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import host from 'node:process';
import { SignerUnusable } from './signer-error.ts';

// Files that only their owner may read. They are only ever created, whole and durable, and never changed: so
// processes that share a folder need no lock, and none can undo what another has written.

/** What a temporary file is called; a crash may leave one behind, and it means nothing. */
const temporaryMark = '.new-';

/** Creates the folder where there is none, and refuses one that others can read. */
export function preparePrivateFolder(folder: string): void {
  attempt(folder, 'made', () => {
    const first = makeFolders(resolve(folder));
    if (first !== undefined) syncFolder(dirname(first));
  });
  const found = attempt(folder, 'looked at', () => lstatSync(folder));
  if (found.isSymbolicLink()) {
    throw unusable(folder, 'expected a folder, found a symbolic link; give the folder itself');
  }
  if (!found.isDirectory()) {
    throw unusable(folder, 'expected a folder, found something else; give another path');
  }
  assertPrivate(folder, found, '700');
}

/**
 * Makes each missing folder by itself; the first of them. Node tries without end to make all at once where a file system
 * answers that it makes none (`/proc`).
 */
function makeFolders(path: string): string | undefined {
  const parent = dirname(path);
  if (parent === path || existsSync(path)) return undefined;
  const first = makeFolders(parent);
  return tryFolder(path) ? (first ?? path) : first;
}

/** Whether it was made here, and not by another process at the same moment. */
function tryFolder(path: string): boolean {
  try {
    mkdirSync(path, { mode: 0o700 });
    return true;
  } catch (cause) {
    if (existsSync(path)) return false;
    throw cause;
  }
}

/** The names in a folder, without what was never finished. */
export function listPrivateFolder(folder: string): string[] {
  const names = attempt(folder, 'read', () => readdirSync(folder));
  return names.filter(name => !name.startsWith(temporaryMark));
}

/** The content of a file that only its owner may read. Links are not followed, and pipes not waited for. */
export function readPrivateFile(path: string, bytesMax: number): Buffer {
  // Windows has neither flag, and undefined would be NaN.
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const file = attempt(path, 'opened', () => openSync(path, flags));
  try {
    const found = fstatSync(file);
    if (!found.isFile()) {
      throw unusable(path, 'expected a file, found something else; remove it from the folder');
    }
    assertPrivate(path, found, '600');
    if (found.size > bytesMax) {
      throw unusable(
        path,
        `expected at most ${bytesMax} bytes, found more; restore a backup of it`,
      );
    }
    return attempt(path, 'read', () => readFileSync(file));
  } finally {
    closeSync(file);
  }
}

/**
 * Creates a file that is whole and durable when it appears. Answers false where there is one of that name
 * already, which is then durable too: of processes that create the same file at once, exactly one does.
 */
export function createPrivateFile(folder: string, name: string, text: string): boolean {
  const path = join(folder, name);
  return attempt(path, 'created', () => {
    const temporary = join(folder, `${temporaryMark}${randomBytes(12).toString('hex')}`);
    const file = openSync(temporary, 'wx', 0o600);
    try {
      try {
        writeFileSync(file, text);
        fsyncSync(file);
      } finally {
        closeSync(file);
      }
      // Unlike a rename, a link does not replace a file that another process has just made there.
      return linkUnlessTaken(temporary, path);
    } finally {
      unlinkSync(temporary);
      syncFolder(folder);
    }
  });
}

function linkUnlessTaken(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** A new name is durable only once its folder is. Windows cannot sync a folder, and does not need to. */
function syncFolder(folder: string): void {
  if (!isPosix) return;
  const handle = openSync(folder, constants.O_RDONLY);
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Where there are no owners and modes, the folder is as private as the profile of the user that it is in. */
const isPosix: boolean = host.geteuid !== undefined;

function assertPrivate(path: string, { uid, mode }: Stats, wanted: '600' | '700'): void {
  if (!isPosix) return;
  const self = host.geteuid?.();
  if (uid !== self) {
    throw unusable(
      path,
      `expected it to belong to user ${self}, who runs this, found user ${uid}; chown it, or run as that user`,
    );
  }
  if ((mode & 0o077) !== 0) {
    throw unusable(
      path,
      `expected mode ${wanted}, found ${(mode & 0o777).toString(8)}; others may have read the key, so rotate and revoke it unless you know better, and chmod ${wanted} it`,
    );
  }
}

/** Errors of the file system name the file and the fault, and never what is in it. */
function attempt<T>(path: string, what: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    const code = codeOf(error);
    if (code === null) throw error;
    if (code === 'ELOOP') {
      throw unusable(path, 'expected a file, found a symbolic link; put the file itself there');
    }
    throw unusable(path, `could not be ${what} (${code}); see to the file and its folder`);
  }
}

function codeOf(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || !('syscall' in error)) return null;
  return typeof error.code === 'string' ? error.code : null;
}

function unusable(path: string, message: string): SignerUnusable {
  return new SignerUnusable(`${path}: ${message}`);
}
