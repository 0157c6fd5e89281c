// What the architecture tests look at: the files of the repository as they are on disk, without what
// is installed, built or cached.

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

export { packageFolders as listPackageFolders } from './checkout.mjs';

export const root: string = join(import.meta.dirname, '..');

const notOurs = new Set(['node_modules', 'dist', '.git']);
const notOursAtTheRoot = new Set(['.cache', 'data']);
/** The pages of the inbox as they were built. */
const built = new Set(['packages/inbox/site']);

/** A file of the repository: its path from the root, with forward slashes, and its text. */
export interface RepositoryFile {
  readonly path: string;
  readonly text: string;
}

/** Paths of all files under a folder of the repository, in a stable order. */
export function listFiles(folder = ''): string[] {
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  return entries
    .filter(({ name }) => !notOurs.has(name) && !(folder === '' && notOursAtTheRoot.has(name)))
    .flatMap(entry => {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (built.has(path)) return [];
      return entry.isDirectory() ? listFiles(path) : [path];
    })
    .sort();
}

export function readText(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

export function readFiles(folder: string, wanted: RegExp): RepositoryFile[] {
  if (!isFolder(folder)) return [];
  const paths = listFiles(folder).filter(path => wanted.test(path));
  return paths.map(path => ({ path, text: readText(path) }));
}

/** The part of a package.json that the tests here rely on. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly exports?: Readonly<Record<string, unknown>>;
  readonly imports?: Readonly<Record<string, unknown>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

export function readManifest(folder: string): Manifest {
  return JSON.parse(
    readText(folder === '' ? 'package.json' : `${folder}/package.json`),
  ) as Manifest;
}

function isFolder(path: string): boolean {
  return statSync(join(root, path), { throwIfNoEntry: false })?.isDirectory() ?? false;
}
