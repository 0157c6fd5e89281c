import assert from 'node:assert/strict';
import { test } from 'node:test';
import { problemText } from './document/problem.ts';
import { checkPolicy } from './policy.ts';
import { actionOf, base, fileOf, policyOf } from './testing/policies.ts';

function problems(text: string, layer: 'operator' | 'system' | 'user' = 'operator'): string {
  return checkPolicy([fileOf(`${base}${text}`, layer)])
    .problems.map(problemText)
    .join('\n');
}

const retained = (text: string) =>
  policyOf(`${base}${text}`).evaluate(actionOf({ tool: 'crm.get' }), {}).unasked_retention;

test('[UA-1] retention says what is kept of unasked actions, and for how long', () => {
  assert.equal(retained(''), undefined);
  assert.deepEqual(retained('retention: { unasked: parameters, for: 2d }\n'), {
    keep: 'parameters',
    seconds: 172_800,
  });
  assert.deepEqual(retained('retention: { unasked: resource }\n'), {
    keep: 'resource',
    seconds: 30 * 86_400,
  });
});

test('retention is part of the version, and a document without it keeps its version', () => {
  const versionOf = (text: string) => policyOf(`${base}${text}`).version();
  const some = versionOf('retention: { unasked: resource }\n');
  assert.notEqual(some, versionOf(''));
  assert.notEqual(some, versionOf('retention: { unasked: parameters }\n'));
});

test('retention that is unclear, stated twice or not by the operator is refused', () => {
  assert.match(problems('retention: { unasked: everything }\n'), /resource.*parameters/);
  assert.match(problems('retention: { for: 3d }\n'), /expected retention: \{ unasked/);
  assert.match(problems('retention: { unasked: resource, for: 1s }\n'), /for/);
  assert.match(problems('retention: { unasked: resource }\n', 'system'), /operator layer/);
  const other = fileOf('version: "2"\nretention: { unasked: resource }\n', 'operator');
  const first = fileOf(`${base}retention: { unasked: parameters }\n`, 'operator');
  const found = checkPolicy([first, { ...other, name: 'other.yaml' }]).problems;
  assert.match(found.map(problemText).join('\n'), /expected retention in one document/);
});
