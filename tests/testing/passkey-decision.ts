import assert from 'node:assert/strict';
import { createPublicKey, randomUUID } from 'node:crypto';
import {
  batchChallenge,
  batchTree,
  batchViewDigest,
  decisionChallenge,
  type OnBehalf,
  parseEntrySubmission,
  reasonDigest,
} from '@countersign/protocol/chain';
import { ChainEntryId, idFromUuid } from '@countersign/protocol/value';
import type { RequestRepresentation, SoftwareAuthenticator } from '@countersign/server/testing';
import type { BatchAnswer } from '@countersign/wire/batches';
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
  said: {
    readonly stage_index?: number;
    readonly reason?: string;
    readonly on_behalf_of?: OnBehalf;
    readonly break_glass?: 'outage';
  } = {},
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
  const { on_behalf_of, break_glass } = said;
  const ways = {
    ...(on_behalf_of === undefined ? {} : { on_behalf_of }),
    ...(break_glass === undefined ? {} : { break_glass }),
  };
  const made = parseEntrySubmission({
    ...ways,
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
    ...ways,
  });
  return { ...made, assertion: signedBy(passkey, challenge, { origin, rp_id, nonce }) };
}

/** What the browser sends to approve all rows of a batch with one touch of the passkey. */
export function passkeyBatch(
  passkey: SoftwareAuthenticator,
  person_id: string,
  answer: BatchAnswer,
): { readonly rows: readonly object[] } {
  const signs = {
    store_id: answer.store_id as never,
    epoch: answer.epoch,
    approver_identity: person_id,
  };
  const rows = answer.rows.map(({ representation: { request }, input_digest, view_digest }) => {
    const { approval_request_id, execute_within_seconds } = request;
    const entry = parseEntrySubmission({
      chain_entry_id: idFromUuid(ChainEntryId, 'ace', randomUUID()),
      stage_index: answer.stage_index ?? 0,
      decision: 'allow',
      reason_code: 'reviewed',
      reason: '',
      input_digest,
      view_digest,
    });
    return {
      approval_request_id,
      execute_within_seconds,
      view_digest: view_digest as never,
      entry,
    };
  });
  const tree = batchTree(
    rows.map(({ entry, ...bound }) => ({
      ...signs,
      ...bound,
      input_digest: entry.input_digest,
      stage_index: entry.stage_index,
      chain_entry_id: entry.chain_entry_id,
      decision: entry.decision,
      reason_digest: reasonDigest(entry),
    })),
  );
  const whole = {
    root: tree.root,
    count: rows.length,
    batch_view_digest: batchViewDigest(rows),
  };
  const challenge = batchChallenge({ ...signs, ...whole, nonce: answer.nonce });
  const assertion = signedBy(passkey, challenge, answer);
  return {
    rows: rows.map(({ approval_request_id, entry }, index) => ({
      approval_request_id,
      entry: { ...entry, assertion: { ...assertion, batch: { ...whole, ...tree.places[index] } } },
    })),
  };
}

/** The assertion of a passkey over a challenge. That of a decision also names the nonce of its view. */
export function signedBy(
  passkey: SoftwareAuthenticator,
  challenge: Uint8Array,
  said: { readonly origin: string; readonly rp_id: string; readonly nonce?: string },
) {
  const { origin, rp_id, nonce } = said;
  const asked = { challenge: Buffer.from(challenge).toString('base64url'), rpId: rp_id };
  const { id, response } = passkey.get(asked, origin);
  const { kty, crv, x, y } = createPublicKey(passkey.privateKey).export({ format: 'jwk' });
  return {
    public_key: { kty, crv, x, y },
    origin,
    rp_id,
    ...(nonce === undefined ? {} : { nonce }),
    response: {
      credential_id: id,
      authenticator_data: response.authenticatorData,
      client_data_json: response.clientDataJSON,
      signature: response.signature,
    },
  };
}
