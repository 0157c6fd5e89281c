import type { ViewAnswer } from '@countersign/client/people';
import {
  type DecisionAssertion,
  decisionChallenge,
  type EntrySubmission,
  reasonDigest,
  waysOf,
} from '@countersign/protocol/chain';
import { encodeBase64url } from '@countersign/protocol/json';
import type { StoreId } from '@countersign/protocol/value';
import type { Shown } from '@countersign/protocol/view';

type OwnPasskey = ViewAnswer['passkeys'][number];

/** Why a passkey did not sign. */
export class PasskeyRefused extends Error {
  readonly code: 'passkey_dismissed' | 'passkey_missing';
  constructor(code: PasskeyRefused['code']) {
    super(code);
    this.code = code;
  }
}

interface SigningInput {
  readonly shown: Shown;
  /** Read just now: its nonce is fresh. */
  readonly view: ViewAnswer;
  readonly personId: string;
  readonly submission: EntrySubmission;
  readonly signal: AbortSignal;
}

/** Has the person's passkey sign exactly this decision on exactly this view, and nothing that fits elsewhere (ID-9). */
export async function signDecision(input: SigningInput): Promise<DecisionAssertion> {
  const { shown, view, personId, submission, signal } = input;
  const challenge = decisionChallenge({
    store_id: view.store_id as StoreId,
    epoch: view.epoch,
    approval_request_id: shown.request.approval_request_id,
    input_digest: shown.inputDigest,
    view_digest: shown.viewDigest,
    stage_index: submission.stage_index,
    chain_entry_id: submission.chain_entry_id,
    approver_identity: personId,
    decision: submission.decision,
    reason_digest: reasonDigest(submission),
    execute_within_seconds: shown.request.execute_within_seconds,
    nonce: view.nonce,
    ...waysOf(submission),
  });
  return askPasskey(challenge, view, signal);
}

/** Has one of the person's passkeys sign a challenge that this page has computed. */
export async function askPasskey(
  challenge: Uint8Array,
  { passkeys, rp_id, nonce }: Pick<ViewAnswer, 'passkeys' | 'rp_id' | 'nonce'>,
  signal: AbortSignal,
): Promise<DecisionAssertion> {
  if (passkeys.length === 0) throw new PasskeyRefused('passkey_missing');
  const credential = await askAuthenticator(challenge, rp_id, passkeys, signal);
  const credential_id = encodeBase64url(new Uint8Array(credential.rawId));
  const passkey = passkeys.find(known => known.credential_id === credential_id);
  if (passkey === undefined) throw new PasskeyRefused('passkey_missing');
  const response = credential.response as AuthenticatorAssertionResponse;
  const bytes = (buffer: ArrayBuffer) => encodeBase64url(new Uint8Array(buffer));
  return {
    public_key: passkey.public_key,
    origin: location.origin,
    rp_id,
    nonce,
    response: {
      credential_id,
      authenticator_data: bytes(response.authenticatorData),
      client_data_json: bytes(response.clientDataJSON),
      signature: bytes(response.signature),
    },
  };
}

async function askAuthenticator(
  challenge: Uint8Array,
  rpId: string,
  passkeys: readonly OwnPasskey[],
  signal: AbortSignal,
): Promise<PublicKeyCredential> {
  try {
    const credential = await navigator.credentials.get({
      signal,
      publicKey: {
        challenge: Uint8Array.from(challenge),
        rpId,
        userVerification: 'required',
        allowCredentials: passkeys.map(({ credential_id }) => ({
          type: 'public-key',
          id: bytesOf(credential_id),
        })),
      },
    });
    if (credential instanceof PublicKeyCredential) return credential;
  } catch {
    // Dismissed, timed out, aborted by a change: the browser does not say which, and nothing was signed.
  }
  throw new PasskeyRefused('passkey_dismissed');
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const binary = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, char => char.charCodeAt(0));
}
