export { Digest, equalDigests, sha256, sha256OfBytes, sha256OfText } from './digest.ts';
export { hmacSha256, isHmacSha256 } from './hmac-sha256.ts';
export { assembleJws, jwsHeader, jwsSigningInput, type VerifiedJws, verifyJws } from './jws.ts';
export { type ImportedKey, importArtifactKey, importPublicKey, PublicKey } from './public-key.ts';
export {
  type AssertionInput,
  type VerifiedAssertion,
  verifyAssertion,
  WebAuthnResponse,
} from './webauthn.ts';
