import { sha256, sha256OfText } from '@countersign/protocol/crypto';
import { canonicalize, type JsonValue } from '@countersign/protocol/json';
import {
  flowSchemaVersion,
  type IntentSnapshot,
  parseIntentSnapshot,
  type UnsignedIntent,
} from './records.ts';

/**
 * SHA-256 over the snapshot with sorted members, in bare hex. Upstream's sorted text is RFC 8785 for all that is JSON;
 * what is not (a missing value, an infinity, half a surrogate pair) it hashes as something else, and is refused here.
 */
export function computeExecutionIntentPayloadHash(snapshot: IntentSnapshot): string {
  return bare(sha256(parseIntentSnapshot(snapshot)));
}

/** Upstream's sorted text. */
export function stableStringify(value: JsonValue): string {
  return canonicalize(value);
}

/** What a node compares before it takes on a dispatched intent. */
export function computeDispatchPayloadHash(dispatch: {
  readonly intentPayloadHash: string;
  readonly artifactId: string;
  readonly nodeId: string;
  readonly dispatchId: string;
  readonly expiresAt: string;
}): string {
  const { intentPayloadHash, artifactId, nodeId, dispatchId, expiresAt } = dispatch;
  return bare(
    sha256OfText([intentPayloadHash, artifactId, nodeId, dispatchId, expiresAt].join('|')),
  );
}

/** An intent that is complete but for its signature. Its name and its times are the caller's to give. */
export function createExecutionIntent(
  given: Pick<
    UnsignedIntent,
    | 'intentId'
    | 'snapshot'
    | 'approval'
    | 'lifecycle'
    | 'updatedAt'
    | 'parentIntentId'
    | 'causationId'
  >,
): UnsignedIntent {
  const snapshot = parseIntentSnapshot(given.snapshot);
  return {
    ...given,
    schemaVersion: flowSchemaVersion,
    contractVersion: '1.0.0',
    intentVersion: '1.0',
    snapshot,
    payloadHash: computeExecutionIntentPayloadHash(snapshot),
  };
}

function bare(digest: string): string {
  return digest.slice('sha256:'.length);
}
