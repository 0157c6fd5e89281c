// Goal: whenever a gateway loses the server of Countersign, or dies, nothing runs twice and nothing approved is lost. Method:
// one gateway stops at each step of a call, before the step and after it. Another gateway then makes the same call.

import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import {
  createGate,
  type Gate,
  type GateClock,
  httpTransport,
  systemClock,
  type Transport,
} from '@countersign/client';
import {
  RequestStates,
  serverIdentity,
  serveStdio,
  ToolDefinitions,
  type Upstream,
} from '@countersign/mcp-gateway';
import {
  decide,
  type SignedIn,
  type StartedServer,
  startedServer,
} from '@countersign/server/testing';
import { McpSession, mcpFolder, mcpPolicy, type Rpc } from './testing/mcp-session.ts';

/** The steps of an approved call, in their order. */
const steps = ['propose', 'read', 'wait', 'grant', 'consume', 'report'] as const;
type Step = (typeof steps)[number];

/** A server of tools that keeps the calls that it got. */
class KeepingUpstream implements Upstream {
  readonly calls: unknown[] = [];
  #listener: Parameters<Upstream['start']>[0] | null = null;

  start(listener: Parameters<Upstream['start']>[0]): void {
    this.#listener = listener;
  }

  async send(text: Buffer): Promise<void> {
    const { id, method, params } = JSON.parse(text.toString('utf8')) as Rpc;
    if (id === undefined) return;
    if (method === 'tools/call') this.calls.push(params);
    const result = method === 'tools/list' ? { tools: [] } : { content: [{ text: 'done' }] };
    const bytes = Buffer.from(JSON.stringify({ jsonrpc: '2.0', id, result }));
    await this.#listener?.message({ kind: 'line', bytes });
  }

  async close(): Promise<void> {
    this.#listener?.ended('closed');
  }
}

/** A server of tools that answers only when it is told to. */
class SilentUpstream implements Upstream {
  readonly got: Rpc[] = [];
  #listener: Parameters<Upstream['start']>[0] | null = null;

  start(listener: Parameters<Upstream['start']>[0]): void {
    this.#listener = listener;
  }

  async send(text: Buffer): Promise<void> {
    const message = JSON.parse(text.toString('utf8')) as Rpc;
    if (/^(initialize|ping)$/.test(message.method ?? '')) return this.say(message.id, {});
    if (message.method === 'tools/list') return this.say(message.id, { tools: [] });
    if (message.id !== undefined) this.got.push(message);
  }

  async say(id: Rpc['id'], result: object): Promise<void> {
    const bytes = Buffer.from(JSON.stringify({ jsonrpc: '2.0', id, result }));
    await this.#listener?.message({ kind: 'line', bytes });
  }

  async close(): Promise<void> {
    this.#listener?.ended('closed');
  }
}

/** A transport that is cut off for good at a step: before the server gets it, or before its answer is heard. */
function cutAt(transport: Transport, step: Step, when: 'before' | 'after'): Transport {
  let isCut = false;
  const lost = { ok: false, refusal: { code: 'server_unreachable', detail: 'it was cut off' } };
  return new Proxy(transport, {
    get: (target, name) => {
      const method = Reflect.get(target, name) as (...args: unknown[]) => Promise<unknown>;
      if (typeof method !== 'function') return method;
      return async (...args: unknown[]) => {
        if (isCut) return lost;
        const isHere = name === step;
        if (isHere && when === 'after') await method.apply(target, args);
        if (isHere) isCut = true;
        return isHere ? lost : method.apply(target, args);
      };
    },
  });
}

describe('a gateway that is cut off', { timeout: 300_000 }, () => {
  let server: StartedServer;
  let reviewer: SignedIn;
  let key = '';
  const made = mcpFolder();
  before(async () => {
    server = await startedServer({ policy: mcpPolicy });
    reviewer = await server.person(['reviewer']);
    const { authorization = '' } = await server.apiKey({
      verbs: ['propose', 'consume', 'observe'],
      agent_ids: ['bot'],
      executor: 'bot',
    });
    key = authorization.slice('Bearer '.length);
  });
  after(async () => {
    await server.remove();
    made.remove();
  });
  const start = async (upstream: Upstream, gate?: Gate, hold = 60): Promise<McpSession> => {
    const session = await McpSession.start({
      url: server.origin,
      key,
      folder: made.folder,
      upstream,
      hold,
      ...(gate === undefined ? {} : { gate: () => gate }),
    });
    await session.initialize();
    return session;
  };
  /** The requests about this amount, with their outcomes. */
  const requestsOf = async (ids: ReadonlySet<string>) =>
    Promise.all(
      [...ids].map(async id => {
        const { headers } = reviewer;
        const { body } = await server.call('GET', `/v1/requests/${id}`, { headers });
        return body as { status: string };
      }),
    );
  /** Approves whatever the session waits for, until its call is answered. */
  const approveAll = async (session: McpSession, answer: Promise<Rpc>, ids: Set<string>) => {
    let isDone = false;
    const done = answer.then(() => {
      isDone = true;
      return null;
    });
    while (!isDone) {
      const id = await Promise.race([session.waitsAt(), done]);
      if (id === null) return;
      ids.add(id);
      await decide(server, reviewer.headers, id, 'allow');
    }
  };

  test('a server that floods a client that does not read is held back', async () => {
    const input = new PassThrough();
    const output = new PassThrough({ highWaterMark: 65_536 });
    let taken = 0;
    let flooding: Promise<void> = Promise.resolve();
    const stop = new AbortController();
    const log = () => undefined;
    const upstream: Upstream = {
      start: listener => {
        const bytes = Buffer.from(
          JSON.stringify({ jsonrpc: '2.0', method: 'notifications/x', params: 'x'.repeat(1000) }),
        );
        flooding = (async () => {
          while (!stop.signal.aborted) {
            await listener.message({ kind: 'line', bytes });
            taken += 1;
            if (taken % 10 === 0) await new Promise(done => setImmediate(done));
          }
          listener.ended('it stopped');
        })();
      },
      send: async () => undefined,
      close: async () => stop.abort(),
    };
    const served = serveStdio({
      gate: createGate(httpTransport({ url: server.origin, key }), { agent: 'bot' }),
      server: serverIdentity('box', { command: ['box'] }),
      states: new RequestStates(key),
      requestUrl: () => null,
      log,
      upstream,
      definitions: new ToolDefinitions({ server: 'box', mode: 'allow', records: null, log }),
      input,
      output,
      bytesMax: 65_536,
      session: null,
      signal: stop.signal,
    });
    // Enough turns to send a thousand messages, if nothing held the server back.
    for (let turn = 0; turn < 1000; turn++) await new Promise(done => setImmediate(done));
    const held = taken;
    assert.ok(held > 10 && held < 200, `${held} messages were taken`);
    output.resume();
    while (taken <= held + 100) await new Promise(done => setImmediate(done));
    input.end();
    stop.abort();
    await served;
    await flooding;
  });

  test('a server that never answers holds 1,024 requests, and 256 calls may wait', async () => {
    const upstream = new SilentUpstream();
    const never = (gate: Gate): Gate => ({
      ...gate,
      run: (_, __, options) =>
        new Promise((___, reject) => {
          options?.signal?.addEventListener('abort', () => reject(new Error('it was given up')));
        }),
    });
    const transport = httpTransport({ url: server.origin, key });
    const session = await start(upstream, never(createGate(transport, { agent: 'bot' })));
    const calls = Array.from({ length: 257 }, (_, n) => session.call('pay', { n }));
    const refused = await calls.at(-1);
    assert.equal(
      refused?.error?.message,
      'The call has not run: 256 calls of this session wait already.',
    );
    const ids = Array.from({ length: 1024 }, () => session.nextId());
    for (const id of ids) void session.request('x', {}, id);
    const full = /Refused: the MCP server has not answered 1024 requests/;
    for (const more of [session.request('x', {}), session.request('tools/list', {})]) {
      assert.match((await more).error?.message ?? '', full);
    }
    assert.deepEqual(
      upstream.got.map(({ id }) => id),
      ids,
    );
    assert.ok(session.logged.some(line => line.includes('1024 are not answered yet')));
    await upstream.say(ids[7], { late: true });
    const next = session.nextId();
    void session.request('y', {}, next);
    // There is room for one more.
    while (upstream.got.at(-1)?.id !== next) await new Promise(done => setImmediate(done));
    await session.close();
    assert.equal(
      upstream.got.some(({ method }) => method === 'tools/call'),
      false,
    );
  });

  test('an approved call that gets no answer in its time has an unknown outcome, and a late answer is not heard', async () => {
    const upstream = new SilentUpstream();
    let end: () => void = () => undefined;
    const windows: number[] = [];
    // A minute for the decision; everything longer is the time of the tool itself.
    const clock: GateClock = {
      ...systemClock,
      pause: (milliseconds, signal) => {
        if (milliseconds <= 60_000) return systemClock.pause(milliseconds, signal);
        windows.push(milliseconds);
        return new Promise(resolve => {
          end = resolve;
          signal?.addEventListener('abort', () => resolve());
        });
      },
    };
    const transport = httpTransport({ url: server.origin, key });
    const session = await start(upstream, createGate(transport, { agent: 'bot', clock }));
    const calling = session.call('pay', { amount: 2000 });
    const id = await session.waitsAt();
    await decide(server, reviewer.headers, id, 'allow');
    while (upstream.got.length === 0) await new Promise(done => setImmediate(done));
    end();
    const told = await calling;
    assert.match(
      told.result?.content?.[0]?.text ?? '',
      /did not end in time\. Its outcome is unknown/,
    );
    assert.equal(told.result?._meta?.['countersign/approval']?.['outcome'], 'unknown');
    await upstream.say(upstream.got[0]?.id, { content: [{ text: 'late' }] });
    await session.close();
    assert.doesNotMatch(JSON.stringify(session.messages), /late/);
    assert.equal(windows.length, 1);
    assert.ok((windows[0] ?? 0) < 3_600_000, 'the approval sets the end');
    const { body } = await server.call('GET', `/v1/requests/${id}`, { headers: reviewer.headers });
    const { receipts } = body as { receipts: { outcome: string | null }[] };
    assert.equal(receipts.at(-1)?.outcome, 'unknown');
  });

  for (const [place, step] of steps.entries()) {
    for (const when of ['before', 'after'] as const) {
      test(`${when} ${step}: the same call runs as often as it was approved and consumed`, async () => {
        const amount = 1000 + place * 2 + (when === 'before' ? 0 : 1);
        const ids = new Set<string>();
        const [first, second] = [new KeepingUpstream(), new KeepingUpstream()];
        const transport = cutAt(httpTransport({ url: server.origin, key }), step, when);
        // A gateway that cannot hear the decision waits for the whole hold.
        const hold = step === 'wait' ? 0.5 : 60;
        const cut = await start(first, createGate(transport, { agent: 'bot' }), hold);
        const lost = cut.call('pay', { amount });
        await approveAll(cut, lost, ids);
        await lost;
        await cut.close();

        const whole = await start(second);
        const answer = whole.call('pay', { amount });
        await approveAll(whole, answer, ids);
        assert.equal((await answer).result?.content?.[0]?.text, 'done');
        await whole.close();

        const statuses = (await requestsOf(ids)).map(({ status }) => status);
        const consumed = statuses.filter(status => status === 'consumed').length;
        assert.deepEqual(new Set(statuses), new Set(['consumed']), 'no approval is left behind');
        const ran = first.calls.length + second.calls.length;
        assert.ok(ran <= consumed, `it ran ${ran} times with ${consumed} consumed approvals`);
        assert.equal(second.calls.length, 1);
        // Only a call whose start was consumed and then lost needs a second approval.
        const wasStarted = step === 'report' || (step === 'consume' && when === 'after');
        assert.equal(ids.size, wasStarted ? 2 : 1);
      });
    }
  }
});
