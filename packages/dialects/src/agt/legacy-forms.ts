import { parserOf } from '@countersign/protocol/json';
import type { ApprovalRequest } from '@countersign/protocol/request';
import { Name, Prose } from '@countersign/protocol/value';
import * as z from 'zod';
import { AgtTime, pythonTime } from './python-time.ts';

/**
 * The payload of AGT's first webhook and the argument of its callbacks: a description without a request id, a digest,
 * a version or an expiry. It binds nothing, and is made and read only by the legacy adapter.
 */
export const LegacyRequest = z.strictObject({
  type: z.literal('approval_request'),
  rule_name: Name,
  policy_name: Name,
  agent_id: Name,
  action: Name,
  approvers: z.array(Name).max(4096),
  requested_at: AgtTime,
});
export type LegacyRequest = z.infer<typeof LegacyRequest>;

/** What a callback returns and a webhook answers. `approver` is a claim, whatever it says. */
export const LegacyAnswer = z.strictObject({
  approved: z.boolean(),
  approver: z.string().max(512).default(''),
  reason: Prose.default(''),
  decided_at: AgtTime.optional(),
});
export type LegacyAnswer = z.infer<typeof LegacyAnswer>;

export const parseLegacyRequest = parserOf('LegacyRequest', LegacyRequest);
export const parseLegacyAnswer = parserOf('LegacyAnswer', LegacyAnswer);

export function toLegacyRequest(
  request: ApprovalRequest,
  policy: { readonly rule_name: string; readonly approvers: readonly string[] },
): LegacyRequest {
  return {
    type: 'approval_request',
    rule_name: policy.rule_name,
    policy_name: request.policy_version,
    agent_id: request.agent_id,
    action: request.operation,
    approvers: [...policy.approvers],
    requested_at: pythonTime(request.requested_at),
  };
}
