import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ApiProblem } from './api-problem.ts';
import { pastCalls } from './past-calls.ts';
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
        for await (const _ of apiOf('application/x-ndjson').with(pastCalls).exportLog({ epoch: 1 }))
          assert.fail();
      },
    ],
  ] as const) {
    test(`an endless answer is not kept, where it is ${what}`, async () => {
      await assert.rejects(read(), isUnreadable);
      assert.ok(sent <= 70 * mebibyte, `${sent} bytes were read`);
    });
  }
});

describe('an answer in another form than agreed', () => {
  const apiSaying = (body: object) =>
    createPersonApi({
      url: 'https://a.example',
      fetch: () => Promise.resolve(Response.json(body)),
    });

  test('an answer of another form is a problem with a code, and not an incomplete object', async () => {
    for (const answer of [{}, [], { rows: 'none', next: null }, { rows: [{}], next: null }]) {
      await assert.rejects(
        apiSaying(answer).listRequests(),
        (error: unknown) => error instanceof ApiProblem && error.code === 'server_unreachable',
      );
    }
  });

  test('members of an answer that this client does not know are left out', async () => {
    const page = await apiSaying({ rows: [], next: null, later: true }).listRequests();
    assert.deepEqual(page, { rows: [], next: null });
  });

  test('an answer with a further member in a hashed object is refused', async () => {
    const leaf = { stream: 's', version: 1, event_digest: `sha256:${'0'.repeat(64)}` };
    const checkpoint = { epoch: 1, size: 1, note: 'n' };
    const proof = { leaf_index: 0, proof: [], checkpoint };
    const event = { stream: 's', version: 1 };
    const read = await apiSaying({ leaf, ...proof }).proveInclusion(event);
    assert.deepEqual(read.leaf, leaf);
    const more = apiSaying({ leaf: { ...leaf, more: 1 }, ...proof }).proveInclusion(event);
    await assert.rejects(more, ApiProblem);
  });
});
