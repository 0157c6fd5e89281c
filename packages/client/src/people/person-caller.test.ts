import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ApiProblem } from './api-problem.ts';
import { createPersonApi } from './person-api.ts';

const mebibyte = 2 ** 20;

describe('an endless answer', () => {
  let sent = 0;
  /** As much as is asked for, a mebibyte at a time. */
  const endless = (type: string, status = 200): Promise<Response> => {
    sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull: controller => {
        sent += mebibyte;
        // Enough to prove the point, so that a reader without a limit ends too.
        if (sent > 200 * mebibyte) controller.close();
        else controller.enqueue(new Uint8Array(mebibyte).fill(0x20));
      },
    });
    return Promise.resolve(new Response(body, { status, headers: { 'content-type': type } }));
  };
  const isUnreadable = (error: unknown) =>
    error instanceof ApiProblem && error.code === 'server_unreachable';
  const apiOf = (type: string, status?: number) =>
    createPersonApi({ url: 'https://a.example', fetch: () => endless(type, status) });

  for (const [what, read] of [
    ['JSON', () => apiOf('application/json').session()],
    ['a problem', () => apiOf('application/problem+json', 503).session()],
    ['something else', () => apiOf('text/html', 502).session()],
    ['a bundle', () => apiOf('application/json').getBundle('ar_1')],
    [
      'a line of the log',
      async () => {
        for await (const _ of apiOf('application/x-ndjson').exportLog({ epoch: 1 })) assert.fail();
      },
    ],
  ] as const) {
    test(`an endless answer is not kept, where it is ${what}`, async () => {
      await assert.rejects(read(), isUnreadable);
      assert.ok(sent <= 70 * mebibyte, `${sent} bytes were read`);
    });
  }
});
