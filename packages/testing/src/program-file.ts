// A program that a test starts consists of hundreds of modules, and loading them one by one costs more CPU time than
// most programs then use. So each program is bundled into one file, once for each state of its sources.

import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(import.meta.dirname, '../../..');
const folder = join(root, '.cache/programs');

/** What stands beside a bundle. */
export interface BundleNote {
  /** The file to start. */
  readonly file: string;
  /** Every file it was made from, with its size and the time of its last change. */
  readonly made_from: Readonly<Record<string, string>>;
}

const known = new Map<string, string>();

/** The file to start in place of this TypeScript source. It behaves as the source does. */
export function programFile(source: URL): string {
  const path = fileURLToPath(source);
  const file = known.get(path) ?? readCurrent(path) ?? bundle(path);
  known.set(path, file);
  return file;
}

/** Says which state a file is in; empty where there is none. */
export function stateOf(path: string): string {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat === undefined ? '' : `${stat.size} ${stat.mtimeMs}`;
}

function notePath(path: string): string {
  return join(folder, `${relative(root, path).replaceAll(/[^a-z0-9]+/gi, '-')}.json`);
}

/** The bundle that was made before, unless one of its sources has changed since. */
function readCurrent(path: string): string | undefined {
  try {
    const note = JSON.parse(readFileSync(notePath(path), 'utf8')) as BundleNote;
    const made = Object.entries(note.made_from);
    return made.every(([source, state]) => stateOf(source) === state) ? note.file : undefined;
  } catch {
    return undefined;
  }
}

/** A child bundles, because the bundler answers only later and programs are started at once. */
function bundle(path: string): string {
  const program = join(import.meta.dirname, 'bundle-program.ts');
  const args = ['--disable-warning=ExperimentalWarning', program, root, path, notePath(path)];
  const { NODE_OPTIONS: _options, ...env } = process.env;
  execFileSync(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'], env });
  const file = readCurrent(path);
  if (file === undefined)
    throw new Error(`${path} changed while it was bundled; run the test again`);
  return file;
}
