import assert from 'node:assert/strict';
import { test } from 'node:test';
import { people } from '../testing/samples.ts';
import { idFromUuid, PersonId, uuidFromId } from './ids.ts';
import { addSeconds, millisecondsOf, Timestamp, timestampFromMilliseconds } from './timestamp.ts';

test('comparing the text compares the times', () => {
  const times = [0, 1, 999, 1000, Date.UTC(1999, 11, 31), Date.UTC(9999, 11, 31)];
  const texts = times.map(timestampFromMilliseconds);
  assert.deepEqual([...texts].sort(), texts);
  assert.deepEqual(texts.map(millisecondsOf), times);
});

test('a timestamp has exactly one form', () => {
  const forms = [
    '2026-11-15T12:00:00Z',
    '2026-11-15T12:00:00.000+00:00',
    '2026-11-15T12:00:00.0000Z',
    '2026-11-15 12:00:00.000Z',
    '2026-13-01T00:00:00.000Z',
    '2026-11-15T24:00:00.000Z',
    '2026-11-15T12:00:60.000Z',
    '+012026-11-15T12:00:00.000Z',
    '',
  ];
  for (const form of forms) assert.equal(Timestamp.safeParse(form).success, false, form);
});

test('a deadline stops at the last time that can be written and never wraps around', () => {
  const end = timestampFromMilliseconds(Date.UTC(9999, 11, 31, 23, 59, 59, 999));
  assert.equal(addSeconds(end, 31_536_000), end);
  assert.throws(() => timestampFromMilliseconds(Number.NaN), { code: 'options_malformed' });
  assert.throws(() => timestampFromMilliseconds(-1), { code: 'options_malformed' });
});

test('an id contains a whole UUID and returns it', () => {
  const uuid = uuidFromId(people.alice);
  assert.match(uuid, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.equal(idFromUuid(PersonId, 'person', uuid), people.alice);
  assert.throws(() => uuidFromId('person_xyz'), { code: 'object_malformed' });
  assert.throws(() => idFromUuid(PersonId, 'person', 'not-a-uuid'), { code: 'object_malformed' });
});
