// The program of a thread that evaluates. The thread that answers calls goes first where processors are few, also while
// this one still loads its grammars.

import { platform, setPriority } from 'node:os';

/** Of 20 steps. Beside a busy thread of the usual priority, it leaves about a tenth of a processor. */
const niceness = 10;

// Linux has a priority for each thread. Elsewhere the whole process would be slowed down.
if (platform() === 'linux') {
  try {
    setPriority(niceness);
  } catch {
    // A sandbox may forbid it. The thread then works at the usual priority.
  }
}

await import('./worker-thread.ts');
