import { judgeRelease } from '../chain/break-glass.ts';
import type { Separation, Stage } from '../chain/chain.ts';
import { chainProgress } from '../chain/chain-progress.ts';
import type { Approver } from '../chain/eligibility.ts';
import { stageAt } from '../chain/escalation.ts';
import { judgeApprover } from '../chain/judge-approver.ts';
import { type RecordedBehalf, voicesOf } from '../chain/on-behalf.ts';
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
  on_behalf_of?: RecordedBehalf,
): Result<DecidableStage> {
  const { chain, entries } = state;
  const open = judgeOpen(state, approver, inForce, now, on_behalf_of);
  if (!open.ok) return open;
  let refusal: Refusal | null = null;
  for (const { stage: listed, stage_index, open } of chainProgress(chain, entries)) {
    if (!open) continue;
    const answer = { decision, on_behalf_of, decided_at: now };
    const eligible = judgeApprover(state, listed, approver, answer);
    const stage = stageAt(listed, state.request, now);
    if (eligible.ok) return accept({ stage, stage_index, separation: eligible.value });
    // An optional stage holds nothing up, so the one that does is the one to name.
    if (refusal === null || stage.required) refusal = eligible.refusal;
  }
  return refusal === null ? refuse('stage_not_open', 'no stage is open') : { ok: false, refusal };
}

/** The stage that a release by this person would stand at, where they may release the action alone now (BG-1, BG-2). */
export function judgeReleaser(
  state: OpenedRequest,
  approver: Approver,
  inForce: InForce,
  now: Timestamp,
): Result<DecidableStage> {
  const open = judgeOpen(state, approver, inForce, now);
  if (!open.ok) return open;
  const separation = judgeRelease(state, approver);
  if (!separation.ok) return separation;
  const stages = chainProgress(state.chain, state.entries).filter(each => each.open);
  const progress = stages.find(({ stage }) => stage.required) ?? stages[0];
  return progress === undefined
    ? refuse('stage_not_open', 'no stage is open')
    : accept({
        stage: progress.stage,
        stage_index: progress.stage_index,
        separation: separation.value,
      });
}

/** Whether the request waits for decisions, and this person has a voice in it left. */
function judgeOpen(
  state: OpenedRequest,
  approver: Approver,
  inForce: InForce,
  now: Timestamp,
  on_behalf_of?: RecordedBehalf,
): Result<null> {
  const { request, entries } = state;
  const status = effectiveStatus(state, now);
  if (status !== 'pending') return refuse(statusCode(state, now), `the request is ${status}`);
  const life = judgeEpoch(state, inForce);
  if (!life.ok) return life;
  const versions = judgeVersions(state, inForce);
  if (!versions.ok) return versions;
  if (approver.identity === request.agent_id) {
    return refuse('approver_is_agent', 'expected a person, or a service the stage lists');
  }
  const voices = voicesOf({ approver_identity: approver.identity, on_behalf_of });
  return entries.some(entry => voicesOf(entry).some(voice => voices.includes(voice)))
    ? refuse('approver_already_decided', 'each person decides once in a request')
    : accept(null);
}
