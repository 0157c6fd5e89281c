import type { ChainEntry } from '@countersign/protocol/chain';
import { type Digest, sha256 } from '@countersign/protocol/crypto';
import { canonicalize, type JsonObject, parseStrict } from '@countersign/protocol/json';
import { foldRequest, type OpenedRequest, type RequestEvent } from '@countersign/protocol/request';
import { type AgtVerdict, accepted, refused } from './agt-verdict.ts';
import { agtEntryDigest, agtInputDigest, presentedMembers } from './digests.ts';
import { pythonTime } from './python-time.ts';
import {
  type AgtApprovalRequest,
  type AgtChain,
  type AgtChainEntry,
  type AgtPolicyDecision,
  type AgtRecords,
  type AgtResolution,
  agtSchemaVersion,
} from './records.ts';
import { agtStatusOf } from './status-mapping.ts';

/**
 * The records of one request as AGT 1.0 would have written them, with its digests, and what they cannot say beside
 * them. The events are those of the request's stream, in order.
 */
export function toAgtRecords(events: readonly RequestEvent[]): AgtVerdict<AgtRecords> {
  const state = foldRequest(events);
  if (state.status === 'absent') {
    return refused(
      'unknown_request',
      'request_not_found',
      'expected the events of an open request',
    );
  }
  const chain = toAgtChain(state.chain);
  if (!chain.ok) return chain;
  const approval_request = requestRecord(state);
  const chain_entries = entryRecords(state.entries, agtInputDigest(approval_request));
  return accepted({
    schema_version: agtSchemaVersion,
    policy_decision: decisionRecord(state),
    approval_request,
    chain: chain.value,
    chain_entries,
    resolution: resolutionRecord(state, chain_entries.at(-1)?.entry_digest ?? null),
    countersign: {
      form: 'countersign/agt/1',
      events: events.map(plain),
      events_digest: sha256(events),
    },
  });
}

/**
 * AGT asks one person per stage, and would take a second allow of one stage for a conflict. Its form cannot express a
 * chain that needs several people in a stage. Such a chain is refused, because an export would say less.
 */
export function toAgtChain(chain: OpenedRequest['chain']): AgtVerdict<AgtChain> {
  const several = chain.stages.find(({ quorum }) => quorum > 1);
  if (several !== undefined) {
    return refused(
      'runtime_error:manifest_invalid',
      'form_cannot_carry',
      `stage "${several.name}" needs ${several.quorum} people; AGT 1.0 has no quorum`,
    );
  }
  const escalating = chain.stages.find(({ escalation }) => escalation !== undefined);
  if (escalating !== undefined) {
    return refused(
      'runtime_error:manifest_invalid',
      'form_cannot_carry',
      `stage "${escalating.name}" has approvers who join later; AGT 1.0 has no escalation`,
    );
  }
  return accepted({
    chain_id: chain.chain_id,
    version: chain.version,
    stages: chain.stages.map(({ approvers, required }, stage_index) => ({
      stage_index,
      allowed_identities: [...approvers.identities],
      allowed_roles: [...approvers.roles],
      required,
    })),
  });
}

function decisionRecord({ policy_decision: decision }: OpenedRequest): AgtPolicyDecision {
  return {
    policy_decision_id: decision.policy_decision_id,
    verdict: decision.verdict,
    action_digest: decision.action_digest,
    policy_rule_id: decision.policy_rule_id,
    policy_version: decision.policy_version,
    approval_chain_id: decision.approval_chain_id,
    approval_chain_version: decision.approval_chain_version,
    decided_at: pythonTime(decision.decided_at),
  };
}

function requestRecord({ request, status }: OpenedRequest): AgtApprovalRequest {
  return toAgtRequest(request, agtStatusOf[status]);
}

/** The request alone, such as for an approver who knows AGT's form. */
export function toAgtRequest(
  request: OpenedRequest['request'],
  status: AgtApprovalRequest['status'],
): AgtApprovalRequest {
  return {
    ...presentedMembers(request),
    requested_at: pythonTime(request.requested_at),
    status,
    fail_closed_on_timeout: true,
  };
}

/** Linked again by AGT's digests: ours cover more members, so they are other digests. */
function entryRecords(entries: readonly ChainEntry[], input_digest: Digest): AgtChainEntry[] {
  let previous_entry_digest: Digest | null = null;
  return entries.map(entry => {
    const unsealed: Omit<AgtChainEntry, 'entry_digest'> = {
      approval_request_id: entry.approval_request_id,
      chain_entry_id: entry.chain_entry_id,
      stage_index: entry.stage_index,
      approver_kind: entry.approver_kind,
      approver_identity: entry.approver_identity,
      identity_assurance: entry.identity_assurance,
      decision: entry.decision,
      reason_code: entry.reason_code,
      input_digest,
      previous_entry_digest,
      decided_at: pythonTime(entry.decided_at),
    };
    previous_entry_digest = agtEntryDigest(unsealed);
    return { ...unsealed, entry_digest: previous_entry_digest };
  });
}

function resolutionRecord(
  { resolution }: OpenedRequest,
  final_entry_digest: Digest | null,
): AgtResolution | null {
  // AGT has no outcome for a question that was withdrawn or amended.
  if (resolution === null || resolution.outcome === 'cancelled') return null;
  if (resolution.outcome === 'amended') return null;
  return {
    approval_resolution_id: resolution.approval_resolution_id,
    approval_request_id: resolution.approval_request_id,
    outcome: resolution.outcome,
    action_digest: resolution.action_digest,
    policy_version: resolution.policy_version,
    approval_chain_version: resolution.approval_chain_version,
    final_entry_digest: resolution.final_entry_digest === null ? null : final_entry_digest,
    resolved_at: pythonTime(resolution.resolved_at),
  };
}

/** A copy that shares nothing with what it was made from. */
function plain(event: RequestEvent): JsonObject {
  return parseStrict(canonicalize(event)) as JsonObject;
}
