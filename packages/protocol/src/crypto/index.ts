export {
  Digest,
  equalDigests,
  sha256,
  sha256OfBytes,
  sha256OfPlain,
  sha256OfText,
} from './digest.ts';
export { hmacSha256, isHmacSha256 } from './hmac-sha256.ts';
export { PublicKey } from './jwk.ts';
export { assembleJws, jwsHeader, jwsSigningInput, type VerifiedJws, verifyJws } from './jws.ts';
export { type ImportedKey, importArtifactKey, importPublicKey } from './public-key.ts';
export { type AssertionInput, type VerifiedAssertion, verifyAssertion } from './webauthn.ts';
export { WebAuthnResponse } from './webauthn-response.ts';
