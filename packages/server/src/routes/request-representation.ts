import { Chain, ChainEntry, chainProgress, type StageProgress } from '@countersign/protocol/chain';
import { type AgentOutcome, agentOutcomes, reasonCodes } from '@countersign/protocol/reason';
import {
  Advice,
  ApprovalRequest,
  effectiveStatus,
  executionOutcome,
  type OpenedRequest,
  PolicyDecision,
  Receipt,
  Resolution,
  statusCode,
} from '@countersign/protocol/request';
import type { Timestamp } from '@countersign/protocol/value';
import * as z from 'zod';

const StageRepresentation = z.strictObject({
  name: z.string(),
  required: z.boolean(),
  state: z.enum(['open', 'satisfied', 'waiting']),
  allows: z.int(),
  quorum: z.int(),
});

/** A request as the API shows it: what the stream says, and what that means by now. */
export const RequestRepresentation = z.strictObject({
  approval_request_id: z.string(),
  status: z.enum(['pending', 'allowed', 'denied', 'expired', 'cancelled', 'revoked', 'consumed']),
  /** The word that the agent is told, and what it may do next. */
  outcome: z.enum(agentOutcomes),
  retry: z.enum(['same_call', 'new_request', 'never']),
  /** Grows with every event; wait for the next one with it. */
  version: z.int(),
  request: ApprovalRequest,
  policy_decision: PolicyDecision,
  chain: Chain,
  stages: z.array(StageRepresentation),
  change: z.string().nullable(),
  entries: z.array(ChainEntry),
  advice: z.array(Advice),
  resolution: Resolution.nullable(),
  receipts: z.array(Receipt),
});
export type RequestRepresentation = z.infer<typeof RequestRepresentation>;

export function representRequest(
  state: OpenedRequest,
  version: number,
  now: Timestamp,
): RequestRepresentation {
  const { outcome, retry } = toldTo(state, now);
  return {
    approval_request_id: state.request.approval_request_id,
    status: statusOf(state, now),
    outcome,
    retry,
    version,
    request: state.request,
    policy_decision: state.policy_decision,
    chain: state.chain,
    stages: stagesOf(state),
    change: state.change,
    entries: [...state.entries],
    advice: [...state.advice],
    resolution: state.resolution,
    receipts: [...state.receipts],
  };
}

/** These stay the same objects from the opening of a request to its end, so each is written once. */
const writtenTexts = new WeakMap<object, string>();

/** A representation as JSON, with whatever a route adds to it. */
export function representationText<T extends RequestRepresentation>(representation: T): string {
  const { request, policy_decision, chain, ...changing } = representation;
  const start = JSON.stringify(changing).slice(0, -1);
  return `${start},"request":${textOf(request)},"policy_decision":${textOf(policy_decision)},"chain":${textOf(chain)}}`;
}

function textOf(part: object): string {
  let text = writtenTexts.get(part);
  if (text === undefined) {
    text = JSON.stringify(part);
    writtenTexts.set(part, text);
  }
  return text;
}

/** What the status is by now, deadlines included. */
export function statusOf(state: OpenedRequest, now: Timestamp): RequestRepresentation['status'] {
  const status = effectiveStatus(state, now);
  return status === 'absent' ? 'pending' : status;
}

/** The stage that a pending request waits for: the first open one that holds it up, or else the first open one. */
export function openStageOf(state: OpenedRequest, now: Timestamp): StageProgress | null {
  if (effectiveStatus(state, now) !== 'pending') return null;
  const open = chainProgress(state.chain, state.entries).filter(stage => stage.open);
  return open.find(({ stage }) => stage.required) ?? open[0] ?? null;
}

export function toldTo(
  state: OpenedRequest,
  now: Timestamp,
): { readonly outcome: AgentOutcome; readonly retry: RequestRepresentation['retry'] } {
  if (effectiveStatus(state, now) === 'allowed') return { outcome: 'allowed', retry: 'same_call' };
  if (executionOutcome(state, now) === 'unknown') return { outcome: 'unknown', retry: 'never' };
  const { outcome, retry } = reasonCodes[statusCode(state, now)];
  return { outcome: outcome ?? 'unavailable', retry };
}

function stagesOf(state: OpenedRequest): z.infer<typeof StageRepresentation>[] {
  return chainProgress(state.chain, state.entries).map(({ stage, allows, open, satisfied }) => ({
    name: stage.name,
    required: stage.required,
    state: satisfied ? 'satisfied' : open ? 'open' : 'waiting',
    allows,
    quorum: stage.quorum,
  }));
}
