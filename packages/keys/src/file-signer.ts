import { type KeyObject, sign } from 'node:crypto';
import type { Clock } from '@countersign/coordinator';
import { addSeconds, type Timestamp } from '@countersign/protocol/value';
import { parseSeconds } from './key-file.ts';
import { type FolderKey, KeyFolder } from './key-folder.ts';
import { findLost, KeyRing, recordsOf } from './key-ring.ts';
import { type KeyedSigner, publishedBy, signingWith } from './keyed-signer.ts';
import { createSecretBox } from './secret-box.ts';
import { SignerUnavailable, SignerUnusable } from './signer-error.ts';
import { parseReason, type SigningKey } from './signing-key.ts';

export interface FileSignerOptions {
  /** The issuer that its artifacts name. */
  readonly issuer: string;
  /** The folder of the keys. It is created where there is none, with a first key in it. */
  readonly folder: string;
  readonly clock: Pick<Clock, 'now'>;
  /** The passphrase that encrypts the keys. Every later start requires the same one. */
  readonly passphrase?: string;
}

export interface RotationOptions {
  /** How long the new key is published before it signs. Five minutes where nothing is said. */
  readonly publishSeconds?: number;
  /** How long the old keys verify after that; at least the longest life of an artifact. A year, the longest there is. */
  readonly overlapSeconds?: number;
}

/** A signer whose keys are files of this machine. */
export interface FileSigner extends KeyedSigner {
  /**
   * Publishes the next key. While a published key waits for its turn, no other is made, and that key is answered again.
   */
  rotate(options?: RotationOptions): Promise<SigningKey>;
  /**
   * Ends a key at once; the reason is public. Where it is the signing key, another takes its place first, so that
   * there is always a signing key.
   */
  revoke(kid: string, reason: string): Promise<SigningKey>;
}

const publishSecondsDefault = 300;

/** No artifact of the protocol may live longer than a year. */
const overlapSecondsDefault = 31_536_000;

/** How often another process may be faster before the signer reports a fault. */
const triesMax = 64;

/** Opens the keys in a folder. Of processes that start at once on an empty one, all have the same key. */
export async function openFileSigner(options: FileSignerOptions): Promise<FileSigner> {
  const signer = new FolderSigner(options);
  await signer.start();
  const { clock, issuer } = options;
  const ring = () => signer.ring;
  return Object.freeze({
    issuer,
    ...publishedBy(ring, clock),
    ...signingWith(ring, clock, (kid, message) => signer.signBytes(kid, message)),
    reload: () => signer.inTurn(() => signer.reload()),
    rotate: (rotation: RotationOptions = {}) => signer.inTurn(() => signer.rotate(rotation)),
    revoke: (kid: string, reason: string) => signer.inTurn(() => signer.revoke(kid, reason)),
  });
}

class FolderSigner {
  ring = new KeyRing([]);
  readonly #folder: KeyFolder;
  readonly #clock: Pick<Clock, 'now'>;
  #privateKeys: ReadonlyMap<string, KeyObject> = new Map();
  #last: Promise<unknown> = Promise.resolve();

  constructor({ folder, passphrase, clock }: FileSignerOptions) {
    this.#folder = new KeyFolder(folder, createSecretBox(passphrase));
    this.#clock = clock;
  }

  /** One reading of the folder follows another, so an older state never replaces a newer one. */
  inTurn<T>(action: () => Promise<T>): Promise<T> {
    const result = this.#last.then(action);
    this.#last = result.catch(() => undefined);
    return result;
  }

  async start(): Promise<void> {
    await this.reload();
    if (this.ring.records.length === 0) await this.#add(this.#clock.now(), overlapSecondsDefault);
  }

  async reload(): Promise<void> {
    const keys: readonly FolderKey[] = await this.#folder.load();
    const records = recordsOf(keys.map(({ private_key: _, ...key }) => key));
    const ring = new KeyRing(records, this.ring);
    const lost = findLost(this.ring, ring);
    if (lost !== null) {
      throw new SignerUnusable(
        `${this.#folder.path}: expected the key ${lost.kid} and its revocation to be there still, found them gone; restore a backup of the folder`,
      );
    }
    this.#privateKeys = new Map(keys.map(({ kid, private_key }) => [kid, private_key]));
    this.ring = ring;
  }

  signBytes(kid: string, message: Uint8Array): Uint8Array {
    const key = this.#privateKeys.get(kid);
    if (key === undefined)
      throw new SignerUnavailable('the key that signs now is not in the folder');
    return sign(null, message, key);
  }

  async rotate({ publishSeconds, overlapSeconds }: RotationOptions): Promise<SigningKey> {
    const publish = parseSeconds(publishSeconds ?? publishSecondsDefault, '/publishSeconds');
    const overlap = parseSeconds(overlapSeconds ?? overlapSecondsDefault, '/overlapSeconds');
    await this.reload();
    const now = this.#clock.now();
    const waiting = this.ring.nextAt(now);
    if (waiting !== null) return waiting;
    const isSigning = this.ring.signingAt(now) !== null;
    return this.#add(isSigning ? addSeconds(now, publish) : now, overlap);
  }

  async revoke(kid: string, reason: string): Promise<SigningKey> {
    const revoked_reason = parseReason(reason, '/reason');
    await this.reload();
    const known = this.#find(kid);
    if (known.revoked_at !== null) return known;
    for (let tries = 0; this.ring.signingAt(this.#clock.now())?.kid === kid; tries++) {
      if (tries === triesMax) throw new SignerUnavailable('no other key could be made to sign');
      await this.#add(this.#clock.now(), overlapSecondsDefault);
    }
    const number = this.ring.records.indexOf(this.#find(kid)) + 1;
    this.#folder.revoke(number, { kid, revoked_at: this.#clock.now(), revoked_reason });
    await this.reload();
    return this.#find(kid);
  }

  /** Makes the next key, or takes the one that another process made in between. */
  async #add(not_before: Timestamp, overlap_seconds: number): Promise<SigningKey> {
    const index = this.ring.records.length;
    await this.#folder.add(index + 1, {
      created_at: this.#clock.now(),
      not_before,
      overlap_seconds,
    });
    await this.reload();
    const made = this.ring.records[index];
    if (made === undefined) throw new SignerUnavailable('the key that was just made is not there');
    return made;
  }

  #find(kid: string): SigningKey {
    const key = this.ring.find(kid);
    if (key === undefined) {
      throw new SignerUnusable(`${this.#folder.path}: expected the id of a key, found no such key`);
    }
    return key;
  }
}
