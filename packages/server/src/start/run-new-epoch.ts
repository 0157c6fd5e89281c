import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beginEpoch } from './begin-epoch.ts';
import { tryAddress } from './free-address.ts';
import { openLedger, openStore, type Places, type ProcessPorts } from './open-parts.ts';
import type { ServerConfig } from './server-config.ts';
import { StartRefused } from './start-server.ts';

/** Begins a new epoch of a store that no server runs on, and reports the state of the one before. */
export async function runNewEpoch(
  config: ServerConfig,
  places: Places,
  ports: ProcessPorts,
  reason: string,
): Promise<void> {
  const { print } = ports;
  if (reason.trim() === '') {
    throw new StartRefused(
      '--reason: expected the reason for a new epoch, such as "the disk died"',
    );
  }
  // A server that runs on would work with what it remembers, and expire nothing.
  await assertStopped(config.host ?? places.host, config.port ?? places.port);
  if (config.database === undefined && !hasStore(places.data)) {
    throw new StartRefused(`${resolve(places.data)}: expected the data of a server, found none`);
  }
  const { anchor, signer } = await openLedger(config, places, ports);
  const store = await openStore(config, places, ports);
  try {
    const parts = { ...ports, anchor, signer, store, settings: config.settings };
    const begun = await beginEpoch(parts, reason);
    if (!begun.ok) {
      const { code, detail } = begun.refusal;
      throw new StartRefused(`No new epoch was started: ${detail} (${code}).`);
    }
    const { previous, epoch, voided, unfinished, origin } = begun.value;
    print(`Epoch ${epoch} has started; epoch ${previous} has ended.`);
    const were = voided === 1 ? 'approval was' : 'approvals were';
    print(`${voided} open ${were} voided. Agents that still need one must ask again.`);
    if (unfinished !== null) {
      print(
        `Other approvals could not be closed now: ${unfinished.detail}. They are void and will be refused.`,
      );
    }
    print(`The log continues as ${origin}.`);
  } finally {
    await store.close();
  }
}

function hasStore(folder: string): boolean {
  return statSync(join(folder, 'countersign.db'), { throwIfNoEntry: false }) !== undefined;
}

/** Refuses while something listens where the server of a store would. */
export async function assertStopped(host: string, port: number): Promise<void> {
  try {
    await tryAddress(host, port);
  } catch (error) {
    if ((error as { code?: string }).code !== 'EADDRINUSE') return;
    throw new StartRefused(
      `Something listens on ${host}:${port}. Stop every server of this store first, on every machine.`,
    );
  }
}
