import { join, resolve } from 'node:path';
import { ProtocolError } from '@countersign/protocol/reason';
import {
  type HeldKey,
  type KeyTerms,
  type Revocation,
  readKey,
  readRevocation,
  writeFreshKey,
  writeRevocation,
} from './key-file.ts';
import type { KeyInTurn } from './key-ring.ts';
import {
  createPrivateFile,
  listPrivateFolder,
  preparePrivateFolder,
  readPrivateFile,
} from './private-file.ts';
import type { SecretBox } from './secret-box.ts';
import { SignerUnusable } from './signer-error.ts';

/** A key with its place in the folder, and its revocation if there is one. */
export interface FolderKey extends KeyInTurn {
  readonly private_key: HeldKey['private_key'];
}

/** Far more than any file of a key has. */
const bytesMax = 16 * 1024;

const fileName = /^key-(\d{6})(\.revoked)?\.json$/;

/**
 * Keys in the order they were made, `key-000001.json` and on, each with `key-000001.revoked.json` beside it once it
 * is revoked. Processes compete for the number: the process that creates a file has made the key of that number.
 */
export class KeyFolder {
  readonly path: string;
  readonly #box: SecretBox;

  constructor(path: string, box: SecretBox) {
    this.path = resolve(path);
    this.#box = box;
  }

  /** Every key, or an error that names the first file that is not as it should be. */
  async load(): Promise<FolderKey[]> {
    preparePrivateFolder(this.path);
    const names = listPrivateFolder(this.path);
    const count = names.filter(name => !name.includes('.revoked.')).length;
    const unknown = names.find(name => !(Number(fileName.exec(name)?.[1]) <= count));
    if (unknown !== undefined) {
      throw new SignerUnusable(
        `${join(this.path, unknown)}: expected only files of keys here, numbered without a gap, found another; move it elsewhere, or restore a backup of what is missing`,
      );
    }
    const keys: FolderKey[] = [];
    for (let number = 1; number <= count; number++) {
      const held = await this.#read(keyName(number), bytes => readKey(bytes, this.#box));
      const revocation = names.includes(revocationName(number))
        ? await this.#read(revocationName(number), bytes => readRevocation(bytes, held))
        : null;
      keys.push({
        ...held,
        revoked_at: revocation?.revoked_at ?? null,
        revoked_reason: revocation?.revoked_reason ?? null,
      });
    }
    return keys;
  }

  /** Adds the key of that number. Answers false where another process was faster. */
  async add(number: number, terms: KeyTerms): Promise<boolean> {
    return createPrivateFile(this.path, keyName(number), await writeFreshKey(terms, this.#box));
  }

  /** Revokes the key of that number. Where it is revoked already, that revocation stands. */
  revoke(number: number, revocation: Revocation): void {
    createPrivateFile(this.path, revocationName(number), writeRevocation(revocation));
  }

  async #read<T>(name: string, read: (bytes: Buffer) => T | Promise<T>): Promise<T> {
    const path = join(this.path, name);
    const bytes = readPrivateFile(path, bytesMax);
    try {
      return await read(bytes);
    } catch (error) {
      if (error instanceof SignerUnusable) throw new SignerUnusable(`${path}: ${error.message}`);
      if (!(error instanceof ProtocolError)) throw error;
      throw new SignerUnusable(
        `${path}: expected a whole file of a key, found a damaged one; restore a backup of it (${error.message})`,
      );
    } finally {
      bytes.fill(0);
    }
  }
}

function keyName(number: number): string {
  return `key-${String(number).padStart(6, '0')}.json`;
}

function revocationName(number: number): string {
  return `key-${String(number).padStart(6, '0')}.revoked.json`;
}
