import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import { type ImportedKey, importPublicKey } from '@countersign/protocol/crypto';
import { ProtocolError, type Result } from '@countersign/protocol/reason';
import {
  millisecondsOf,
  type Timestamp,
  timestampFromMilliseconds,
} from '@countersign/protocol/value';

// Standard Webhooks (https://www.standardwebhooks.com): what is signed is `id.timestamp.body`, so an id holds no
// full stop. Otherwise bytes could move between the three parts under the same signature.

/** A shared secret, read once. It does not show when printed or serialised. */
export interface WebhookSecret {
  readonly key: KeyObject;
}

/** Signs with the private half of an Ed25519 key, which stays wherever it is. */
export interface WebhookSigner {
  signBytes(message: Uint8Array): Promise<Uint8Array>;
}

/** A signer whose public half, `whpk_` and base64, is for every verifier. */
export interface PublishedWebhookSigner extends WebhookSigner {
  readonly publicKey: string;
}

export interface WebhookHeaders {
  readonly 'webhook-id': string;
  readonly 'webhook-timestamp': string;
  readonly 'webhook-signature': string;
}

const secretPrefix = 'whsec_';
const publicKeyPrefix = 'whpk_';
const idForm = /^[!-+\-/-~]{1,256}$/;
const secondsForm = /^(?:0|[1-9][0-9]{0,11})$/;
const versionForm = /^[!-+\--~]{1,16}$/;
const signatureHeaderMax = 4096;
/** The versions that are known, and how long their signatures are. */
const signatureBytes: ReadonlyMap<string, number> = new Map([
  ['v1', 32],
  ['v1a', 64],
]);

/** Reads `whsec_` and the base64 of 24 to 64 bytes. Throws `options_malformed`. */
export function importWebhookSecret(text: string): WebhookSecret {
  const bytes = text.startsWith(secretPrefix) ? decode(text.slice(secretPrefix.length)) : null;
  if (bytes === null || bytes.length < 24 || bytes.length > 64) {
    const message = `expected ${secretPrefix} and the base64 of 24 to 64 bytes`;
    throw new ProtocolError('options_malformed', '', message);
  }
  return { key: createSecretKey(bytes) };
}

/** Reads `whpk_` and the base64 of an Ed25519 public key. Throws `options_malformed` or `key_weak`. */
export function importWebhookKey(text: string): ImportedKey {
  const bytes = text.startsWith(publicKeyPrefix)
    ? decode(text.slice(publicKeyPrefix.length))
    : null;
  if (bytes?.length !== 32) {
    const message = `expected ${publicKeyPrefix} and the base64 of 32 bytes`;
    throw new ProtocolError('options_malformed', '', message);
  }
  return importPublicKey({ kty: 'OKP', crv: 'Ed25519', x: bytes.toString('base64url') });
}

/**
 * The headers for one delivery, signed with every secret and every key that is given: while one replaces another,
 * receivers hold either. Throws `options_malformed` where there is nothing to sign with, or nothing sound to sign.
 */
export async function signWebhook(delivery: {
  readonly id: string;
  readonly timestamp: Timestamp;
  readonly body: string | Uint8Array;
  readonly secrets: readonly WebhookSecret[];
  readonly signers?: readonly WebhookSigner[];
}): Promise<WebhookHeaders> {
  const { id, body, secrets, signers = [] } = delivery;
  if (!idForm.test(id)) {
    throw malformed('/id', 'expected 1 to 256 printable characters without full stop or comma');
  }
  if (typeof body === 'string' && /\p{Surrogate}/u.test(body)) {
    throw malformed('/body', 'expected well-formed Unicode, found half of a surrogate pair');
  }
  if (secrets.length + signers.length === 0) throw malformed('/secrets', 'expected at least one');
  const seconds = String(Math.floor(millisecondsOf(delivery.timestamp) / 1000));
  const message = messageOf(id, seconds, typeof body === 'string' ? Buffer.from(body) : body);
  const signatures = secrets.map(secret => `v1,${hmac(secret, message).toString('base64')}`);
  for (const signer of signers) {
    const signature = Buffer.from(await signer.signBytes(message));
    if (signature.length !== 64) throw malformed('/signers', 'expected signatures of 64 bytes');
    signatures.push(`v1a,${signature.toString('base64')}`);
  }
  return {
    'webhook-id': id,
    'webhook-timestamp': seconds,
    'webhook-signature': signatures.join(' '),
  };
}

/**
 * Whether one of the secrets or keys signed these exact bytes, not long ago. Call it before the body is parsed. It
 * does not detect a repeated delivery: the id it answers with is for that (TR-3).
 */
export function verifyWebhook(received: {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Uint8Array;
  readonly secrets: readonly WebhookSecret[];
  readonly publicKeys: readonly ImportedKey[];
  readonly now: Timestamp;
  readonly toleranceSeconds?: number;
}): Result<{ readonly id: string; readonly timestamp: Timestamp }> {
  const { headers, secrets, publicKeys, toleranceSeconds = 300 } = received;
  const id = singleHeader(headers, 'webhook-id');
  const seconds = singleHeader(headers, 'webhook-timestamp');
  const signature = singleHeader(headers, 'webhook-signature');
  if (id === null || seconds === null || signature === null) {
    return mismatch('expected webhook-id, webhook-timestamp and webhook-signature once each');
  }
  if (!idForm.test(id)) return mismatch('the id is not one of a webhook');
  const signatures = parseSignatures(signature);
  if (signatures === null) return mismatch('the signatures are not canonical');
  if (!secondsForm.test(seconds)) return mismatch('the timestamp is not in seconds');
  const age = Math.floor(millisecondsOf(received.now) / 1000) - Number(seconds);
  // Asked this way round, a tolerance or a time that is not a number refuses.
  if (!(age <= toleranceSeconds)) return mismatch('the timestamp is too old');
  if (!(-age <= toleranceSeconds)) return mismatch('the timestamp is in the future');

  const message = messageOf(id, seconds, received.body);
  const expected = secrets.map(secret => hmac(secret, message));
  const edwards = publicKeys.filter(key => key.alg === 'EdDSA');
  // Every pair is tried, whether or not one fitted, so that the time taken tells nothing about which did.
  let fitting = 0;
  for (const { version, bytes } of signatures) {
    if (version === 'v1')
      for (const tag of expected) fitting += Number(timingSafeEqual(tag, bytes));
    if (version === 'v1a') for (const key of edwards) fitting += Number(key.verify(message, bytes));
  }
  if (fitting === 0) return mismatch('no signature matches a secret or key of the endpoint');
  return { ok: true, value: { id, timestamp: timestampFromMilliseconds(Number(seconds) * 1000) } };
}

/**
 * The value of a header that is there exactly once, in whatever case. Where a server has joined repeated headers
 * with a comma already, the forms of the three values do not admit the result.
 */
function singleHeader(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
  name: string,
): string | null {
  const values = Object.entries(headers)
    .filter(([key]) => key.toLowerCase() === name)
    .flatMap(([, value]) => value ?? []);
  const [value] = values;
  return values.length === 1 && typeof value === 'string' ? value : null;
}

/** Signatures of versions that are not known are skipped (they are for newer receivers), but never malformed ones. */
function parseSignatures(
  text: string,
): readonly { readonly version: string; readonly bytes: Buffer }[] | null {
  if (text.length > signatureHeaderMax) return null;
  const signatures: { version: string; bytes: Buffer }[] = [];
  for (const item of text.split(' ')) {
    const comma = item.indexOf(',');
    const version = item.slice(0, Math.max(comma, 0));
    if (!versionForm.test(version)) return null;
    const length = signatureBytes.get(version);
    if (length === undefined) continue;
    const bytes = decode(item.slice(comma + 1));
    if (bytes?.length !== length) return null;
    signatures.push({ version, bytes });
  }
  return signatures;
}

function messageOf(id: string, seconds: string, body: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from(`${id}.${seconds}.`), body]);
}

function hmac(secret: WebhookSecret, message: Uint8Array): Buffer {
  return createHmac('sha256', secret.key).update(message).digest();
}

/** Canonical base64 only: Node skips what it cannot read, so one signature would have many spellings. */
function decode(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : null;
}

function malformed(path: string, message: string): ProtocolError {
  return new ProtocolError('options_malformed', path, message);
}

function mismatch(detail: string): Result<never> {
  return { ok: false, refusal: { code: 'answer_signature_mismatch', detail } };
}
