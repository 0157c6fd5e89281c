import { chainProgress, type StageProgress, stageAt } from '@countersign/protocol/chain';
import {
  effectiveStatus,
  isClosed,
  type OpenedRequest,
  roundsLeft,
  toldAgent,
} from '@countersign/protocol/request';
import type { Timestamp } from '@countersign/protocol/value';
import type { RequestRepresentation, StageFacts } from '@countersign/wire/requests';
import type { App } from '../app.ts';
import { requestUrl } from '../pages/request-url.ts';
import { waiterOf } from './waiting-agents.ts';

export function representRequest(
  app: App,
  state: OpenedRequest,
  version: number,
): RequestRepresentation {
  const { origin, context } = app;
  const now = context.clock.now();
  const { outcome, retry } = toldAgent(state, now, context.settings.roundsMax);
  return {
    approval_request_id: state.request.approval_request_id,
    status: effectiveStatus(state, now),
    outcome,
    retry,
    url: requestUrl(origin, state.request.approval_request_id),
    waiter: waiterOf(app, state.request.approval_request_id),
    rounds_left: roundsLeft(state, context.settings.roundsMax),
    version,
    request: state.request,
    policy_decision: state.policy_decision,
    chain: state.chain,
    stages: stagesOf(state),
    change: state.change,
    entries: [...state.entries],
    advice: [...state.advice],
    questions: [...state.questions],
    rejected_for_good: isClosed(state),
    review: state.review,
    resolution: state.resolution,
    cancelled: state.cancelled,
    superseded_by: state.amended?.superseded_by ?? null,
    receipts: [...state.receipts],
  };
}

/**
 * The stage that a pending request waits for: the first open one that holds it up, or else the first open one. It is the
 * stage as it stands now: those who have joined it are among its approvers.
 */
export function openStageOf(state: OpenedRequest, now: Timestamp): StageProgress | null {
  if (effectiveStatus(state, now) !== 'pending') return null;
  const open = chainProgress(state.chain, state.entries)
    .filter(progress => progress.open)
    .map(progress => ({ ...progress, stage: stageAt(progress.stage, state.request, now) }));
  return open.find(({ stage }) => stage.required) ?? open[0] ?? null;
}

function stagesOf(state: OpenedRequest): StageFacts[] {
  return chainProgress(state.chain, state.entries).map(({ stage, allows, open, satisfied }) => ({
    name: stage.name,
    required: stage.required,
    state: satisfied ? 'satisfied' : open ? 'open' : 'waiting',
    allows,
    quorum: stage.quorum,
  }));
}
