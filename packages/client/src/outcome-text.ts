import type { AgentOutcome, Retry } from '@countersign/protocol/reason';

/** What happened, in words for a model: plain, complete, and nothing it could take for permission. */
export const outcomeTexts: Readonly<Record<AgentOutcome, string>> = {
  allowed: 'The action is allowed, but it has not run yet.',
  pending: 'The action has not run: a person has not decided yet.',
  denied: 'The action was denied and has not run.',
  expired: 'The action has not run: the time for it was over before it could start.',
  cancelled: 'The action has not run: the question was withdrawn.',
  revoked: 'The action has not run: its approval was taken back.',
  consumed: 'The action has not run this time: its approval was used before.',
  unknown:
    'The approval was used, and it is not known what became of the action; it may have happened.',
  digest_mismatch: 'The action has not run: it is not exactly what was approved.',
  policy_changed: 'The action has not run: the policy has changed since it was asked about.',
  chain_changed:
    'The action has not run: who must approve it has changed since it was asked about.',
  precondition_changed:
    'The action has not run: something that was assumed when it was approved has changed.',
  plan_blocked: 'The action has not run: a step of the plan waits for a decision first.',
  plan_aborted: 'The action has not run: its plan was given up.',
  session_on_hold: 'The action has not run: the session waits for an answer of a person.',
  rate_limited: 'The action has not run: approval was asked for too often in a short time.',
  no_eligible_approver: 'The action has not run: nobody could approve it.',
  unavailable: 'The action has not run: it could not be established that it may.',
};

/** What to do next. */
export const retryTexts: Readonly<Record<Retry, string>> = {
  same_call: 'Make the same call again later; do not work around it.',
  new_request: 'If it is still needed, make a new request for it.',
  never: 'Do not try it again, and do not try to reach the same by other means.',
};
