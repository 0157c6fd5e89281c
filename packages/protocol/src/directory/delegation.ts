import * as z from 'zod';
import { sha256Bytes } from '#sha256';
import type { RegisteredPasskey } from '../chain/decision-assertion.ts';
import { sha256 } from '../crypto/digest.ts';
import { PublicKey } from '../crypto/jwk.ts';
import { importPublicKey } from '../crypto/public-key.ts';
import { verifyAssertion } from '../crypto/webauthn.ts';
import { WebAuthnResponse } from '../crypto/webauthn-response.ts';
import { canonicalize } from '../json/canonical-json.ts';
import { utf8Bytes } from '../json/utf8.ts';
import { ProtocolError } from '../reason/protocol-error.ts';
import { accept, type Result, refuse } from '../reason/refusal.ts';
import { DelegationId, PersonId, type StoreId } from '../value/ids.ts';
import { Timestamp } from '../value/timestamp.ts';
import { Name } from '../value/wire-text.ts';
import { sortedSet } from './sorted-set.ts';

/** How long a delegation may last. */
export const delegationSecondsMax = 90 * 86_400;

/** How many delegations of one person may stand at once. */
export const delegationsMax = 8;

/** Who decides for whom, as what and when (DG-1). */
export const DelegationTerms = z.strictObject({
  delegation_id: DelegationId,
  person_id: PersonId,
  delegate_id: PersonId,
  roles: sortedSet(Name, { min: 1, max: 32 }),
  starts_at: Timestamp,
  ends_at: Timestamp,
});
export type DelegationTerms = z.infer<typeof DelegationTerms>;

/** The passkey of the delegator over the terms, with all that is needed to check it again offline. */
export const DelegationAssertion = z.strictObject({
  public_key: PublicKey,
  origin: z.string().min(1).max(512),
  rp_id: z.string().min(1).max(255),
  response: WebAuthnResponse,
});
export type DelegationAssertion = z.infer<typeof DelegationAssertion>;

/** Roles of one person that another one may decide with now: lent, and held by the delegator. */
export interface LentRoles extends DelegationTerms {}

/** A delegation as it is now. */
export interface Delegation extends DelegationTerms {
  readonly epoch: number;
  /** Of the passkey that signed it. */
  readonly credential_id: string;
  readonly made_at: Timestamp;
  readonly revoked_at: Timestamp | null;
}

/** The 32 bytes to hand to the authenticator. The id is used once, so a signature makes one delegation. */
export function delegationChallenge(
  terms: DelegationTerms & { readonly store_id: StoreId; readonly epoch: number },
): Uint8Array {
  const { store_id, epoch, delegation_id, person_id, delegate_id, roles, starts_at, ends_at } =
    terms;
  return sha256Bytes(
    utf8Bytes(
      canonicalize({
        type: 'countersign/delegation/v1',
        store_id,
        epoch,
        delegation_id,
        person_id,
        delegate_id,
        roles,
        starts_at,
        ends_at,
      }),
    ),
  );
}

/** Whether a passkey of the delegator signed these terms. Run when it is made, and offline (DG-1). */
export function verifyDelegation(input: {
  readonly terms: DelegationTerms;
  readonly assertion: DelegationAssertion;
  readonly store_id: StoreId;
  readonly epoch: number;
  readonly site: { readonly origin: string; readonly rp_id: string };
  readonly passkeys: readonly RegisteredPasskey[];
}): Result<RegisteredPasskey> {
  const { terms, assertion, store_id, epoch, site, passkeys } = input;
  if (assertion.origin !== site.origin) {
    return refuse('assertion_origin_mismatch', `expected ${site.origin}`);
  }
  if (assertion.rp_id !== site.rp_id) {
    return refuse('assertion_rp_mismatch', `expected ${site.rp_id}`);
  }
  const passkey = passkeys.find(
    ({ credential_id, person_id }) =>
      credential_id === assertion.response.credential_id && person_id === terms.person_id,
  );
  if (passkey === undefined || sha256(passkey.public_key) !== sha256(assertion.public_key)) {
    return refuse('assertion_credential_unknown', 'no such passkey is registered for this person');
  }
  try {
    const verdict = verifyAssertion({
      assertion: assertion.response,
      publicKey: importPublicKey(passkey.public_key),
      challenge: delegationChallenge({ ...terms, store_id, epoch }),
      origin: site.origin,
      rpId: site.rp_id,
    });
    return verdict.ok ? accept(passkey) : verdict;
  } catch (error) {
    // A weak key that slipped into a store is no key.
    if (error instanceof ProtocolError)
      return refuse('assertion_credential_unknown', error.message);
    throw error;
  }
}
