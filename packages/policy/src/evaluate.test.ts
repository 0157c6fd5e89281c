import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseChain } from '@countersign/protocol/chain';
import { sha256 } from '@countersign/protocol/crypto';
import { parsePolicyDecision } from '@countersign/protocol/request';
import { loadPolicy } from './policy.ts';
import {
  actionOf,
  assessed,
  base,
  fileOf,
  finding,
  inputs,
  policyOf,
  withRules,
} from './testing/policies.ts';

describe('outcomes', () => {
  test('an action without a matching rule gets the default', () => {
    const evaluation = policyOf(base).evaluate(actionOf(), {});
    assert.equal(evaluation.verdict, 'deny');
    assert.equal(evaluation.policy_rule_id, 'default.operator');
    assert.deepEqual(evaluation.policy_rule_ids, []);
  });

  test('the strictest of all matching rules wins, in any order', () => {
    const rules = [
      '{ id: a, outcome: allow }',
      '{ id: b, match: { tool: crm.* }, outcome: require_approval }',
      '{ id: c, match: { operation: tool.invoke }, outcome: deny }',
    ];
    for (const order of [rules, rules.toReversed()]) {
      const evaluation = policyOf(withRules(...order)).evaluate(actionOf(), {});
      assert.equal(evaluation.verdict, 'deny');
      assert.equal(evaluation.policy_rule_id, 'c');
      assert.deepEqual(evaluation.policy_rule_ids, ['a', 'b', 'c']);
    }
  });

  test('rules are found by every member that they can match', () => {
    const findings = [finding('data_leaving')];
    const given = inputs(assessed('medium', { action_type: 'data_export', findings }));
    const action = actionOf({
      tool: 'crm.export',
      operation: 'run',
      agent: 'bot-7',
      resource: 'eu/customers',
    });
    for (const [match, matches] of [
      ['{ tool: crm.export, operation: run, agent: bot-7, resource: eu/customers }', true],
      ['{ agent: "bot-*", resource: "*/customers" }', true],
      ['{ action_type: [payment, data_export] }', true],
      ['{ action_type: payment }', false],
      ['{ signal: [irreversible, data_leaving] }', true],
      ['{ signal: irreversible }', false],
      ['{ risk: low }', true],
      ['{ risk: high }', false],
      ['{ environment: "*", resource: "*" }', true],
      ['{ environment: staging }', false],
      ['{ agent: bot-8 }', false],
    ] as const) {
      const policy = policyOf(withRules(`{ id: it, match: ${match}, outcome: deny }`), given);
      const { policy_rule_id } = policy.evaluate(action, {});
      assert.equal(policy_rule_id === 'it', matches, match);
    }
  });

  test('the risk in an allow rule is a maximum, and in a stricter rule a minimum', () => {
    const verdictAt = (level: 'low' | 'medium' | 'high' | 'critical', rule: string) =>
      policyOf(withRules(rule), inputs(assessed(level))).evaluate(actionOf(), {}).policy_rule_id;
    const allow = '{ id: it, match: { risk: medium }, outcome: allow }';
    assert.deepEqual([verdictAt('low', allow), verdictAt('medium', allow)], ['it', 'it']);
    assert.equal(verdictAt('high', allow), 'default.operator');
    const deny = '{ id: it, match: { risk: high }, outcome: deny }';
    assert.deepEqual([verdictAt('high', deny), verdictAt('critical', deny)], ['it', 'it']);
    assert.equal(verdictAt('medium', deny), 'default.operator');
  });

  test('annotations of every form are recorded beside the verdict', () => {
    const { annotations, verdict } = policyOf(
      withRules(
        '{ id: a, outcome: allow, annotate: warn }',
        '{ id: b, annotate: { log: seen } }',
        '{ id: c, annotate: [{ kind: audit, note: kept }, { warn: twice }] }',
      ),
    ).evaluate(actionOf(), {});
    assert.equal(verdict, 'allow');
    assert.deepEqual(annotations, [
      { kind: 'warn', policy_rule_id: 'a', note: 'rule a matched' },
      { kind: 'log', policy_rule_id: 'b', note: 'seen' },
      { kind: 'audit', policy_rule_id: 'c', note: 'kept' },
      { kind: 'warn', policy_rule_id: 'c', note: 'twice' },
      { kind: 'log', policy_rule_id: 'risk.reversibility', note: 'irreversible' },
    ]);
  });

  test('[GT-2] a deny has no chain, so no question can be asked', () => {
    const policy = policyOf(
      withRules('{ id: ask, outcome: require_approval, chain: pair }', '{ id: no, outcome: deny }'),
      inputs(assessed('critical')),
    );
    const { verdict, chain } = policy.evaluate(actionOf(), {});
    assert.deepEqual([verdict, chain], ['deny', null]);
  });

  test('a deny of any layer is final', () => {
    for (const layer of ['system', 'operator', 'user'] as const) {
      const policy = policyOf([
        fileOf(withRules('{ id: yes, outcome: allow }'), 'operator', 'base'),
        fileOf('version: "1"\nrules: [{ id: no, outcome: deny }]', layer, 'other'),
      ]);
      assert.equal(policy.evaluate(actionOf(), {}).policy_rule_id, 'no');
    }
  });

  test('an allow of a user does not override the default of the operator', () => {
    const user = fileOf('version: "1"\nrules: [{ id: mine, outcome: allow }]', 'user');
    const { verdict, policy_rule_id } = policyOf([fileOf(base), user]).evaluate(actionOf(), {});
    assert.deepEqual([verdict, policy_rule_id], ['deny', 'default.operator']);
  });

  test('the stricter of two defaults of a layer holds, in either order', () => {
    const files = [
      fileOf(base),
      fileOf('version: "1"\ndefault: require_approval', 'operator', 'other.yaml'),
    ];
    for (const order of [files, files.toReversed()]) {
      assert.equal(policyOf(order).evaluate(actionOf(), {}).verdict, 'deny');
    }
  });

  test('a layer without a default and without a matching rule has no effect', () => {
    const user = fileOf(
      'version: "1"\nrules: [{ id: x, match: { tool: other }, outcome: deny }]',
      'user',
    );
    const policy = policyOf([fileOf(withRules('{ id: yes, outcome: allow }')), user]);
    assert.equal(policy.evaluate(actionOf(), {}).verdict, 'allow');
  });

  test('an evaluation makes a valid decision and a valid chain', () => {
    const findings = Array.from({ length: 400 }, () => ({
      ...finding('data_write'),
      evidence: `${'x'.repeat(399)}${'\u{1f600}'.repeat(9999)}`,
    }));
    const policy = policyOf(
      withRules('{ id: ask, outcome: require_approval, annotate: warn }'),
      inputs(assessed('high', { findings })),
    );
    const {
      chain,
      reason,
      route,
      expires_in_seconds,
      execute_within_seconds,
      audit_sync,
      ...said
    } = policy.evaluate(actionOf(), { user: 'x' });
    assert.ok(chain !== null && audit_sync === false && reason !== '');
    assert.deepEqual([expires_in_seconds, execute_within_seconds], [900, 900]);
    assert.equal(route.kind, 'admin_channel');
    parseChain(chain);
    parsePolicyDecision({
      ...said,
      policy_decision_id: `pd_${'0'.repeat(12)}40008${'0'.repeat(15)}`,
      action_digest: sha256(actionOf()),
      approval_chain_id: chain.chain_id,
      approval_chain_version: chain.version,
      decided_at: '2026-01-01T00:00:00.000Z',
    });
  });
});

describe('risk', () => {
  const allowing = withRules('{ id: yes, outcome: allow }');

  test('[GT-6] [D2-61] an allow at high or critical risk asks, with the chain of the level', () => {
    for (const [level, chain] of [
      ['high', 'team'],
      ['critical', 'pair'],
    ] as const) {
      const evaluation = policyOf(allowing, inputs(assessed(level))).evaluate(actionOf(), {});
      assert.equal(evaluation.verdict, 'require_approval');
      assert.equal(evaluation.policy_rule_id, `risk.${level}`);
      assert.equal(evaluation.chain?.chain_id, chain);
    }
    for (const level of ['low', 'medium'] as const) {
      assert.equal(
        policyOf(allowing, inputs(assessed(level))).evaluate(actionOf(), {}).verdict,
        'allow',
      );
    }
  });

  test('[GT-6] a risk that a rule raised asks too, and a rule lowers nothing', () => {
    const rules = withRules(
      '{ id: yes, outcome: allow }',
      '{ id: up, match: { tool: crm.* }, risk: high }',
    );
    const raised = policyOf(rules).evaluate(actionOf(), {});
    assert.equal(raised.verdict, 'require_approval');
    assert.equal(raised.policy_rule_id, 'risk.high');
    assert.deepEqual(
      raised.risk.signals.map(({ signal }) => signal),
      ['policy_override'],
    );
    assert.equal(raised.risk.level, 'high');
    const critical = policyOf(rules, inputs(assessed('critical'))).evaluate(actionOf(), {});
    assert.equal(critical.risk.level, 'critical');
  });

  test('other rules see the raised risk', () => {
    const policy = policyOf(
      withRules(
        '{ id: up, risk: critical }',
        '{ id: no, match: { risk: critical }, outcome: deny }',
      ),
    );
    assert.equal(policy.evaluate(actionOf(), {}).policy_rule_id, 'no');
  });

  test('[GT-1] an action is denied when its risk assessment fails', () => {
    const failing = { assessor: () => () => assert.fail('broken') };
    const evaluation = policyOf(allowing, failing).evaluate(actionOf(), {});
    assert.equal(evaluation.verdict, 'deny');
    assert.equal(evaluation.chain, null);
    assert.ok(evaluation.reasons.some(reason => reason.includes('GT-1')));
  });

  test('the thresholds of the document reach the assessment', () => {
    let seen: unknown;
    const loaded = loadPolicy(
      [fileOf(`${base}risk: { amount_max: 5, production_names: [blue] }\n`)],
      {
        assessor: settings => {
          seen = settings;
          return () => assessed('low');
        },
      },
    );
    assert.ok(loaded.ok);
    const settings = seen as {
      amount_max: number;
      records_max: number;
      production_names: string[];
    };
    assert.equal(settings.amount_max, 5);
    assert.equal(settings.records_max, 100);
    assert.ok(
      settings.production_names.includes('blue') && settings.production_names.includes('prod'),
    );
  });
});

describe('ties between rules that ask', () => {
  test('the strictest chain, the shortest times and the route to another person win', () => {
    const policy = policyOf(
      withRules(
        '{ id: a, outcome: require_approval, chain: self, expires_in: 1h, route: same_conversation }',
        '{ id: b, outcome: require_approval, chain: pair, execute_within: 5m, route: { kind: webhook, name: ops } }',
        '{ id: c, outcome: require_approval, chain: team, expires_in: 10m, audit: sync }',
      ),
    );
    const evaluation = policy.evaluate(actionOf(), {});
    assert.equal(evaluation.chain?.chain_id, 'pair');
    assert.equal(evaluation.expires_in_seconds, 600);
    assert.equal(evaluation.execute_within_seconds, 300);
    assert.deepEqual(evaluation.route, { kind: 'webhook', name: 'ops' });
    assert.equal(evaluation.audit_sync, true);
  });

  test('a rule cannot make a dangerous action easier to approve than its risk demands', () => {
    const rules = withRules('{ id: a, outcome: require_approval, chain: self }');
    assert.equal(policyOf(rules).evaluate(actionOf(), {}).chain?.chain_id, 'self');
    const { chain } = policyOf(rules, inputs(assessed('critical'))).evaluate(actionOf(), {});
    assert.equal(chain?.chain_id, 'pair');
  });

  test('an action without a matching rule uses the default chain, or a stricter one for its risk', () => {
    const text = base.replace('default: deny', 'default: require_approval');
    const chainAt = (level: 'low' | 'critical', default_chain: string) =>
      policyOf(
        text.replace('default_chain: team', `default_chain: ${default_chain}`),
        inputs(assessed(level)),
      ).evaluate(actionOf(), {}).chain?.chain_id;
    assert.equal(chainAt('low', 'pair'), 'pair');
    assert.equal(chainAt('low', 'self'), 'team');
    assert.equal(chainAt('critical', 'team'), 'pair');
  });

  test('a chain that needs another person uses the admin channel when no route is stated', () => {
    const kindFor = (chain: string) =>
      policyOf(withRules(`{ id: a, outcome: require_approval, chain: ${chain} }`)).evaluate(
        actionOf(),
        {},
      ).route.kind;
    assert.deepEqual(['self', 'team'].map(kindFor), ['same_conversation', 'admin_channel']);
  });

  test('routes by risk and action type count like routes of rules', () => {
    const routes = `routes:\n  - { risk: low, route: same_conversation }\n  - { action_type: payment, route: admin_channel }\n`;
    const text = withRules('{ id: a, outcome: require_approval, chain: self }') + routes;
    const kindFor = (...parts: Parameters<typeof assessed>) =>
      policyOf(text, inputs(assessed(...parts))).evaluate(actionOf(), {}).route.kind;
    assert.equal(kindFor('low', { action_type: 'payment' }), 'admin_channel');
    assert.equal(kindFor('low'), 'same_conversation');
  });

  test('a chain that needs another person is never asked in the conversation of the agent', () => {
    const ask = (chain: string) =>
      policyOf(
        withRules(
          `{ id: a, outcome: require_approval, chain: ${chain}, route: same_conversation }`,
        ),
      ).evaluate(actionOf(), {}).route.kind;
    assert.deepEqual(['self', 'team'].map(ask), ['same_conversation', 'admin_channel']);
  });

  test('a rule that asks without a chain keeps the chain of the risk beside a laxer one', () => {
    const rules = [
      '{ id: a, outcome: require_approval }',
      '{ id: b, outcome: require_approval, chain: self }',
    ];
    const policy = policyOf(withRules(...rules), inputs(assessed('medium')));
    assert.equal(policy.evaluate(actionOf(), {}).chain?.chain_id, 'team');
  });
});
