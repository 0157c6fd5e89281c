import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findingWords } from './signal-words.ts';
import { whyStopped, whyWords } from './why-words.ts';

const words = (reason: string, rule: string) => whyWords(whyStopped(reason, rule));

test('why an action was stopped is said without layers, ids of signals and numbers of rules', () => {
  const unmatched = 'No rule matches this action, so a person decides.';
  for (const below of ['', ', already at low risk']) {
    const reason = `no rule of the operator layer matches${below}, and its default is require_approval`;
    assert.equal(words(reason, 'default.operator'), unmatched);
  }
  assert.equal(
    words(
      'risk is critical (destructive_command), and risk of high or above always asks (GT-6)',
      'risk.critical',
    ),
    'Its risk is critical. High and critical risk always asks a person.',
  );
});

test('the reason of a rule keeps its words and its rule', () => {
  assert.deepEqual(whyStopped('rule wires says require_approval: wires need Finance.', 'wires'), {
    kind: 'rule',
    rule: 'wires',
    reason: 'wires need Finance.',
  });
  assert.equal(words('rule wires says require_approval', 'wires'), 'it asks for approval.');
  const odd = 'no rule of the x layer matches, and its default is deny';
  assert.equal(words(odd, 'wires'), odd, 'only the ids of the policy itself are read so');
});

test('a finding is said once, and not where it names nothing', () => {
  assert.equal(findingWords('destructive_command', 'rm: rm'), 'Destroys data: rm');
  assert.equal(findingWords('destructive_command', 'rm: /srv'), 'Destroys data: rm /srv');
  assert.equal(findingWords('destructive_command', 'python code: …'), 'Destroys data: python code');
  assert.equal(
    findingWords('money_leaving', 'pays another party'),
    'Sends money: pays another party',
  );
});
