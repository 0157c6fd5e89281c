import { isBytes } from '@noble/hashes/utils.js';
import { decodeBase64url, encodeBase64url } from '../json/base64url.ts';
import { canonicalize } from '../json/canonical-json.ts';
import type { JsonObject, JsonValue } from '../json/json-value.ts';
import { parseStrict } from '../json/strict-json.ts';
import { utf8Bytes } from '../json/utf8.ts';
import { ProtocolError } from '../reason/protocol-error.ts';
import { accept, type Result, refuse } from '../reason/refusal.ts';
import type { ImportedKey } from './public-key.ts';

// A signed artifact is a compact JWS (RFC 7515) in one exact form. Nothing in it is negotiated: the
// verifier knows the algorithm and the type beforehand, writes the one header they allow and compares
// bytes. So there is no algorithm to confuse, no extension to overlook, and one artifact has one text.

/** Letters in the longest artifact: 256 KiB. */
const sizeMax = 256 * 1024;

/** What a signature adds to the signing input: a dot, and 64 bytes in base64url. */
const signatureSize = 87;

/** The one header of an artifact of this type under this key. */
export function jwsHeader({ kid, typ }: { readonly kid: string; readonly typ: string }): string {
  return canonicalize({ alg: 'EdDSA', kid, typ });
}

/**
 * The text to sign, which is ASCII. The holder of the key signs it; `assembleJws` appends the signature. Throws for
 * values without a canonical form and for sizes that no verifier would accept.
 */
export function jwsSigningInput(artifact: {
  readonly kid: string;
  readonly typ: string;
  readonly payload: JsonObject;
}): string {
  const { kid, typ, payload } = artifact;
  const content = canonicalize(payload);
  if (!content.startsWith('{')) {
    throw new ProtocolError('object_malformed', '/payload', 'expected an object');
  }
  const signingInput = `${encodeText(jwsHeader({ kid, typ }))}.${encodeText(content)}`;
  if (signingInput.length + signatureSize > sizeMax) {
    throw new ProtocolError(
      'json_too_large',
      '/payload',
      `expected a JWS within ${sizeMax} letters`,
    );
  }
  return signingInput;
}

/** Puts an Ed25519 signature of the signing input behind it. */
export function assembleJws(signingInput: string, signature: Uint8Array): string {
  if (!isBytes(signature) || signature.length !== 64) {
    throw new ProtocolError('object_malformed', '/signature', 'expected 64 bytes');
  }
  return `${signingInput}.${encodeBase64url(signature)}`;
}

/** What a verified artifact says, and the name of the key that vouches for it. */
export interface VerifiedJws {
  readonly kid: string;
  readonly payload: JsonObject;
}

/**
 * Checks an artifact of the expected type against the trusted keys. The first check that fails gives its
 * code; the payload is not even parsed before its signature fits. Never throws.
 */
export function verifyJws(input: {
  readonly jws: string;
  readonly typ: string;
  readonly keys: ReadonlyMap<string, ImportedKey>;
}): Result<VerifiedJws> {
  try {
    return checkJws(input);
  } catch {
    return refuse('internal_error', 'the JWS could not be checked');
  }
}

/** Whether the header names one of these keys. It says nothing about the signature. */
export function isSignedWithOneOf(
  keys: ReadonlyMap<string, ImportedKey>,
  { jws, typ }: { readonly jws: string; readonly typ: string },
): boolean {
  for (const [kid, { alg }] of keys) {
    if (alg === 'EdDSA' && jws.startsWith(`${encodeText(jwsHeader({ kid, typ }))}.`)) return true;
  }
  return false;
}

function checkJws({ jws, typ, keys }: Parameters<typeof verifyJws>[0]): Result<VerifiedJws> {
  if (typeof jws !== 'string') return refuse('jws_malformed', 'expected a string');
  if (jws.length > sizeMax) {
    return refuse('jws_malformed', `expected at most ${sizeMax} letters, found ${jws.length}`);
  }
  const texts = jws.split('.', 4);
  const parts = orNull(() => texts.map(text => decodeBase64url(text)));
  if (texts.length !== 3 || parts === null) {
    return refuse('jws_malformed', 'expected three parts in canonical base64url');
  }
  const [headerText, payloadText] = texts as [string, string, string];
  const [headerBytes, payloadBytes, signature] = parts as [Uint8Array, Uint8Array, Uint8Array];

  const header = parseObject(headerBytes);
  if (header === null) return refuse('jws_malformed', 'expected the header to be a JSON object');
  const kid = header['kid'];
  if (typeof kid !== 'string' || headerText !== encodeText(jwsHeader({ kid, typ }))) {
    return refuse('jws_header_mismatch', 'the header is not the one of the expected type, exactly');
  }

  const key = keys.get(kid);
  if (key?.alg !== 'EdDSA') {
    return refuse('jws_key_unknown', 'no trusted Ed25519 key has the key id of the header');
  }
  if (!key.verify(utf8Bytes(`${headerText}.${payloadText}`), signature)) {
    return refuse('jws_signature_mismatch', 'the signature does not fit under the named key');
  }

  const payload = parseObject(payloadBytes);
  if (payload === null || payloadText !== encodeText(canonicalize(payload))) {
    return refuse('jws_payload_not_canonical', 'expected the canonical JSON of an object');
  }
  return accept({ kid, payload });
}

function encodeText(text: string): string {
  return encodeBase64url(utf8Bytes(text));
}

function parseObject(bytes: Uint8Array): JsonObject | null {
  const value = orNull<JsonValue>(() => parseStrict(bytes));
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as JsonObject)
    : null;
}

/** Bad input becomes null; anything unforeseen stays an error. */
function orNull<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof ProtocolError) return null;
    throw error;
  }
}
