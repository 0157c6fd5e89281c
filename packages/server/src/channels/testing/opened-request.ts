import type { ActionBinding } from '@countersign/protocol/action';
import { parseChain } from '@countersign/protocol/chain';
import { sha256 } from '@countersign/protocol/crypto';
import { type OpenedRequest, parseApprovalRequest } from '@countersign/protocol/request';

const id = (prefix: string): string => `${prefix}_00000000000040008000000000000001`;

/** An open request about this action, of medium risk, that a linked account may decide. */
export function openedFor(action: ActionBinding, agentReasoning: string | null): OpenedRequest {
  const request = parseApprovalRequest({
    approval_request_id: id('ar'),
    case_id: id('case'),
    round: 1,
    policy_decision_id: id('pd'),
    action_digest: sha256(action),
    intent_id: id('intent'),
    agent_id: action.agent_id,
    requested_by: { principal_id: 'key-1' },
    operation: action.operation,
    target_resource: action.target.resource,
    policy_version: '1',
    approval_chain_id: 'chat',
    approval_chain_version: '1',
    requested_at: '2026-11-15T12:00:00.000Z',
    expires_at: '2026-11-15T13:00:00.000Z',
    execute_within_seconds: 300,
    audience: 'billing-executor',
    risk: { level: 'medium', signals: [{ signal: 'money', level: 'medium', evidence: '4200' }] },
    reason: 'Rule money asks for it.',
    scope: {},
    route: { kind: 'admin_channel' },
    fail_closed_on_timeout: true,
    agent_reasoning: agentReasoning,
  });
  const chain = parseChain({
    chain_id: 'chat',
    version: '1',
    stages: [{ name: 'chat', approvers: { roles: ['reviewer'] }, min_assurance: 'channel' }],
  });
  return { request, chain, entries: [] } as unknown as OpenedRequest;
}
