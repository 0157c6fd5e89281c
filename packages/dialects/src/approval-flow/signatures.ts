import {
  assembleJws,
  hmacSha256,
  type ImportedKey,
  isHmacSha256,
  jwsSigningInput,
  verifyJws,
} from '@countersign/protocol/crypto';
import type { JsonObject } from '@countersign/protocol/json';
import { accepted, type FlowVerdict, refused } from './flow-verdict.ts';
import {
  type ApprovedIntentArtifact,
  type ExecutionIntent,
  parseApprovedIntentArtifact,
  parseExecutionIntent,
  type UnsignedArtifact,
  type UnsignedIntent,
} from './records.ts';

/** Secrets by key id. Who has one can check a signature and can make one just as well. */
export type FlowSecrets = Readonly<Record<string, string>>;

/** Whose intents count: by secret, by public key, or by both. None where there is neither. */
export interface IntentTrust {
  readonly secrets?: FlowSecrets;
  readonly keys?: ReadonlyMap<string, ImportedKey>;
}

/** The `typ` of an intent that is signed with Ed25519. */
const intentType = 'countersign-execution-intent+jws';

/** The exact text that upstream signs of an intent. The payload hash in it stands for the snapshot. */
export function intentSigningText(intent: UnsignedIntent): string {
  const { intentId, intentVersion, payloadHash, snapshot } = intent;
  const { expiresAt, idempotencyKey, trace } = snapshot;
  return [
    intentId,
    intentVersion,
    payloadHash,
    expiresAt,
    idempotencyKey,
    trace.traceId,
    '1.0',
  ].join('|');
}

/** The exact text that upstream signs of an artifact. It leaves out nine of its members. */
export function artifactSigningText(artifact: UnsignedArtifact): string {
  return [
    artifact.intentId,
    artifact.intentPayloadHash,
    artifact.expiresAt,
    artifact.approvalState,
    artifact.policyDecisionId,
    artifact.nonce,
    artifact.tokenVersion,
  ].join('|');
}

export function signExecutionIntent(
  intent: UnsignedIntent,
  { keyId, secret, signedAt }: { keyId: string; secret: string; signedAt: string },
): ExecutionIntent {
  const value = hmacSha256(secret, intentSigningText(intent));
  return parseExecutionIntent({
    ...intent,
    integrity: { algorithm: 'hmac-sha256', keyId, value, signedAt, tokenVersion: '1.0' },
  });
}

export function signApprovedIntentArtifact(
  artifact: UnsignedArtifact,
  { keyId, secret }: { keyId: string; secret: string },
): ApprovedIntentArtifact {
  const value = hmacSha256(secret, artifactSigningText(artifact));
  return parseApprovedIntentArtifact({
    ...artifact,
    signature: { algorithm: 'hmac-sha256', keyId, value },
  });
}

/** Who signs an intent with Ed25519, and when. */
export interface IntentSigning {
  readonly keyId: string;
  readonly signedAt: string;
}

/**
 * The text to sign of an intent in our form: every member, including the state of its approval, its lifecycle and
 * everything about the signature. The holder of the key signs it.
 */
export function intentSigningInput(
  intent: UnsignedIntent,
  { keyId, signedAt }: IntentSigning,
): string {
  const integrity = { algorithm: 'ed25519', keyId, signedAt, tokenVersion: '1.0' };
  const payload = { ...intent, integrity } as unknown as JsonObject;
  return jwsSigningInput({ kid: keyId, typ: intentType, payload });
}

export function withIntentSignature(
  intent: UnsignedIntent,
  signing: IntentSigning,
  signature: Uint8Array,
): ExecutionIntent {
  const text = intentSigningInput(intent, signing);
  const value = assembleJws(text, signature).slice(text.length + 1);
  return parseExecutionIntent({
    ...intent,
    integrity: { algorithm: 'ed25519', ...signing, value, tokenVersion: '1.0' },
  });
}

export function verifyIntentSignature(
  { integrity, ...intent }: ExecutionIntent,
  trust: IntentTrust,
): FlowVerdict<null> {
  const { algorithm, keyId, signedAt, value } = integrity;
  if (algorithm === 'hmac-sha256') {
    const secret = secretOf(trust.secrets, keyId);
    if (secret === null) return unknownKey('INTENT');
    return isHmacSha256(secret, intentSigningText(intent), value)
      ? accepted(null)
      : wrong('INTENT');
  }
  const keys = trust.keys ?? new Map<string, ImportedKey>();
  if (!keys.has(keyId)) return unknownKey('INTENT');
  const jws = `${intentSigningInput(intent, { keyId, signedAt })}.${value}`;
  return verifyJws({ jws, typ: intentType, keys }).ok ? accepted(null) : wrong('INTENT');
}

/** Upstream's form only: it says nothing about the members that its text leaves out. */
export function verifyArtifactHmac(
  { signature, ...artifact }: ApprovedIntentArtifact,
  secrets: FlowSecrets | undefined,
): FlowVerdict<null> {
  const secret = secretOf(secrets, signature.keyId);
  if (secret === null) return unknownKey('ARTIFACT');
  return isHmacSha256(secret, artifactSigningText(artifact), signature.value)
    ? accepted(null)
    : wrong('ARTIFACT');
}

/** An empty secret is not a secret: anyone has it. */
function secretOf(secrets: FlowSecrets | undefined, keyId: string): string | null {
  if (secrets === undefined || !Object.hasOwn(secrets, keyId)) return null;
  const secret: unknown = secrets[keyId];
  return typeof secret === 'string' && secret !== '' ? secret : null;
}

function unknownKey(what: 'INTENT' | 'ARTIFACT') {
  return refused(`${what}_SIGNING_KEY_UNKNOWN`, 'no trusted key has the key id of the signature');
}

function wrong(what: 'INTENT' | 'ARTIFACT') {
  return refused(`${what}_SIGNATURE_INVALID`, 'the signature does not fit under the named key');
}
