// What a gate and the calls of a person do at a server that says nothing, stops in the middle, or is another one than
// before: a typed outcome within a bounded time, and nothing runs.

import assert from 'node:assert/strict';
import { createServer, type Socket } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { connect, type Fetch, type Gate, type GateClock, systemClock } from '@countersign/client';
import { ApiProblem, createPersonApi } from '@countersign/client/people';
import { gatePolicy, refusal, sampleAction } from '@countersign/client/testing';
import { decide, type StartedServer, startedServer } from '@countersign/server/testing';

/** Pauses take no time, so that tries that are bounded in number end at once. */
const impatient: GateClock = { ...systemClock, pause: async () => undefined };

function unreachable(): never {
  throw new Error('this must not run');
}

for (const [what, words] of [
  ['takes the call and says nothing', ''],
  ['stops in the middle of its answer', halfAnswer('{"verdict":"all')],
  ['stops in the middle of its head', 'HTTP/1.1 200 OK\r\ncontent-ty'],
] as const) {
  describe(`a server that ${what}`, { timeout: 60_000 }, () => {
    const sockets = new Set<Socket>();
    const silent = createServer(socket => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('data', () => socket.write(words));
    });
    let url = '';
    before(async () => {
      await new Promise<void>(done => silent.listen(0, '127.0.0.1', done));
      const address = silent.address();
      assert.ok(typeof address === 'object' && address !== null);
      url = `http://127.0.0.1:${address.port}`;
    });
    after(() => {
      for (const socket of sockets) socket.destroy();
      silent.close();
    });
    const open = (clock: GateClock = impatient): Promise<Gate> =>
      connect({ url, key: 'csk_any', agent: 'a', timeout: 50, clock });

    test('the server counts as unavailable for asking, executing and withdrawing, and nothing runs', async () => {
      const gate = await open();
      const ticket = gate.ticket(`ar_${'0'.repeat(32)}`);
      for (const call of [
        () => gate.run(sampleAction(), unreachable),
        () => gate.request(sampleAction()),
        () => gate.execute(ticket, sampleAction(), unreachable),
        () => gate.cancel(ticket, 'not needed'),
        () => ticket.wait(),
      ]) {
        const { outcome, code } = await refusal(call());
        assert.deepEqual([outcome, code], ['unavailable', 'server_unreachable']);
      }
      assert.equal(await gate.observe({ text: 'Should I proceed?', session_id: 's' }), false);
    });

    test('the server does not delay a caller beyond the stated time', async () => {
      const gate = await open(systemClock);
      const waiting = gate.ticket(`ar_${'0'.repeat(32)}`).wait({ timeout: 30 });
      assert.equal((await refusal(waiting)).outcome, 'pending');
      const signal = AbortSignal.timeout(30);
      await assert.rejects(gate.run(sampleAction(), unreachable, { signal }), /timeout/);
      for await (const hint of gate.events({ signal: AbortSignal.timeout(30) })) {
        assert.deepEqual(hint, { all: true }, 'nothing that was not said');
      }
    });

    test('a person is told that the server does not answer', async () => {
      const api = createPersonApi({ url, token: 'cst_any', timeout: 50 });
      await assert.rejects(
        api.listRequests({}),
        (error: unknown) => error instanceof ApiProblem && error.code === 'server_unreachable',
      );
    });
  });
}

describe('another server at the same address', { timeout: 60_000 }, () => {
  const policy = gatePolicy('session');
  const agent = 'billing-bot';
  let first: StartedServer;
  let other: StartedServer;
  before(async () => {
    first = await startedServer({ policy });
    other = await startedServer({ policy });
  });
  after(async () => {
    await first.remove();
    await other.remove();
  });

  test('[TR-1] the gate accepts no approval of another server', async () => {
    const keyAt = async (server: StartedServer): Promise<string> => {
      const verbs = ['propose', 'consume'] as const;
      const made = await server.apiKey({ verbs, agent_ids: [agent], executor: agent });
      return made['authorization'] ?? '';
    };
    const otherKey = await keyAt(other);
    let isOther = false;
    let consumed = 0;
    const turning: Fetch = (url, init) => {
      if (!isOther) return fetch(url, init);
      if (url.endsWith('/consume')) consumed++;
      const headers = new Headers(init.headers);
      headers.set('authorization', otherKey);
      return fetch(url.replace(first.origin, other.origin), { ...init, headers });
    };
    let later = 0;
    const clock = { ...systemClock, elapsed: () => performance.now() + later };
    const key = (await keyAt(first)).slice('Bearer '.length);
    const gate = await connect({ url: first.origin, key, agent, fetch: turning, clock });
    const allowedBy = async (server: StartedServer) => {
      const { headers } = await server.person(['reviewer']);
      const action = sampleAction();
      const ticket = await gate.request(action);
      await decide(server, headers, ticket.id, 'allow');
      return { ticket, action };
    };
    const known = await allowedBy(first);
    assert.equal(await gate.execute(known.ticket, known.action, () => 'ran'), 'ran');

    isOther = true;
    const { ticket, action } = await allowedBy(other);
    const soon = await refusal(gate.execute(ticket, action, unreachable));
    assert.deepEqual([soon.outcome, soon.code], ['unavailable', 'jws_key_unknown']);
    // By now the keys are asked for again, and are those of another store.
    later = 60_000;
    const asked = await refusal(gate.execute(ticket, action, unreachable));
    assert.equal(asked.code, 'store_mismatch');
    later = 600_000;
    const expired = await refusal(gate.execute(ticket, action, unreachable));
    assert.equal(expired.code, 'store_mismatch');
    assert.equal(consumed, 0, 'nothing was used up over there either');
  });
});

function halfAnswer(body: string): string {
  const head = ['HTTP/1.1 200 OK', 'content-type: application/json', 'content-length: 500'];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}
