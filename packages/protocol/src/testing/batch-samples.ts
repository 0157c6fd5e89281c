import { createHash, sign } from 'node:crypto';
import {
  type BatchedDecision,
  batchChallenge,
  batchTree,
  batchViewDigest,
} from '../chain/batch.ts';
import type { EntrySubmission } from '../chain/chain-entry.ts';
import { reasonDigest } from '../chain/decision-challenge.ts';
import type { OpenRequest, RecordEntry } from '../request/request-command.ts';
import type { RequestState } from '../request/request-state.ts';
import { presentedView, viewDigest } from '../view/presented-view.ts';
import { makePasskey, type TestPasskey } from './passkey.ts';
import {
  idOf,
  inForce,
  noPasskeys,
  openCommand,
  opened,
  people,
  sampleAction,
  sampleChain,
  samplePolicyDecision,
  submissionFor,
} from './samples.ts';

export const batchPasskey: TestPasskey = makePasskey(people.alice);

export const batchTrust: Pick<RecordEntry, 'passkeys' | 'in_batch'> = {
  passkeys: { ...noPasskeys, passkeys: [batchPasskey.registered] },
  in_batch: true,
};

/** A request that one person decides with a passkey. */
export function batchedRequest(level: 'high' | 'critical' = 'high'): OpenRequest {
  const chain = sampleChain({
    stages: [{ name: 'reviewer', approvers: { roles: ['finance'] }, min_assurance: 'webauthn' }],
  });
  const risk = { level, signals: [] };
  const policy_decision = samplePolicyDecision(sampleAction(), chain, { risk });
  return openCommand({ chain, policy_decision });
}

/** The decision on a request as one row of a batch, whose other rows are about other requests. */
export function signedInBatch(state: RequestState, index: number, count: number): EntrySubmission {
  const { request } = opened(state);
  const view_digest = viewDigest(presentedView(request, sampleAction()));
  const submission = submissionFor(request, { view_digest });
  const decided: BatchedDecision = {
    store_id: inForce.store_id,
    epoch: inForce.epoch,
    approval_request_id: request.approval_request_id,
    input_digest: submission.input_digest,
    view_digest,
    stage_index: submission.stage_index,
    chain_entry_id: submission.chain_entry_id,
    approver_identity: people.alice,
    decision: submission.decision,
    reason_digest: reasonDigest(submission),
    execute_within_seconds: request.execute_within_seconds,
  };
  const rows = Array.from({ length: count }, (_, at) =>
    at === index ? decided : { ...decided, approval_request_id: idOf('ar', at + 100) as never },
  );
  const { root, places } = batchTree(rows);
  const batch_view_digest = batchViewDigest(rows);
  const nonce = 'nonce-0123456789abcdef';
  const { store_id, epoch, approver_identity } = decided;
  const challenge = batchChallenge({
    store_id,
    epoch,
    approver_identity,
    root,
    count,
    batch_view_digest,
    nonce,
  });
  const hash = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest();
  const client = Buffer.from(
    JSON.stringify({
      type: 'webauthn.get',
      challenge: Buffer.from(challenge).toString('base64url'),
      origin: noPasskeys.origin,
      crossOrigin: false,
    }),
  );
  const data = Buffer.concat([hash(noPasskeys.rp_id), Buffer.from([5, 0, 0, 0, 0])]);
  const { registered, privateKey } = batchPasskey;
  const place = places[index];
  if (place === undefined) throw new RangeError('expected a row of the batch');
  return {
    ...submission,
    assertion: {
      public_key: registered.public_key,
      origin: noPasskeys.origin,
      rp_id: noPasskeys.rp_id,
      nonce,
      response: {
        credential_id: registered.credential_id,
        authenticator_data: data.toString('base64url'),
        client_data_json: client.toString('base64url'),
        signature: sign('sha256', Buffer.concat([data, hash(client)]), privateKey).toString(
          'base64url',
        ),
      },
      batch: {
        root,
        count,
        leaf_index: place.leaf_index,
        proof: [...place.proof],
        batch_view_digest,
      },
    },
  };
}
