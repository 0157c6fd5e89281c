import * as cedar from '@cedar-policy/cedar-wasm/nodejs';

/** One rule for each tool; answers whether an action may pass. */
export function createGate(tools) {
  const name = `gate-${tools.length}`;
  const text = tools
    .map(
      tool =>
        `permit(principal, action == Action::"invoke", resource == Tool::"${tool}") when { context.amount > 100 };`,
    )
    .join('\n');
  const parsed = cedar.preparsePolicySet(name, { staticPolicies: text });
  if (parsed.type !== 'success') throw new Error('Cedar does not read the policies');
  return (tool, amount) => {
    const answer = cedar.statefulIsAuthorized({
      principal: { type: 'Agent', id: 'agent-1' },
      action: { type: 'Action', id: 'invoke' },
      resource: { type: 'Tool', id: tool },
      context: { amount },
      preparsedPolicySetId: name,
      entities: [],
    });
    return answer.type === 'success' && answer.response.decision === 'allow';
  };
}
