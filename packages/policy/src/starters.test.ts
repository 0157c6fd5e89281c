import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { loadGrammars, riskAssessor, signals } from '@countersign/risk';
import { problemText } from './document/problem.ts';
import { loadPolicy } from './policy.ts';
import { testPolicy, testText } from './policy-test.ts';
import { actionOf, assessed, finding } from './testing/policies.ts';

const folder = join(import.meta.dirname, '..', 'starters');
const read = (name: string) => readFileSync(join(folder, name), 'utf8');
const names = readdirSync(folder)
  .filter(name => name.endsWith('.yaml') && !name.endsWith('.test.yaml'))
  .map(name => name.slice(0, -'.yaml'.length));
const grammar = await loadGrammars();

function load(name: string) {
  return loadText(name, read(`${name}.yaml`));
}

function loadText(name: string, text: string) {
  const file = { name: `${name}.yaml`, text, layer: 'operator' } as const;
  const loaded = loadPolicy([file], { assessor: settings => riskAssessor({ settings, grammar }) });
  if (loaded.ok) return loaded;
  throw new Error(loaded.problems.map(problemText).join('\n'));
}

test('there is a starter for each of five kinds of work, one for a terminal and one for the first minute', () => {
  const kinds = 'coding-agent database finance first-minute guarded-agent starter terminal'.split(
    ' ',
  );
  assert.deepEqual(names.toSorted(), kinds);
});

for (const name of names) {
  test(`the ${name} policy has neither problems nor warnings`, () => {
    assert.deepEqual(load(name).warnings.map(problemText), []);
  });

  test(`the ${name} policy passes its own cases`, () => {
    const result = testPolicy(load(name).policy, {
      name: `${name}.test.yaml`,
      text: read(`${name}.test.yaml`),
    });
    assert.deepEqual(testText(result), [`${result.results.length} passed, 0 failed`]);
    assert.ok(result.results.length >= 5);
  });

  test(`[GT-6] the ${name} policy lets low and medium risk pass and nothing above`, () => {
    const { policy } = load(name);
    for (const signal of Object.keys(signals) as (keyof typeof signals)[]) {
      const at = (level: 'medium' | 'high' | 'critical') =>
        policy.judge(actionOf(), {}, assessed(level, { findings: [finding(signal, level)] }))
          .verdict;
      assert.notEqual(at('high'), 'allow', signal);
      assert.notEqual(at('critical'), 'allow', signal);
      // What is asked about at any risk: a tool that no one knows, and in finance money that leaves.
      if (name !== 'finance' && signal !== 'unknown_effect')
        assert.equal(at('medium'), 'allow', signal);
    }
    assert.equal(policy.judge(actionOf(), {}, assessed('low')).verdict, 'allow');
  });

  test(`the ${name} policy asks about an unknown tool until the operator declares it`, () => {
    const text = read(`${name}.yaml`);
    const declared = `${text}\ntools:\n  - { tool: parcels.zwickle, effect: update, reversibility: reversible }\n`;
    const verdicts = [text, declared].map(each => {
      const action = actionOf({ tool: 'parcels.zwickle', parameters: { parcel_id: 'p1' } });
      return loadText(name, each).policy.judge(action, {}).verdict;
    });
    assert.deepEqual(verdicts, ['require_approval', 'allow']);
  });
}

test('[OF-6] every starter for a server demands a passkey at high and critical risk, except that of the first minute', () => {
  // A terminal without a server has no passkey; its policy says that it is for no server.
  for (const name of names.filter(each => each !== 'first-minute' && each !== 'terminal')) {
    const { policy } = load(name);
    for (const level of ['high', 'critical'] as const) {
      const found = [finding('destructive_command', level)];
      const { verdict, chain } = policy.judge(actionOf(), {}, assessed(level, { findings: found }));
      if (verdict === 'deny') continue;
      assert.equal(verdict, 'require_approval');
      const assurances = chain?.stages.map(({ min_assurance }) => min_assurance) ?? [];
      assert.ok(assurances.includes('webauthn'), `${name} at ${level}: ${assurances.join()}`);
    }
  }
});
