import { Digest, sha256 } from '@countersign/protocol/crypto';
import { canonicalize, type JsonObject, parserOf, parseStrict } from '@countersign/protocol/json';
import { ProtocolError } from '@countersign/protocol/reason';
import {
  foldRequest,
  type OpenedRequest,
  openedStatuses,
  parseRequestEvent,
  type RequestEvent,
} from '@countersign/protocol/request';
import * as z from 'zod';
import { toApprovalRecords } from './approval-record.ts';
import { toApprovedArtifact } from './approved-artifact.ts';
import { accepted, type FlowVerdict, refused } from './flow-verdict.ts';
import { type BoundIntent, fromAction, toAction } from './intent-action.ts';
import {
  ApprovalRecord,
  ApprovedIntentArtifact,
  ExecutionIntent,
  FlowApprovalRequest,
  flowSchemaVersion,
} from './records.ts';
import { toFlowRequest } from './request-translation.ts';

/** What we know and upstream's records have no member for. The records beside it are upstream's own and nothing else. */
export const FlowExtension = z.strictObject({
  form: z.literal('countersign/approval-flow/1'),
  status: z.enum(openedStatuses),
  /** Every event of the request, from which all the rest follows. */
  events: z.array(z.record(z.string(), z.unknown())).min(2).max(4096),
  /** Of the events. It has no key, so it notices an accident and not a forger. */
  events_digest: Digest,
});
export type FlowExtension = z.infer<typeof FlowExtension>;

/** Everything about one intent's approval. It is history: nothing in it starts anything. */
export const FlowRecords = z.strictObject({
  schemaVersion: z.literal(flowSchemaVersion),
  intent: ExecutionIntent.pick({ intentId: true, intentVersion: true, snapshot: true }),
  request: FlowApprovalRequest,
  records: z.array(ApprovalRecord).max(3300),
  artifact: ApprovedIntentArtifact.omit({ signature: true }).nullable(),
  countersign: FlowExtension.nullable().default(null),
});
export type FlowRecords = z.infer<typeof FlowRecords>;

const parseFlowRecords = parserOf('FlowRecords', FlowRecords);

/** The records of one request, from its events in order and the intent that its action is of. */
export function toFlowRecords(
  events: readonly RequestEvent[],
  intent: BoundIntent,
): FlowVerdict<FlowRecords> {
  const state = foldRequest(events);
  if (state.status === 'absent') {
    return refused(
      'INTENT_APPROVAL_NOT_GRANTED',
      'expected the events of an open request',
      'request_not_found',
    );
  }
  if (sha256(toAction(intent)) !== state.request.action_digest) {
    return refused('INTENT_ARTIFACT_MISMATCH', 'the request is about another action');
  }
  const artifact = state.grant === null ? null : toApprovedArtifact(intent, state.grant);
  if (artifact !== null && !artifact.ok) return artifact;
  const { intentId, intentVersion, snapshot } = intent;
  return accepted({
    schemaVersion: flowSchemaVersion,
    intent: { intentId, intentVersion, snapshot },
    request: toFlowRequest(state.request, intent, state.status),
    records: toApprovalRecords(state, intent),
    artifact: artifact?.value ?? null,
    countersign: {
      form: 'countersign/approval-flow/1',
      status: state.status,
      events: events.map(plain),
      events_digest: sha256(events),
    },
  });
}

export interface ImportedFlow {
  readonly records: FlowRecords;
  /** Our own events and the exact state, where the records were exported from them and still say the same. */
  readonly events: readonly RequestEvent[] | null;
  readonly state: OpenedRequest | null;
}

/** Reads records from anywhere: whole or not at all. */
export function fromFlowRecords(value: unknown): FlowVerdict<ImportedFlow> {
  try {
    const records = parseFlowRecords(value);
    return records.countersign === null ? readForeign(records) : restore(records);
  } catch (error) {
    return error instanceof ProtocolError
      ? refused('ARTIFACT_SCHEMA_INVALID', error.message, error.code)
      : refused('ARTIFACT_SCHEMA_INVALID', 'reading the records failed', 'internal_error');
  }
}

/** The extension must say exactly what the records say. Otherwise one of them was edited. */
function restore(records: FlowRecords): FlowVerdict<ImportedFlow> {
  const events = (records.countersign?.events ?? []).map(event => parseRequestEvent(event));
  const state = foldRequest(events);
  const again = toFlowRecords(events, records.intent);
  if (!again.ok) return again;
  return state.status !== 'absent' && canonicalize(again.value) === canonicalize(records)
    ? accepted({ records, events, state })
    : inconsistent('the records are not those of their events');
}

/** A foreign history: it must at least be about one intent, and be consistent. */
function readForeign(records: FlowRecords): FlowVerdict<ImportedFlow> {
  const bound = fromAction(toAction(records.intent));
  if (!bound.ok) return bound;
  const { request, records: decisions, artifact } = records;
  const parts = [request, ...decisions, ...(artifact === null ? [] : [artifact])];
  const { intentId, intentPayloadHash, approvalRequestId } = request;
  const together =
    intentId === records.intent.intentId &&
    parts.every(
      part =>
        part.intentId === intentId &&
        part.intentPayloadHash === intentPayloadHash &&
        (part.approvalRequestId ?? approvalRequestId) === approvalRequestId,
    );
  if (!together) return inconsistent('the records are about several intents');
  const said = decisions.map(({ decision }) => decision);
  const agree =
    request.state === 'pending' || request.state === 'invalid'
      ? artifact === null
      : said.includes(request.state) && (artifact === null || request.state !== 'rejected');
  return agree
    ? accepted({ records, events: null, state: null })
    : inconsistent('the records do not agree about how it ended');
}

function inconsistent(detail: string) {
  return refused('APPROVAL_STATE_MISMATCH', detail, 'record_inconsistent');
}

/** A copy that shares nothing with what it was made from. */
function plain(event: RequestEvent): JsonObject {
  return parseStrict(canonicalize(event)) as JsonObject;
}
