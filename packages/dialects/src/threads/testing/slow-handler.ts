import { serveHandler } from '../handler-thread.ts';

/** Blocks its thread without an end where the request says so, like a handler that reads from a terminal. */
serveHandler(request => {
  const { blocked, fail = false } = request as { blocked?: Int32Array; fail?: boolean };
  if (fail) throw new Error('broken');
  if (blocked !== undefined) {
    Atomics.store(blocked, 0, 1);
    Atomics.wait(blocked, 1, 0);
  }
  return { approved: true, approver: 'the CEO' };
});
