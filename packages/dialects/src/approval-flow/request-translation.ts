import { type ImportedKey, sha256, verifyJws } from '@countersign/protocol/crypto';
import { canonicalize } from '@countersign/protocol/json';
import { ProtocolError } from '@countersign/protocol/reason';
import {
  type ApprovalRequest,
  type OpenedRequest,
  parseApprovalRequest,
  parseRequestArtifact,
  type RequestArtifact,
  type Route,
  requestArtifactType,
} from '@countersign/protocol/request';
import type { Trace } from '@countersign/protocol/value';
import { earlier } from './approval-window.ts';
import { externalIdNames, foreignNames, idForName, toFlowId } from './flow-ids.ts';
import { timestampOf } from './flow-time.ts';
import { accepted, type FlowVerdict, refused, withFlowCode } from './flow-verdict.ts';
import { type BoundIntent, fromAction, summaryOf, toAction } from './intent-action.ts';
import { computeExecutionIntentPayloadHash } from './payload-hash.ts';
import {
  type FlowApprovalRequest,
  type FlowTrace,
  flowSchemaVersion,
  parseFlowRequest,
  parseSignedFlowRequest,
  type SignedFlowRequest,
} from './records.ts';
import type { FlowRequestState } from './vocabulary.ts';

/** Upstream has no word for a question that was withdrawn or amended, nor for an approval that was used; our events say which. */
export const flowStateOf = {
  pending: 'pending',
  allowed: 'approved',
  denied: 'rejected',
  expired: 'expired',
  cancelled: 'revoked',
  amended: 'revoked',
  revoked: 'revoked',
  consumed: 'approved',
} as const satisfies Record<OpenedRequest['status'], FlowRequestState>;

const noPolicyReason = 'approval required by policy';

/** A request of ours about an intent, in upstream's form. */
export function toFlowRequest(
  request: ApprovalRequest,
  { snapshot, intentId }: BoundIntent,
  status: OpenedRequest['status'],
): FlowApprovalRequest {
  const { external_ids, approval_request_id } = request;
  const { risk } = snapshot;
  return parseFlowRequest({
    schemaVersion: flowSchemaVersion,
    approvalRequestId:
      external_ids[externalIdNames.request] ?? toFlowId('request', approval_request_id),
    intentId,
    tenantId: snapshot.tenantId,
    workspaceId: snapshot.workspaceId,
    actor: snapshot.actor,
    target: snapshot.target,
    actionClass: snapshot.action.actionClass,
    requestedCapabilities: snapshot.requiredCapabilities,
    risk: { score: risk.score, level: risk.level },
    summary: summaryOf({ snapshot }),
    policyReason: request.reason === '' ? noPolicyReason : request.reason,
    state: flowStateOf[status],
    createdAt: request.requested_at,
    // A question about an intent that is over has no answer that could be used.
    expiresAt: earlier(request.expires_at, timestampOf(snapshot.expiresAt)),
    trace: snapshot.trace,
    intentPayloadHash: computeExecutionIntentPayloadHash(snapshot),
  });
}

/** What a request of upstream's does not say, and one of ours needs. */
export interface FlowPlacing {
  readonly case_id: string;
  readonly approval_chain_id: string;
  readonly approval_chain_version: string;
  readonly audience: string;
  readonly execute_within_seconds: number;
  readonly route: Route;
}

/**
 * A foreign request as one of ours, whole or not at all: every member must be that of its intent. Words for the
 * reviewer are kept as words, since what is shown comes from the intent.
 */
export function fromFlowRequest(
  value: unknown,
  intent: BoundIntent,
  placing: FlowPlacing,
): FlowVerdict<ApprovalRequest> {
  try {
    const theirs = parseFlowRequest(value);
    const action = toAction(intent);
    const { snapshot } = intent;
    const trace = fromFlowTrace(snapshot.trace);
    const ours = parseApprovalRequest({
      approval_request_id: idForName('request', theirs.approvalRequestId),
      round: 1,
      policy_decision_id: idForName('decision', snapshot.policy.decisionId),
      action_digest: sha256(action),
      intent_id: idForName('intent', theirs.intentId),
      agent_id: action.agent_id,
      subject_id: action.subject_id,
      requested_by: {
        principal_id: snapshot.caller.principalId,
        role: snapshot.caller.principalType,
      },
      operation: action.operation,
      target_resource: action.target.resource,
      policy_version: snapshot.policy.policySetVersion,
      requested_at: timestampOf(theirs.createdAt),
      expires_at: timestampOf(theirs.expiresAt),
      risk: {
        level: snapshot.risk.level,
        signals: snapshot.risk.reasons.map(signal => ({
          signal,
          level: snapshot.risk.level,
          evidence: '',
        })),
      },
      reason: theirs.policyReason,
      scope: { session_id: snapshot.originSessionId ?? null },
      fail_closed_on_timeout: true,
      trace,
      trace_digest: sha256(trace),
      external_ids: foreignNames({
        request: theirs.approvalRequestId,
        intent: theirs.intentId,
        decision: snapshot.policy.decisionId,
      }),
      agent_reasoning: theirs.summary === summaryOf(intent) ? null : theirs.summary,
      ...placing,
    });
    if (ours.expires_at > timestampOf(snapshot.expiresAt)) {
      return refused('INTENT_EXPIRED', 'the question would outlive its intent');
    }
    const { summary: _words, createdAt: _from, expiresAt: _to, ...members } = theirs;
    const { summary, createdAt, expiresAt, ...again } = toFlowRequest(ours, intent, 'pending');
    return canonicalize(again) === canonicalize(members)
      ? accepted(ours)
      : refused('INTENT_ARTIFACT_MISMATCH', 'the request is not that of its intent, or is decided');
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    return refused('ARTIFACT_SCHEMA_INVALID', error.message, error.code);
  }
}

/**
 * The request artifact of document 001: what is asked, signed. The signature is over the whole request and the whole
 * action of ours, and every member here follows from these.
 */
export function toSignedFlowRequest(
  jws: string,
  keys: ReadonlyMap<string, ImportedKey>,
): FlowVerdict<SignedFlowRequest> {
  const signed = verifyJws({ jws, typ: requestArtifactType, keys });
  if (!signed.ok) return withFlowCode(signed.refusal);
  let artifact: RequestArtifact;
  try {
    artifact = parseRequestArtifact(signed.value.payload);
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    return refused('ARTIFACT_SIGNATURE_INVALID', error.message, 'request_artifact_malformed');
  }
  const intent = fromAction(artifact.action);
  if (!intent.ok) return intent;
  return accepted({
    ...toFlowRequest(artifact.request, intent.value, 'pending'),
    signature: { algorithm: 'ed25519', keyId: signed.value.kid, value: jws },
  });
}

/** A signed request from anywhere: its signature must fit, and every member must be what was signed. */
export function verifySignedFlowRequest(
  value: unknown,
  keys: ReadonlyMap<string, ImportedKey>,
): FlowVerdict<SignedFlowRequest> {
  let given: SignedFlowRequest;
  try {
    given = parseSignedFlowRequest(value);
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    return refused('ARTIFACT_SCHEMA_INVALID', error.message, error.code);
  }
  const signed = toSignedFlowRequest(given.signature.value, keys);
  if (!signed.ok) return signed;
  return canonicalize(signed.value) === canonicalize(given)
    ? accepted(given)
    : refused('ARTIFACT_SIGNATURE_INVALID', 'the request is not the one that was signed');
}

function fromFlowTrace({ traceId, correlationId, parentTraceId }: FlowTrace): Trace {
  return {
    trace_id: traceId,
    span_id: null,
    parent_span_id: null,
    correlation_id: correlationId,
    attributes: parentTraceId === undefined ? {} : { parent_trace_id: parentTraceId },
  };
}
