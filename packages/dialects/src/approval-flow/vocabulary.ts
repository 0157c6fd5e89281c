import type { PolicyVerdict } from '@countersign/protocol/request';

// The closed lists of the approval flow. A word that is not in one of them is refused.

export const principalTypes = [
  'human_user',
  'agent',
  'channel',
  'plugin',
  'service',
  'execution_node',
  'tool',
  'tenant_workspace',
  'system_automation',
  'approval_authority',
  'anonymous_external',
] as const;

export const actionClasses = [
  'read',
  'write',
  'execute',
  'register',
  'invoke',
  'approve',
  'access-secret',
  'access-network',
  'access-filesystem',
  'mutate-memory',
  'publish-event',
  'consume-event',
  'skip-approval',
  'administer-policy',
  'external-side-effect',
  'destructive-action',
] as const;

export const resourceClasses = [
  'memory-namespace',
  'tool-endpoint',
  'filesystem-zone',
  'network-zone',
  'plugin-capability',
  'execution-node',
  'channel-surface',
  'secret-reference',
  'agent-definition',
  'approval-authority',
  'session',
  'tenant-workspace-boundary',
  'audit-stream',
  'plugin-runtime',
  'service-endpoint',
] as const;

export const requestStates = [
  'pending',
  'approved',
  'rejected',
  'expired',
  'revoked',
  'invalid',
] as const;
export type FlowRequestState = (typeof requestStates)[number];

export const intentApprovalStates = ['not_required', ...requestStates] as const;

export const lifecycles = [
  'created',
  'denied',
  'pending_approval',
  'approved',
  'rejected',
  'expired',
  'revoked',
  'execution_authorized',
  'execution_started',
  'execution_completed',
  'execution_failed',
  'invalid',
] as const;
export type FlowLifecycle = (typeof lifecycles)[number];

export const policyResults = ['ALLOW', 'DENY', 'REQUIRE_APPROVAL', 'CONDITIONAL_ALLOW'] as const;
export type FlowPolicyResult = (typeof policyResults)[number];

/** The document and the code of upstream have different words; each is one of our three verdicts. */
const verdictAliases = {
  allow: 'allow',
  deny: 'deny',
  allow_with_approval: 'require_approval',
  require_approval: 'require_approval',
  ALLOW: 'allow',
  DENY: 'deny',
  REQUIRE_APPROVAL: 'require_approval',
  // Its conditions are words that nothing here can check, so a person does.
  CONDITIONAL_ALLOW: 'require_approval',
} as const satisfies Record<string, PolicyVerdict>;

/** An undefined word is a deny, never an allow. */
export function fromPolicyResult(word: string): PolicyVerdict {
  return Object.hasOwn(verdictAliases, word)
    ? verdictAliases[word as keyof typeof verdictAliases]
    : 'deny';
}

export function toPolicyResult(verdict: PolicyVerdict): FlowPolicyResult {
  const words = { allow: 'ALLOW', deny: 'DENY', require_approval: 'REQUIRE_APPROVAL' } as const;
  return words[verdict];
}
