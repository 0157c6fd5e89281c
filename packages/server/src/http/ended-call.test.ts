import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, test } from 'node:test';
import * as z from 'zod';
import { startedServer } from '../testing/started-server.ts';
import { json } from './answer.ts';
import { type Call, route } from './route.ts';

/** A server with a route that answers only when it is told to, and the call that is at it. */
async function serverThatWaits(method: 'GET' | 'POST') {
  let answer = () => {};
  const told = new Promise<void>(resolve => {
    answer = resolve;
  });
  let arrive = (_call: Pick<Call, 'ended'>) => {};
  const came = new Promise<Pick<Call, 'ended'>>(resolve => {
    arrive = resolve;
  });
  const server = await startedServer({
    moreRoutes: [
      route({
        method,
        path: '/v1/waits',
        id: 'waits',
        tag: 'test',
        summary: 'Answers later',
        access: ['anyone'],
        ...(method === 'POST' ? { body: z.strictObject({}) } : {}),
        answers: { 200: z.strictObject({}) },
        handle: async (_app, call) => {
          arrive(call);
          await told;
          return json({});
        },
      }),
    ],
  });
  return { server, came, answer };
}

const turns = async (count: number) => {
  for (let turn = 0; turn < count; turn++) await new Promise(done => setImmediate(done));
};

async function leave(socket: ReturnType<typeof connect>): Promise<void> {
  socket.destroy();
  await once(socket, 'close');
}

describe('the end of a call', { timeout: 30_000 }, () => {
  for (const method of ['GET', 'POST'] as const) {
    const body = method === 'POST' ? '{}' : '';
    const head = (port: number) =>
      `${method} /v1/waits HTTP/1.1\r\nhost: localhost:${port}\r\n${
        body === '' ? '' : `content-type: application/json\r\ncontent-length: ${body.length}\r\n`
      }\r\n${body}`;

    test(`a ${method} with a present caller has not ended, however long ago its body was read`, async context => {
      const { server, came, answer } = await serverThatWaits(method);
      context.after(() => server.remove());
      const socket = connect(server.port, '127.0.0.1');
      socket.write(head(server.port));
      const call = await came;
      await turns(20);
      const signal = call.ended();
      await turns(20);
      assert.equal(signal.aborted, false);
      answer();
      await once(socket, 'data');
      if (!signal.aborted) await once(signal, 'abort');
      await leave(socket);
    });

    test(`a ${method} has ended when its caller is gone, asked before or after that`, async context => {
      const { server, came, answer } = await serverThatWaits(method);
      context.after(() => server.remove());
      const socket = connect(server.port, '127.0.0.1');
      socket.write(head(server.port));
      const call = await came;
      const before = call.ended();
      await leave(socket);
      if (!before.aborted) await once(before, 'abort');
      assert.equal(call.ended().aborted, true);
      answer();
    });

    test(`a ${method} has ended when the server stops`, async () => {
      const { server, came, answer } = await serverThatWaits(method);
      const socket = connect(server.port, '127.0.0.1');
      socket.on('error', () => undefined);
      socket.write(head(server.port));
      const signal = (await came).ended();
      const closed = server.remove();
      if (!signal.aborted) await once(signal, 'abort');
      answer();
      await closed;
      socket.destroy();
    });
  }
});
