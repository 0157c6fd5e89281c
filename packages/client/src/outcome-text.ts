import type { AgentOutcome, Retry } from '@countersign/protocol/reason';

/** What happened, in words for a model: plain, complete, and nothing it could take for permission. */
export const outcomeTexts: Readonly<Record<AgentOutcome, string>> = {
  allowed: 'The action is allowed, but it has not run yet.',
  pending: 'The action has not run: a person has not decided yet.',
  denied: 'The action was denied and has not run.',
  expired: 'The action has not run: its time ran out before it could start.',
  cancelled: 'The action has not run: the request was withdrawn.',
  amended:
    'The action has not run as you asked: a reviewer changed it, and only the changed action may run.',
  revoked: 'The action has not run: its approval was revoked.',
  consumed: 'The action was not started again: its approval was used before.',
  unknown:
    'The approval was used, but the outcome of the action is unknown. The action may have happened.',
  digest_mismatch: 'The action has not run: it is not exactly what was approved.',
  policy_changed: 'The action has not run: the policy changed after the request was opened.',
  chain_changed:
    'The action has not run: the required approvers changed after the request was opened.',
  precondition_changed: 'The action has not run: a precondition of its approval has changed.',
  plan_blocked: 'The action has not run: another step of its plan waits for a decision.',
  plan_aborted: 'The action has not run: its plan was aborted.',
  session_on_hold: 'The action has not run: the session waits until a person answers.',
  rate_limited: 'The action has not run: too many approvals were requested in a short time.',
  no_eligible_approver: 'The action has not run: no person is able to approve it.',
  locked: 'The action has not run: an operator has locked it.',
  unavailable: 'The action has not run: its permission could not be verified.',
};

/** What to do next. Only the first two let the caller go on with the same call. */
export const retryTexts: Readonly<Record<Retry, string>> = {
  same_call: 'Make the same call later to continue. Do not work around it.',
  new_request:
    'If the action is still needed, make the same call: a person is then asked once more. Do not work around it.',
  never: 'Do not repeat this call, and do not try to reach the same result by other means.',
};
