import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareRecorded } from '../bench/measure/compare-recorded.ts';

test('an operation is named as slower above 15 percent, and never where nothing is recorded', () => {
  const compared = compareRecorded(
    { same: 1.15, slower: 1.16, faster: 0.5, added: 9 },
    { same: 1, slower: 1, faster: 1 },
  );
  assert.deepEqual(
    compared.filter(({ isSlower }) => isSlower).map(({ name }) => name),
    ['slower'],
  );
  assert.equal(compared.at(-1)?.recorded, null);
});
