import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { PolicyReplay, ReplayedDecision } from '@countersign/client/people';
import { changedFiles, fromFolder, isSame, withText } from './draft-files.ts';
import { changedCount, leftOutWords, replayGroups, thenWords } from './replay-words.ts';

const inForce = [
  { name: 'a.yaml', text: 'version: "1"\n', layer: 'operator' },
  { name: 'b.yaml', text: 'version: "2"\n', layer: 'user' },
] as const;

describe('the draft of a policy', () => {
  test('an edit changes one file and keeps the others', () => {
    const draft = withText(inForce, 'a.yaml', 'version: "9"\n');
    assert.deepEqual(changedFiles(draft, inForce), [
      { name: 'a.yaml', before: 'version: "1"\n', after: 'version: "9"\n' },
    ]);
    assert.equal(isSame(draft, inForce), false);
    assert.equal(isSame(withText(draft, 'a.yaml', 'version: "1"\n'), inForce), true);
  });

  test('uploaded files replace the draft, keep known layers, and leave tests and other files out', () => {
    const draft = fromFolder(
      [
        { name: 'c.yml', text: 'c' },
        { name: 'b.yaml', text: 'b' },
        { name: 'b.test.yaml', text: 'tests' },
        { name: 'notes.md', text: 'notes' },
      ],
      inForce,
    );
    assert.deepEqual(draft, [
      { name: 'b.yaml', text: 'b', layer: 'user' },
      { name: 'c.yml', text: 'c', layer: 'operator' },
    ]);
    assert.deepEqual(
      changedFiles(draft, inForce).map(({ name, after }) => [name, after]),
      [
        ['a.yaml', ''],
        ['b.yaml', 'b'],
        ['c.yml', 'c'],
      ],
    );
  });
});

function item(id: string, more: Partial<ReplayedDecision> = {}): ReplayedDecision {
  return {
    id,
    before: 'require_approval',
    after: 'allow',
    policy_rule_id: 'all',
    reason: '',
    resolution: null,
    chain: null,
    title: `Deploy ${id}`,
    decided_at: '2026-11-11T10:00:00.000Z' as ReplayedDecision['decided_at'],
    approval_request_id: null,
    said: null,
    ...more,
  };
}

const nothing: PolicyReplay = {
  policy_version: '2',
  total: 10,
  unchanged: 10,
  newly_asked: [],
  newly_allowed: [],
  newly_denied: [],
  newly_allowed_that_a_person_denied: [],
  newly_asked_that_policy_denied: [],
  asked_of_others: [],
  unasked: 0,
  unasked_not_kept: 0,
  asked_not_kept: 0,
};

describe('the words of a replay', () => {
  test('a replay without a changed answer has no groups', () => {
    assert.deepEqual(replayGroups(nothing), []);
    assert.equal(changedCount(nothing), 0);
    assert.equal(leftOutWords(nothing), null);
  });

  test('what a person rejected comes first, and is counted in the title', () => {
    const rejected = item('two', { resolution: 'denied' });
    const replay = {
      ...nothing,
      unchanged: 7,
      newly_allowed: [item('one'), rejected],
      newly_allowed_that_a_person_denied: [rejected],
      asked_of_others: [item('three', { after: 'require_approval', chain: 'finance' })],
    };
    const [allowed, others, ...more] = replayGroups(replay);
    assert.deepEqual(
      allowed?.items.map(({ id }) => id),
      ['two', 'one'],
    );
    assert.equal(allowed?.title, '2 newly allowed, 1 had been rejected');
    assert.equal(others?.title, '1 asked of others');
    assert.deepEqual(more, []);
    assert.equal(changedCount(replay), 3);
  });

  test('the past is told in words', () => {
    assert.equal(thenWords(item('a', { resolution: 'denied' })), 'Was asked, rejected');
    assert.equal(thenWords(item('a', { before: 'allow' })), 'Was allowed');
    assert.equal(thenWords(item('a', { before: 'deny' })), 'Was denied by the policy');
    assert.match(leftOutWords({ ...nothing, asked_not_kept: 2 }) ?? '', /2 asked actions/);
    assert.match(leftOutWords({ ...nothing, unasked_not_kept: 1 }) ?? '', /1 unasked action,/);
  });
});
