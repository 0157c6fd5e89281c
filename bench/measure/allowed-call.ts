// A call that policy allows, as thousands of them are made in an hour.

export const allowedTool = 'read_balance';
export const allowedInput = { account: 'acct-42' };

export const allowingPolicy = `version: "1"
default: require_approval
default_chain: lead
chain_by_risk: { low: lead, medium: lead, high: lead, critical: lead }
chains:
  - { id: lead, stages: [{ name: lead, approvers: { roles: [lead] } }] }
rules:
  - { id: reading, match: { tool: "read_*" }, outcome: allow }
`;

/** What the client sends for it. */
export function allowedProposal(agent_id: string, audience: string): string {
  const target = { tool_name: allowedTool, tool_schema_version: '1', resource: null };
  return JSON.stringify({
    action: {
      schema_version: '1.0',
      operation: 'tool.invoke',
      agent_id,
      subject_id: null,
      target,
      parameters: allowedInput,
    },
    audience,
  });
}
