import assert from 'node:assert/strict';
import { test } from 'node:test';
import { everydayCalls, laterCalls } from './everyday-calls.table.ts';
import { countAsked, countCalls } from './labelled-rows.ts';
import { mixedForms } from './mixed-forms.table.ts';
import { harmlessTrades, riskyTrades } from './trade-names.table.ts';

// The judges missed 14 of 90 and asked for 5 of 88 when they first saw this table.
test('of everyday calls at most three in a hundred risky ones pass, and five harmless ones ask', () => {
  const { risky, harmless, misses, noise } = countCalls(everydayCalls);
  assert.ok(risky >= 75 && harmless >= 75);
  assert.ok(misses.length <= risky * 0.03, misses.join('\n'));
  assert.ok(noise.length <= harmless * 0.05, noise.join('\n'));
});

// Written after that. On the first run 4 of 30 risky calls passed and 4 of 30 harmless ones asked.
test('at most one risky call of the later table passes, and at most one harmless call asks', () => {
  const { misses, noise } = countCalls(laterCalls);
  assert.ok(misses.length <= 1, misses.join('\n'));
  assert.ok(noise.length <= 1, noise.join('\n'));
});

test('of tools from many trades at most four in a hundred risky ones pass, and seven harmless ones ask', () => {
  const { harmless, noise } = countAsked(harmlessTrades);
  assert.ok(harmless >= 170);
  assert.ok(noise.length <= harmless * 0.07, noise.join('\n'));
  const { risky, misses } = countAsked(riskyTrades);
  assert.ok(risky >= 130);
  assert.ok(misses.length <= risky * 0.04, misses.join('\n'));
});

test('of screens, code, statements and other languages every risky call asks, and every harmless one passes', () => {
  const { misses, noise } = countAsked(mixedForms);
  assert.deepEqual(misses, []);
  assert.deepEqual(noise, []);
});
