/** Outgoing money needs two people of finance. The story has both of them, and shows that one alone is not enough. */
export const demoPolicy = `version: "demo"
default: require_approval
default_chain: finance
chain_by_risk: { low: finance, medium: finance, high: finance, critical: finance }
chains:
  - id: finance
    stages:
      - name: two of finance
        approvers: { roles: [finance] }
        quorum: 2
rules:
  - id: money-leaves
    match: { tool: payments.wire }
    outcome: require_approval
    execute_within: 10m
    reason: Money leaves to another party.
`;
