import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { houseAgentId, houseKinds, houseOperation } from '@countersign/protocol/action';
import { loadGrammars, riskAssessor } from '@countersign/risk';
import { checkPolicy, loadPolicy, type Policy } from './policy.ts';

const grammar = await loadGrammars();

const base = `version: "1"
default: deny
default_chain: people
chain_by_risk: { low: people, medium: people, high: people, critical: people }
chains:
  - id: people
    stages: [{ name: people, approvers: { roles: [reviewer] } }]
  - id: alone
    stages: [{ name: alone, approvers: { roles: [operator] }, separation: self_confirm }]
  - id: machine
    stages:
      - name: machine
        approvers: { identities: [scanner] }
        approver_kinds: [service]
rules:
  - { id: everything, outcome: allow }
  - { id: alone, match: { tool: other }, outcome: require_approval, chain: alone }
  - { id: machine, match: { tool: another }, outcome: require_approval, chain: machine }
`;

function problemsOf(governance: string, layer: 'operator' | 'user' = 'operator'): string {
  const files = [{ name: 'policy.yaml', text: `${base}${governance}`, layer }] as const;
  return checkPolicy(files)
    .problems.map(({ message }) => message)
    .join('\n');
}

function policyWith(governance: string): Policy {
  const files = [{ name: 'policy.yaml', text: `${base}${governance}`, layer: 'operator' }] as const;
  const loaded = loadPolicy(files, {
    assessor: settings => riskAssessor({ settings, grammar }),
  });
  assert.ok(loaded.ok);
  return loaded.policy;
}

function houseAction(operation: string) {
  return {
    schema_version: '1.0',
    operation,
    agent_id: houseAgentId,
    subject_id: null,
    target: { tool_name: operation, tool_schema_version: '1', resource: null },
    parameters: { summary: 'Change the roles of Mara' },
  } as const;
}

describe('governance', () => {
  test('[HR-2] every kind of change has a chain', () => {
    assert.equal(problemsOf('governance: { default: people }\n'), '');
    assert.match(problemsOf('governance: { policy: people }\n'), /found none for roles/);
    assert.match(problemsOf('governance: { default: unknown }\n'), /unknown chain "unknown"/);
    assert.match(problemsOf('governance: { default: people, keys: people }\n'), /keys/);
  });

  test('[HR-2] a chain that one person or a program could complete is refused', () => {
    assert.match(problemsOf('governance: { default: people, roles: alone }\n'), /self_confirm/);
    assert.match(problemsOf('governance: { default: machine }\n'), /only people decide/);
  });

  test('[HR-2] the chain of the governance decides, whatever the rules say', () => {
    const policy = policyWith('governance: { default: people }\n');
    for (const kind of houseKinds) {
      const evaluation = policy.evaluate(houseAction(houseOperation(kind)), {});
      assert.equal(evaluation.verdict, 'require_approval');
      assert.equal(evaluation.chain?.chain_id, 'people');
      assert.equal(evaluation.policy_rule_id, `governance.${kind}`);
      assert.deepEqual(
        policy.evaluateUnassessed(houseAction(houseOperation(kind)), {}),
        evaluation,
      );
    }
    const reserved = `${base}  - { id: governance.roles, outcome: allow }\n`;
    const files = [{ name: 'policy.yaml', text: reserved, layer: 'operator' }] as const;
    assert.match(checkPolicy(files).problems[0]?.message ?? '', /governance\./);
  });

  test('[HR-2] without governance a house action is denied, though a rule allows everything', () => {
    const evaluation = policyWith('').evaluate(houseAction(houseOperation('roles')), {});
    assert.equal(evaluation.verdict, 'deny');
  });

  test('[HR-8] another governance is another version, and no governance leaves the version alone', () => {
    const without = policyWith('').version();
    const versions = [without, policyWith('governance: { default: people }\n').version()];
    assert.equal(new Set(versions).size, 2);
  });
});
