import assert from 'node:assert/strict';
import { test } from 'node:test';
import { strictestRoute } from './route-strictness.ts';

test('a route that needs another person wins, then the named one, then the first name', () => {
  const ordered = [
    { kind: 'admin_channel', name: 'a' },
    { kind: 'admin_channel', name: 'b' },
    { kind: 'admin_channel', name: null },
    { kind: 'webhook', name: 'a' },
    { kind: 'webhook', name: null },
    { kind: 'same_conversation', name: null },
  ] as const;
  for (const i of ordered.keys()) {
    assert.deepEqual(strictestRoute(ordered.slice(i).toReversed()), ordered[i]);
  }
  assert.equal(strictestRoute([]), null);
});
