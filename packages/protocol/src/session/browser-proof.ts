import { type Digest, sha256 } from '../crypto/digest.ts';
import { encodeBase64url } from '../json/base64url.ts';
import { canonicalize } from '../json/canonical-json.ts';
import { utf8Bytes } from '../json/utf8.ts';
import type { BrowserKey } from './browser-key.ts';

// A browser proves with each call that it is the one in which the person signed in. It signs what the call is. The
// server knows the key and its algorithm beforehand, so a proof names neither, and nothing in it is negotiated.

/** The name of the header that carries a proof. */
export const browserProofHeader = 'countersign-proof';

/** The header of a refused proof that names the time of the server, in milliseconds. */
export const serverTimeHeader = 'countersign-time';

/** Where a browser keeps its keys: in IndexedDB, of the origin of the server alone. */
export const browserKeyPlace = {
  database: 'countersign',
  store: 'keys',
  /** The key of the session. */
  current: 'current',
  /** The key of a sign-in for which the browser went to an identity provider. */
  away: 'away',
} as const;

/** A nonce: 16 random bytes in base64url. */
export const proofNonceBytes = 16;

/** One call, as far as a proof binds it. */
export interface ProvenCall {
  /** The name that the server gave the key when the person signed in. Another sign-in has another. */
  readonly browser_key_id: string;
  /** Scheme, host and port of the page, exactly. */
  readonly origin: string;
  readonly method: string;
  /** Path and query, as they are sent. */
  readonly target: string;
  /** Of the bytes of the body; of no bytes where there is none. */
  readonly body_digest: Digest;
}

/** When a proof was made, and the nonce of a write. A read has none. */
export interface ProofFacts {
  readonly issued_at: number;
  readonly nonce: string | null;
}

/** A key by its digest: what a sign-in binds before the key itself is sent. */
export function browserKeyDigest({ kty, crv, x, y }: BrowserKey): Digest {
  return sha256({ kty, crv, x, y });
}

/** Whether a method only reads. Every other call is a write, whose proof has a nonce. */
export function isReading(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** The bytes that the browser signs. */
export function browserProofBytes(call: ProvenCall, { issued_at, nonce }: ProofFacts): Uint8Array {
  const { browser_key_id, origin, method, target, body_digest } = call;
  return utf8Bytes(
    canonicalize({
      type: 'countersign/browser-proof/v1',
      browser_key_id,
      origin,
      method,
      target,
      body_digest,
      issued_at,
      nonce,
    }),
  );
}

/** The value of the header. */
export function assembleBrowserProof(
  { issued_at, nonce }: ProofFacts,
  signature: Uint8Array,
): string {
  return `${issued_at}.${nonce ?? ''}.${encodeBase64url(signature)}`;
}
