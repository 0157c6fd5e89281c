import { createContext, directoryPeople, liftLock, loadDirectory } from '@countersign/coordinator';
import { locksInForce } from '@countersign/protocol/directory';
import { systemActor } from '@countersign/protocol/value';
import { deliveriesTo } from '../webhooks/deliveries.ts';
import { openLedger, openStore, type Places, type ProcessPorts } from './open-parts.ts';
import type { ServerConfig } from './server-config.ts';
import { StartRefused } from './start-server.ts';

/**
 * Lifts a lock in the store itself, for a store whose only operator is locked. A person who can
 * open the store could do more than this. Servers may run meanwhile.
 */
export async function runLiftAtConsole(
  config: ServerConfig,
  places: Places,
  ports: ProcessPorts,
  named: string,
  reason: string,
): Promise<{ readonly lock_id: string }> {
  const { anchor, signer } = await openLedger(config, places, ports);
  const store = await openStore(config, places, ports);
  try {
    const context = createContext({
      ...ports,
      store,
      anchor,
      signer,
      deliveries: deliveriesTo(config.settings),
      people: directoryPeople({ store }, { origin: 'http://localhost', rpId: 'localhost' }),
      policies: {
        evaluate: () => {
          throw new Error('nothing is evaluated while a lock is lifted');
        },
        version: () => '',
        chainVersion: () => null,
        settings: { cooldown_seconds: null, fatigue: null },
      },
      notifier: { committed: () => undefined },
    });
    const { state } = await loadDirectory(context);
    const found = locksInForce(state).filter(({ lock_id }) => lock_id.startsWith(named));
    const [lock] = found;
    if (lock === undefined || found.length > 1) {
      const known = locksInForce(state).map(({ lock_id }) => lock_id);
      throw new StartRefused(
        `${named}: expected the id of one lock in force, found ${known.join(', ') || 'none'}`,
      );
    }
    const { lock_id } = lock;
    const lifted = await liftLock(context, { lock_id, reason, credential_id: null }, systemActor);
    if (!lifted.ok) {
      const { code, detail } = lifted.refusal;
      throw new StartRefused(`The lock was not lifted: ${detail} (${code}).`);
    }
    return { lock_id };
  } finally {
    await store.close();
  }
}
