import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import type { MeasuredProcess } from './measured-process.ts';

/**
 * Syncs for each cycle, counted by tracing the system calls of a process that is started for it; null where the
 * machine has no strace, or the process does not run under it.
 */
export async function countSyncs(
  log: string,
  loop: { readonly callers: number; readonly shape?: string },
  start: (wrapper: readonly string[]) => Promise<MeasuredProcess | null>,
): Promise<number | null> {
  if (spawnSync('strace', ['--version']).status !== 0) return null;
  const trace = ['strace', '-f', '--seccomp-bpf', '-qq', '-e', 'trace=fsync,fdatasync', '-o', log];
  try {
    const measured = await start(trace);
    if (measured === null) return null;
    await measured.cycles({ ...loop, seconds: 0.2 });
    const before = syncsIn(log);
    const { done } = await measured.cycles({ ...loop, seconds: 1 });
    const syncs = syncsIn(log) - before;
    await measured.close();
    return syncs / done;
  } catch {
    return null;
  } finally {
    rmSync(log, { force: true });
  }
}

function syncsIn(log: string): number {
  // A call during which another thread is heard is written down in two lines; its beginning counts.
  return readFileSync(log, 'utf8').match(/ (fsync|fdatasync)\(/g)?.length ?? 0;
}
