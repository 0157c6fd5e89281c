import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLargeTurn } from './large-turn.ts';

test('[HI-3] one call with a large body begins in each turn, and callers take turns', async () => {
  const turns: (() => void)[] = [];
  const largeTurn = createLargeTurn(begin => turns.push(begin));
  const begun: string[] = [];
  for (const caller of ['a', 'a', 'a', 'b']) {
    largeTurn(caller).then(
      () => begun.push(caller),
      () => assert.fail('a turn never fails'),
    );
  }
  for (let turn = 1; turn <= 4; turn++) {
    assert.equal(turns.length, turn, 'the next turn is asked for, and no further one');
    turns[turn - 1]?.();
    await Promise.resolve();
    assert.equal(begun.length, turn);
  }
  assert.deepEqual(begun, ['a', 'b', 'a', 'a']);
  assert.equal(turns.length, 4);
});
