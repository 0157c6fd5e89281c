import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { StoreUnusable } from '@countersign/coordinator';

// SQLite creates its files as the umask says, which usually lets every user of the machine read them. The store holds
// the parameters of every action, so its files belong to one user, whatever the umask is.

/** Windows has no modes; the folder is as private as the profile of the user that it is in. */
const isPosix: boolean = sep === '/';

/** The file of the store, and those that SQLite keeps beside it. */
const endings = ['', '-wal', '-shm', '-journal'] as const;

/** A file or folder that other users of the machine can reach. */
export interface LooseFile {
  readonly path: string;
  /** In octal digits, as `chmod` reads them. */
  readonly mode: string;
  readonly wanted: '600' | '700';
}

/** Creates the folder of a store where there is none. Closes one that other users can reach, or refuses it. */
export function makeDataFolder(folder: string): void {
  const path = resolve(folder);
  makeFolders(path);
  const found = statSync(path);
  if (isPosix && (found.mode & 0o1000) !== 0) {
    throw new StoreUnusable(
      `${path}: expected a folder of its own for the store, found one that all users share; name another folder`,
    );
  }
  tighten(path, '700');
}

/**
 * Makes each missing folder by itself. Node tries without end to make all at once where a file system answers that it makes
 * none (`/proc`).
 */
function makeFolders(path: string): void {
  const parent = dirname(path);
  if (parent === path || existsSync(path)) return;
  makeFolders(parent);
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (cause) {
    // Another process may have made it at the same moment.
    if (existsSync(path)) return;
    // The folder around it is there, so that the file system itself makes none. Every other fault says what it is.
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'ENOENT')) throw cause;
    throw new StoreUnusable(
      `${path}: expected a place where a folder can be made, found none; name another folder`,
      { cause },
    );
  }
}

/** Creates the file so that it never was open to others. SQLite gives the files beside it the same mode. */
export function createPrivately(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch {
    // The file is there already, or its folder is not; SQLite has the words for it.
  }
}

/** Closes the files of a store to other users. Throws where that is not possible. */
export function tightenStore(path: string): void {
  for (const ending of endings) tighten(`${path}${ending}`, '600');
}

/** What other users of the machine can reach, for a look that changes nothing. */
export function findLooseFiles(folder: string, store: string): readonly LooseFile[] {
  const paths = endings.map(ending => join(folder, `${basename(store)}${ending}`));
  return [looseness(folder, '700'), ...paths.map(path => looseness(path, '600'))].filter(
    loose => loose !== null,
  );
}

function tighten(path: string, wanted: LooseFile['wanted']): void {
  const loose = looseness(path, wanted);
  if (loose === null) return;
  try {
    // Takes rights away and gives none: what its owner made read-only stays so.
    chmodSync(path, statSync(path).mode & 0o700);
  } catch (error) {
    const { code } = error as { code?: string };
    // SQLite removes the files beside the store when the last connection closes.
    if (code === 'ENOENT') return;
    throw new StoreUnusable(
      `${path}: expected mode ${wanted}, found ${loose.mode}, with which other users can read it; chmod ${wanted} it as its owner (${code ?? 'error'})`,
      { cause: error },
    );
  }
}

function looseness(path: string, wanted: LooseFile['wanted']): LooseFile | null {
  const found = isPosix ? statSync(path, { throwIfNoEntry: false }) : undefined;
  if (found === undefined || (found.mode & 0o077) === 0) return null;
  return { path, mode: (found.mode & 0o777).toString(8), wanted };
}
