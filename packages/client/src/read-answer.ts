import { ChainEntry } from '@countersign/protocol/chain';
import type { JsonObject, JsonValue } from '@countersign/protocol/json';
import { agentOutcomes } from '@countersign/protocol/reason';
import {
  ApprovalRequest,
  openedStatuses,
  PolicyDecision,
  Receipt,
  Resolution,
} from '@countersign/protocol/request';
import type {
  ChangeHint,
  HoldFacts,
  ObservedMessage,
  ProposalAnswer,
  RequestFacts,
  StoreFacts,
} from './transport.ts';

// Whatever is acted on is read strictly, with the schemas of the protocol. Null is "not the agreed form". Members that
// nothing depends on are not looked at, so that a newer server may say more.

const retries = ['same_call', 'new_request', 'never'];
const listMax = 1024;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function readFacts(value: JsonValue): RequestFacts | null {
  if (!isObject(value)) return null;
  const { approval_request_id, status, outcome, retry, version } = value;
  const request = ApprovalRequest.safeParse(value['request']);
  const entries = readList(value['entries'], ChainEntry);
  const receipts = readList(value['receipts'], Receipt);
  const resolution = Resolution.nullable().safeParse(value['resolution']);
  if (
    !request.success ||
    !resolution.success ||
    entries === null ||
    receipts === null ||
    !isOneOf(status, openedStatuses) ||
    !isOneOf(outcome, agentOutcomes) ||
    !isOneOf(retry, retries) ||
    typeof version !== 'number' ||
    !Number.isSafeInteger(version) ||
    request.data.approval_request_id !== approval_request_id ||
    (resolution.data !== null && resolution.data.approval_request_id !== approval_request_id) ||
    // Only what was allowed is called allowed, whatever else the answer says.
    (status === 'allowed') !== (outcome === 'allowed')
  ) {
    return null;
  }
  return {
    approval_request_id: request.data.approval_request_id,
    status: status as RequestFacts['status'],
    outcome: outcome as RequestFacts['outcome'],
    retry: retry as RequestFacts['retry'],
    version,
    request: request.data,
    entries,
    receipts,
    resolution: resolution.data,
  };
}

export function readProposal(value: JsonValue): ProposalAnswer | null {
  if (!isObject(value)) return null;
  const { verdict } = value;
  if (verdict === 'require_approval') {
    const facts = readFacts(value);
    return facts === null ? null : { verdict, facts };
  }
  if (verdict !== 'allow' && verdict !== 'deny') return null;
  const decision = PolicyDecision.safeParse(value['decision']);
  if (!decision.success || decision.data.verdict !== verdict) return null;
  return { verdict, decision: decision.data };
}

export function readGrantText(value: JsonValue): string | null {
  const grant = isObject(value) ? value['grant'] : null;
  return typeof grant === 'string' && grant.length <= 16_384 ? grant : null;
}

export function readObserved(value: JsonValue): ObservedMessage | null {
  if (!isObject(value)) return null;
  const { confirmation_required, hold = null } = value;
  if (typeof confirmation_required !== 'boolean') return null;
  const hold_id = isObject(hold) ? hold['hold_id'] : null;
  // A message that needs an answer must have a hold that can be shown.
  if (hold_id !== null && !isId(hold_id)) return null;
  return confirmation_required === (hold_id !== null) ? { confirmation_required, hold_id } : null;
}

export function readHold(value: JsonValue): HoldFacts | null {
  if (!isObject(value)) return null;
  const { status, proceed } = value;
  if (!isOneOf(status, ['placed', 'lifted', 'refused']) || typeof proceed !== 'boolean')
    return null;
  return proceed === (status === 'lifted') ? { status, proceed } : null;
}

export function readKeySet(value: JsonValue): readonly JsonObject[] | null {
  const keys = isObject(value) ? value['keys'] : null;
  return Array.isArray(keys) && keys.length <= listMax && keys.every(isObject) ? keys : null;
}

export function readState(value: JsonValue): StoreFacts | null {
  if (!isObject(value)) return null;
  const { issuer, store_id } = value;
  return isId(issuer) && isId(store_id) ? { issuer, store_id } : null;
}

export function readHint(value: JsonValue): ChangeHint | null {
  if (!isObject(value)) return null;
  const { all, ids } = value;
  if (all === true) return { all };
  return Array.isArray(ids) && ids.length <= listMax && ids.every(isId) ? { ids } : null;
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= 512;
}

function isOneOf(value: unknown, words: readonly string[]): value is string {
  return typeof value === 'string' && words.includes(value);
}

interface Schema<T> {
  safeParse(value: unknown): { success: true; data: T } | { success: false };
}

function readList<T>(value: unknown, schema: Schema<T>): T[] | null {
  if (!Array.isArray(value) || value.length > listMax) return null;
  const read: T[] = [];
  for (const each of value) {
    const parsed = schema.safeParse(each);
    if (!parsed.success) return null;
    read.push(parsed.data);
  }
  return read;
}
