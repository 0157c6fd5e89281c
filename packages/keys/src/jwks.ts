import type { SigningKey } from './signing-key.ts';

/** One key as RFC 7517 publishes it. It is built of public members by name, so no private one can slip in. */
export interface PublicJwk {
  readonly kty: 'OKP';
  readonly crv: 'Ed25519';
  readonly x: string;
  readonly kid: string;
  readonly use: 'sig';
  readonly alg: 'EdDSA';
}

/** A JWK set (RFC 7517, section 5). */
export interface Jwks {
  readonly keys: readonly PublicJwk[];
}

export function publicJwk({ kid, public_key: { x } }: SigningKey): PublicJwk {
  return { kty: 'OKP', crv: 'Ed25519', x, kid, use: 'sig', alg: 'EdDSA' };
}
