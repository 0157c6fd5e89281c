import * as z from 'zod';
import { Digest } from '../crypto/digest.ts';
import { isSignedWithOneOf, verifyJws } from '../crypto/jws.ts';
import type { ImportedKey } from '../crypto/public-key.ts';
import { parserOf } from '../json/parse-object.ts';
import { InvariantViolation } from '../reason/protocol-error.ts';
import { accept, type Result, refuse } from '../reason/refusal.ts';
import type { Branded } from '../value/brand.ts';
import {
  ApprovalRequestId,
  ApprovalResolutionId,
  GrantId,
  IntentId,
  StoreId,
} from '../value/ids.ts';
import { isDue, Timestamp } from '../value/timestamp.ts';
import { Name } from '../value/wire-text.ts';
import type { ApprovalRequest } from './approval-request.ts';
import type { Resolution } from './resolution.ts';

/** The `typ` of a signed grant; no other artifact of the protocol can stand in for it. */
export const grantType = 'countersign-grant+jws';

/** One-use permission for one digest: the signed form of an allow resolution. */
export const Grant = z.strictObject({
  version: z.literal('1'),
  issuer: Name,
  store_id: StoreId,
  epoch: z.int().min(1),
  audience: Name,
  grant_id: GrantId,
  issued_at: Timestamp,
  expires_at: Timestamp,
  approval_request_id: ApprovalRequestId,
  approval_resolution_id: ApprovalResolutionId,
  intent_id: IntentId,
  action_digest: Digest,
  policy_version: Name,
  approval_chain_id: Name,
  approval_chain_version: Name,
  final_entry_digest: Digest,
});
export type Grant = z.infer<typeof Grant>;

export const parseGrant = parserOf('Grant', Grant);

/** The grant of an allowed request: everything in it was decided before, only its issuer is added. */
export function grantFor(
  {
    request,
    resolution,
  }: { readonly request: ApprovalRequest; readonly resolution: Resolution | null },
  issuance: Pick<Grant, 'grant_id' | 'issuer' | 'store_id' | 'epoch'>,
): Grant {
  const expires_at = resolution?.grant_expires_at ?? null;
  const final_entry_digest = resolution?.final_entry_digest ?? null;
  if (resolution === null || expires_at === null || final_entry_digest === null) {
    throw new InvariantViolation('AB-1', 'a grant follows from an allow resolution');
  }
  return {
    version: '1',
    issuer: issuance.issuer,
    store_id: issuance.store_id,
    epoch: issuance.epoch,
    audience: request.audience,
    grant_id: issuance.grant_id,
    issued_at: resolution.resolved_at,
    expires_at,
    approval_request_id: request.approval_request_id,
    approval_resolution_id: resolution.approval_resolution_id,
    intent_id: request.intent_id,
    action_digest: request.action_digest,
    policy_version: request.policy_version,
    approval_chain_id: request.approval_chain_id,
    approval_chain_version: request.approval_chain_version,
    final_entry_digest,
  };
}

/** A grant whose signature, issuer, store, audience and time were checked. */
export type VerifiedGrant = Branded<Grant, 'VerifiedGrant'>;

/** The exact text of a grant that this process has signed itself, and what it says. */
export interface SignedGrant {
  readonly jws: string;
  readonly grant: Grant;
}

/** Needs no server: the key set and what this executor expects go in, a verdict comes out. */
export function verifyGrant(input: {
  readonly jws: string;
  readonly keys: ReadonlyMap<string, ImportedKey>;
  readonly issuer: string;
  readonly store_id: string;
  readonly audience: string;
  readonly now: Timestamp;
  /** Skips a second signature check of the same text, as long as its key is trusted. */
  readonly signedHere?: SignedGrant | undefined;
}): Result<VerifiedGrant> {
  const read = readGrant(input);
  if (!read.ok) return read;
  const grant = read.value;
  if (grant.issuer !== input.issuer) {
    return refuse(
      'grant_issuer_mismatch',
      `expected issuer ${input.issuer}, found ${grant.issuer}`,
    );
  }
  if (grant.store_id !== input.store_id) {
    return refuse('store_mismatch', `expected ${input.store_id}, found ${grant.store_id}`);
  }
  if (grant.audience !== input.audience) {
    return refuse('audience_mismatch', `expected ${input.audience}, found ${grant.audience}`);
  }
  if (isDue(grant.expires_at, input.now)) {
    return refuse('grant_expired', `the grant ended at ${grant.expires_at}`);
  }
  return accept(grant as VerifiedGrant);
}

function readGrant({ jws, keys, signedHere }: Parameters<typeof verifyGrant>[0]): Result<Grant> {
  if (signedHere?.jws === jws && isSignedWithOneOf(keys, { jws, typ: grantType })) {
    return accept(signedHere.grant);
  }
  const signed = verifyJws({ jws, typ: grantType, keys });
  if (!signed.ok) return signed;
  const parsed = Grant.safeParse(signed.value.payload);
  if (!parsed.success) return refuse('grant_malformed', 'the signed content is not a grant');
  return accept(parsed.data);
}
