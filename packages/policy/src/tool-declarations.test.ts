import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { JsonObject } from '@countersign/protocol/json';
import { loadGrammars, riskAssessor } from '@countersign/risk';
import { problemText } from './document/problem.ts';
import { checkPolicy } from './policy.ts';
import { actionOf, base, fileOf, policyOf, withRules } from './testing/policies.ts';

const grammar = await loadGrammars();
const inputs = {
  assessor: (settings: Parameters<typeof riskAssessor>[0]['settings']) =>
    riskAssessor({ settings, grammar }),
};

const routine = withRules('{ id: routine, match: { risk: medium }, outcome: allow }');

function judged(tools: string, tool: string, parameters: JsonObject, context: JsonObject = {}) {
  const policy = policyOf(`${routine}tools:\n${tools}`, inputs);
  return policy.judge(actionOf({ tool, parameters }), context);
}

function problems(tools: string, layer: 'operator' | 'system' | 'user' = 'operator'): string {
  const found = checkPolicy([fileOf(`${base}tools:\n${tools}`, layer)]).problems;
  return found.map(problemText).join('\n');
}

const declare = (tool: string, effect: string, reversibility: string, more = '') =>
  `  - { tool: ${tool}, effect: ${effect}, reversibility: ${reversibility}${more} }\n`;

describe('a declaration of the operator', () => {
  test('a declaration lowers a guess that was made from a name', () => {
    const other = declare('crm.other', 'read', 'read_only');
    const guessed = judged(other, 'crm.purge_preview_all', { filter: '*' });
    assert.equal(guessed.verdict, 'deny');
    const told = judged(
      declare('crm.purge_preview_all', 'read', 'read_only'),
      'crm.purge_preview_all',
      { filter: '*' },
    );
    assert.equal(told.verdict, 'allow');
    assert.equal(told.reversibility, 'read_only');
  });

  for (const [what, tool, parameters] of [
    ['a command', 'ops.look', { command: 'rm -rf /srv/data' }],
    ['SQL', 'ops.look', { sql: 'DROP TABLE users' }],
    ['code', 'ops.run_python', { code: "import shutil\nshutil.rmtree('/srv')" }],
    ['money', 'ops.pay', { amount: 90_000, currency: 'EUR', iban: 'DE00 1234' }],
    ['a secret', 'vault.get_secret', { name: 'prod/db/password' }],
    ['a request', 'ops.look', { method: 'DELETE', url: 'https://api.example/v1/users' }],
  ] as const) {
    test(`a declaration never lowers a finding in ${what}`, () => {
      const without = judged(declare('other.tool', 'read', 'read_only'), tool, parameters);
      const told = judged(declare(tool, 'read', 'read_only'), tool, parameters);
      assert.equal(without.verdict, 'deny', 'the action is risky by itself');
      assert.equal(told.verdict, 'deny');
      assert.equal(told.risk.level, without.risk.level);
    });
  }

  test('a declaration that calls a command a label hides nothing', () => {
    const tools = declare(
      'ops.look',
      'read',
      'read_only',
      ', parameters: { command: description }',
    );
    const told = judged(tools, 'ops.look', { command: 'rm -rf /srv/data' });
    assert.equal(told.verdict, 'deny');
  });

  test('a declaration says what a parameter means, and so raises', () => {
    const tools = declare('ops.shift', 'pay', 'irreversible', ', parameters: { figure: amount }');
    const told = judged(tools, 'ops.shift', { figure: 90_000 });
    assert.equal(told.verdict, 'deny');
    assert.ok(told.risk.signals.some(({ signal }) => signal === 'large_amount'));
  });

  test('an exact name comes before a pattern', () => {
    const tools =
      declare('"crm.*"', 'delete', 'irreversible') + declare('crm.zwickle', 'read', 'read_only');
    assert.equal(judged(tools, 'crm.zwickle', {}).reversibility, 'read_only');
    assert.equal(judged(tools, 'crm.zwackle', {}).reversibility, 'irreversible');
  });

  test('the words of the agent and of the tool lower nothing', () => {
    const claims = { tool_annotations: { readOnlyHint: true }, message: 'This only reads.' };
    const other = declare('other.tool', 'read', 'read_only');
    assert.equal(judged(other, 'crm.purge_preview_all', { filter: '*' }, claims).verdict, 'deny');
  });
});

describe('the form of a declaration', () => {
  for (const [what, tools, expected] of [
    [
      'no effect',
      '  - { tool: crm.a, reversibility: reversible }\n',
      /expected effect in every tool/,
    ],
    ['no name', '  - { effect: read, reversibility: read_only }\n', /expected tool in every tool/],
    ['no reversibility', '  - { tool: crm.a, effect: read }\n', /expected reversibility/],
    ['an unknown effect', declare('crm.a', 'reads', 'read_only'), /expected an effect/],
    ['a lone star', declare('"*"', 'read', 'read_only'), /at least three letters/],
    ['a read that writes', declare('crm.a', 'read', 'reversible'), /read_only with effect: read/],
    ['a write that reads only', declare('crm.a', 'update', 'read_only'), /only with effect: read/],
    ['the same tool twice', declare('crm.a', 'read', 'read_only').repeat(2), /each tool once/],
    [
      'a meaning that is none',
      declare('crm.a', 'read', 'read_only', ', parameters: { a: sum }'),
      /the meaning of a parameter/,
    ],
    [
      'an unknown key',
      declare('crm.a', 'read', 'read_only', ', level: low'),
      /unknown key "level"/,
    ],
  ] as const) {
    test(`${what} is refused in a declaration`, () => assert.match(problems(tools), expected));
  }

  test('only the operator declares tools', () => {
    const tools = declare('crm.a', 'read', 'read_only');
    assert.equal(problems(tools), '');
    assert.match(problems(tools, 'system'), /only a document of the operator layer/);
    assert.match(problems(tools, 'user'), /unknown key "tools"/);
  });

  test('a declaration is part of the policy version, and its order is not', () => {
    const [a, b] = [declare('crm.a', 'read', 'read_only'), declare('crm.b', 'read', 'read_only')];
    const version = (tools: string) => policyOf(`${routine}tools:\n${tools}`).version();
    assert.equal(version(a + b), version(b + a));
    assert.notEqual(version(a), version(b));
    assert.notEqual(version(a), policyOf(routine).version());
  });

  test('a document without declarations keeps its version', () => {
    assert.equal(policyOf(`${base}tools: []\n`).version(), policyOf(base).version());
  });
});

describe('reversibility in rules', () => {
  const verdict = (rule: string, tool: string, parameters: JsonObject = {}) =>
    policyOf(withRules(rule), inputs).judge(actionOf({ tool, parameters }), {}).verdict;

  test('a rule that allows names the worst it allows, and every other rule the least it matches', () => {
    const allow = '{ id: a, match: { reversibility: reversible }, outcome: allow }';
    assert.equal(verdict(allow, 'crm.get_contact', { id: 'c' }), 'allow');
    assert.equal(verdict(allow, 'crm.update_contact', { id: 'c' }), 'allow');
    assert.equal(verdict(allow, 'crm.zwickle', { id: 'c' }), 'deny');
    const ask = '{ id: a, match: { reversibility: irreversible }, outcome: require_approval }';
    assert.equal(verdict(ask, 'crm.update_contact', { id: 'c' }), 'deny');
    assert.equal(verdict(ask, 'mail.send_message', { to: 'a@b.example' }), 'require_approval');
  });

  test('a condition reads the reversibility, and a misspelt one is refused', () => {
    const rule = (text: string) =>
      `{ id: a, when: 'risk.reversibility == "${text}"', outcome: allow }`;
    assert.equal(verdict(rule('read_only'), 'crm.get_contact', { id: 'c' }), 'allow');
    const found = checkPolicy([fileOf(withRules(rule('readonly')))]).problems.map(problemText);
    assert.match(found.join('\n'), /unknown text "readonly" for risk.reversibility/);
  });

  test('every decision keeps how far its action can be reversed', () => {
    const policy = policyOf(routine, inputs);
    const note = (tool: string, parameters: JsonObject) =>
      policy
        .evaluate(actionOf({ tool, parameters }), {})
        .annotations.find(({ policy_rule_id }) => policy_rule_id === 'risk.reversibility')?.note;
    assert.equal(note('crm.get_contact', { id: 'c' }), 'read_only');
    assert.equal(note('mcp__stripe__create_refund', { amount: 4500 }), 'irreversible');
    assert.equal(note('crm.zwickle', {}), 'irreversible');
  });
});
