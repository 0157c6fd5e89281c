import { concatBytes, isBytes } from '@noble/hashes/utils.js';
import { sha256Bytes } from '#sha256';
import { decodeBase64url, encodeBase64url } from '../json/base64url.ts';
import type { JsonObject } from '../json/json-value.ts';
import { parserOf } from '../json/parse-object.ts';
import { parseStrict } from '../json/strict-json.ts';
import { utf8Bytes } from '../json/utf8.ts';
import { ProtocolError } from '../reason/protocol-error.ts';
import { accept, type Refusal, type Result, refuse } from '../reason/refusal.ts';
import { ecdsaSignatureFromDer } from './ecdsa-signature.ts';
import type { ImportedKey } from './public-key.ts';
import { WebAuthnResponse } from './webauthn-response.ts';

const parseResponse = parserOf('WebAuthnResponse', WebAuthnResponse);

/**
 * An assertion and what it must answer to. Only `assertion` comes from the caller; everything else is
 * what this side knows. In particular `publicKey` is the one registered for `credential_id`, which the
 * authenticator does not sign.
 */
export interface AssertionInput {
  readonly assertion: WebAuthnResponse;
  readonly publicKey: ImportedKey;
  /** 32 bytes, specific to the decision (see decision-challenge.ts). */
  readonly challenge: Uint8Array;
  /** As a browser writes it, with the port if it is not the default one: `https://example.com`. */
  readonly origin: string;
  readonly rpId: string;
}

export interface VerifiedAssertion {
  readonly userVerified: true;
  readonly signCount: number;
  readonly backedUp: boolean;
}

/**
 * Checks a passkey assertion (WebAuthn Level 3, section 7.2), with user verification demanded. The first
 * check that fails gives its code. Never throws.
 *
 * The signature counter is handed back but not compared: synced passkeys always report 0, and an offline
 * verifier has no earlier value. That an assertion counts once is the work of the nonce in its challenge.
 */
export function verifyAssertion(input: AssertionInput): Result<VerifiedAssertion> {
  try {
    return checkAssertion(input);
  } catch (error) {
    // Whatever untrusted bytes can do wrong is a ProtocolError of a parser.
    return error instanceof ProtocolError
      ? refuse('assertion_malformed', error.message)
      : refuse('internal_error', 'the assertion could not be checked');
  }
}

type Refused = { readonly ok: false; readonly refusal: Refusal };

function checkAssertion(input: AssertionInput): Result<VerifiedAssertion> {
  const { assertion, publicKey, challenge, origin, rpId } = input;
  // A short or empty challenge would fit more than one decision.
  if (!isBytes(challenge) || challenge.length !== 32) {
    return refuse('options_malformed', 'challenge: expected 32 bytes');
  }
  const response = parseResponse(assertion);
  const clientData = decodeBase64url(response.client_data_json, '/client_data_json');
  const data = decodeBase64url(response.authenticator_data, '/authenticator_data');
  const signature = decodeBase64url(response.signature, '/signature');

  const refused =
    checkClientData(clientData, challenge, origin) ??
    checkRelyingParty(origin, rpId) ??
    checkAuthenticatorData(data, rpId) ??
    checkSignature(publicKey, concatBytes(data, sha256Bytes(clientData)), signature);
  if (refused !== null) return refused;
  return accept({
    userVerified: true,
    signCount: new DataView(data.buffer, data.byteOffset, data.byteLength).getUint32(33),
    backedUp: hasFlag(data, flags.backedUp),
  });
}

/** Members that this version does not know are tolerated: browsers add some on purpose. */
function checkClientData(bytes: Uint8Array, challenge: Uint8Array, origin: string): Refused | null {
  const value = parseStrict(bytes);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return refuse('assertion_malformed', 'expected the client data to be a JSON object');
  }
  const clientData = value as JsonObject;
  if (clientData['type'] !== 'webauthn.get') {
    return refuse('assertion_type_mismatch', 'expected client data of type webauthn.get');
  }
  if (clientData['challenge'] !== encodeBase64url(challenge)) {
    return refuse('assertion_challenge_mismatch', 'the signed challenge is not the expected one');
  }
  if (clientData['origin'] !== origin) {
    return refuse('assertion_origin_mismatch', 'the signed origin is not the expected one');
  }
  const crossOrigin =
    Object.hasOwn(clientData, 'crossOrigin') && clientData['crossOrigin'] !== false;
  if (crossOrigin || Object.hasOwn(clientData, 'topOrigin')) {
    return refuse('assertion_cross_origin', 'expected a page that is not framed by another origin');
  }
  return null;
}

const secureOrigin =
  /^(?:https:\/\/((?:[a-z0-9_-]+\.)*[a-z0-9_-]+)|http:\/\/(localhost))(?::[1-9]\d{0,4})?$/;

/** A passkey is scoped to the RP id, so an origin outside it could not have asked for one. */
function checkRelyingParty(origin: string, rpId: string): Refused | null {
  const match = secureOrigin.exec(origin);
  const host = match?.[1] ?? match?.[2];
  if (host === undefined) {
    return refuse('assertion_rp_mismatch', 'expected an https origin, or http://localhost');
  }
  if (host !== rpId && !host.endsWith(`.${rpId}`)) {
    return refuse('assertion_rp_mismatch', 'expected the RP id to be the host or a parent of it');
  }
  return null;
}

/** Bits of the octet after the RP id hash. */
const flags = {
  userPresent: 0x01,
  userVerified: 0x04,
  backupEligible: 0x08,
  backedUp: 0x10,
  attestedCredential: 0x40,
  extensions: 0x80,
} as const;

function hasFlag(data: Uint8Array, flag: number): boolean {
  return ((data[32] ?? 0) & flag) !== 0;
}

function checkAuthenticatorData(data: Uint8Array, rpId: string): Refused | null {
  const rpIdHash = encodeBase64url(sha256Bytes(utf8Bytes(rpId)));
  if (encodeBase64url(data.subarray(0, 32)) !== rpIdHash) {
    return refuse('assertion_rp_mismatch', 'the authenticator signed for another RP id');
  }
  if (!hasFlag(data, flags.userPresent)) {
    return refuse('assertion_user_not_present', 'expected the user-present flag');
  }
  if (!hasFlag(data, flags.userVerified)) {
    return refuse('assertion_user_not_verified', 'expected the user-verified flag');
  }
  if (hasFlag(data, flags.attestedCredential)) {
    return refuse('assertion_malformed', 'an assertion carries no attested credential');
  }
  if (hasFlag(data, flags.backedUp) && !hasFlag(data, flags.backupEligible)) {
    return refuse('assertion_malformed', 'a credential that cannot be backed up claims to be');
  }
  // Extension outputs are signed, but nothing here is decided by them, so they are not decoded.
  if (data.length > 37 !== hasFlag(data, flags.extensions)) {
    return refuse('assertion_malformed', 'the authenticator data is not as long as its flags say');
  }
  return null;
}

function checkSignature(
  key: ImportedKey,
  signed: Uint8Array,
  signature: Uint8Array,
): Refused | null {
  const raw = key.alg === 'ES256' ? ecdsaSignatureFromDer(signature) : signature;
  if (raw?.length !== 64) {
    return refuse('assertion_malformed', `expected the signature encoding of ${key.alg}`);
  }
  return key.verify(signed, raw)
    ? null
    : refuse('assertion_signature_mismatch', 'the signature does not fit under the registered key');
}
