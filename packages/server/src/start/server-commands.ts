import type { Examination } from '../doctor/examine.ts';
import type { Surroundings } from './config-from-options.ts';
import type { Places, ProcessPorts } from './open-parts.ts';
import type { ServerConfig } from './server-config.ts';
import type { ServerOptionValues } from './server-options.ts';

/** The world of a program that opens a server: what it reads, and where its words go. */
export interface ServerWorld extends Surroundings {
  /** Whether a person watches the log: then, by default, it contains only what needs attention. */
  readonly isLogSeen: boolean;
  print(line: string): void;
}

/** A server as the command line describes it; nothing of it is open. */
export interface DescribedServer {
  readonly config: ServerConfig;
  readonly places: Places;
  readonly ports: ProcessPorts;
}

// What a command needs is loaded once it is known that there is something to do: a program that only prints its help
// loads none of it.

export async function describeServer(
  values: ServerOptionValues,
  world: ServerWorld,
): Promise<DescribedServer> {
  const { configFrom, placesFrom } = await import('./config-from-options.ts');
  const { processPorts } = await import('./process-ports.ts');
  const config = configFrom(values, world);
  const { log_level = world.isLogSeen ? 'warn' : 'info' } = config;
  return {
    config,
    places: placesFrom(values, config, world),
    ports: processPorts(log_level, line => world.print(line)),
  };
}

/** Serves agents and people until it is stopped. */
export async function serve(
  { config, places, ports }: DescribedServer,
  stopSignal: () => Promise<void>,
): Promise<void> {
  const { runServer } = await import('./run-server.ts');
  await runServer(config, places, ports, stopSignal);
}

/** Checks everything that a server depends on, and changes nothing. */
export async function examineServer(
  { config, places, ports }: DescribedServer,
  /** A channel, or a channel and an address, to send a test message to. */
  testTo: string | null = null,
): Promise<Examination> {
  const { examine } = await import('../doctor/examine.ts');
  return examine(config, places, ports, testTo);
}

/**
 * Voids everything that is open, and continues. For an operator who restored a copy of the data, or who has a chain of
 * the governance that no one can complete.
 */
export async function newEpoch(
  { config, places, ports }: DescribedServer,
  reason: string,
  takePolicy = false,
): Promise<void> {
  const { runNewEpoch } = await import('./run-new-epoch.ts');
  await runNewEpoch(config, places, ports, { reason, takePolicy });
}

/** Repairs a store that has recorded a time in the future. */
export async function repairClock(
  { config, places, ports }: DescribedServer,
  reason: string,
): Promise<void> {
  const { runRepairClock } = await import('./run-repair-clock.ts');
  await runRepairClock(config, places, ports, reason);
}

/** Lifts a lock in the store itself. */
export async function liftAtConsole(
  { config, places, ports }: DescribedServer,
  lock: string,
  reason: string,
): Promise<{ readonly lock_id: string }> {
  const { runLiftAtConsole } = await import('./lift-at-console.ts');
  return runLiftAtConsole(config, places, ports, lock, reason);
}

/** Refuses while the server runs, as far as its address tells. */
export async function assertServerStopped({ config, places }: DescribedServer): Promise<void> {
  const { assertStopped } = await import('./run-new-epoch.ts');
  await assertStopped(config.host ?? places.host, config.port ?? places.port);
}
