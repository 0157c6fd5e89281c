import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createCallTurn } from './call-turn.ts';

describe('the turn of a call', () => {
  test('calls of one turn proceed one step of each at a time', async () => {
    const turn = createCallTurn();
    const steps: string[] = [];
    const call = async (name: string) => {
      await turn();
      steps.push(`${name} begins`);
      await undefined;
      steps.push(`${name} ends`);
    };
    await Promise.all([call('first'), call('second')]);
    assert.deepEqual(steps, ['first begins', 'second begins', 'first ends', 'second ends']);
  });

  test('a call that arrives after the others have begun gets its own turn', async () => {
    const turn = createCallTurn();
    const first = turn();
    assert.equal(turn(), first);
    await first;
    const second = turn();
    assert.notEqual(second, first);
    await second;
  });
});
