import { sha256OfPlain } from '../crypto/digest.ts';
import { verifyJws } from '../crypto/jws.ts';
import type { ImportedKey } from '../crypto/public-key.ts';
import { ProtocolError } from '../reason/protocol-error.ts';
import { grantType, parseGrant, verifyGrant } from '../request/grant.ts';
import {
  parseRequestArtifact,
  type RequestArtifact,
  requestArtifactType,
} from '../request/request-artifact.ts';
import type { Timestamp } from '../value/timestamp.ts';
import { isValidAt, type ReadTrust } from './bundle-trust.ts';
import type { RequestPath } from './check-path.ts';
import type { EvidenceBundle } from './evidence-bundle.ts';
import { disagreement, failed, notShown, proven, type StatementResult } from './statement.ts';

/**
 * The trust decides; a bundle may know less than it (a key that was rotated or revoked since), but nothing
 * else. Every key is one that the verifier brought along.
 */
export function checkKeys(bundle: EvidenceBundle, trust: ReadTrust): StatementResult {
  const kids = new Set<string>();
  for (const key of bundle.signing_keys) {
    const trusted = trust.signing.get(key.kid);
    const known =
      trusted !== undefined &&
      !kids.has(key.kid) &&
      sha256OfPlain(trusted.public_key) === sha256OfPlain(key.public_key) &&
      trusted.not_before === key.not_before &&
      (key.not_after === null || key.not_after === trusted.not_after) &&
      (key.revoked_at === null || key.revoked_at === trusted.revoked_at);
    if (!known)
      return failed('jws_key_unknown', 'a signing key of the bundle is not a trusted one');
    kids.add(key.kid);
  }
  const names = new Set<string>();
  for (const key of bundle.note_keys) {
    const form = sha256OfPlain(key);
    const known = trust.notes.some(trusted => trusted.form === form);
    if (!known || names.has(form)) {
      return failed(
        'checkpoint_key_unknown',
        'a checkpoint key of the bundle is not a trusted one',
      );
    }
    names.add(form);
  }
  return proven(`${kids.size} signing keys, ${names.size} checkpoint keys.`);
}

/** The keys that both the verifier trusts and the bundle names. */
function usableKeys(bundle: EvidenceBundle, trust: ReadTrust): Map<string, ImportedKey> {
  const keys = new Map<string, ImportedKey>();
  for (const { kid } of bundle.signing_keys) {
    const trusted = trust.signing.get(kid);
    if (trusted !== undefined) keys.set(kid, trusted.key);
  }
  return keys;
}

/** The date inside a signature is the word of its key. Once the key is revoked, that word alone proves nothing. */
function findInvalidKey(
  trust: ReadTrust,
  kid: string,
  at: Timestamp,
  witnessed: boolean,
): StatementResult | null {
  const key = trust.signing.get(kid);
  if (key === undefined || !isValidAt(key, at)) {
    return failed('key_not_valid_then', `its key was not valid at ${at}, or had been revoked`);
  }
  return key.revoked_at === null || witnessed
    ? null
    : failed('key_not_valid_then', `its key was revoked at ${key.revoked_at}; ${unwitnessed}`);
}

/** Why a signature of a revoked key is refused. */
export const unwitnessed =
  'no checkpoint of another key or from outside shows that the signature is older';

/** The artifact is the request of the stream with the bound action, signed by this store while it was open. */
export function checkRequestArtifact(
  bundle: EvidenceBundle,
  { state }: RequestPath,
  trust: ReadTrust,
  witnessed: boolean,
): StatementResult {
  if (bundle.request_artifact === null) {
    return notShown('No signed question is in the bundle; it is erased together with the action.');
  }
  const signed = verifyJws({
    jws: bundle.request_artifact,
    typ: requestArtifactType,
    keys: usableKeys(bundle, trust),
  });
  if (!signed.ok) return failed(signed.refusal.code, signed.refusal.detail);
  const artifact = readArtifact(signed.value.payload);
  if (artifact === null) {
    return failed('request_artifact_malformed', 'the signed content is not a request artifact');
  }
  const { request } = state;
  const fault =
    disagreement('store_mismatch', [['store_id', artifact.store_id, bundle.store_id]]) ??
    disagreement('epoch_changed', [['epoch', artifact.epoch, bundle.epoch]]) ??
    findOtherIssuer(artifact.issuer, state.grant?.issuer, trust) ??
    disagreement('bundle_inconsistent', [
      ['the signed request', sha256OfPlain(artifact.request), sha256OfPlain(request)],
    ]) ??
    findInvalidKey(trust, signed.value.kid, artifact.issued_at, witnessed);
  if (fault !== null) return fault;
  if (artifact.issued_at < request.requested_at || artifact.issued_at >= request.expires_at) {
    return failed('bundle_inconsistent', 'it was signed outside the time of the request');
  }
  return proven(`Signed at ${artifact.issued_at}.`);
}

function readArtifact(payload: unknown): RequestArtifact | null {
  try {
    const artifact = parseRequestArtifact(payload);
    return sha256OfPlain(artifact) === sha256OfPlain(payload as object) ? artifact : null;
  } catch (error) {
    if (error instanceof ProtocolError) return null;
    throw error;
  }
}

function findOtherIssuer(
  issuer: string,
  recorded: string | undefined,
  trust: ReadTrust,
): StatementResult | null {
  return disagreement('grant_issuer_mismatch', [
    ['issuer', issuer, trust.given.issuer ?? issuer],
    ['recorded issuer', issuer, recorded ?? issuer],
  ]);
}

/** The grant is the one that follows from the stream, signed, and alive when it was used. */
export function checkGrant(
  bundle: EvidenceBundle,
  { state }: RequestPath,
  trust: ReadTrust,
  witnessed: boolean,
): StatementResult {
  const expected = state.grant;
  if (expected === null) {
    return bundle.grant === null
      ? proven('Nothing was permitted, and there is no permission.')
      : failed('bundle_inconsistent', 'a grant for a request that was not allowed');
  }
  const audience = trust.given.audience ?? state.request.audience;
  const fault =
    findOtherIssuer(expected.issuer, undefined, trust) ??
    disagreement('audience_mismatch', [['audience', expected.audience, audience]]) ??
    disagreement('grant_binding_mismatch', [
      ['grant_id', expected.grant_id, state.resolution?.grant_id],
    ]);
  if (fault !== null) return fault;
  if (bundle.grant === null) {
    return notShown('The request was allowed, but the signed permission is not in the bundle.');
  }
  const keys = usableKeys(bundle, trust);
  const verdict = verifyGrant({
    jws: bundle.grant,
    keys,
    issuer: expected.issuer,
    store_id: bundle.store_id,
    audience,
    now: state.receipts[0]?.consumed_at ?? expected.issued_at,
  });
  if (!verdict.ok) {
    // The details of these refusals quote names that others chose.
    return failed(verdict.refusal.code, 'the signed permission does not stand');
  }
  if (verdict.value.epoch !== bundle.epoch) {
    return failed('epoch_changed', 'the permission is of another epoch');
  }
  if (sha256OfPlain(parseGrant(verdict.value)) !== sha256OfPlain(expected)) {
    return failed('grant_binding_mismatch', 'the permission is not the one of this request');
  }
  const signed = verifyJws({ jws: bundle.grant, typ: grantType, keys });
  if (!signed.ok) return failed(signed.refusal.code, signed.refusal.detail);
  return (
    findInvalidKey(trust, signed.value.kid, expected.issued_at, witnessed) ??
    proven(`Issued at ${expected.issued_at}, until ${expected.expires_at}.`)
  );
}

/** Something signed must name the store and the epoch, as the origin of its log may, or the verifier must know them. */
export function checkStore(
  bundle: EvidenceBundle,
  { state }: RequestPath,
  trust: ReadTrust,
): StatementResult {
  const { store_id, epoch } = trust.given;
  const fault =
    disagreement('store_mismatch', [
      ['store_id', bundle.store_id, store_id ?? bundle.store_id],
      ['the store that permitted', bundle.store_id, state.grant?.store_id ?? bundle.store_id],
    ]) ??
    disagreement('epoch_changed', [
      ['epoch', bundle.epoch, epoch ?? bundle.epoch],
      ['the epoch of the request', bundle.epoch, state.epoch],
      ['the epoch of the permission', bundle.epoch, state.grant?.epoch ?? bundle.epoch],
    ]) ??
    disagreement('bundle_inconsistent', [
      ['request', bundle.approval_request_id, state.request.approval_request_id],
    ]);
  if (fault !== null) return fault;
  // What is signed is compared with the bundle by its own statement, which fails where it differs.
  const named =
    (store_id !== undefined && epoch !== undefined) ||
    bundle.request_artifact !== null ||
    bundle.grant !== null ||
    (bundle.log !== null && trust.given.origin === `${bundle.store_id}/${bundle.epoch}`);
  return named
    ? proven(`Store ${bundle.store_id}, epoch ${bundle.epoch}.`)
    : notShown('Nothing signed in the bundle names the store and its epoch.');
}
