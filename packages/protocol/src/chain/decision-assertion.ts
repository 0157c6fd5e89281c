import { sha256 } from '../crypto/digest.ts';
import type { PublicKey } from '../crypto/jwk.ts';
import { importPublicKey } from '../crypto/public-key.ts';
import { verifyAssertion } from '../crypto/webauthn.ts';
import { ProtocolError } from '../reason/protocol-error.ts';
import { accept, type Result, refuse } from '../reason/refusal.ts';
import type { ApprovalRequest } from '../request/approval-request.ts';
import { aloneReason, aloneWay } from '../request/judge-batch.ts';
import type { PersonId, StoreId } from '../value/ids.ts';
import { type BatchedDecision, batchChallenge, isInBatch } from './batch.ts';
import { type DecisionAssertion, type EntrySubmission, waysOf } from './chain-entry.ts';
import { decisionChallenge, reasonDigest } from './decision-challenge.ts';

/** A passkey that a person registered with this store. */
export interface RegisteredPasskey {
  readonly credential_id: string;
  readonly person_id: PersonId;
  readonly public_key: PublicKey;
}

/** What passkey decisions are checked against. It comes from configuration, never from the entry. */
export interface PasskeyTrust {
  /** Exact, including the port: another port of the same host can ask the same credential to sign. */
  readonly origin: string;
  readonly rp_id: string;
  readonly passkeys: readonly RegisteredPasskey[];
}

/**
 * Whether the approver's passkey signed this very decision: this request as presented, this view, this
 * stage, this answer with these words, in this store and epoch. Run when the decision is made, again
 * before execution, and offline (ID-9).
 */
export function verifyDecisionAssertion(input: {
  readonly request: ApprovalRequest;
  readonly submission: EntrySubmission;
  readonly approver_identity: string;
  readonly store_id: StoreId;
  readonly epoch: number;
  readonly trust: PasskeyTrust;
}): Result<'webauthn'> {
  const { request, submission, approver_identity, trust } = input;
  const { assertion, view_digest } = submission;
  if (assertion === null) return refuse('assertion_missing', 'expected a passkey assertion');
  if (view_digest === null)
    return refuse('entry_view_missing', 'expected view_digest with a passkey');
  if (assertion.origin !== trust.origin) {
    return refuse(
      'assertion_origin_mismatch',
      `expected ${trust.origin}, found ${assertion.origin}`,
    );
  }
  if (assertion.rp_id !== trust.rp_id) {
    return refuse('assertion_rp_mismatch', `expected ${trust.rp_id}, found ${assertion.rp_id}`);
  }
  const passkey = trust.passkeys.find(
    ({ credential_id, person_id }) =>
      credential_id === assertion.response.credential_id && person_id === approver_identity,
  );
  if (passkey === undefined || sha256(passkey.public_key) !== sha256(assertion.public_key)) {
    return refuse('assertion_credential_unknown', 'no such passkey is registered for this person');
  }
  const decided: BatchedDecision = {
    store_id: input.store_id,
    epoch: input.epoch,
    approval_request_id: request.approval_request_id,
    input_digest: submission.input_digest,
    view_digest,
    stage_index: submission.stage_index,
    chain_entry_id: submission.chain_entry_id,
    approver_identity,
    decision: submission.decision,
    reason_digest: reasonDigest(submission),
    execute_within_seconds: request.execute_within_seconds,
    ...waysOf(submission),
  };
  const challenged = challengeOf(decided, assertion, request);
  if (!challenged.ok) return challenged;
  try {
    const verdict = verifyAssertion({
      assertion: assertion.response,
      publicKey: importPublicKey(passkey.public_key),
      challenge: challenged.value,
      origin: trust.origin,
      rpId: trust.rp_id,
    });
    return verdict.ok ? accept('webauthn') : verdict;
  } catch (error) {
    // A weak key that slipped into a store is no key.
    if (error instanceof ProtocolError)
      return refuse('assertion_credential_unknown', error.message);
    throw error;
  }
}

/**
 * What the passkey must have signed: this decision, or a batch in which it is a row. A batch proves the same as a decision
 * alone (BA-1), and never approves what must be decided alone (BA-4).
 */
function challengeOf(
  decided: BatchedDecision,
  { batch, nonce }: DecisionAssertion,
  request: ApprovalRequest,
): Result<Uint8Array> {
  if (batch === undefined) return accept(decisionChallenge({ ...decided, nonce }));
  const alone = decided.decision === 'deny' ? null : (aloneWay(decided) ?? aloneReason(request));
  if (alone !== null) return refuse('batch_row_alone', `a batch cannot approve this: ${alone}`);
  if (!isInBatch(decided, batch)) {
    return refuse('assertion_challenge_mismatch', 'the batch that was signed lacks this decision');
  }
  const { root, count, batch_view_digest } = batch;
  const { store_id, epoch, approver_identity } = decided;
  return accept(
    batchChallenge({ store_id, epoch, approver_identity, root, count, batch_view_digest, nonce }),
  );
}
