import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

/** What a secret of the server is used for; each use has a key of its own. */
type SecretPurpose =
  | 'decision_nonce'
  | 'mcp_session'
  | 'passkey_challenge'
  | 'sign_in_state'
  | 'push_key';

/**
 * Tokens that only this server, and others with its secret, can have made. They carry their own expiry, so that
 * nothing is stored for a page that is only looked at.
 */
export interface ServerSecrets {
  /** A fresh token of this purpose, bound to these words, until a time in milliseconds. */
  issue(purpose: SecretPurpose, bound: readonly string[], expiresAt: number): string;
  /** Whether the token was issued for this purpose and these words, and is not over at `now`. */
  holds(purpose: SecretPurpose, bound: readonly string[], token: string, now: number): boolean;
  /** 32 bytes that follow from a token, which its holder cannot compute. */
  derive(purpose: SecretPurpose, use: string, token: string): Uint8Array;
}

const tokenForm = /^([0-9]{1,15})\.([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{43})$/;

export function createServerSecrets(secret: Uint8Array): ServerSecrets {
  const keys = new Map<SecretPurpose, Buffer>();
  const keyOf = (purpose: SecretPurpose): Buffer => {
    const known = keys.get(purpose);
    if (known !== undefined) return known;
    const made = Buffer.from(hkdfSync('sha256', secret, '', `countersign/${purpose}/v1`, 32));
    keys.set(purpose, made);
    return made;
  };
  const seal = (purpose: SecretPurpose, words: readonly string[]): Buffer =>
    createHmac('sha256', keyOf(purpose)).update(JSON.stringify(words)).digest();
  return {
    derive: (purpose, use, token) => seal(purpose, ['derived', use, token]),
    issue: (purpose, bound, expiresAt) => {
      const expiry = String(Math.floor(expiresAt));
      const nonce = randomBytes(16).toString('base64url');
      const tag = seal(purpose, [expiry, nonce, ...bound]).toString('base64url');
      return `${expiry}.${nonce}.${tag}`;
    },
    holds: (purpose, bound, token, now) => {
      const [, expiry, nonce, tag] = tokenForm.exec(token) ?? [];
      if (expiry === undefined || nonce === undefined || tag === undefined) return false;
      const expected = seal(purpose, [expiry, nonce, ...bound]);
      const found = Buffer.from(tag, 'base64url');
      return (
        found.length === expected.length && timingSafeEqual(found, expected) && now < Number(expiry)
      );
    },
  };
}
