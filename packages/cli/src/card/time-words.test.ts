import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lengthWords, momentWords, timeLeft } from './time-words.ts';

test('a duration is written in the unit that people would use', () => {
  const said = [0, 1, 59, 60, 90, 900, 3600, 5400, 7200, 86_400, 200_000].map(lengthWords);
  assert.deepEqual(said, [
    '0 seconds',
    '1 second',
    '59 seconds',
    '1 minute',
    '90 seconds',
    '15 minutes',
    '1 hour',
    '90 minutes',
    '2 hours',
    '1 day',
    '2 days',
  ]);
});

test('the remaining time is zero at the deadline itself', () => {
  const until = '2026-01-01T12:00:00.000Z';
  const at = (time: string) => timeLeft(until, new Date(`2026-01-01T${time}Z`));
  assert.deepEqual(
    [at('12:00:00'), at('11:59:59'), at('11:45:30'), at('09:00:00')],
    ['over', '1s', '14m', '3h'],
  );
});

test('a time on another day is shown with its date', () => {
  const now = new Date('2026-01-02T00:00:00Z');
  assert.equal(momentWords('2026-01-02T10:00:00.000Z', now), '10:00:00 UTC');
  assert.equal(momentWords('2026-01-01T10:00:00.000Z', now), '2026-01-01 10:00:00 UTC');
});
