import { existsSync, statfsSync } from 'node:fs';
import type { StoreReader } from '@countersign/coordinator';
import { describeDurability, findLooseFiles, openStoreReader } from '../start/open-parts.ts';
import { judgeDurability } from './durability.ts';
import type { ExaminedServer } from './examined-server.ts';
import { judgeFileSystem } from './file-system.ts';
import { examined, type Finding, fine, wrong } from './finding.ts';

/** The store, opened for reading where that is possible, and whether it keeps what it has acknowledged. */
export async function examineStore(server: ExaminedServer): Promise<{
  readonly findings: readonly Finding[];
  readonly reader: StoreReader | null;
}> {
  const { config, dataFolder, storeFile, ports } = server;
  const opening = () => openStoreReader(config, { data: dataFolder }, ports);
  if (storeFile === null) {
    const connection = config.database ?? '';
    const durability = await examined(
      'durability',
      'repair the database, then run doctor again',
      async () => judgeDurability(await describeDurability(connection)),
    );
    const opened = await open('Postgres', postgresMend, opening);
    return { findings: [...opened.findings, ...durability], reader: opened.reader };
  }
  if (!existsSync(dataFolder)) {
    const found = `the folder ${dataFolder} is missing`;
    return { findings: [wrong('store', found, missingMend)], reader: null };
  }
  const disk = judgeFileSystem('durability', dataFolder, statfsSync(dataFolder).type);
  if (!existsSync(storeFile)) {
    const found = `the file ${storeFile} is missing`;
    return { findings: [wrong('store', found, missingMend), disk], reader: null };
  }
  const opened = await open(`SQLite, ${storeFile}`, sqliteMend, opening);
  // A server refuses to start where WAL and a full sync at each commit cannot be had, so these need no look.
  const loose = judgeLoose(dataFolder, storeFile);
  return { findings: [...opened.findings, ...loose, disk], reader: opened.reader };
}

function judgeLoose(folder: string, store: string): Finding[] {
  return findLooseFiles(folder, store).map(({ path, mode, wanted }) =>
    wrong(
      'files',
      `${path} has mode ${mode}: other users of this machine can reach it`,
      `chmod ${wanted} it, or restart the server, which does so`,
    ),
  );
}

const missingMend = 'name the right folder (--data), or start a server, which makes a new store';
const sqliteMend = 'restore the right file, or restore a backup and start a new epoch';
const postgresMend = 'check the connection string, that Postgres runs, and the rights of the user';

async function open(
  what: string,
  mend: string,
  opening: () => Promise<StoreReader>,
): Promise<{ readonly findings: readonly Finding[]; readonly reader: StoreReader | null }> {
  let reader: StoreReader | null = null;
  const findings = await examined('store', mend, async () => {
    reader = await opening();
    const { storeId, epoch } = await reader.readState();
    return [fine('store', `${what}: ${storeId}, epoch ${epoch}`)];
  });
  return { findings, reader };
}
