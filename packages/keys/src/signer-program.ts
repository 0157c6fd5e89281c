// Holds the keys of a folder in a process of its own, and signs what it is asked to on its standard input:
//
//   node signer-program.js --issuer <name> --folder <path> [--passphrase-file <path>]
//
// The passphrase comes in a file, since others can see the arguments and the environment of a process. The program
// ends when its input does, so it does not outlive the process that started it.

import { parseArgs } from 'node:util';
import { timestampFromMilliseconds } from '@countersign/protocol/value';
import { openFileSigner } from './file-signer.ts';
import { readPrivateFile } from './private-file.ts';
import { serveSigner } from './serve-signer.ts';
import { SignerUnusable } from './signer-error.ts';

const passphraseBytesMax = 4096;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      issuer: { type: 'string' },
      folder: { type: 'string' },
      'passphrase-file': { type: 'string' },
    },
  });
  const { issuer, folder, 'passphrase-file': passphraseFile } = values;
  if (issuer === undefined || folder === undefined) {
    throw new SignerUnusable('expected --issuer and --folder');
  }
  const signer = await openFileSigner({
    issuer,
    folder,
    clock: { now: () => timestampFromMilliseconds(Date.now()) },
    ...(passphraseFile === undefined ? {} : { passphrase: readPassphrase(passphraseFile) }),
  });
  await serveSigner(signer, process.stdin, line => process.stdout.write(line));
}

/** One line; the newline that editors end it with is not part of the passphrase. */
function readPassphrase(path: string): string {
  return readPrivateFile(path, passphraseBytesMax)
    .toString('utf8')
    .replace(/\r?\n$/, '');
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : 'an unknown failure'}\n`);
  process.exitCode = 1;
}
