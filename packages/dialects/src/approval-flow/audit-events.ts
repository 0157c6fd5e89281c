import { sha256 } from '@countersign/protocol/crypto';
import type { RequestEvent } from '@countersign/protocol/request';
import { accepted, type FlowVerdict, refused } from './flow-verdict.ts';
import { type BoundIntent, toAction } from './intent-action.ts';

/** What upstream's audit calls each of our events; null where it has none for it. */
export const flowEventAliases = {
  'policy.decided': 'policy.decision.require_approval',
  'request.opened': 'approval.requested',
  'request.reaffirmed': null,
  'entry.recorded': null,
  'entry.refused': null,
  'advice.recorded': null,
  'question.asked': null,
  'question.answered': null,
  'request.allowed': 'approval.granted',
  'request.denied': 'approval.denied',
  'rejection.lifted': null,
  'release.reviewed': null,
  'request.expired': 'approval.expired',
  'request.cancelled': 'approval.revoked',
  'request.amended': 'approval.revoked',
  'grant.issued': null,
  'grant.expired': 'approval.expired',
  'grant.revoked': 'approval.revoked',
  'grant.consumed': 'execution.integrity.artifact_consumed',
  'execution.allowed': 'execution.started',
  'execution.refused': 'intent.rejected',
  'execution.reported': 'execution.completed',
  'execution.reconciled': 'execution.completed',
} as const satisfies Record<RequestEvent['type'], string | null>;

export interface FlowAuditEvent {
  readonly schemaVersion: '1.0';
  readonly eventType: string;
  readonly timestamp: string;
  readonly traceId: string;
  readonly correlationId: string;
  readonly tenantId: string;
  readonly workspaceId: string;
  readonly intentId: string;
  readonly reasonCodes: readonly string[];
  /** Ours, which tells what upstream's word leaves open. */
  readonly payload: { readonly countersign_type: RequestEvent['type'] };
  readonly integrity: {
    readonly contentHash: string;
    /** Of the event before; 64 zeros in the first. */
    readonly previousEventHash: string;
    readonly sequenceNumber: number;
  };
}

/**
 * The audit trail of one request in upstream's words, linked by hashes. Events for which upstream has no word are left
 * out.
 */
export function toFlowAuditEvents(
  events: readonly RequestEvent[],
  intent: BoundIntent,
): FlowVerdict<readonly FlowAuditEvent[]> {
  const [first] = events;
  if (
    first?.type !== 'policy.decided' ||
    first.data.decision.action_digest !== sha256(toAction(intent))
  ) {
    return refused('INTENT_ARTIFACT_MISMATCH', 'the events are about another action');
  }
  const { snapshot, intentId } = intent;
  const { tenantId, workspaceId, trace } = snapshot;
  let previousEventHash = '0'.repeat(64);
  const trail: FlowAuditEvent[] = [];
  for (const event of events) {
    const eventType = eventTypeOf(event);
    if (eventType === null) continue;
    const content = {
      schemaVersion: '1.0' as const,
      eventType,
      timestamp: event.at,
      traceId: trace.traceId,
      correlationId: trace.correlationId,
      tenantId,
      workspaceId,
      intentId,
      reasonCodes: event.type === 'execution.refused' ? [event.data.refusal.code] : [],
      payload: { countersign_type: event.type },
    };
    const sequenceNumber = trail.length;
    const contentHash = sha256({ ...content, previousEventHash, sequenceNumber }).slice(7);
    trail.push({ ...content, integrity: { contentHash, previousEventHash, sequenceNumber } });
    previousEventHash = contentHash;
  }
  return accepted(trail);
}

function eventTypeOf(event: RequestEvent): string | null {
  if (event.type !== 'execution.reported' && event.type !== 'execution.reconciled') {
    return flowEventAliases[event.type];
  }
  const { outcome } = event.data.receipt;
  if (outcome === 'failed') return 'execution.failed';
  return outcome === 'succeeded' ? 'execution.completed' : 'execution.timeout';
}
