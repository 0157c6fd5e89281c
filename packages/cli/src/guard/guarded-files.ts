import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { copyOf } from '../changed-file.ts';
import { CommandRefused } from '../command.ts';

/** One file that the guard changes. Null: there is none. */
export interface FileChange {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
}

/**
 * The text of a settings file. A link is refused, because its target may belong to another user or change unnoticed.
 */
export function readGuarded(path: string): string | null {
  const facts = lstatSync(path, { throwIfNoEntry: false });
  if (facts === undefined) return null;
  if (facts.isSymbolicLink()) {
    throw new CommandRefused(
      'failed',
      `${path} is a link. The guard does not change what it leads to.`,
      'Put the file itself in this place, and run the command again.',
    );
  }
  return readFileSync(path, 'utf8');
}

/** Writes whole or not at all. The key may be in it, so that only its owner reads it. */
export function writePrivate(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const next = `${path}.new`;
  rmSync(next, { force: true });
  writeFileSync(next, text, { mode: 0o600, flag: 'wx' });
  chmodSync(next, 0o600);
  renameSync(next, path);
}

export function applyChange({ path, before, after }: FileChange): void {
  // The first copy is the one without a guard. A later one must not replace it.
  if (before !== null && !existsSync(copyOf(path))) writePrivate(copyOf(path), before);
  if (after === null) rmSync(path, { force: true });
  else writePrivate(path, after);
}

/** Restores the copy if it says the same as the remaining file. The copy is then no longer needed. */
export function undoChange({ path, after }: FileChange): void {
  const copy = copyOf(path);
  const kept = existsSync(copy) ? readFileSync(copy, 'utf8') : null;
  const isSame = kept !== null && after !== null && sameText(kept, after);
  if (isSame) writePrivate(path, kept);
  else if (after === null) rmSync(path, { force: true });
  else writePrivate(path, after);
  if (isSame || kept === null || after === null) rmSync(copy, { force: true });
}

function sameText(one: string, other: string): boolean {
  try {
    return JSON.stringify(JSON.parse(one)) === JSON.stringify(JSON.parse(other));
  } catch {
    return one.trim() === other.trim();
  }
}
