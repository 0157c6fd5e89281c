import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GatheredReads } from './gathered-reads.ts';

test('concurrent questions are read together, and each gets its own answer', async () => {
  const statements: (readonly number[])[] = [];
  const reads = new GatheredReads(async (questions: readonly number[]) => {
    statements.push(questions);
    return questions.map(question => question * 2);
  });
  assert.deepEqual(await Promise.all([1, 2, 3].map(n => reads.ask(n))), [2, 4, 6]);
  assert.deepEqual(statements, [[1, 2, 3]]);
});

test('a question that is asked during a statement is not answered by that statement', async () => {
  let [sent, second] = [0, Promise.resolve(0)];
  const reads = new GatheredReads(async (questions: readonly string[]) => {
    const statement = ++sent;
    if (statement === 1) second = reads.ask('b');
    return questions.map(() => statement);
  });
  assert.equal(await reads.ask('a'), 1);
  assert.equal(await second, 2);
});

test('a failed read fails its callers, and the next read is made again', async () => {
  let fails = true;
  const reads = new GatheredReads(async (questions: readonly string[]) => {
    if (fails) throw new Error('lost');
    return questions;
  });
  const asked = ['a', 'b'].map(question => reads.ask(question));
  for (const each of asked) await assert.rejects(each, /lost/);
  fails = false;
  assert.equal(await reads.ask('c'), 'c');
});
