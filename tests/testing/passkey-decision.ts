import assert from 'node:assert/strict';
import { createPublicKey, randomUUID } from 'node:crypto';
import { decisionChallenge, parseEntrySubmission, reasonDigest } from '@countersign/protocol/chain';
import { ChainEntryId, idFromUuid } from '@countersign/protocol/value';
import type { RequestRepresentation, SoftwareAuthenticator } from '@countersign/server/testing';
import type { CallableServer } from './server-program.ts';

type Headers = Readonly<Record<string, string>>;

/** Registers a passkey for a person who is signed in. */
export async function addPasskey(
  server: CallableServer & { readonly origin: string },
  headers: Headers,
  passkey: SoftwareAuthenticator,
): Promise<void> {
  const path = '/v1/credentials/passkeys';
  const asked = await server.call('POST', `${path}/options`, { headers });
  const { options, challenge } = asked.body as { options: unknown; challenge: string };
  const response = passkey.create(options, server.origin);
  const body = { challenge, response, label: 'a test' };
  assert.equal((await server.call('POST', path, { headers, body })).status, 201);
}

/** What the browser of a person with a passkey sends to decide a stage: the passkey signs that decision. */
export async function passkeyEntry(
  server: CallableServer,
  headers: Headers,
  passkey: SoftwareAuthenticator,
  approvalRequestId: string,
  decision: 'allow' | 'deny',
  said: { readonly stage_index?: number; readonly reason?: string } = {},
): Promise<Record<string, unknown>> {
  const path = `/v1/requests/${approvalRequestId}`;
  const { request } = (await server.call('GET', path, { headers })).body as RequestRepresentation;
  const { person_id } = (await server.call('GET', '/v1/session', { headers })).body as {
    person_id: string;
  };
  const view = (await server.call('GET', `${path}/view`, { headers })).body as {
    input_digest: string;
    view_digest: string;
    nonce: string;
    origin: string;
    rp_id: string;
    store_id: string;
    epoch: number;
  };
  const { input_digest, view_digest, nonce, origin, rp_id } = view;
  const made = parseEntrySubmission({
    chain_entry_id: idFromUuid(ChainEntryId, 'ace', randomUUID()),
    stage_index: said.stage_index ?? 0,
    decision,
    reason_code: 'reviewed',
    reason: said.reason ?? (decision === 'deny' ? 'not this time' : ''),
    input_digest,
    view_digest,
  });
  const challenge = decisionChallenge({
    store_id: view.store_id as never,
    epoch: view.epoch,
    approval_request_id: request.approval_request_id,
    input_digest: made.input_digest,
    view_digest: view_digest as never,
    stage_index: made.stage_index,
    chain_entry_id: made.chain_entry_id,
    approver_identity: person_id,
    decision,
    reason_digest: reasonDigest(made),
    execute_within_seconds: request.execute_within_seconds,
    nonce,
  });
  const asked = { challenge: Buffer.from(challenge).toString('base64url'), rpId: rp_id };
  const { id, response } = passkey.get(asked, origin);
  const { kty, crv, x, y } = createPublicKey(passkey.privateKey).export({ format: 'jwk' });
  return {
    ...made,
    assertion: {
      public_key: { kty, crv, x, y },
      origin,
      rp_id,
      nonce,
      response: {
        credential_id: id,
        authenticator_data: response.authenticatorData,
        client_data_json: response.clientDataJSON,
        signature: response.signature,
      },
    },
  };
}
