import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UnderwayCalls } from './underway-calls.ts';

test('a call is alone only where no other call of its session was judged meanwhile', async () => {
  const underway = new UnderwayCalls();
  let finish: (value: string) => void = () => undefined;
  const first = new Promise<string>(resolve => {
    finish = resolve;
  });
  const one = underway.during('s', () => first);
  const two = underway.during('s', async () => 'second');
  const other = underway.during('another', async () => 'other');
  assert.deepEqual(await two, { value: 'second', wasAlone: false });
  assert.deepEqual(await other, { value: 'other', wasAlone: true });
  finish('first');
  assert.deepEqual(await one, { value: 'first', wasAlone: false });
  assert.deepEqual(await underway.during('s', async () => 3), { value: 3, wasAlone: true });
});

test('a call that fails is no longer underway', async () => {
  const underway = new UnderwayCalls();
  await assert.rejects(underway.during('s', () => Promise.reject(new Error('failed'))));
  assert.equal((await underway.during('s', async () => 1)).wasAlone, true);
});
