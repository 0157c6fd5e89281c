// Runs in a thread of its own: repairs the clock of a store, and ends the thread at once at a given point. Nothing
// that is written behind that point runs, as in a process that is killed.

import { workerData } from 'node:worker_threads';
import type { Places } from '../start/open-parts.ts';
import { processPorts } from '../start/process-ports.ts';
import { runRepairClock } from '../start/run-repair-clock.ts';
import type { ServerConfig } from '../start/server-config.ts';

const { config, places, crashAt } = workerData as {
  readonly config: ServerConfig;
  readonly places: Places;
  readonly crashAt: 'before the commit' | 'after the commit';
};

const crash = (): never => process.exit(9);
const ports = processPorts('silent', crashAt === 'after the commit' ? crash : () => undefined);
await runRepairClock(
  config,
  places,
  crashAt === 'before the commit' ? { ...ports, ids: { uuid: crash } } : ports,
  'NTP was a year ahead',
);
