import type { ApproverDecision, ChainEntry } from '@countersign/protocol/chain';
import { ProtocolError } from '@countersign/protocol/reason';
import type { OpenedRequest } from '@countersign/protocol/request';
import { externalIdNames, toFlowId } from './flow-ids.ts';
import { timestampOf } from './flow-time.ts';
import { accepted, type FlowVerdict, refused } from './flow-verdict.ts';
import type { BoundIntent } from './intent-action.ts';
import { computeExecutionIntentPayloadHash } from './payload-hash.ts';
import {
  type ApprovalDecisionInput,
  type ApprovalRecord,
  flowSchemaVersion,
  type PrincipalReference,
  parseApprovalDecisionInput,
  parseApprovalRecord,
} from './records.ts';

const recorder = 'countersign';
const system: PrincipalReference = { principalId: recorder, principalType: 'system_automation' };

/** One record for every decision of the chain, and one for what they came to, which is the one an artifact names. */
export function toApprovalRecords(state: OpenedRequest, intent: BoundIntent): ApprovalRecord[] {
  const { request, entries, resolution, status } = state;
  const { snapshot } = intent;
  const about = {
    schemaVersion: flowSchemaVersion,
    intentId: intent.intentId,
    intentPayloadHash: computeExecutionIntentPayloadHash(snapshot),
    approvalRequestId:
      request.external_ids[externalIdNames.request] ??
      toFlowId('request', request.approval_request_id),
    policyDecisionId: snapshot.policy.decisionId,
    policyAuditRecordId: snapshot.policy.auditRecordId,
    riskLevel: snapshot.risk.level,
    actionClass: snapshot.action.actionClass,
    targetResourceClass: snapshot.target.resourceClass,
    targetResourceId: snapshot.target.resourceId,
    trace: snapshot.trace,
    recordedByService: recorder,
  };
  const votes = entries.map(entry => ({
    ...about,
    approvalRecordId: toFlowId('entry', entry.chain_entry_id),
    decision: wordOf(entry.decision),
    decidedBy: decidedBy(entry),
    decidedAt: entry.decided_at,
    ...reasonOf(entry.reason),
    recordedAt: entry.decided_at,
  }));
  if (resolution === null) return votes.map(vote => parseApprovalRecord(vote));
  const last = entries.at(-1);
  const decided = resolution.outcome === 'allow' || resolution.outcome === 'deny';
  const outcome = {
    ...about,
    approvalRecordId: toFlowId('resolution', resolution.approval_resolution_id),
    decision: outcomeOf(resolution.outcome, status),
    decidedBy: decided && last !== undefined ? decidedBy(last) : system,
    decidedAt: resolution.resolved_at,
    ...(decided && last !== undefined ? reasonOf(last.reason) : {}),
    recordedAt: resolution.resolved_at,
  };
  return [...votes, outcome].map(record => parseApprovalRecord(record));
}

/** An allow that was revoked, or not used in time, no longer counts. */
function outcomeOf(
  outcome: NonNullable<OpenedRequest['resolution']>['outcome'],
  status: OpenedRequest['status'],
): ApprovalRecord['decision'] {
  if (status === 'revoked' || status === 'cancelled' || status === 'amended') return 'revoked';
  if (status === 'expired') return 'expired';
  return outcome === 'allow' ? 'approved' : 'rejected';
}

/** A decision of ours as the body that upstream's service expects. */
export function toDecisionInput(
  entry: ChainEntry,
  { snapshot }: Pick<BoundIntent, 'snapshot'>,
): ApprovalDecisionInput {
  return parseApprovalDecisionInput({
    decision: wordOf(entry.decision),
    decidedBy: decidedBy(entry),
    decidedAt: entry.decided_at,
    ...reasonOf(entry.reason),
    trace: snapshot.trace,
  });
}

/** What a body says, without a word about who said it. */
export interface ClaimedDecision {
  readonly decision: ApproverDecision;
  readonly reason: string;
  /** As the body has them; unverified, for people to read. Who decides is who is authenticated (ID-1). */
  readonly claimed_by: PrincipalReference;
  readonly claimed_at: string;
}

/** Reads a decision. Anything but the two words is invalid: not "yes", not "ok", and not "denied". */
export function fromDecisionInput(value: unknown): FlowVerdict<ClaimedDecision> {
  try {
    const {
      decision,
      decidedBy: claimed_by,
      decidedAt,
      reason,
    } = parseApprovalDecisionInput(value);
    return accepted({
      decision: decision === 'approved' ? 'allow' : 'deny',
      reason: reason ?? '',
      claimed_by,
      claimed_at: timestampOf(decidedAt),
    });
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    return refused('INTENT_APPROVAL_NOT_GRANTED', error.message, error.code);
  }
}

function wordOf(decision: ApproverDecision): 'approved' | 'rejected' {
  return decision === 'allow' ? 'approved' : 'rejected';
}

function decidedBy({ approver_identity, approver_kind }: ChainEntry): PrincipalReference {
  return {
    principalId: approver_identity,
    principalType: approver_kind === 'human' ? 'human_user' : 'service',
  };
}

function reasonOf(reason: string): { readonly reason?: string } {
  return reason === '' ? {} : { reason };
}
