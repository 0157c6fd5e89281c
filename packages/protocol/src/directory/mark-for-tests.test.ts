import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { systemActor } from '../value/actor.ts';
import { timestampFromMilliseconds } from '../value/timestamp.ts';
import { decideDirectory } from './decide-directory.ts';
import { emptyDirectory, evolveDirectory } from './directory-state.ts';
import type { StoreEvent } from './store-event.ts';

const now = timestampFromMilliseconds(Date.UTC(2026, 10, 15));
const mark = { type: 'mark_for_tests', by: systemActor } as const;
const activated: StoreEvent = {
  type: 'policy.activated',
  at: now,
  data: { policy_version: '1', previous: null },
};

describe('a store for tests', () => {
  test('a test store is marked by its first event, and marking it again changes nothing', () => {
    const marked = decideDirectory(emptyDirectory, mark, now);
    assert.ok(marked.ok);
    assert.deepEqual(
      marked.events.map(({ type }) => type),
      ['store.marked_for_tests'],
    );
    const state = marked.events.reduce(evolveDirectory, emptyDirectory);
    assert.equal(state.for_tests, true);
    const used = evolveDirectory(state, activated);
    assert.equal(used.for_tests, true);
    assert.deepEqual(decideDirectory(used, mark, now), { ok: true, events: [] });
  });

  test('a store with any event cannot become a test store', () => {
    const used = evolveDirectory(emptyDirectory, activated);
    const refused = decideDirectory(used, mark, now);
    assert.equal(!refused.ok && refused.refusal.code, 'store_unusable');
    const event: StoreEvent = {
      type: 'store.marked_for_tests',
      at: now,
      data: { by: systemActor },
    };
    assert.throws(() => evolveDirectory(used, event), /EV-6/);
  });
});
