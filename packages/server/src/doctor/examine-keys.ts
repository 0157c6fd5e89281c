import { existsSync, readdirSync, statSync } from 'node:fs';
import type { FileSigner } from '@countersign/keys';
import { besideKeys, openSigner } from '../start/open-parts.ts';
import type { ExaminedServer } from './examined-server.ts';
import { examined, type Finding, fine, warning, wrong } from './finding.ts';

const check = 'keys';

/** The keys, and the signer that holds them where they can be used. */
export async function examineKeys(server: ExaminedServer): Promise<{
  readonly findings: readonly Finding[];
  readonly signer: FileSigner | null;
}> {
  const { keysFolder, config, ports } = server;
  const beside = ['webhook-key', 'server-secret'].flatMap(name =>
    judgePrivate(besideKeys(keysFolder, name)),
  );
  // Opening a folder without keys would make the first one.
  if (!existsSync(keysFolder) || !holdsKeys(keysFolder)) {
    const found = existsSync(keysFolder)
      ? `the folder ${keysFolder} has no key in it`
      : `the folder ${keysFolder} is missing`;
    const mend = 'set the right folder (keys), or start a server, which makes the first key';
    return { findings: [wrong(check, found, mend), ...beside], signer: null };
  }
  let signer: FileSigner | null = null;
  const mend = 'repair the folder of the keys, or restore a backup of it';
  const findings = await examined(check, mend, async () => {
    const opened = await openSigner(config, keysFolder, ports);
    signer = opened;
    return judgeKeys(opened, server);
  });
  return { findings: [...findings, ...beside], signer };
}

function holdsKeys(folder: string): boolean {
  return statSync(folder).isDirectory()
    ? readdirSync(folder).some(name => /^key-\d+\.json$/.test(name))
    : true;
}

async function judgeKeys(
  signer: FileSigner,
  { config, keysFolder, ports }: ExaminedServer,
): Promise<Finding[]> {
  const { issuer } = config.settings;
  const records = signer.records();
  const revoked = records.filter(({ revoked_at }) => revoked_at !== null).length;
  // The key that signs everything also signs notes. The signer throws where no key signs now.
  const note = signer.noteSigner(issuer);
  await note.sign('countersign doctor\n');
  const verifying = signer.noteKeys(issuer).length;
  if (verifying === 0) {
    const found = 'no key verifies checkpoints now';
    return [wrong(check, found, 'rotate the keys, and check the clock of this machine')];
  }
  const ahead = records.filter(({ created_at }) => created_at > ports.clock.now()).length;
  return [
    fine(check, `${keysFolder}: a key signs now; ${records.length} made, ${revoked} revoked`),
    ...(ahead > 0
      ? [
          warning(
            check,
            `${ahead} of the keys were made at a time that has not come yet`,
            'check the clock of this machine',
          ),
        ]
      : []),
  ];
}

function judgePrivate(file: string): Finding[] {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined || (found.mode & 0o077) === 0) return [];
  const mode = (found.mode & 0o777).toString(8);
  return [
    wrong(
      check,
      `${file} has mode ${mode}: others may have read it`,
      `chmod 600 the file, and replace the key unless you are sure that no one read it`,
    ),
  ];
}
