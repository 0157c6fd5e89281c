import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { type EntrySubmission, waysOf } from '../chain/chain-entry.ts';
import type { RegisteredPasskey } from '../chain/decision-assertion.ts';
import { decisionChallenge, reasonDigest } from '../chain/decision-challenge.ts';
import type { PublicKey } from '../crypto/jwk.ts';
import {
  type DelegationAssertion,
  type DelegationTerms,
  delegationChallenge,
} from '../directory/delegation.ts';
import type { RequestState } from '../request/request-state.ts';
import type { PersonId } from '../value/ids.ts';
import { inForce, noPasskeys, opened } from './samples.ts';

/** A software authenticator: signs what a browser would sign for one decision. */
export interface TestPasskey {
  readonly registered: RegisteredPasskey;
  readonly privateKey: KeyObject;
}

export function makePasskey(person_id: PersonId, alg: 'ES256' | 'EdDSA' = 'ES256'): TestPasskey {
  const { publicKey, privateKey } =
    alg === 'ES256'
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : generateKeyPairSync('ed25519');
  const { kty, crv, x, y } = publicKey.export({ format: 'jwk' });
  return {
    registered: {
      credential_id: Buffer.from(`credential of ${person_id}`).toString('base64url'),
      person_id,
      public_key: (y === undefined ? { kty, crv, x } : { kty, crv, x, y }) as PublicKey,
    },
    privateKey,
  };
}

/** The submission with an assertion over it, as the browser of this person would send it. */
export function signDecision(
  state: RequestState,
  submission: EntrySubmission,
  { registered, privateKey }: TestPasskey,
  change: { origin?: string; nonce?: string; flags?: number; rpId?: string } = {},
): EntrySubmission {
  const { request } = opened(state);
  const origin = change.origin ?? noPasskeys.origin;
  const nonce = change.nonce ?? 'nonce-0123456789abcdef';
  if (submission.view_digest === null) throw new Error('a passkey decision carries a view digest');
  const challenge = decisionChallenge({
    store_id: inForce.store_id,
    epoch: inForce.epoch,
    approval_request_id: request.approval_request_id,
    input_digest: submission.input_digest,
    view_digest: submission.view_digest,
    stage_index: submission.stage_index,
    chain_entry_id: submission.chain_entry_id,
    approver_identity: registered.person_id,
    decision: submission.decision,
    reason_digest: reasonDigest(submission),
    execute_within_seconds: request.execute_within_seconds,
    nonce,
    ...waysOf(submission),
  });
  return {
    ...submission,
    assertion: {
      public_key: registered.public_key,
      origin,
      rp_id: noPasskeys.rp_id,
      nonce,
      response: respond(challenge, { registered, privateKey }, change),
    },
  };
}

/** The assertion over the terms of a delegation, as the browser of the delegator would send it. */
export function signDelegation(
  terms: DelegationTerms,
  passkey: TestPasskey,
  epoch: number = inForce.epoch,
): DelegationAssertion {
  const challenge = delegationChallenge({ ...terms, store_id: inForce.store_id, epoch });
  return {
    public_key: passkey.registered.public_key,
    origin: noPasskeys.origin,
    rp_id: noPasskeys.rp_id,
    response: respond(challenge, passkey),
  };
}

function respond(
  challenge: Uint8Array,
  { registered, privateKey }: TestPasskey,
  change: { origin?: string; flags?: number; rpId?: string } = {},
): DelegationAssertion['response'] {
  const clientData = Buffer.from(
    JSON.stringify({
      type: 'webauthn.get',
      challenge: Buffer.from(challenge).toString('base64url'),
      origin: change.origin ?? noPasskeys.origin,
      crossOrigin: false,
    }),
  );
  const authenticatorData = Buffer.concat([
    createHash('sha256')
      .update(change.rpId ?? noPasskeys.rp_id)
      .digest(),
    Buffer.from([change.flags ?? 0x05, 0, 0, 0, 0]),
  ]);
  const signed = Buffer.concat([
    authenticatorData,
    createHash('sha256').update(clientData).digest(),
  ]);
  const algorithm = registered.public_key.kty === 'EC' ? 'sha256' : null;
  return {
    credential_id: registered.credential_id,
    authenticator_data: authenticatorData.toString('base64url'),
    client_data_json: clientData.toString('base64url'),
    signature: sign(algorithm, signed, privateKey).toString('base64url'),
  };
}
