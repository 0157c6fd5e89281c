import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { governedKinds, houseAgentId, houseOperation } from '@countersign/protocol/action';
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
  - id: others
    stages: [{ name: others, approvers: { roles: [auditor] } }]
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
  - { id: others, match: { tool: third }, outcome: require_approval, chain: others }
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
    const policy = policyWith(
      'governance: { default: people, lock.lift: people, tools: people }\n',
    );
    for (const kind of governedKinds) {
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

  test('[TD-4] one operator accepts the tools of a server where the policy names no chain for it', () => {
    const accepting = houseAction(houseOperation('tools'));
    for (const stated of ['', 'governance: { default: people }\n']) {
      const policy = policyWith(stated);
      const { chain, verdict, risk } = policy.evaluate(accepting, {});
      assert.equal(verdict, 'require_approval');
      assert.deepEqual(chain?.stages[0]?.approvers.roles, ['operator']);
      assert.equal(policy.chainVersion(chain?.chain_id ?? ''), chain?.version);
      assert.equal(risk.level, 'high');
    }
    const named = policyWith('governance: { default: people, tools: others }\n');
    assert.equal(named.evaluate(accepting, {}).chain?.chain_id, 'others');
    const found = { ...accepting, parameters: { changes: [{ findings: ['a finding'] }] } };
    assert.equal(named.evaluate(found, {}).risk.level, 'critical');
  });

  test('[TD-2] the strictest document says what happens to changed tools', () => {
    const plain = policyWith('');
    assert.equal(plain.toolDefinitions, null);
    const marking = policyWith('tool_definitions: mark\n');
    assert.equal(marking.toolDefinitions, 'mark');
    assert.notEqual(marking.version(), plain.version());
    assert.match(problemsOf('tool_definitions: sometimes\n'), /allow|mark|withhold/);
  });

  test('[LK-5] a lift is under a chain only where the policy names one for it', () => {
    const lift = houseAction(houseOperation('lock.lift'));
    const general = policyWith('governance: { default: people }\n');
    assert.equal(general.governance?.has('lock.lift'), false);
    assert.equal(general.evaluate(lift, {}).verdict, 'deny');
    assert.match(problemsOf('governance: { lock.lift: people }\n'), /found none for roles/);
    const named = policyWith('governance: { default: people, lock.lift: others }\n');
    assert.equal(named.evaluate(lift, {}).chain?.chain_id, 'others');
    assert.notEqual(named.version(), general.version());
  });

  test('[HR-2] without governance a house action is denied, though a rule allows everything', () => {
    const evaluation = policyWith('').evaluate(houseAction(houseOperation('roles')), {});
    assert.equal(evaluation.verdict, 'deny');
  });

  test('[HR-8] another governance is another version, and no governance leaves the version alone', () => {
    const without = policyWith('').version();
    const versions = [
      without,
      policyWith('governance: { default: people }\n').version(),
      policyWith('governance: { default: others }\n').version(),
    ];
    assert.equal(new Set(versions).size, 3);
  });
});
