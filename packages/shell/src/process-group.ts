import type { ChildProcess } from 'node:child_process';
import { kill } from 'node:process';

/**
 * Signals a process that was started as the leader of its own group, and whatever it started in that group. The number
 * is the one the system gave when it was started: nothing is looked up by name.
 */
export function signalGroup(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): void {
  const { pid } = child;
  if (pid === undefined || pid <= 1) return;
  try {
    kill(-pid, signal);
  } catch {
    // Nothing of the group is left, or the system knows no groups: then at least the process itself, while it is there.
    child.kill(signal);
  }
}
