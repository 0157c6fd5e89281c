import type { Digest } from '@countersign/protocol/crypto';
import {
  absentRequest,
  evolveRequest,
  type RequestEvent,
  type RequestState,
} from '@countersign/protocol/request';
import type {
  ApprovalRequestId,
  ApprovalResolutionId,
  PolicyDecisionId,
  Timestamp,
} from '@countersign/protocol/value';

/** The events that AGT's ADR 0030 section 7 names. */
export const agtEventNames = [
  'policy_decision',
  'approval_requested',
  'approval_chain_entry',
  'approval_resolved',
  'approval_expired',
  'approval_cancelled',
  'approval_consumed',
  'execution_allowed',
  'execution_denied',
] as const;
export type AgtEventName = (typeof agtEventNames)[number];

/** What AGT calls each of ours; null where it has no event for it. */
export const agtEventAliases = {
  'policy.decided': 'policy_decision',
  'request.opened': 'approval_requested',
  'request.reaffirmed': null,
  'entry.recorded': 'approval_chain_entry',
  'entry.refused': null,
  'advice.recorded': null,
  'question.asked': null,
  'question.answered': null,
  'request.allowed': 'approval_resolved',
  'request.denied': 'approval_resolved',
  'rejection.lifted': null,
  'release.reviewed': null,
  'request.expired': 'approval_expired',
  'request.cancelled': 'approval_cancelled',
  'request.amended': 'approval_cancelled',
  'grant.issued': null,
  'grant.expired': 'approval_expired',
  'grant.revoked': 'approval_cancelled',
  'grant.consumed': 'approval_consumed',
  'execution.allowed': 'execution_allowed',
  'execution.refused': 'execution_denied',
  'execution.reported': null,
  'execution.reconciled': null,
} as const satisfies Record<RequestEvent['type'], AgtEventName | null>;

/** Which of ours an event of AGT's may stand for. */
export function fromAgtEventName(name: AgtEventName): readonly RequestEvent['type'][] {
  return (Object.keys(agtEventAliases) as RequestEvent['type'][]).filter(
    type => agtEventAliases[type] === name,
  );
}

/** One event in AGT's words, with every link that its ADR 0030 asks for; null where one does not apply yet. */
export interface AgtEvent {
  readonly event_type: AgtEventName;
  readonly timestamp: Timestamp;
  readonly policy_decision_id: PolicyDecisionId;
  readonly approval_request_id: ApprovalRequestId | null;
  readonly approval_resolution_id: ApprovalResolutionId | null;
  readonly action_digest: Digest;
  readonly policy_version: string;
  readonly approval_chain_version: string | null;
  readonly trace_id: string | null;
  /** Ours, which tells what AGT's word leaves open. */
  readonly countersign_type: RequestEvent['type'];
}

/** The events of one request, in order. Those that AGT has no word for are left out. */
export function toAgtEvents(events: readonly RequestEvent[]): readonly AgtEvent[] {
  let state: RequestState = absentRequest;
  return events.flatMap(event => {
    state = evolveRequest(state, event);
    const event_type = agtEventAliases[event.type];
    if (event_type === null) return [];
    const decision = state.policy_decision;
    if (decision === null) return [];
    const opened = state.status === 'absent' ? null : state;
    return [
      {
        event_type,
        timestamp: event.at,
        policy_decision_id: decision.policy_decision_id,
        approval_request_id: opened?.request.approval_request_id ?? null,
        approval_resolution_id: opened?.resolution?.approval_resolution_id ?? null,
        action_digest: decision.action_digest,
        policy_version: decision.policy_version,
        approval_chain_version: decision.approval_chain_version,
        trace_id: opened?.request.trace?.trace_id ?? decision.trace?.trace_id ?? null,
        countersign_type: event.type,
      },
    ];
  });
}
