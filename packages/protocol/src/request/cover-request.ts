import { findCoverFault } from '../allowance/judge-cover.ts';
import { type Decision, decline, emit } from '../reason/decision.ts';
import type { ReasonCode } from '../reason/reason-codes.ts';
import { isDue, type Timestamp } from '../value/timestamp.ts';
import { judgeEpoch, judgeVersions } from './in-force.ts';
import type { CoverRequest } from './request-command.ts';
import type { RequestEvent } from './request-event.ts';
import { effectiveStatus, type RequestState, statusCode } from './request-state.ts';
import { grantEnd } from './resolution.ts';

/**
 * An allowance covers the action of a request, and stands in place of entries. The use itself is counted in another
 * stream, which the same commit appends to (AL-3).
 */
export function coverRequest(
  state: RequestState,
  command: CoverRequest,
  now: Timestamp,
): Decision<RequestEvent> {
  if (state.status === 'absent' || effectiveStatus(state, now) !== 'pending') {
    return decline({
      code: statusCode(state, now),
      detail: `the request is ${effectiveStatus(state, now)}`,
    });
  }
  const { allowance, action, n, in_force, issuer, ids, single_window = false } = command;
  const { request, parties, entries } = state;
  const no = (code: ReasonCode, detail: string) => decline<RequestEvent>({ code, detail });
  for (const judged of [judgeEpoch(state, in_force), judgeVersions(state, in_force)]) {
    if (!judged.ok) return decline(judged.refusal);
  }
  if (entries.length > 0) return no('allowance_not_covering', 'people are deciding it already');
  const { status, epoch, expires_at } = allowance.state;
  if (status !== 'active') return no(`allowance_${status}`, `the allowance is ${status}`);
  if (epoch !== in_force.epoch) return no('epoch_changed', 'it was made in another epoch');
  if (isDue(expires_at, now)) return no('allowance_expired', `it ended at ${expires_at}`);
  if (n > allowance.terms.uses) return no('allowance_used_up', 'it has no use left');
  const fault = findCoverFault(allowance, { request, parties, action });
  if (fault !== null) return decline(fault.refusal);
  const final_entry_digest = allowance.decided.entries.at(-1)?.entry_digest ?? null;
  if (final_entry_digest === null) return no('allowance_inconsistent', 'no one decided it');
  return emit(
    {
      type: 'request.allowed',
      at: now,
      data: {
        resolution: {
          approval_resolution_id: ids.approval_resolution_id,
          approval_request_id: request.approval_request_id,
          outcome: 'allow',
          action_digest: request.action_digest,
          policy_version: request.policy_version,
          approval_chain_version: request.approval_chain_version,
          final_entry_digest,
          grant_id: ids.grant_id,
          grant_expires_at: grantEnd(request, now, single_window),
          resolved_at: now,
          allowance: {
            allowance_id: allowance.state.allowance_id,
            version: allowance.version,
            n,
          },
        },
      },
    },
    {
      type: 'grant.issued',
      at: now,
      data: {
        grant_id: ids.grant_id,
        issuer,
        store_id: in_force.store_id,
        epoch: in_force.epoch,
      },
    },
  );
}
