import { PolicyEngine } from '@microsoft/agent-governance-sdk';

/** One rule for each tool; answers whether an action may pass. */
export function createGate(tools) {
  const engine = new PolicyEngine();
  engine.loadPolicy({
    name: 'gate',
    agents: ['*'],
    scope: 'global',
    default_action: 'deny',
    rules: tools.map((tool, i) => ({
      name: `r${i}`,
      condition: `tool == '${tool}' and amount > 100`,
      ruleAction: 'allow',
    })),
  });
  return (tool, amount) => engine.evaluatePolicy('did:mesh:agent-1', { tool, amount }).allowed;
}
