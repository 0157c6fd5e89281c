import { openStoreReader, type Places, type ProcessPorts } from './open-parts.ts';
import { assertStopped, runNewEpoch } from './run-new-epoch.ts';
import type { ServerConfig } from './server-config.ts';
import { StartRefused } from './start-server.ts';

/**
 * Repairs a store that has recorded a time in the future and therefore refuses every commit. The time goes back, so
 * no approval of before can be judged any more: the repair starts a new epoch, whose event keeps both times and the
 * reason. One commit sets the time back and records that. Where the epoch cannot start, the store is as it was.
 */
export async function runRepairClock(
  config: ServerConfig,
  places: Places,
  ports: ProcessPorts,
  reason: string,
): Promise<void> {
  if (reason.trim() === '') {
    throw new StartRefused('--reason: expected the reason for the repair, such as "NTP was wrong"');
  }
  await assertStopped(config.host ?? places.host, config.port ?? places.port);
  const reader = await openStoreReader(config, places, ports);
  const [mark, { now }] = await Promise.all([reader.readClockMark(), reader.readState()]).finally(
    () => reader.close(),
  );
  if (mark <= now) {
    throw new StartRefused(
      `There is nothing to repair: the store has recorded ${mark}, and its clock says ${now}.`,
    );
  }
  await runNewEpoch(config, places, ports, {
    reason: `The clock mark was set back from ${mark} to ${now}: ${reason}`,
    clockBackFrom: mark,
  });
  ports.print(`The store had recorded ${mark}. It continues from ${now}.`);
}
