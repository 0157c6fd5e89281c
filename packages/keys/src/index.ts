export {
  type FileSigner,
  type FileSignerOptions,
  openFileSigner,
  type RotationOptions,
} from './file-signer.ts';
export type { Jwks, PublicJwk } from './jwks.ts';
export { findLost, type KeyInTurn, KeyRing, recordsOf, verifiesAt } from './key-ring.ts';
export type { KeyedSigner } from './keyed-signer.ts';
export {
  openProcessSigner,
  type ProcessSigner,
  type ProcessSignerOptions,
} from './process-signer.ts';
export { serveSigner } from './serve-signer.ts';
export { SignerUnavailable, SignerUnusable } from './signer-error.ts';
export {
  type Ed25519PublicKey,
  parseSigningKey,
  type SigningKey,
  thumbprint,
} from './signing-key.ts';
