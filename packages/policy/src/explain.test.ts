import assert from 'node:assert/strict';
import { test } from 'node:test';
import { explain, explainText } from './explain.ts';
import {
  actionOf,
  assessed,
  fileOf,
  finding,
  inputs,
  policyOf,
  withRules,
} from './testing/policies.ts';

const policy = policyOf(
  [
    fileOf(
      withRules(
        '{ id: ask, match: { tool: "crm.*", operation: [tool.invoke, tool.call] }, when: parameters.n > 3, outcome: require_approval, chain: pair, expires_in: 1h30m, route: { kind: webhook, name: ops } }',
        '{ id: watch, annotate: log, audit: sync }',
        '{ id: other, match: { tool: shell }, outcome: deny }',
      ),
      'operator',
      'rules.yaml',
    ),
    fileOf(
      'version: "2"\nmode: observe\nrules: [{ id: next, outcome: deny }]',
      'system',
      'next.yaml',
    ),
  ],
  inputs(assessed('medium', { findings: [finding('data_write', 'medium')] })),
);
const explanation = explain(policy, actionOf({ parameters: { n: 4 } }), {});

test('an explanation names every matching rule, its place and the reason of the match', () => {
  assert.deepEqual(explanation.rules, [
    {
      id: 'ask',
      file: 'rules.yaml',
      line: 13,
      layer: 'operator',
      outcome: 'require_approval',
      because: [
        'tool is crm.*',
        'operation is tool.call or tool.invoke',
        'parameters.n > 3 is true',
      ],
    },
    {
      id: 'watch',
      file: 'rules.yaml',
      line: 14,
      layer: 'operator',
      outcome: null,
      because: ['it matches everything'],
    },
  ]);
  assert.equal(explanation.grounds[0]?.id, 'ask');
  assert.equal(explanation.chain?.chain_id, 'pair');
});

test('an explanation agrees with the evaluation of the same action', () => {
  const evaluation = policy.evaluate(actionOf({ parameters: { n: 4 } }), {});
  assert.equal(explanation.verdict, evaluation.verdict);
  assert.deepEqual(explanation.route, evaluation.route);
  assert.equal(explanation.policy_version, evaluation.policy_version);
});

test('an explanation as text answers every question of an operator', () => {
  const text = explainText(explanation).join('\n');
  for (const part of [
    /^require_approval under policy 2,7\+/,
    /because rule ask says require_approval/,
    /risk medium/,
    /data_write: changes data/,
    /ask \(operator, rules\.yaml:13\)/,
    /chain pair 1\+/,
    /1\. pair: 2 of anyone with the role operator \(human, at least session, not the person/,
    /asked in webhook "ops"/,
    /expires unanswered after 1 h 30 min; once approved it may run for 15 min/,
    /recorded durably/,
    /observing only: next\.yaml would have said deny by next/,
  ]) {
    assert.match(text, part);
  }
});

test('the explanation of a deny has no chain', () => {
  const lines = explainText(explain(policy, actionOf({ tool: 'unknown' }), {}));
  assert.ok(lines.some(line => line.includes('its default is deny')));
  assert.ok(!lines.some(line => line.startsWith('chain')));
});
