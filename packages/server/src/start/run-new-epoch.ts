import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { PolicyBrought } from '@countersign/coordinator';
import { documentsText, loadPolicy, problemText } from '@countersign/policy';
import type { Timestamp } from '@countersign/protocol/value';
import { loadGrammars, riskAssessor } from '@countersign/risk';
import { beginEpoch } from './begin-epoch.ts';
import { tryAddress } from './free-address.ts';
import {
  openLedger,
  openStore,
  type Places,
  type ProcessPorts,
  readPolicyFiles,
} from './open-parts.ts';
import type { ServerConfig } from './server-config.ts';
import { StartRefused } from './start-server.ts';

interface AskedEpoch {
  readonly reason: string;
  /** The policy of the files comes into force without an approval. */
  readonly takePolicy?: boolean;
  /** The time in the future that the store has recorded, for the repair of the clock. */
  readonly clockBackFrom?: Timestamp;
}

/** Begins a new epoch of a store that no server runs on, and reports the state of the one before. */
export async function runNewEpoch(
  config: ServerConfig,
  places: Places,
  ports: ProcessPorts,
  { reason, takePolicy = false, clockBackFrom }: AskedEpoch,
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
  const policy = takePolicy ? await policyOfFiles(config.policy ?? places.policy) : undefined;
  const { anchor, signer } = await openLedger(config, places, ports);
  const store = await openStore(config, places, ports);
  try {
    const parts = { ...ports, anchor, signer, store, settings: config.settings };
    const begun = await beginEpoch(parts, { reason, policy, clockBackFrom });
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
    if (policy !== undefined) {
      print(
        `Policy ${policy.version} is in force from the files. No one approved it, and the log says so.`,
      );
    }
    print(`The log continues as ${origin}.`);
  } finally {
    await store.close();
  }
}

/** The files of the operator, as a policy that comes into force without an approval. */
async function policyOfFiles(paths: readonly string[]): Promise<PolicyBrought> {
  const files = readPolicyFiles(paths);
  const grammar = await loadGrammars();
  const loaded = loadPolicy(files, {
    assessor: settings => riskAssessor({ settings, grammar }),
  });
  if (!loaded.ok) throw new StartRefused(loaded.problems.map(problemText).join('\n'));
  const governs = [...(loaded.policy.governance?.keys() ?? [])].sort();
  return { version: loaded.policy.version(), documents: { text: documentsText(files), governs } };
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
