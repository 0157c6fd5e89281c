import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Timestamp } from '@countersign/protocol/value';
import { clockTime, isQuiet, secondsUntil } from './clock-times.ts';

const at = (text: string) => Timestamp.parse(text);
const berlin = 'Europe/Berlin';

describe('times on the wall of a person', () => {
  test('the next time of day is in the time zone of the person, and never now', () => {
    const now = at('2026-11-15T07:59:59.999Z');
    assert.equal(secondsUntil(now, '09:00', berlin), 1);
    assert.equal(secondsUntil(at('2026-11-15T08:00:00.000Z'), '09:00', berlin), 86_400);
    assert.equal(secondsUntil(now, '08:00', 'UTC'), 1);
    assert.equal(secondsUntil(at('2026-11-15T23:30:00.000Z'), '00:15', 'UTC'), 2700);
    assert.equal(secondsUntil(at('2026-11-15T18:00:00.000Z'), '00:00', 'Asia/Kolkata'), 1800);
  });

  test('a night in which the clocks are changed is an hour longer or shorter', () => {
    assert.equal(secondsUntil(at('2026-10-24T20:00:00.000Z'), '09:00', berlin), 12 * 3600);
    assert.equal(secondsUntil(at('2026-03-28T21:00:00.000Z'), '09:00', berlin), 10 * 3600);
  });

  test('quiet hours can end on the next day', () => {
    const night = { from: '20:00', to: '07:30' };
    const quiet = (text: string) => isQuiet(at(`2026-11-15T${text}:00.000Z`), night, 'UTC');
    assert.deepEqual(['19:59', '20:00', '03:00', '07:29', '07:30', '12:00'].map(quiet), [
      false,
      true,
      true,
      true,
      false,
      false,
    ]);
    const noon = { from: '12:00', to: '13:00' };
    assert.equal(isQuiet(at('2026-11-15T12:30:00.000Z'), noon, 'UTC'), true);
    assert.equal(isQuiet(at('2026-11-15T13:00:00.000Z'), noon, 'UTC'), false);
    assert.equal(isQuiet(at('2026-11-15T12:30:00.000Z'), null, 'UTC'), false);
  });

  test('a time names its zone', () => {
    assert.equal(clockTime(at('2026-11-15T19:54:00.000Z'), 'UTC'), '19:54 UTC');
    assert.match(clockTime(at('2026-11-15T19:54:00.000Z'), berlin), /^20:54 (CET|GMT\+1)$/);
  });
});
