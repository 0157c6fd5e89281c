import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { childEnvironment, programFile } from '@countersign/testing';
import { openFileSigner } from '../file-signer.ts';
import { KeyFolder } from '../key-folder.ts';
import { openProcessSigner, type ProcessSigner } from '../process-signer.ts';
import { createSecretBox } from '../secret-box.ts';
import { createManualClock } from './manual-clock.ts';
import { createMemorySigner } from './memory-signer.ts';
import { issuer } from './sample-artifacts.ts';
import { type SignerUnderTest, writtenForms } from './signer-under-test.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Nothing else in the tests has these letters in this order. */
export const plantedPassphrase = 'zebra quartz 7731 planted ümlaut';

/** The command that runs a program of this folder, or of the one above, from source. */
export function programCommand(name: string, ...args: string[]): [string, ...string[]] {
  const path = programFile(new URL(`${name}.ts`, import.meta.url));
  return [process.execPath, path, ...args];
}

export async function openMemory(): Promise<SignerUnderTest> {
  const clock = createManualClock();
  const signer = createMemorySigner(issuer, clock);
  return {
    signer,
    now: clock.now,
    advance: clock.advance,
    rotate: signer.rotate,
    revoke: signer.revoke,
    reopen: null,
    secrets: async () => signer.privateKeys().flatMap(writtenForms),
    close: async () => undefined,
  };
}

/** Private keys of a folder, read as a holder of the passphrase could, and the passphrase itself. */
export async function secretsIn(folder: string, passphrase?: string): Promise<string[]> {
  const keys = await new KeyFolder(folder, createSecretBox(passphrase)).load();
  return [
    ...keys.flatMap(({ private_key }) => writtenForms(private_key)),
    ...(passphrase === undefined ? [] : [passphrase, Buffer.from(passphrase).toString('hex')]),
  ];
}

export async function openFile(passphrase?: string): Promise<SignerUnderTest> {
  const { keys: folder, remove } = temporaryFolder();
  const clock = createManualClock();
  const protection = passphrase === undefined ? {} : { passphrase };
  const open = () => openFileSigner({ issuer, folder, clock, ...protection });
  const signer = await open();
  return {
    signer,
    now: clock.now,
    advance: clock.advance,
    rotate: signer.rotate,
    revoke: signer.revoke,
    reopen: open,
    secrets: () => secretsIn(folder, passphrase),
    close: async () => remove(),
  };
}

/** A process over a folder. Its keys are rotated and revoked behind its back, as an operator would. */
export async function openProcess(): Promise<SignerUnderTest> {
  const { path, keys: folder, remove } = temporaryFolder();
  const clock = createManualClock();
  const clockFile = join(path, 'clock');
  const tell = (): void => {
    writeFileSync(`${clockFile}.new`, clock.now());
    renameSync(`${clockFile}.new`, clockFile);
  };
  tell();
  const command = programCommand('clocked-signer-program', issuer, folder, clockFile);
  const opened: ProcessSigner[] = [];
  const open = async (): Promise<ProcessSigner> => {
    const signer = await openProcessSigner({ issuer, command, clock, env: childEnvironment() });
    opened.push(signer);
    return signer;
  };
  const signer = await open();
  const operator = await openFileSigner({ issuer, folder, clock });
  return {
    signer,
    now: clock.now,
    advance: seconds => {
      clock.advance(seconds);
      tell();
    },
    rotate: operator.rotate,
    revoke: operator.revoke,
    reopen: open,
    secrets: () => secretsIn(folder),
    close: async () => {
      for (const each of opened) await each.close();
      remove();
    },
  };
}
