import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { kill, pid } from 'node:process';
import { ProtocolError } from '@countersign/protocol/reason';

const lockName = 'in-use';

/**
 * Reserves a folder for this process, or throws if another process holds it. Returns a function that releases the
 * folder.
 */
export function holdFolder(folder: string): () => void {
  const file = join(folder, lockName);
  if (!take(file)) {
    const holder = Number(readFileSync(file, 'utf8'));
    if (Number.isInteger(holder) && holder !== pid && isRunning(holder)) {
      const detail = `the process ${holder} uses the folder; give each process its own edge`;
      throw new ProtocolError('options_malformed', '/folder', detail);
    }
    rmSync(file, { force: true });
    if (!take(file)) {
      throw new ProtocolError('options_malformed', '/folder', 'another process uses the folder');
    }
  }
  return () => rmSync(file, { force: true });
}

function take(file: string): boolean {
  try {
    const handle = openSync(file, 'wx', 0o600);
    writeSync(handle, String(pid));
    closeSync(handle);
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === 'EEXIST') return false;
    throw error;
  }
}

function isRunning(number: number): boolean {
  try {
    kill(number, 0);
    return true;
  } catch (error) {
    // It runs under another user.
    return (error as { code?: string }).code === 'EPERM';
  }
}
