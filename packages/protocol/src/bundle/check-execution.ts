import { isDue } from '../value/timestamp.ts';
import type { RequestPath } from './check-path.ts';
import { disagreement, failed, proven, type StatementResult } from './statement.ts';

/** What was consumed and run is what was allowed; what the executor says it ran is set against it. */
export function checkExecution({ state, events }: RequestPath): StatementResult {
  const { request, resolution, policy_decision, receipts } = state;
  const [started, ...reports] = receipts;
  if (started === undefined) return proven('Nothing was started.');
  const until = resolution?.grant_expires_at ?? null;
  const consumed = events.find(event => event.type === 'grant.consumed');
  const allowed = events.find(event => event.type === 'execution.allowed');
  const fault =
    disagreement('audience_mismatch', [['executor', started.executor, request.audience]]) ??
    disagreement('grant_binding_mismatch', [
      ['grant_id', started.grant_id, resolution?.grant_id],
      ['consumed grant', consumed?.data.grant_id, resolution?.grant_id],
    ]) ??
    disagreement('bundle_inconsistent', [
      ['request', started.approval_request_id, request.approval_request_id],
      ['outcome at the start', started.outcome, 'started'],
      ['time of the consume', started.consumed_at, started.recorded_at],
      ['time of the start', allowed?.at, started.consumed_at],
      ['policy decision', allowed?.data.policy_decision_id, policy_decision.policy_decision_id],
      ['request started', allowed?.data.approval_request_id, request.approval_request_id],
      ['resolution', allowed?.data.approval_resolution_id, resolution?.approval_resolution_id],
      ['policy version', allowed?.data.policy_version, request.policy_version],
      ['chain version', allowed?.data.approval_chain_version, request.approval_chain_version],
      ['executor', allowed?.data.executor, started.executor],
      ['attempt', allowed?.data.attempt, started.attempt],
    ]) ??
    disagreement('action_digest_mismatch', [
      ['started action', allowed?.data.action_digest, request.action_digest],
    ]);
  if (fault !== null) return fault;
  if (until === null || resolution === null || started.consumed_at < resolution.resolved_at) {
    return failed('bundle_inconsistent', 'the consume comes before the permission');
  }
  if (isDue(until, started.consumed_at)) {
    return failed('grant_expired', `consumed at ${started.consumed_at}, allowed until ${until}`);
  }
  if (started.start_by > until || started.report_by < started.start_by) {
    return failed('bundle_inconsistent', 'the deadlines of the execution do not fit the grant');
  }
  for (const report of reports) {
    const other = disagreement('execution_attempt_mismatch', [
      ['attempt', report.attempt, started.attempt],
      ['executor', report.executor, started.executor],
      ['grant', report.grant_id, started.grant_id],
      ['request', report.approval_request_id, started.approval_request_id],
      ['consumed_at', report.consumed_at, started.consumed_at],
      ['start_by', report.start_by, started.start_by],
      ['report_by', report.report_by, started.report_by],
    ]);
    if (other !== null) return other;
  }
  return proven(describeOutcome(state));
}

function describeOutcome({ request, receipts }: RequestPath['state']): string {
  const said = receipts.slice(1).map(({ outcome }) => outcome);
  const outcome =
    said.length === 0
      ? 'There is no report: the bundle does not tell the outcome.'
      : `Reported: ${said.join(', then ')}. Only the reporter vouches for this.`;
  const diverging = receipts.some(
    ({ final_action_digest: ran }) => ran !== null && ran !== request.action_digest,
  );
  return diverging
    ? `${outcome} DIVERGENCE: the executor says it ran another action than the approved one.`
    : outcome;
}
