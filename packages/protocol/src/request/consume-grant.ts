import { sha256 } from '../crypto/digest.ts';
import { type Decision, decline, emit } from '../reason/decision.ts';
import { addSeconds, earlierOf, type Timestamp } from '../value/timestamp.ts';
import type { ConsumeGrant } from './request-command.ts';
import type { RequestEvent } from './request-event.ts';
import type { RequestState } from './request-state.ts';
import { verifyForExecution } from './verify-for-execution.ts';

/** How many refused executions a request records (HI-6). */
const refusedExecutionsMax = 64;

/**
 * Uses the grant up and lets the executor start, as one decision: both events go into one commit, so there
 * is no moment at which an approval is used but nothing may start, or the other way round (SU-3).
 */
export function consumeGrant(
  state: RequestState,
  command: ConsumeGrant,
  now: Timestamp,
): Decision<RequestEvent> {
  const { executor, attempt, receipt_id } = command;
  const verified = verifyForExecution(state, command, now);
  if (!verified.ok) {
    const { refusal, step } = verified;
    // Only an attempt on a live grant is worth a record; of N racing consumers the losers leave none.
    if (step === 'status') return decline(refusal);
    const recorded = state.status === 'absent' ? 0 : state.refused_executions;
    if (recorded >= refusedExecutionsMax) return decline(refusal);
    return decline(refusal, {
      type: 'execution.refused',
      at: now,
      data: { executor, attempt, action_digest: sha256(command.action), step, refusal },
    });
  }
  const { request, resolution, policy_decision } = verified.value;
  const start_by = earlierOf(
    addSeconds(now, command.start_within_seconds),
    resolution.grant_expires_at,
  );
  return emit(
    {
      type: 'grant.consumed',
      at: now,
      data: {
        grant_id: resolution.grant_id,
        receipt: {
          receipt_id,
          approval_request_id: request.approval_request_id,
          grant_id: resolution.grant_id,
          attempt,
          executor,
          consumed_at: now,
          start_by,
          report_by: addSeconds(start_by, command.report_within_seconds),
          outcome: 'started',
          recorded_at: now,
          result_digest: null,
          final_action_digest: null,
          error: null,
        },
      },
    },
    {
      type: 'execution.allowed',
      at: now,
      data: {
        policy_decision_id: policy_decision.policy_decision_id,
        approval_request_id: request.approval_request_id,
        approval_resolution_id: resolution.approval_resolution_id,
        action_digest: request.action_digest,
        policy_version: request.policy_version,
        approval_chain_version: request.approval_chain_version,
        executor,
        attempt,
        trace_id: request.trace?.trace_id ?? null,
      },
    },
  );
}
