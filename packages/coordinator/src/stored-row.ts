import { deadlineOf, type OpenedRequest } from '@countersign/protocol/request';
import type { StoredRow } from './commit.ts';

export function rowOf(state: OpenedRequest): StoredRow {
  const { request, receipts } = state;
  const [started, ...reports] = receipts;
  const concluded = receipts.some(({ outcome }) => outcome === 'succeeded' || outcome === 'failed');
  return {
    approval_request_id: request.approval_request_id,
    case_id: request.case_id,
    status: state.status,
    agent_id: request.agent_id,
    operation: request.operation,
    tool_name: state.tool_name,
    risk_level: request.risk.level,
    route: request.route.kind,
    requested_at: request.requested_at,
    due_at: deadlineOf(state),
    report_by: concluded ? null : (started?.report_by ?? null),
    silent_at: reports.length > 0 ? null : (started?.report_by ?? null),
  };
}
