/** A company with money, a database and a release to look after. */
export const storyPolicy = `version: "14"
default: deny
default_chain: team
chain_by_risk: { low: team, medium: team, high: team, critical: team }
chains:
  - id: payments
    stages:
      - name: finance
        approvers: { roles: [finance] }
      - name: treasury
        approvers: { roles: [treasury] }
        min_assurance: webauthn
  - id: finance
    stages:
      - name: finance
        approvers: { roles: [finance] }
  - id: support
    stages:
      - name: support lead
        approvers: { roles: [support] }
  - id: platform
    stages:
      - name: platform on call
        approvers: { roles: [platform] }
  - id: team
    stages:
      - name: person on call
        approvers: { roles: [platform, support] }
  - id: data
    stages:
      - name: data owner
        approvers: { roles: [data] }
      - name: security
        approvers: { roles: [security] }
        min_assurance: webauthn
rules:
  - id: no-ledger-shell
    match: { tool: shell.exec, resource: "ledger-*" }
    outcome: deny
    reason: no shell on the ledger hosts
  - id: wire-over-1000
    match: { tool: payments.wire }
    when: parameters.amount > 1000 && parameters.currency == "USD"
    outcome: require_approval
    chain: payments
    reason: wires above 1,000 USD need Finance and Treasury
    display: "Wire {/amount} {/currency} to {/to/name}"
    execute_within: 15m
  - id: wires
    match: { tool: payments.wire }
    outcome: require_approval
    chain: finance
    reason: every wire
    display: "Wire {/amount} {/currency} to {/to/name}"
  - id: prod-delete-rows
    match: { tool: postgres.execute, resource: "prod-*" }
    outcome: require_approval
    chain: data
    reason: changing rows in production
    display: "Run SQL on {/database}"
  - id: shell-destructive
    match: { tool: shell.exec, signal: destructive_command }
    outcome: require_approval
    chain: platform
    reason: destructive shell commands
    display: "Run a command on {/host}"
  - id: shell-any
    match: { tool: shell.exec }
    outcome: require_approval
    chain: platform
    reason: commands on our hosts
    display: "Run a command on {/host}"
  - id: prod-deploy
    match: { tool: deploy.rollout }
    outcome: require_approval
    chain: platform
    reason: production deploys
    display: "Deploy {/service} {/version} to {/environment}"
  - id: migrations
    match: { tool: deploy.migrate }
    outcome: require_approval
    chain: platform
    reason: migrations of production
    display: "Apply migration {/migration} to {/database}"
  - id: mail-many
    match: { tool: mail.send }
    outcome: require_approval
    chain: support
    reason: mail to many people
    display: "Send {/recipients} e-mails: {/subject}"
  - id: refund-over-50
    match: { tool: refunds.create }
    when: parameters.amount > 50
    outcome: require_approval
    chain: support
    reason: refunds above 50 USD
    display: "Refund {/amount} {/currency} to customer {/customer}"
  - id: keys-rotate
    match: { tool: secrets.rotate }
    outcome: require_approval
    chain: platform
    reason: rotating keys
    display: "Rotate the key of {/service}"
  - id: branch-delete
    match: { tool: git.delete_branch }
    outcome: require_approval
    chain: platform
    reason: deleting branches
    display: "Delete branch {/branch}"
  - id: read-only
    match: { tool: ["*.read", "*.list"] }
    outcome: allow
    reason: reading
  - id: refund-small
    match: { tool: refunds.create }
    when: parameters.amount <= 50
    outcome: allow
    reason: small refunds
`;
