import { randomUUID } from 'node:crypto';
import { uptime } from 'node:os';
import pino from 'pino';
import { createLogger } from '../observability/logger.ts';
import type { ProcessPorts } from './open-parts.ts';
import { processClock } from './process-clock.ts';

/** The clock, the randomness and the log of this process, and a place for words to people. */
export function processPorts(level: string, print: (line: string) => void): ProcessPorts {
  return {
    clock: processClock,
    ids: { uuid: () => randomUUID() },
    // To the error output, so that what is printed for people can be read alone.
    log: createLogger({ level, destination: pino.destination({ dest: 2, sync: false }) }),
    elapsedSeconds: uptime,
    monotonicSeconds: () => performance.now() / 1000,
    print,
  };
}
