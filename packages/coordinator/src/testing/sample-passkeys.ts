import assert from 'node:assert/strict';
import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto';
import {
  decisionChallenge,
  type RegisteredPasskey,
  reasonDigest,
  waysOf,
} from '@countersign/protocol/chain';
import {
  type DelegationAssertion,
  type DelegationTerms,
  delegationChallenge,
} from '@countersign/protocol/directory';
import type { Result } from '@countersign/protocol/reason';
import { inputDigest, type OpenedRequest } from '@countersign/protocol/request';
import type { PersonId, Principal } from '@countersign/protocol/value';
import { presentedView, viewDigest } from '@countersign/protocol/view';
import type { ChangedRequest } from '../change-request.ts';
import type { Context } from '../context.ts';
import { loadAction } from '../load-action.ts';
import { recordEntry } from '../record-entry.ts';
import { principals, samplePeople, submission } from './sample-ports.ts';

/** A passkey made from text, so that it is the same in every run. */
function passkeyOf(person_id: PersonId) {
  const prefix = Buffer.from('302e020100300506032b657004220420', 'hex');
  const secret = createHash('sha256').update(`passkey of ${person_id}`).digest();
  const key = { key: Buffer.concat([prefix, secret]), format: 'der', type: 'pkcs8' } as const;
  const privateKey = createPrivateKey(key);
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  const registered: RegisteredPasskey = {
    credential_id: Buffer.from(person_id).toString('base64url'),
    person_id,
    public_key: { kty: 'OKP', crv: 'Ed25519', x },
  };
  return { privateKey, registered };
}

const site = { origin: 'http://localhost:8080', rp_id: 'localhost' };

export const samplePasskeys = {
  ...site,
  passkeys: Object.values(samplePeople).map(person => passkeyOf(person).registered),
};

/** What the passkey of a person answers to a challenge. */
function assertionOf(person_id: PersonId, challenge: Uint8Array): DelegationAssertion {
  const { privateKey, registered } = passkeyOf(person_id);
  const clientData = Buffer.from(
    JSON.stringify({
      type: 'webauthn.get',
      challenge: Buffer.from(challenge).toString('base64url'),
      origin: site.origin,
      crossOrigin: false,
    }),
  );
  const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest();
  const authenticatorData = Buffer.concat([sha256(site.rp_id), Buffer.from([5, 0, 0, 0, 0])]);
  const signature = sign(null, Buffer.concat([authenticatorData, sha256(clientData)]), privateKey);
  return {
    public_key: registered.public_key,
    ...site,
    response: {
      credential_id: registered.credential_id,
      authenticator_data: authenticatorData.toString('base64url'),
      client_data_json: clientData.toString('base64url'),
      signature: signature.toString('base64url'),
    },
  };
}

/** The change by which a person lends roles to another one, with their passkey. */
export async function signedDelegation(context: Context, terms: DelegationTerms) {
  const { storeId, epoch } = await context.store.readState();
  const store_id = storeId as never;
  const challenge = delegationChallenge({ ...terms, store_id, epoch });
  const assertion = assertionOf(terms.person_id, challenge);
  return { type: 'make_delegation' as const, terms, assertion, store_id, site };
}

/** A person decides with their passkey. */
export async function decideSigned(
  context: Context,
  state: OpenedRequest,
  who: 'alice' | 'bob' | 'carol' | 'dave' | Extract<Principal, { kind: 'human' }>,
  stage_index: number,
  change: Record<string, unknown> = {},
): Promise<Result<ChangedRequest>> {
  const { request } = state;
  const principal = typeof who === 'string' ? principals[who] : who;
  const identity = typeof who === 'string' ? samplePeople[who] : who.person_id;
  const { storeId } = await context.store.readState();
  const action = await loadAction(context, request.action_digest);
  assert.ok(action !== null);
  const view_digest = viewDigest(presentedView(request, action));
  const unsigned = submission(state, context.ids, { stage_index, view_digest, ...change });
  const nonce = `nonce-${context.ids.uuid()}`;
  const challenge = decisionChallenge({
    store_id: storeId as never,
    epoch: state.epoch,
    approval_request_id: request.approval_request_id,
    input_digest: inputDigest(request),
    view_digest,
    stage_index,
    chain_entry_id: unsigned.chain_entry_id,
    approver_identity: identity,
    decision: unsigned.decision,
    reason_digest: reasonDigest(unsigned),
    execute_within_seconds: request.execute_within_seconds,
    nonce,
    ...waysOf(unsigned),
  });
  return recordEntry(context, {
    approvalRequestId: request.approval_request_id,
    principal,
    submission: { ...unsigned, assertion: { ...assertionOf(identity, challenge), nonce } },
  });
}
