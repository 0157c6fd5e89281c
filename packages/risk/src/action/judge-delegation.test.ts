import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countCalls } from '../testing/labelled-rows.ts';
import { assessSample } from '../testing/sample-risk.ts';
import { idiomOrders } from './testing/idiom-orders.table.ts';
import { statedOrders } from './testing/stated-orders.table.ts';

test('an order that says how things shall be is judged like the deed that makes them so', () => {
  const { misses, noise, risky, harmless } = countCalls(statedOrders);
  assert.deepEqual([...misses, ...noise], []);
  assert.deepEqual([risky, harmless], [52, 29]);
});

test('an order is judged by its meaning, even if it uses an idiom or a rare verb', () => {
  const { misses, noise, risky, harmless } = countCalls(idiomOrders);
  assert.deepEqual([...misses, ...noise], []);
  assert.deepEqual([risky, harmless], [224, 170]);
});

test('a long order of half-finished wishes is read to its end', () => {
  for (const piece of [
    'make sure that as Ana as Ana ',
    'ensure a b c is no longer ',
    'log in as Ana and ',
    'there should be no ',
  ]) {
    const prompt = `${piece.repeat(32_000 / piece.length)}. Delete all users.`;
    assert.equal(assessSample({ tool: 'run_agent', parameters: { prompt } }).level, 'high', piece);
  }
});

test('a task with more orders than the limit asks', () => {
  const prompt = Array.from({ length: 1100 }, (_, at) => `Read page ${at}.`).join('\n');
  assert.equal(assessSample({ tool: 'run_agent', parameters: { prompt } }).level, 'high');
  const short = Array.from({ length: 300 }, (_, at) => `Read page ${at}.`).join('\n');
  assert.equal(assessSample({ tool: 'run_agent', parameters: { prompt: short } }).level, 'medium');
});
