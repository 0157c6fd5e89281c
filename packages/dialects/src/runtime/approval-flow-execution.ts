import type { ActionBinding } from '@countersign/protocol/action';
import { type Digest, sha256 } from '@countersign/protocol/crypto';
import {
  ProtocolError,
  type ReasonCode,
  type Refusal,
  type Result,
  reasonCodes,
} from '@countersign/protocol/reason';
import { isDue, type Timestamp } from '@countersign/protocol/value';
import {
  fromApprovedArtifact,
  isArtifactOf,
  readSignedGrant,
} from '../approval-flow/approved-artifact.ts';
import { timestampOf } from '../approval-flow/flow-time.ts';
import {
  accepted,
  type FlowRefusal,
  type FlowVerdict,
  refused,
  withFlowCode,
} from '../approval-flow/flow-verdict.ts';
import {
  type BoundIntent,
  fromAction,
  readIntent,
  toAction,
} from '../approval-flow/intent-action.ts';
import {
  type ArtifactTrust,
  type JudgedExecution,
  judgeExecution,
} from '../approval-flow/judge-execution.ts';
import { computeExecutionIntentPayloadHash } from '../approval-flow/payload-hash.ts';
import type { ExecutionIntent } from '../approval-flow/records.ts';
import { type IntentTrust, verifyIntentSignature } from '../approval-flow/signatures.ts';

/** What runs: it is given the intent as it was approved, and told when its time is over. */
export type FlowTool<T> = (
  intent: BoundIntent,
  surroundings: { readonly signal: AbortSignal },
) => Promise<T> | T;

/**
 * As much of a Gate as an execution needs. `execute` verifies the signed grant with keys that are trusted here, uses it
 * up durably with one winner among all processes, and only then runs; it reports however that ended.
 */
export interface ExecutionGate {
  ticket(id: string): { readonly id: string };
  execute<T>(
    ticket: { readonly id: string },
    action: ActionBinding,
    run: (action: ActionBinding, surroundings: { readonly signal: AbortSignal }) => Promise<T> | T,
  ): Promise<T>;
}

type Proposed =
  | { readonly verdict: 'allow' | 'deny' }
  | {
      readonly verdict: 'require_approval';
      readonly facts: { readonly approval_request_id: string };
    };

export interface ApprovalFlowPorts {
  readonly gate: ExecutionGate;
  /**
   * Opens a request under an idempotency key, or finds the one that the key stands for; for another action the key
   * is refused permanently (SU-5). The `propose` of any transport is one.
   */
  propose(call: {
    readonly action: ActionBinding;
    readonly audience: string;
    readonly idempotency_key: string;
  }): Promise<Result<Proposed>>;
  /** The signed grant of a request, as it is now. */
  grant(approval_request_id: string): Promise<Result<string>>;
  readonly intentTrust: IntentTrust;
  readonly artifactTrust: ArtifactTrust & Required<Pick<ArtifactTrust, 'grants'>>;
  now(): Timestamp;
}

export type OpenedFlow =
  | { readonly verdict: 'allow' | 'deny' }
  | { readonly verdict: 'require_approval'; readonly approval_request_id: string };

export interface ExecutionCall<T> {
  readonly intent: unknown;
  readonly artifact: unknown;
  readonly run: FlowTool<T>;
  /** Checks everything that can be checked without using anything up. */
  readonly dryRun?: boolean;
}

export type FlowExecution<T> =
  | { readonly ran: true; readonly value: T }
  | { readonly ran: false; readonly refusal: FlowRefusal }
  /** A dry run that found nothing in the way. */
  | { readonly ran: false; readonly refusal: null };

/** The execution manager of document 001. */
export interface ExecutionManager {
  /** Asks policy about an intent, and people where policy wants them asked. The same intent finds the same request. */
  open(intent: unknown): Promise<FlowVerdict<OpenedFlow>>;
  execute<T>(call: ExecutionCall<T>): Promise<FlowExecution<T>>;
}

export function createExecutionManager(ports: ApprovalFlowPorts): ExecutionManager {
  const { gate, artifactTrust } = ports;
  const propose = ({ snapshot }: BoundIntent, action: ActionBinding) =>
    answered(() =>
      ports.propose({
        action,
        audience: artifactTrust.grants.audience,
        idempotency_key: keyOf(snapshot),
      }),
    );
  return {
    open: async value => {
      const intent = openable(value, ports);
      if (!intent.ok) return intent;
      const proposed = await propose(intent.value, toAction(intent.value));
      if (!proposed.ok) return withFlowCode(proposed.refusal);
      if (proposed.value.verdict !== 'require_approval') {
        return accepted({ verdict: proposed.value.verdict });
      }
      const { approval_request_id } = proposed.value.facts;
      return accepted({ verdict: 'require_approval', approval_request_id });
    },
    execute: async ({ intent, artifact, run, dryRun = false }) => {
      const { intentTrust } = ports;
      const judged = judgeExecution({
        intent,
        artifact,
        intentTrust,
        artifactTrust,
        now: ports.now(),
      });
      if (!judged.ok) return stopped(judged);
      const vouched = await vouchedRequest(ports, judged.value);
      if (!vouched.ok) return stopped(vouched);
      if (dryRun) return { ran: false, refusal: null };
      const action = toAction(judged.value.intent);
      const found = await propose(judged.value.intent, action);
      if (!found.ok) return stopped(withFlowCode(found.refusal));
      const isOfKey =
        found.value.verdict === 'require_approval' &&
        found.value.facts.approval_request_id === vouched.value;
      if (!isOfKey) {
        return stopped(
          refused(
            'INTENT_ARTIFACT_MISMATCH',
            'the idempotency key stands for another request',
            'idempotency_key_reused',
          ),
        );
      }
      try {
        const value = await gate.execute(
          gate.ticket(vouched.value),
          action,
          (approved, surroundings) => {
            const bound = intentOf(approved);
            // The store knows when the grant ends; that its intent ends earlier is known here alone (TM-3).
            if (isDue(timestampOf(bound.snapshot.expiresAt), ports.now())) throw new IntentOver();
            return run(bound, surroundings);
          },
        );
        return { ran: true, value };
      } catch (error) {
        if (error instanceof IntentOver) {
          return stopped(refused('INTENT_EXPIRED', error.message, 'execution_start_too_late'));
        }
        const refusal = refusalIn(error);
        // An error of the tool itself is for its caller to handle.
        if (refusal === null) throw error;
        return stopped(withFlowCode(refusal));
      }
    },
  };
}

/** The grant is used up and nothing was started; the receipt says that it failed. */
class IntentOver extends Error {
  override readonly name = 'IntentOver';

  constructor() {
    super('the intent was over before the tool could start');
  }
}

/** Two intents under one key are one occasion, and it runs once. */
function keyOf({ tenantId, workspaceId, idempotencyKey }: ExecutionIntent['snapshot']): Digest {
  return sha256({ type: 'approval-flow', tenantId, workspaceId, idempotencyKey });
}

/**
 * The request whose grant confirms every member of the artifact. An HMAC covers few of them, and its verifier can
 * forge it; the grant is fetched again and verified with public keys, so that such an artifact only names it.
 */
async function vouchedRequest(
  ports: ApprovalFlowPorts,
  { intent, artifact }: JudgedExecution,
): Promise<FlowVerdict<string>> {
  const ours = fromApprovedArtifact(artifact);
  if (ours === null) {
    return refused('INTENT_ARTIFACT_MISMATCH', 'the artifact names no grant that is known here');
  }
  const { approval_request_id } = ours;
  const jws = await answered(() => ports.grant(approval_request_id));
  if (!jws.ok) return withFlowCode(jws.refusal);
  const signed = readSignedGrant(jws.value, ports.artifactTrust.grants);
  if (!signed.ok) return signed;
  const { signature: _signature, ...members } = artifact;
  return isArtifactOf(intent, signed.value.grant, members)
    ? accepted(approval_request_id)
    : refused('ARTIFACT_SIGNATURE_INVALID', 'the signed grant says otherwise');
}

/** A port that fails has not answered, and no answer is a no (GT-1). */
async function answered<T>(ask: () => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await ask();
  } catch {
    const detail = 'the store of approvals could not be asked';
    return { ok: false, refusal: { code: 'store_unavailable', detail } };
  }
}

/** An intent that may be asked about: complete, signed by a trusted key, and not over. */
function openable(
  value: unknown,
  { intentTrust, now }: ApprovalFlowPorts,
): FlowVerdict<ExecutionIntent> {
  const read = readIntent(value);
  if (!read.ok) return read;
  const intent = read.value;
  if (intent.payloadHash !== computeExecutionIntentPayloadHash(intent.snapshot)) {
    return refused('INTENT_PAYLOAD_HASH_INVALID', 'the payload hash is not that of the snapshot');
  }
  const signed = verifyIntentSignature(intent, intentTrust);
  if (!signed.ok) return signed;
  return isDue(timestampOf(intent.snapshot.expiresAt), now())
    ? refused('INTENT_EXPIRED', 'the intent is over')
    : accepted(intent);
}

/** From the bytes that were approved, and from nothing that the caller still holds. */
function intentOf(action: ActionBinding): BoundIntent {
  const read = fromAction(action);
  if (read.ok) return read.value;
  throw new ProtocolError('internal_error', '', 'an action that was approved keeps no intent');
}

function stopped({ refusal }: { readonly refusal: FlowRefusal }): {
  readonly ran: false;
  readonly refusal: FlowRefusal;
} {
  return { ran: false, refusal };
}

/** What a gate throws says its code. Anything else is not a refusal. */
function refusalIn(error: unknown): Refusal | null {
  if (!(error instanceof Error) || error.name !== 'NotAllowed') return null;
  const { code, detail } = error as Error & { readonly code?: unknown; readonly detail?: unknown };
  return typeof code === 'string' && Object.hasOwn(reasonCodes, code)
    ? { code: code as ReasonCode, detail: typeof detail === 'string' ? detail : error.message }
    : { code: 'internal_error', detail: 'the gate refused without a code' };
}
