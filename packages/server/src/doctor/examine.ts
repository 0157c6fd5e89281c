import type { StoreReader } from '@countersign/coordinator';
import type { Places, ProcessPorts } from '../start/open-parts.ts';
import type { ServerConfig } from '../start/server-config.ts';
import { examineAddress } from './examine-address.ts';
import { examineAnchorFile } from './examine-anchor-file.ts';
import { examineChannels, sendTestMessage } from './examine-channels.ts';
import { examineClock } from './examine-clock.ts';
import { examineFirstRun } from './examine-first-run.ts';
import { examineKeys } from './examine-keys.ts';
import { examineLocks } from './examine-locks.ts';
import { examineLog } from './examine-log.ts';
import { examinePolicy } from './examine-policy.ts';
import { examineStore } from './examine-store.ts';
import { examinedServer } from './examined-server.ts';
import { examined, type Finding, warning } from './finding.ts';

export { examinationText } from './examination-text.ts';

/** The parts that are examined, in the order in which an operator repairs them. */
export interface Examination {
  readonly findings: readonly Finding[];
}

/**
 * Examines everything that a server depends on. Every check is made whatever the others found, and nothing is
 * changed: a missing part is reported, and not created. Nothing is sent to people, unless `testTo` names a channel.
 */
export async function examine(
  config: ServerConfig,
  places: Places,
  ports: ProcessPorts,
  testTo: string | null = null,
): Promise<Examination> {
  const server = examinedServer(config, places, ports);
  const { findings: ofStore, reader } = await examineStore(server);
  const inStore = (check: string, look: (store: StoreReader) => Promise<Finding[]>) =>
    reader === null
      ? Promise.resolve([unseen(check)])
      : examined(check, 'repair the store, then run doctor again', () => look(reader));
  try {
    const { findings: ofKeys, signer } = await examineKeys(server);
    return {
      findings: [
        ...ofStore,
        ...(await inStore('clock', store => examineClock(server, store))),
        ...ofKeys,
        ...(await examinePolicy(server, reader)),
        ...(await examineChannels(server, reader)),
        ...(testTo === null ? [] : await sendTestMessage(config.settings, testTo)),
        ...(await examineAnchorFile(server, reader)),
        ...(await inStore('log', store => examineLog(server, store, signer))),
        ...examineAddress(server),
        ...(await inStore('people', store => examineFirstRun(store))),
        ...(await inStore('locks', store => examineLocks(store))),
      ],
    };
  } finally {
    await reader?.close();
  }
}

function unseen(check: string): Finding {
  return warning(check, 'not checked: the store could not be read', 'repair the store first');
}
