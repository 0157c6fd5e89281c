import { type ImportedKey, sha256, verifyJws } from '@countersign/protocol/crypto';
import { canonicalize } from '@countersign/protocol/json';
import { ProtocolError } from '@countersign/protocol/reason';
import { type Grant, grantType, parseGrant } from '@countersign/protocol/request';
import { earlier } from './approval-window.ts';
import { fromFlowId, toFlowId } from './flow-ids.ts';
import { timestampOf } from './flow-time.ts';
import { accepted, type FlowVerdict, refused, withFlowCode } from './flow-verdict.ts';
import { type BoundIntent, toAction } from './intent-action.ts';
import { computeExecutionIntentPayloadHash } from './payload-hash.ts';
import {
  type ApprovedIntentArtifact,
  flowSchemaVersion,
  parseApprovedIntentArtifact,
  type UnsignedArtifact,
} from './records.ts';

/** Whose grants count, for whom. The keys are public: what is checked with them cannot be made with them. */
export interface GrantTrust {
  readonly keys: ReadonlyMap<string, ImportedKey>;
  readonly issuer: string;
  readonly store_id: string;
  /** This executor. */
  readonly audience: string;
}

/** The artifact of a grant, each of whose members follows from the grant or from the intent that it is of. */
export function toApprovedArtifact(
  intent: BoundIntent,
  grant: Grant,
): FlowVerdict<UnsignedArtifact> {
  if (sha256(toAction(intent)) !== grant.action_digest) {
    return refused('INTENT_ARTIFACT_MISMATCH', 'the grant is of another action');
  }
  const { snapshot } = intent;
  return accepted({
    schemaVersion: flowSchemaVersion,
    artifactId: toFlowId('artifact', grant.grant_id),
    intentId: intent.intentId,
    intentVersion: intent.intentVersion,
    intentPayloadHash: computeExecutionIntentPayloadHash(snapshot),
    approvalState: 'approved',
    issuedAt: grant.issued_at,
    expiresAt: earlier(grant.expires_at, timestampOf(snapshot.expiresAt)),
    issuedByService: grant.issuer,
    approvalRequestId: toFlowId('request', grant.approval_request_id),
    approvalRecordId: toFlowId('resolution', grant.approval_resolution_id),
    policyDecisionId: snapshot.policy.decisionId,
    nonce: toFlowId('nonce', grant.grant_id),
    trace: snapshot.trace,
    tokenVersion: '1.0',
  });
}

/** The same artifact with the signed grant in it: the Ed25519 form, which covers every member. */
export function toGrantArtifact(
  intent: BoundIntent,
  jws: string,
  trust: GrantTrust,
): FlowVerdict<ApprovedIntentArtifact> {
  const signed = readSignedGrant(jws, trust);
  if (!signed.ok) return signed;
  const { grant, kid } = signed.value;
  const artifact = toApprovedArtifact(intent, grant);
  if (!artifact.ok) return artifact;
  const signature = { algorithm: 'ed25519', keyId: kid, value: jws };
  return accepted(parseApprovedIntentArtifact({ ...artifact.value, signature }));
}

/** The grant in an artifact, if it vouches for every member of it: whatever was changed, it is another artifact. */
export function verifyGrantArtifact(
  intent: BoundIntent,
  artifact: ApprovedIntentArtifact,
  trust: GrantTrust,
): FlowVerdict<Grant> {
  const { signature, ...members } = artifact;
  const signed = readSignedGrant(signature.value, trust);
  if (!signed.ok) return signed;
  const { grant, kid } = signed.value;
  const same = kid === signature.keyId && isArtifactOf(intent, grant, members);
  return same
    ? accepted(grant)
    : refused('ARTIFACT_SIGNATURE_INVALID', 'the signed grant says otherwise');
}

/** Whether these members are those of the grant, all of them. */
export function isArtifactOf(
  intent: BoundIntent,
  grant: Grant,
  members: UnsignedArtifact,
): boolean {
  const expected = toApprovedArtifact(intent, grant);
  return expected.ok && canonicalize(expected.value) === canonicalize(members);
}

/** What an artifact is about in our names; null where it was not made from a grant of ours. */
export function fromApprovedArtifact(artifact: UnsignedArtifact): {
  readonly grant_id: Grant['grant_id'];
  readonly approval_request_id: Grant['approval_request_id'];
  readonly approval_resolution_id: Grant['approval_resolution_id'];
} | null {
  const grant_id = fromFlowId('artifact', artifact.artifactId);
  const approval_request_id = fromFlowId('request', artifact.approvalRequestId ?? '');
  const approval_resolution_id = fromFlowId('resolution', artifact.approvalRecordId);
  if (grant_id === null || approval_request_id === null || approval_resolution_id === null) {
    return null;
  }
  return fromFlowId('nonce', artifact.nonce) === grant_id
    ? { grant_id, approval_request_id, approval_resolution_id }
    : null;
}

/** Everything about a signed grant but its time, which has a place of its own in upstream's order. */
export function readSignedGrant(
  jws: string,
  { keys, issuer, store_id, audience }: GrantTrust,
): FlowVerdict<{ readonly grant: Grant; readonly kid: string }> {
  const signed = verifyJws({ jws, typ: grantType, keys });
  if (!signed.ok) return withFlowCode(signed.refusal);
  let grant: Grant;
  try {
    grant = parseGrant(signed.value.payload);
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    return refused('ARTIFACT_SIGNATURE_INVALID', 'what is signed is no grant', 'grant_malformed');
  }
  if (grant.issuer !== issuer || grant.store_id !== store_id) {
    return refused(
      'ARTIFACT_SIGNING_KEY_UNKNOWN',
      'the grant is of another issuer or store',
      grant.issuer === issuer ? 'store_mismatch' : 'grant_issuer_mismatch',
    );
  }
  if (grant.audience !== audience) {
    return refused(
      'ARTIFACT_SIGNATURE_INVALID',
      'the grant is for another executor',
      'audience_mismatch',
    );
  }
  return accepted({ grant, kid: signed.value.kid });
}
