import { ProtocolError, type ReasonCode } from '@countersign/protocol/reason';
import { isDue, type Timestamp } from '@countersign/protocol/value';
import { type GrantTrust, verifyGrantArtifact } from './approved-artifact.ts';
import { timestampOf } from './flow-time.ts';
import { accepted, type FlowRefusal, type FlowVerdict, refused } from './flow-verdict.ts';
import { readIntent } from './intent-action.ts';
import { computeExecutionIntentPayloadHash } from './payload-hash.ts';
import {
  type ApprovedIntentArtifact,
  type ExecutionIntent,
  type FlowTrace,
  parseApprovedIntentArtifact,
} from './records.ts';
import {
  type FlowSecrets,
  type IntentTrust,
  verifyArtifactHmac,
  verifyIntentSignature,
} from './signatures.ts';
import { type FlowLifecycle, fromPolicyResult } from './vocabulary.ts';

/** Whose artifacts count: by grants of ours, by upstream's secrets, or by both. None where there is neither. */
export interface ArtifactTrust {
  readonly grants?: GrantTrust;
  readonly secrets?: FlowSecrets;
}

export interface FlowAttempt {
  readonly intent: unknown;
  readonly artifact: unknown;
  readonly intentTrust: IntentTrust;
  readonly artifactTrust: ArtifactTrust;
  readonly now: Timestamp;
  /** What is known to be used up. This knowledge can only refuse: the store has the last word at the consume. */
  readonly consumedArtifactIds?: ReadonlySet<string>;
  readonly consumedArtifactNonces?: ReadonlySet<string>;
}

export interface JudgedExecution {
  readonly intent: ExecutionIntent;
  readonly artifact: ApprovedIntentArtifact;
}

type Judgement = FlowRefusal | null;
type Check = (both: JudgedExecution, attempt: FlowAttempt) => Judgement;

/**
 * Upstream's seventeen answers in upstream's order, over objects that are read strictly and once. It consumes nothing.
 *
 * Upstream believes unsigned members. Here they can only add a no: the policy in the signed snapshot says whether
 * approval is needed, and the signed artifact shows that it was given.
 */
export function judgeExecution(attempt: FlowAttempt): FlowVerdict<JudgedExecution> {
  const intent = readIntent(attempt.intent);
  if (!intent.ok) return intent;
  const artifact = readArtifact(attempt.artifact);
  if (!artifact.ok) return artifact;
  const both = { intent: intent.value, artifact: artifact.value };
  for (const check of checks) {
    const refusal = check(both, attempt);
    if (refusal !== null) return { ok: false, refusal };
  }
  return accepted(both);
}

const checks: readonly Check[] = [
  ({ intent, artifact }) =>
    artifact.intentId === intent.intentId &&
    artifact.policyDecisionId === intent.snapshot.policy.decisionId &&
    sameTrace(artifact.trace, intent.snapshot.trace)
      ? null
      : no('INTENT_ARTIFACT_MISMATCH', 'the artifact is of another intent'),
  ({ intent, artifact }) =>
    artifact.intentVersion === intent.intentVersion
      ? null
      : no('INTENT_VERSION_MISMATCH', 'the artifact is of another version of the intent'),
  ({ intent }) =>
    intent.payloadHash === computeExecutionIntentPayloadHash(intent.snapshot)
      ? null
      : no('INTENT_PAYLOAD_HASH_INVALID', 'the payload hash is not that of the snapshot'),
  ({ intent, artifact }) =>
    artifact.intentPayloadHash === intent.payloadHash
      ? null
      : no('ARTIFACT_PAYLOAD_HASH_MISMATCH', 'the artifact is of another payload'),
  ({ intent }, { intentTrust }) => refusalOf(verifyIntentSignature(intent, intentTrust)),
  judgeArtifactSignature,
  ({ intent }, { now }) =>
    isDue(timestampOf(intent.snapshot.expiresAt), now)
      ? no('INTENT_EXPIRED', 'the intent is over')
      : null,
  ({ artifact }, { now }) =>
    isDue(timestampOf(artifact.expiresAt), now)
      ? no('APPROVAL_ARTIFACT_EXPIRED', 'the approval is over')
      : null,
  ({ artifact }, { consumedArtifactIds }) =>
    consumedArtifactIds?.has(artifact.artifactId) === true
      ? no('ARTIFACT_ALREADY_CONSUMED', 'the artifact was used before')
      : null,
  ({ artifact }, { consumedArtifactNonces }) =>
    consumedArtifactNonces?.has(artifact.nonce) === true
      ? no('ARTIFACT_NONCE_REPLAYED', 'the nonce was used before')
      : null,
  judgeState,
  judgeApproval,
  ({ intent, artifact }) =>
    (artifact.approvalState === 'approved') === (intent.approval.state === 'approved') &&
    intent.lifecycle !== 'pending_approval'
      ? null
      : no('APPROVAL_STATE_MISMATCH', 'the intent and the artifact disagree about the approval'),
];

function judgeArtifactSignature(
  { intent, artifact }: JudgedExecution,
  { artifactTrust: { grants, secrets } }: FlowAttempt,
): Judgement {
  if (artifact.signature.algorithm === 'hmac-sha256') {
    return refusalOf(verifyArtifactHmac(artifact, secrets));
  }
  return grants === undefined
    ? no('ARTIFACT_SIGNING_KEY_UNKNOWN', 'no issuer of grants is trusted here')
    : refusalOf(verifyGrantArtifact(intent, artifact, grants));
}

/** Upstream stops at three of these. An intent that ended, was revoked or already runs is not executable either. */
const ended: Partial<Record<FlowLifecycle, ReasonCode>> = {
  denied: 'policy_denied',
  rejected: 'request_denied',
  expired: 'request_expired',
  revoked: 'grant_revoked',
  execution_started: 'grant_already_consumed',
  execution_completed: 'grant_already_consumed',
  execution_failed: 'grant_already_consumed',
  invalid: 'record_inconsistent',
};

function judgeState({ intent }: JudgedExecution): Judgement {
  const { lifecycle, snapshot } = intent;
  const code = ended[lifecycle];
  if (code !== undefined) {
    return no('INTENT_NOT_EXECUTABLE_STATE', `the intent is ${lifecycle}`, code);
  }
  return fromPolicyResult(snapshot.policy.decision) === 'deny'
    ? no('INTENT_NOT_EXECUTABLE_STATE', 'policy denies it', 'policy_denied')
    : null;
}

function judgeApproval({ intent, artifact }: JudgedExecution): Judgement {
  const { approval, snapshot } = intent;
  const needed =
    snapshot.policy.approvalRequired ||
    fromPolicyResult(snapshot.policy.decision) === 'require_approval';
  if (needed && artifact.approvalState !== 'approved') {
    return no('INTENT_APPROVAL_NOT_GRANTED', 'policy asks for an approval, and there is none');
  }
  return approval.required && approval.state !== 'approved'
    ? no('INTENT_APPROVAL_NOT_GRANTED', `its approval is ${approval.state}`)
    : null;
}

function sameTrace(a: FlowTrace, b: FlowTrace): boolean {
  return (
    a.traceId === b.traceId &&
    a.correlationId === b.correlationId &&
    a.parentTraceId === b.parentTraceId
  );
}

function readArtifact(value: unknown): FlowVerdict<ApprovedIntentArtifact> {
  try {
    return accepted(parseApprovedIntentArtifact(value));
  } catch (error) {
    return error instanceof ProtocolError
      ? refused('ARTIFACT_SCHEMA_INVALID', error.message, error.code)
      : refused('ARTIFACT_SCHEMA_INVALID', 'reading it failed', 'internal_error');
  }
}

function no(...answer: Parameters<typeof refused>): FlowRefusal {
  return refused(...answer).refusal;
}

function refusalOf(verdict: FlowVerdict<unknown>): Judgement {
  return verdict.ok ? null : verdict.refusal;
}
