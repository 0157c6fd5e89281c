import { importPublicKey, PublicKey, sha256 } from '@countersign/protocol/crypto';
import { encodeBase64url, type JsonObject, type JsonValue } from '@countersign/protocol/json';
import { ProtocolError } from '@countersign/protocol/reason';
import { Timestamp } from '@countersign/protocol/value';
import { closedObject } from './closed-object.ts';

/** The public half of an Ed25519 key, in the one form the protocol knows. */
export type Ed25519PublicKey = Extract<PublicKey, { kty: 'OKP' }>;

/** What is said in public about a key: in the log, in evidence and between processes. */
export interface SigningKey {
  /** The RFC 7638 thumbprint of the public key, so that it can be derived but not chosen. */
  readonly kid: string;
  /** When it was published. A verifier may know it from then on. */
  readonly created_at: Timestamp;
  /** When it begins to sign. */
  readonly not_before: Timestamp;
  /** When the last artifact that it signed is dead; null while it signs with no successor in sight. */
  readonly not_after: Timestamp | null;
  readonly revoked_at: Timestamp | null;
  readonly revoked_reason: string | null;
  readonly public_key: Ed25519PublicKey;
}

/** Letters in the longest reason for a revocation. */
const reasonMax = 512;

/** RFC 7638 with SHA-256. The closed form of the key has exactly the members that are hashed. */
export function thumbprint(publicKey: Ed25519PublicKey): string {
  return encodeBase64url(Buffer.from(sha256(publicKey).slice('sha256:'.length), 'hex'));
}

/** The form of a public key. Whether its point is safe to verify with is for `importPublicKey` to say. */
export function parseEd25519(value: unknown, path: string): Ed25519PublicKey {
  const parsed = PublicKey.safeParse(value);
  if (parsed.success && parsed.data.kty === 'OKP') return parsed.data;
  throw new ProtocolError('key_malformed', path, 'expected the public half of an Ed25519 key');
}

export function parseTimestamp(value: unknown, path: string): Timestamp {
  const parsed = Timestamp.safeParse(value);
  if (parsed.success) return parsed.data;
  throw malformed(path, 'expected YYYY-MM-DDTHH:MM:SS.mmmZ');
}

export function parseReason(value: unknown, path: string): string {
  if (typeof value === 'string' && value.length > 0 && value.length <= reasonMax) return value;
  throw malformed(path, `expected a reason of 1 to ${reasonMax} letters`);
}

/** A record that came from elsewhere. Its key is checked, and its id recomputed. */
export function parseSigningKey(value: JsonValue | undefined, path: string): SigningKey {
  const members: JsonObject = closedObject(value, path, [
    'kid',
    'created_at',
    'not_before',
    'not_after',
    'revoked_at',
    'revoked_reason',
    'public_key',
  ]);
  const time = (name: string): Timestamp => parseTimestamp(members[name], `${path}/${name}`);
  const timeOrNull = (name: string): Timestamp | null =>
    members[name] === null ? null : time(name);
  const public_key = parseEd25519(members['public_key'], `${path}/public_key`);
  importPublicKey(public_key);
  const kid = thumbprint(public_key);
  if (members['kid'] !== kid) throw malformed(`${path}/kid`, 'expected the thumbprint of the key');
  const revoked_at = timeOrNull('revoked_at');
  const revoked_reason =
    revoked_at === null ? null : parseReason(members['revoked_reason'], `${path}/revoked_reason`);
  if (members['revoked_reason'] !== revoked_reason) {
    throw malformed(`${path}/revoked_reason`, 'expected no reason without a revocation');
  }
  return {
    kid,
    created_at: time('created_at'),
    not_before: time('not_before'),
    not_after: timeOrNull('not_after'),
    revoked_at,
    revoked_reason,
    public_key,
  };
}

function malformed(path: string, message: string): ProtocolError {
  return new ProtocolError('object_malformed', path, message);
}
