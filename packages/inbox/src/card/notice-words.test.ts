import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noticesOf } from './notice-words.ts';

type Facts = Parameters<typeof noticesOf>[0];

const digest = (digit: string) => `sha256:${digit.repeat(64)}`;
const facts = (more: object): Facts =>
  ({
    status: 'pending',
    waiter: null,
    receipts: [],
    request: { action_digest: digest('a') },
    ...more,
  }) as unknown as Facts;
const titles = (more: object) => noticesOf(facts(more), at => at.slice(11, 16)).map(n => n.title);
const since = '2026-11-16T12:03:00.000Z';

test('the card says when the agent of a pending request has stopped waiting', () => {
  assert.deepEqual(titles({ waiter: { waiting: false, since } }), [
    'The agent stopped waiting at 12:03.',
  ]);
  for (const more of [
    { waiter: null },
    { waiter: { waiting: true, since } },
    { waiter: { waiting: false, since }, status: 'allowed' },
  ]) {
    assert.deepEqual(titles(more), []);
  }
});

test('the card warns where the executor reports another action than the approved one', () => {
  const reported = (final_action_digest: string | null) => ({
    status: 'consumed',
    receipts: [{ final_action_digest: null }, { final_action_digest }],
  });
  assert.match(titles(reported(digest('b'))).join(), /another action than the approved one/);
  assert.deepEqual(titles(reported(digest('a'))), []);
  assert.deepEqual(titles(reported(null)), []);
});
