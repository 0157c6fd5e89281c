import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ActionBinding } from '@countersign/protocol/action';
import { valuesOf } from './index-entry.ts';
import { whereFound } from './where-found.ts';

const sealed = { $sealed: 'v1', commitment: `${'A'.repeat(11)}.${'A'.repeat(43)}` };

test('sealed values are not looked up, and the values beside them are', () => {
  const parameters = { card: sealed, deep: [{ secret: sealed, open: 'x' }, 7, true, null] };
  assert.deepEqual(
    [...valuesOf(parameters)].map(({ path, text }) => `${path.join('.')}=${text}`),
    ['deep.0.open=x', 'deep.1=7'],
  );
});

test('the place of a find is the value with the words side by side, or else with one of them', () => {
  const action: ActionBinding = {
    schema_version: '1.0',
    operation: 'tool.invoke',
    agent_id: 'bot',
    subject_id: null,
    target: { tool_name: 'mail', tool_schema_version: '1', resource: 'paper/invoices' },
    parameters: { a: 'paper', b: `${'x '.repeat(60)}Nordvik, paper${' y'.repeat(60)}`, c: sealed },
  };
  const place = whereFound(action, 'nordvik PAPER');
  assert.deepEqual([place?.path, place?.match], ['b', 'Nordvik, paper']);
  assert.match(place?.before ?? '', /^….{40}$/);
  assert.match(place?.after ?? '', /^.{40}…$/);
  assert.equal(whereFound(action, 'paper missing')?.path, 'a');
  assert.equal(whereFound(action, 'invoices')?.path, 'resource');
  for (const text of ['', '((((', 'AAAAAAAAAAA', '.*'])
    assert.equal(whereFound(action, text), null);
});
