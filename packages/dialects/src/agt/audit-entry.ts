import type { ActionBinding } from '@countersign/protocol/action';
import { type Digest, sha256 } from '@countersign/protocol/crypto';
import { foldRequest, type RequestEvent } from '@countersign/protocol/request';
import { type AgtVerdict, accepted, refused } from './agt-verdict.ts';
import { pythonTime } from './python-time.ts';

/** The members of an AuditEntry that AGT's hash of version 1.0 does not cover. */
export const unprovenMembers = [
  'arguments_hash',
  'approver_did',
  'policy_version',
  'issued_at',
  'completed_at',
] as const;

export interface AgtAuditEntry {
  readonly entry_id: string;
  readonly timestamp: string;
  readonly event_type: 'approval_decision';
  readonly agent_did: string;
  readonly action: string;
  readonly resource: string | null;
  readonly outcome: 'allow' | 'deny';
  readonly arguments_hash: Digest | null;
  readonly approver_did: string | null;
  readonly policy_version: string;
  readonly issued_at: string | null;
  readonly completed_at: string | null;
}

/** An entry, and claims that it must not make. */
export interface AuditedApproval {
  readonly entry: AgtAuditEntry;
  /** Always all of them: being filled in does not make a member tamper-evident. */
  readonly unproven: readonly (typeof unprovenMembers)[number][];
  readonly tamper_evident: false;
}

/**
 * What AGT's audit log keeps of a decided request. Its assurance members are filled in and reported as unproven; who
 * needs proof takes the evidence bundle, where they are covered.
 */
export function toAgtAuditEntry(
  events: readonly RequestEvent[],
  action: ActionBinding | null,
): AgtVerdict<AuditedApproval> {
  const state = foldRequest(events);
  if (state.status === 'absent' || state.resolution === null) {
    return refused('no_resolution', 'request_pending', 'expected a request that was resolved');
  }
  const { request, resolution, entries, receipts } = state;
  const outcome = resolution.outcome === 'allow' ? 'allow' : 'deny';
  const last = entries.at(-1) ?? null;
  const completed = receipts.find(
    ({ outcome: ended }) => ended === 'succeeded' || ended === 'failed',
  );
  return accepted({
    entry: {
      entry_id: resolution.approval_resolution_id,
      timestamp: pythonTime(resolution.resolved_at),
      event_type: 'approval_decision',
      agent_did: request.agent_id,
      action: request.operation,
      resource: request.target_resource,
      outcome,
      arguments_hash: action === null ? null : sha256(action.parameters),
      approver_did: last?.approver_identity ?? null,
      policy_version: request.policy_version,
      issued_at: outcome === 'allow' ? pythonTime(resolution.resolved_at) : null,
      completed_at: completed === undefined ? null : pythonTime(completed.recorded_at),
    },
    unproven: unprovenMembers,
    tamper_evident: false,
  });
}
