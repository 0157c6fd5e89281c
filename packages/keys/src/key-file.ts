import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto';
import { sha256 } from '@countersign/protocol/crypto';
import {
  canonicalize,
  type JsonObject,
  type JsonValue,
  parseStrict,
} from '@countersign/protocol/json';
import { ProtocolError } from '@countersign/protocol/reason';
import type { Timestamp } from '@countersign/protocol/value';
import { closedObject } from './closed-object.ts';
import type { SecretBox } from './secret-box.ts';
import {
  type Ed25519PublicKey,
  parseEd25519,
  parseReason,
  parseTimestamp,
  thumbprint,
} from './signing-key.ts';

// A file is the canonical JSON of one object and a newline. Its last check is a digest over the rest, which tells
// damage from a wrong passphrase; it does not protect against an attacker who may write into the folder.

/** What is decided about a key when it is made. */
export interface KeyTerms {
  readonly created_at: Timestamp;
  readonly not_before: Timestamp;
  readonly overlap_seconds: number;
}

/** One key as its file holds it. */
export interface HeldKey extends KeyTerms {
  readonly kid: string;
  readonly public_key: Ed25519PublicKey;
  readonly private_key: KeyObject;
}

export interface Revocation {
  readonly kid: string;
  readonly revoked_at: Timestamp;
  readonly revoked_reason: string;
}

const keyFormat = 'countersign-key/1';
const revocationFormat = 'countersign-key-revocation/1';

/** What stands before the 32 bytes of an Ed25519 key in PKCS #8 (RFC 8410). */
const pkcs8Prefix = '302e020100300506032b657004220420';

/** The text of a file with a fresh key in it. */
export async function writeFreshKey(terms: KeyTerms, box: SecretBox): Promise<string> {
  const { privateKey } = generateKeyPairSync('ed25519');
  return writeKey(privateKey, terms, box);
}

async function writeKey(
  privateKey: KeyObject,
  { created_at, not_before, overlap_seconds }: KeyTerms,
  box: SecretBox,
): Promise<string> {
  const facts: JsonObject = {
    format: keyFormat,
    created_at,
    not_before,
    overlap_seconds,
    public_key: { ...publicHalf(privateKey) },
  };
  const secret = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-32);
  const sealed = await box.seal(secret, canonicalize(facts));
  secret.fill(0);
  return withDigest({ ...facts, secret: sealed });
}

export async function readKey(bytes: Uint8Array, box: SecretBox): Promise<HeldKey> {
  const { secret, ...facts } = readWithDigest(bytes, [
    'format',
    'created_at',
    'not_before',
    'overlap_seconds',
    'public_key',
    'secret',
  ]);
  assertFormat(facts, keyFormat);
  const public_key = parseEd25519(facts['public_key'], '/public_key');
  const d = await box.open(secret, canonicalize(facts), '/secret');
  const private_key = createPrivateKey({
    key: Buffer.concat([Buffer.from(pkcs8Prefix, 'hex'), d]),
    format: 'der',
    type: 'pkcs8',
  });
  d.fill(0);
  if (publicHalf(private_key).x !== public_key.x) {
    throw malformed('/public_key', 'expected the public half of the private key');
  }
  return {
    kid: thumbprint(public_key),
    created_at: parseTimestamp(facts['created_at'], '/created_at'),
    not_before: parseTimestamp(facts['not_before'], '/not_before'),
    overlap_seconds: parseSeconds(facts['overlap_seconds'], '/overlap_seconds'),
    public_key,
    private_key,
  };
}

export function writeRevocation({ kid, revoked_at, revoked_reason }: Revocation): string {
  return withDigest({ format: revocationFormat, kid, revoked_at, revoked_reason });
}

export function readRevocation(bytes: Uint8Array, key: { readonly kid: string }): Revocation {
  const members = readWithDigest(bytes, ['format', 'kid', 'revoked_at', 'revoked_reason']);
  assertFormat(members, revocationFormat);
  if (members['kid'] !== key.kid) throw malformed('/kid', 'expected the id of the key beside it');
  return {
    kid: key.kid,
    revoked_at: parseTimestamp(members['revoked_at'], '/revoked_at'),
    revoked_reason: parseReason(members['revoked_reason'], '/revoked_reason'),
  };
}

export function parseSeconds(value: unknown, path: string): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  throw malformed(path, 'expected whole seconds');
}

function publicHalf(privateKey: KeyObject): Ed25519PublicKey {
  const { x } = createPublicKey(privateKey).export({ format: 'jwk' });
  return { kty: 'OKP', crv: 'Ed25519', x: x as string };
}

function withDigest(members: JsonObject): string {
  return `${canonicalize({ ...members, digest: sha256(members) })}\n`;
}

/** The members without the digest. Only the exact text that this code writes is read, with the right digest. */
function readWithDigest(bytes: Uint8Array, names: readonly string[]): Record<string, JsonValue> {
  const { digest: _, ...members } = closedObject(parseStrict(bytes), '', [...names, 'digest']);
  if (Buffer.compare(Buffer.from(withDigest(members)), bytes) !== 0) {
    throw malformed('/digest', 'expected the digest of the rest');
  }
  return members;
}

function assertFormat(members: JsonObject, format: string): void {
  if (members['format'] !== format) throw malformed('/format', `expected ${format}`);
}

function malformed(path: string, message: string): ProtocolError {
  return new ProtocolError('object_malformed', path, message);
}
