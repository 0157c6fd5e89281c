import { Chain, ChainEntry, chainProgress, type StageProgress } from '@countersign/protocol/chain';
import { agentOutcomes } from '@countersign/protocol/reason';
import {
  Advice,
  ApprovalRequest,
  effectiveStatus,
  type OpenedRequest,
  openedStatuses,
  PolicyDecision,
  Receipt,
  Resolution,
  toldAgent,
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
  status: z.enum(openedStatuses),
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
  const { outcome, retry } = toldAgent(state, now);
  return {
    approval_request_id: state.request.approval_request_id,
    status: effectiveStatus(state, now),
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

/** The stage that a pending request waits for: the first open one that holds it up, or else the first open one. */
export function openStageOf(state: OpenedRequest, now: Timestamp): StageProgress | null {
  if (effectiveStatus(state, now) !== 'pending') return null;
  const open = chainProgress(state.chain, state.entries).filter(stage => stage.open);
  return open.find(({ stage }) => stage.required) ?? open[0] ?? null;
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
