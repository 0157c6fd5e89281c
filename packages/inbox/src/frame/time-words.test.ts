import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fractionLeft, timeLeftWords } from './time-words.ts';

const start = Date.parse('2026-01-01T12:00:00.000Z');
const after = (seconds: number): string => new Date(start + seconds * 1000).toISOString();

describe('the time that is left', () => {
  test('the remaining time is shown in started minutes, then in whole hours and days', () => {
    assert.equal(timeLeftWords(after(0), start), 'Expired');
    assert.equal(timeLeftWords(after(1), start), '1 min');
    assert.equal(timeLeftWords(after(60), start), '1 min');
    assert.equal(timeLeftWords(after(10 * 60 + 1), start), '11 min');
    assert.equal(timeLeftWords(after(3 * 3600 + 1), start), '3 h');
    assert.equal(timeLeftWords(after(73 * 3600), start), '3 d');
  });

  test('the ring shows the remaining share and moves once a minute', () => {
    const [from, due] = [after(0), after(900)];
    assert.equal(fractionLeft(from, due, start), 1);
    assert.equal(fractionLeft(from, due, start + 60_000), 14 / 15);
    assert.equal(fractionLeft(from, due, start + 90_000), 14 / 15);
    assert.equal(fractionLeft(from, due, start + 900_000), 0);
    assert.equal(fractionLeft(from, due, start - 900_000), 1);
    assert.equal(fractionLeft(due, from, start), 0);
  });
});
