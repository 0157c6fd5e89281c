import { chmodSync, closeSync, fsyncSync, linkSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { backup } from 'node:sqlite';
import type { Clock } from '@countersign/coordinator';
import { openSnapshot } from './open-snapshot.ts';

/** Pages copied at a time, off the main thread. */
const pagesPerStep = 1000;

/**
 * Copies one moment of the store: commits go on, of this process and others, and none of them makes the copying
 * begin again. The copy gets its name in one step, once it is whole, and never takes the place of another file. Only
 * its owner can read it, whatever the umask is.
 */
export async function backUp(from: string, to: string, clock: Clock): Promise<void> {
  const target = resolve(to);
  const folder = mkdtempSync(`${target}.partial-`);
  try {
    const copy = join(folder, 'store');
    const snapshot = await openSnapshot(from, clock);
    try {
      await backup(snapshot.database, copy, { rate: pagesPerStep });
    } finally {
      snapshot.close();
    }
    chmodSync(copy, 0o600);
    linkSync(copy, target);
    syncFolder(dirname(target));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Makes a new name in a folder durable. */
function syncFolder(folder: string): void {
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
