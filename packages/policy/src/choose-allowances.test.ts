import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { houseAgentId, houseOperation } from '@countersign/protocol/action';
import { problemText } from './document/problem.ts';
import { checkPolicy } from './policy.ts';
import { actionOf, fileOf, policyOf, withRules } from './testing/policies.ts';

const asking = (id: string, allowances?: string): string =>
  `{ id: ${id}, outcome: require_approval${allowances === undefined ? '' : `, allowances: ${allowances}`} }`;

function limitsOf(...rules: readonly string[]) {
  return policyOf(withRules(...rules)).evaluate(actionOf(), {}).allowable;
}

const problemsOf = (rule: string) =>
  checkPolicy([fileOf(withRules(rule))])
    .problems.map(problem => problemText(problem))
    .join('\n');

describe('[AL-2] what the rules admit of allowances', () => {
  test('a rule admits no allowance by default, eight hours if it states no time, and otherwise what it lists', () => {
    assert.equal(limitsOf(asking('a')), undefined);
    assert.equal(limitsOf(asking('a', 'none')), undefined);
    assert.deepEqual(limitsOf(asking('a', '{ any: /memo }')), {
      lifetime_max_seconds: 28_800,
      any: ['/memo'],
      real_paths: [],
    });
    assert.deepEqual(limitsOf(asking('a', '{ lifetime: 2d, real_paths: [/cwd, /file] }')), {
      lifetime_max_seconds: 172_800,
      any: [],
      real_paths: ['/cwd', '/file'],
    });
  });

  test('several rules that ask admit what all of them admit', () => {
    const limits = limitsOf(
      asking('a', '{ lifetime: 1h, any: [/memo, /note] }'),
      asking('b', '{ lifetime: 2h, any: [/memo] }'),
    );
    assert.deepEqual(limits, { lifetime_max_seconds: 3600, any: ['/memo'], real_paths: [] });
    assert.equal(limitsOf(asking('a', '{ lifetime: 1h }'), asking('b')), undefined);
  });

  test('[AL-1] critical risk admits none, whatever the rules say', () => {
    const raised = '{ id: b, risk: critical }';
    assert.equal(limitsOf(asking('a', '{ lifetime: 1h }'), raised), undefined);
  });

  test('a malformed admission names what was expected', () => {
    assert.match(problemsOf(asking('a', '{ any: memo }')), /expected a JSON Pointer/);
    assert.match(problemsOf(asking('a', '{ lifetime: 60d }')), /lifetime/);
    assert.match(problemsOf(asking('a', 'all')), /allowances/);
    assert.match(
      problemsOf('{ id: a, outcome: allow, allowances: { lifetime: 1h } }'),
      /only with outcome require_approval/,
    );
  });
});

describe('[AL-6] the chain of an allowance', () => {
  const policy = policyOf(withRules(asking('a', '{ lifetime: 1h }')));
  const chain = policy.evaluate(actionOf(), {}).chain;
  const asked = (terms: object) =>
    policy.evaluate(
      actionOf({
        operation: houseOperation('allowance'),
        agent: houseAgentId,
        tool: houseOperation('allowance'),
        parameters: { terms } as never,
      }),
      {},
    );

  test('the chain of an allowance is the chain of its action, with a passkey in every stage', () => {
    assert.ok(chain !== null);
    const { chain_id, version } = chain;
    const decided = asked({ approval_chain_id: chain_id, approval_chain_version: version });
    assert.equal(decided.verdict, 'require_approval');
    assert.deepEqual(
      decided.chain?.stages,
      chain.stages.map(stage => ({ ...stage, min_assurance: 'webauthn' })),
    );
    assert.equal(policy.chainVersion(decided.chain?.chain_id ?? ''), decided.chain?.version);
    assert.equal(decided.risk.level, 'high');
  });

  test('[AL-5] an allowance that names another version of a chain, or no known chain, is denied', () => {
    for (const terms of [
      { approval_chain_id: chain?.chain_id, approval_chain_version: 'other' },
      { approval_chain_id: 'unknown', approval_chain_version: '1' },
      {},
      [],
    ]) {
      assert.equal(asked(terms).verdict, 'deny');
    }
  });
});
