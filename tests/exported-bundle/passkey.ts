import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import {
  decisionChallenge,
  parseEntrySubmission,
  type RegisteredPasskey,
  reasonDigest,
} from '@countersign/protocol/chain';
import type { PublicKey } from '@countersign/protocol/crypto';
import type { OpenedRequest } from '@countersign/protocol/request';
import { people, site, type World } from './world.ts';

const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const { x, y } = publicKey.export({ format: 'jwk' });

export const benPasskey: RegisteredPasskey = {
  credential_id: Buffer.from('the passkey of ben').toString('base64url'),
  person_id: people.ben as never,
  public_key: { kty: 'EC', crv: 'P-256', x, y } as PublicKey,
};

/** The decision with the assertion that Ben's browser would send with it. */
export async function signWithPasskey(
  { context }: World,
  { request }: OpenedRequest,
  submission: object,
): Promise<object> {
  const made = parseEntrySubmission(submission);
  const { view_digest } = made;
  if (view_digest === null) throw new Error('expected a view');
  const { storeId, epoch } = await context.store.readState();
  const nonce = context.ids.uuid();
  const challenge = decisionChallenge({
    store_id: storeId as never,
    epoch,
    approval_request_id: request.approval_request_id,
    input_digest: made.input_digest,
    view_digest,
    stage_index: made.stage_index,
    chain_entry_id: made.chain_entry_id,
    approver_identity: people.ben,
    decision: made.decision,
    reason_digest: reasonDigest(made),
    execute_within_seconds: request.execute_within_seconds,
    nonce,
  });
  const client = Buffer.from(
    JSON.stringify({
      type: 'webauthn.get',
      challenge: Buffer.from(challenge).toString('base64url'),
      origin: site.origin,
      crossOrigin: false,
    }),
  );
  const data = Buffer.concat([hash(site.rp_id), Buffer.from([5, 0, 0, 0, 0])]);
  const signature = sign('sha256', Buffer.concat([data, hash(client)]), privateKey);
  return {
    ...made,
    assertion: {
      public_key: benPasskey.public_key,
      ...site,
      nonce,
      response: {
        credential_id: benPasskey.credential_id,
        authenticator_data: data.toString('base64url'),
        client_data_json: client.toString('base64url'),
        signature: signature.toString('base64url'),
      },
    },
  };
}

function hash(bytes: string | Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}
