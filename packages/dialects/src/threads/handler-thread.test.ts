import assert from 'node:assert/strict';
import { test } from 'node:test';
import { handlerInThread, serveHandler } from './handler-thread.ts';

const handler = handlerInThread(new URL('./testing/slow-handler.ts', import.meta.url));

test('[D2-78] a handler in a thread answers like one in the process', async () => {
  const { signal } = new AbortController();
  assert.deepEqual(await handler({}, signal), { approved: true, approver: 'the CEO' });
  await assert.rejects(handler({ fail: true }, signal), /the handler failed/);
});

test('[D2-78] a handler that blocks forever is interrupted, and the process goes on meanwhile', async () => {
  const over = new AbortController();
  const blocked = new Int32Array(new SharedArrayBuffer(8));
  const asked = handler({ blocked }, over.signal);
  // The loop of this process turns while the handler blocks its thread.
  const look = (): void => {
    if (Atomics.load(blocked, 0) === 1) over.abort();
    else setImmediate(look);
  };
  look();
  await assert.rejects(asked, /interrupted/);
  assert.equal(Atomics.notify(blocked, 1), 0, 'the thread still waits');
  await assert.rejects(handler({}, over.signal), /interrupted/);
});

test('a program that is not a thread is told so', () => {
  assert.throws(() => serveHandler(() => true), /expected a thread/);
});
