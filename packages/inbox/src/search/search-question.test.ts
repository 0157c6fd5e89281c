import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  addressOf,
  dayOf,
  hasFilter,
  isSameQuestion,
  nameProblem,
  questionOf,
  startOfDay,
} from './search-question.ts';

test('a question comes back from its address, and members that no search has are left out', () => {
  const question = { text: 'SE35 5000 & "x"', outcome: 'rejected', agent_id: 'a/b' } as const;
  const address = addressOf(question);
  assert.deepEqual(questionOf(address.slice(address.indexOf('?'))), question);
  assert.deepEqual(questionOf('?text=a&evil=1&limit=1000'), { text: 'a' });
  assert.equal(addressOf({ text: '' }), '/history/search');
  assert.equal(isSameQuestion({ text: 'a' }, { text: 'a', agent_id: '' }), true);
  assert.equal(hasFilter({ text: 'a' }), false);
  assert.equal(hasFilter({ outcome: 'failed' }), true);
});

test('a day is a whole day by the clock of the reader', () => {
  const from = startOfDay('2026-10-25');
  const before = startOfDay('2026-10-25', 1);
  assert.equal(dayOf(from), '2026-10-25');
  assert.equal(dayOf(before, 1), '2026-10-25');
  assert.ok(Date.parse(before) - Date.parse(from) >= 23 * 3_600_000);
  for (const nothing of ['', 'x', '2026-10']) assert.equal(startOfDay(nothing), '');
  assert.equal(dayOf('nonsense'), '');
});

test('a saved view has a name of its own', () => {
  const views = [{ name: 'Wires', question: {} }];
  assert.equal(nameProblem(' ', views), 'empty');
  assert.equal(nameProblem('Wires ', views), 'taken');
  assert.equal(nameProblem('Other', views), null);
});
