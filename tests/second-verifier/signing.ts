import { generateKeyPairSync, sign } from 'node:crypto';
import { assembleJws, jwsSigningInput, type PublicKey } from '@countersign/protocol/crypto';

/** A fresh Ed25519 key, and its public half as it is sent. */
export function makeKey() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const { x } = publicKey.export({ format: 'jwk' });
  return { publicKey: { kty: 'OKP', crv: 'Ed25519', x } as PublicKey, privateKey };
}

export const signer = makeKey();

export const signingKey = {
  kid: 'key-1',
  public_key: signer.publicKey,
  not_before: '2026-11-01T00:00:00.000Z' as never,
  not_after: null,
  revoked_at: null,
};

export function signArtifact(payload: object, typ: string, { privateKey } = signer): string {
  const input = jwsSigningInput({ kid: signingKey.kid, typ, payload: payload as never });
  return assembleJws(input, sign(null, Buffer.from(input), privateKey));
}
