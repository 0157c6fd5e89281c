import type { Separation, Stage } from '../chain/chain.ts';
import { chainProgress } from '../chain/chain-progress.ts';
import { type Approver, judgeEligibility } from '../chain/eligibility.ts';
import { stageAt } from '../chain/escalation.ts';
import { accept, type Refusal, type Result, refuse } from '../reason/refusal.ts';
import type { Timestamp } from '../value/timestamp.ts';
import { type InForce, judgeEpoch, judgeVersions } from './in-force.ts';
import { effectiveStatus, type OpenedRequest, statusCode } from './request-state.ts';

export interface DecidableStage {
  readonly stage: Stage;
  readonly stage_index: number;
  /** What the decision would be called. */
  readonly separation: Separation;
}

/**
 * Which open stage a principal could decide now, by the rules that judge the decision itself. It is a preview for
 * display: the decision is judged again, at its own time and with its own content.
 */
export function judgeDecider(
  state: OpenedRequest,
  approver: Approver,
  inForce: InForce,
  now: Timestamp,
  decision: 'allow' | 'deny' = 'allow',
): Result<DecidableStage> {
  const { request, chain, entries, parties } = state;
  const status = effectiveStatus(state, now);
  if (status !== 'pending') return refuse(statusCode(state, now), `the request is ${status}`);
  const life = judgeEpoch(state, inForce);
  if (!life.ok) return life;
  const versions = judgeVersions(state, inForce);
  if (!versions.ok) return versions;
  if (approver.identity === request.agent_id) {
    return refuse('approver_is_agent', 'expected a person, or a service the stage lists');
  }
  if (entries.some(entry => entry.approver_identity === approver.identity)) {
    return refuse('approver_already_decided', 'each person decides once in a request');
  }
  let refusal: Refusal | null = null;
  for (const { stage: listed, stage_index, open } of chainProgress(chain, entries)) {
    if (!open) continue;
    const stage = stageAt(listed, request, now);
    const eligible = judgeEligibility(stage, approver, parties, decision);
    if (eligible.ok) return accept({ stage, stage_index, separation: eligible.value });
    // An optional stage holds nothing up, so the one that does is the one to name.
    if (refusal === null || stage.required) refusal = eligible.refusal;
  }
  return refusal === null ? refuse('stage_not_open', 'no stage is open') : { ok: false, refusal };
}
