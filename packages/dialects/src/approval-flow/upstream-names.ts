import { type Timestamp, timestampFromMilliseconds } from '@countersign/protocol/value';
import type { FlowCode, FlowVerdict } from './flow-verdict.ts';
import { judgeExecution } from './judge-execution.ts';
import {
  type ApprovedIntentArtifact,
  type ExecutionIntent,
  parseApprovedIntentArtifact,
} from './records.ts';
import { type FlowSecrets, verifyArtifactHmac, verifyIntentSignature } from './signatures.ts';

// Upstream's own functions for its HMAC form, with the same inputs and results, for code that calls them. The time is
// an argument. Nothing that they accept starts anything: `createExecutionManager` of `runtime` is for executing.

export interface IntentValidationResult {
  readonly ok: boolean;
  readonly code?: FlowCode;
  readonly message?: string;
}

export function verifyExecutionIntentSignature(
  intent: ExecutionIntent,
  secrets: FlowSecrets,
): IntentValidationResult {
  return resultOf(verifyIntentSignature(intent, { secrets }));
}

export function verifyApprovedIntentArtifact(
  artifact: ApprovedIntentArtifact,
  secrets: FlowSecrets,
): IntentValidationResult {
  let read: ApprovedIntentArtifact;
  try {
    read = parseApprovedIntentArtifact(artifact);
  } catch {
    return { ok: false, code: 'ARTIFACT_SCHEMA_INVALID', message: 'not an artifact' };
  }
  return resultOf(verifyArtifactHmac(read, secrets));
}

export function validateExecutionAuthorization(input: {
  readonly intent: unknown;
  readonly artifact: unknown;
  readonly verificationSecretsByKeyId: FlowSecrets;
  readonly intentVerificationSecretsByKeyId?: FlowSecrets;
  readonly now: Date;
  readonly consumedArtifactIds?: ReadonlySet<string>;
  readonly consumedArtifactNonces?: ReadonlySet<string>;
}): IntentValidationResult {
  const { intent, artifact, verificationSecretsByKeyId: secrets } = input;
  const { consumedArtifactIds, consumedArtifactNonces } = input;
  const now: Timestamp = timestampFromMilliseconds(input.now.getTime());
  return resultOf(
    judgeExecution({
      intent,
      artifact,
      intentTrust: { secrets: input.intentVerificationSecretsByKeyId ?? secrets },
      artifactTrust: { secrets },
      now,
      ...(consumedArtifactIds === undefined ? {} : { consumedArtifactIds }),
      ...(consumedArtifactNonces === undefined ? {} : { consumedArtifactNonces }),
    }),
  );
}

function resultOf(verdict: FlowVerdict<unknown>): IntentValidationResult {
  if (verdict.ok) return { ok: true };
  const { flow_code: code, detail: message } = verdict.refusal;
  return { ok: false, code, message };
}
