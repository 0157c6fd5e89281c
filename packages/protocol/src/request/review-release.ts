import { releaseOf } from '../chain/break-glass.ts';
import { separationOf } from '../chain/eligibility.ts';
import { type Decision, decline, emit } from '../reason/decision.ts';
import type { ReasonCode } from '../reason/reason-codes.ts';
import { identityOf } from '../value/principal.ts';
import type { Timestamp } from '../value/timestamp.ts';
import { mayOversee } from './end-request.ts';
import type { ReviewRelease } from './request-command.ts';
import type { RequestEvent } from './request-event.ts';
import type { RequestState } from './request-state.ts';

/**
 * Closes the review of an action that one person released alone. Another person does it, whom the chain lists or who is
 * an operator, and whom the action does not concern (BG-3). It changes nothing that ran.
 */
export function reviewRelease(
  state: RequestState,
  { principal, verdict, findings }: ReviewRelease,
  now: Timestamp,
): Decision<RequestEvent> {
  if (state.status === 'absent') return no('request_not_found', 'nothing was opened under this id');
  const release = releaseOf(state.entries);
  if (release === undefined) {
    return no('release_not_found', 'no one released this request alone');
  }
  if (principal.kind !== 'human' || !mayOversee(state, principal)) {
    return no('actor_not_permitted', 'expected an operator or a person of the chain');
  }
  const by = principal.person_id;
  if (
    by === release.approver_identity ||
    separationOf(identityOf(principal), state.parties) === 'self_confirm'
  ) {
    return no('approver_not_independent', 'expected a person whom the release does not concern');
  }
  const { review } = state;
  if (review !== null) {
    return review.by === by && review.verdict === verdict && review.findings === findings
      ? emit()
      : no('release_reviewed', `the review was closed at ${review.reviewed_at}`);
  }
  if (findings.trim() === '') return no('reason_missing', 'expected what the review found');
  return emit({ type: 'release.reviewed', at: now, data: { by, verdict, findings } });
}

function no(code: ReasonCode, detail: string): Decision<RequestEvent> {
  return decline({ code, detail });
}
