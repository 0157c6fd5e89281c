import type { KeyObject } from 'node:crypto';
import type { Timestamp } from '@countersign/protocol/value';
import type { RotationOptions } from '../file-signer.ts';
import type { KeyedSigner } from '../keyed-signer.ts';

/** A fresh signer with one key, and what can be done to it from outside. */
export interface SignerUnderTest {
  readonly signer: KeyedSigner;
  /** The clock of the signer. It stands still unless it is moved. */
  readonly now: () => Timestamp;
  readonly advance: (seconds: number) => void;
  /** Rotates and revokes wherever the keys are kept. The signer need not know before it is told to reload. */
  readonly rotate: (options: RotationOptions) => Promise<unknown>;
  readonly revoke: (kid: string, reason: string) => Promise<unknown>;
  /** Another signer over the same keys, as after a restart. Null where the keys do not outlive the signer. */
  readonly reopen: (() => Promise<KeyedSigner>) | null;
  /** Passphrases and private keys, as texts that must not be found anywhere. */
  readonly secrets: () => Promise<readonly string[]>;
  readonly close: () => Promise<void>;
}

type CaseBody = (opened: SignerUnderTest) => Promise<void>;
export type DefineCase = (title: string, body: CaseBody) => void;

/** The private half of a key in the forms in which it could leak. */
export function writtenForms(key: KeyObject): string[] {
  const der = key.export({ format: 'der', type: 'pkcs8' });
  const secret = der.subarray(-32);
  return [
    secret.toString('hex'),
    secret.toString('base64url'),
    // Padding and what stands before it depend on where the bytes are.
    secret.toString('base64').slice(0, 42),
    der.toString('base64').slice(-42),
    [...secret.subarray(0, 8)].join(', '),
    [...secret.subarray(0, 8)].map(byte => byte.toString(16).padStart(2, '0')).join(' '),
  ];
}
