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
    entries: [],
    review: null,
    ...more,
  }) as unknown as Facts;
const titles = (more: object) =>
  noticesOf(
    facts(more),
    at => at.slice(11, 16),
    id => id,
  ).map(n => n.title);
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

test('[BG-3] the card says before everything else that one person released it alone', () => {
  const release = {
    approver_identity: 'Dora',
    decided_at: since,
    break_glass: 'outage',
    reason: 'all pods hang',
  };
  assert.deepEqual(titles({ status: 'consumed', entries: [release] }), [
    'To be reviewed. Dora released this alone at 12:03.',
  ]);
  const review = { by: 'Lena', verdict: 'not_justified', findings: 'no outage' };
  assert.deepEqual(titles({ status: 'consumed', entries: [release], review }), [
    'One person released this alone. Lena reviewed it: Not justified.',
  ]);
});
