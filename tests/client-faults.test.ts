// What a gate does when the network, the server, the clock or an attacker in between misbehaves: a typed outcome, and
// nothing runs that should not.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import {
  type ConnectOptions,
  connect,
  type Fetch,
  type Gate,
  type GateClock,
  httpTransport,
  systemClock,
  type Ticket,
} from '@countersign/client';
import { gatePolicy, misconfigured, refusal, sampleAction } from '@countersign/client/testing';
import { decide, type StartedServer, startedServer } from '@countersign/server/testing';
import { betweenLooks, effort } from '@countersign/testing';
import fc from 'fast-check';

/** Pauses take no time, so that tries that are bounded in number end at once. */
const impatient: GateClock = { ...systemClock, pause: async () => undefined };

describe('a gate whose server is restarted', { timeout: 60_000 }, () => {
  test('[SU-5] a gate finds its ticket again when its server restarts between the request and the execution', async context => {
    const first = await startedServer({ policy: gatePolicy('session') });
    const reviewer = await first.person(['reviewer']);
    const agent = 'restarted-bot';
    const verbs = ['propose', 'consume', 'observe'] as const;
    const { authorization = '' } = await first.apiKey({
      verbs,
      agent_ids: [agent],
      executor: agent,
    });
    const key = authorization.slice('Bearer '.length);
    const url = first.origin;
    const action = sampleAction();
    const ticket = await (await connect({ url, key, agent })).request(action);
    await decide(first, reviewer.headers, ticket.id, 'allow');
    const kept = JSON.stringify(ticket);
    await first.close();
    const { folder, port } = first;
    const second = await startedServer({ folder, port, policy: gatePolicy('session') });
    context.after(() => second.remove());
    const gate = await connect({ url, key, agent });
    const { id } = JSON.parse(kept) as { id: string };
    assert.equal((await gate.request(action)).id, id);
    let runs = 0;
    await gate.execute(gate.ticket(id), action, () => ++runs);
    const error = await refusal(gate.run(action, () => ++runs));
    assert.equal(error.outcome, 'consumed');
    assert.equal(runs, 1);
  });
});

describe('a gate whose surroundings fail', { timeout: 120_000 }, () => {
  let server: StartedServer;
  let reviewer: Readonly<Record<string, string>>;
  before(async () => {
    server = await startedServer({ policy: gatePolicy('session') });
    reviewer = (await server.person(['reviewer'])).headers;
  });
  after(async () => {
    const symbol = Symbol.for('undici.globalDispatcher.1');
    await (Reflect.get(globalThis, symbol) as { destroy(): Promise<void> } | undefined)?.destroy();
    await server.remove();
  });

  type Prepared = {
    gate: Gate;
    ticket: Ticket;
    action: ReturnType<typeof sampleAction>;
    key: string;
    agent: string;
  };

  /** A gate of a new agent, and a ticket of it that a person has allowed. */
  async function prepare(options: Partial<ConnectOptions> = {}): Promise<Prepared> {
    const agent = `agent-${randomUUID()}`;
    const { authorization = '' } = await server.apiKey({
      verbs: ['propose', 'consume', 'observe'],
      agent_ids: [agent],
      executor: agent,
    });
    const key = authorization.slice('Bearer '.length);
    const url = server.origin;
    const plain = await connect({ url, key, agent });
    const action = sampleAction();
    const ticket = await plain.request(action);
    await decide(server, reviewer, ticket.id, 'allow');
    return { gate: await connect({ url, key, agent, ...options }), ticket, action, key, agent };
  }

  const statusOf = async ({ key, ticket }: Prepared): Promise<string> => {
    const read = await httpTransport({ url: server.origin, key }).read(ticket.id);
    return read.ok ? read.value.status : read.refusal.code;
  };

  test('[SU-1] lost answers are requested again, and the tool runs once', async () => {
    const lost = new Map<string, number>();
    const keys = new Set<string>();
    const losing: Fetch = async (url, init) => {
      const path = new URL(url).pathname.split('/').at(-1) ?? '';
      const answer = await fetch(url, init);
      if (path === 'consume') keys.add(new Headers(init.headers).get('idempotency-key') ?? '');
      const times = lost.get(path) ?? 0;
      lost.set(path, times + 1);
      if (times >= 2) return answer;
      await answer.body?.cancel();
      throw new TypeError('the connection was lost');
    };
    const prepared = await prepare({ fetch: losing, clock: impatient });
    let runs = 0;
    const result = await prepared.gate.execute(prepared.ticket, prepared.action, () => ++runs);
    assert.equal(result, 1);
    assert.equal(lost.get('consume'), 3);
    assert.equal(keys.size, 1);
    const read = await httpTransport({ url: server.origin, key: prepared.key }).read(
      prepared.ticket.id,
    );
    assert.deepEqual(read.ok && read.value.receipts.map(({ outcome }) => outcome), [
      'started',
      'succeeded',
    ]);
  });

  test('a tool whose report does not arrive still returns, and the caller is told', async () => {
    const failing: Fetch = async (url, init) => {
      if (url.endsWith('/report')) throw new TypeError('the connection was lost');
      return fetch(url, init);
    };
    const prepared = await prepare({ fetch: failing, clock: impatient });
    const told: string[] = [];
    const options = { onUnreported: ({ code }: { code: string }) => void told.push(code) };
    const { gate, ticket, action } = prepared;
    assert.equal(await gate.execute(ticket, action, () => 'ran', options), 'ran');
    assert.deepEqual(told, ['server_unreachable']);
    assert.equal(await statusOf(prepared), 'consumed');
  });

  test('an address where no server answers is a fault of the set-up, and nothing runs', async () => {
    const gate = await connect({
      url: 'http://127.0.0.1:9',
      key: 'none',
      agent: 'a',
      clock: impatient,
    });
    await misconfigured(gate.run(sampleAction('read.file'), unreachable), 'url');
    await misconfigured(gate.check(), 'url');
    const observed = gate.observe({ text: 'Should I proceed to delete all?', session_id: 's' });
    assert.equal(await observed, false);
  });

  test('a server that never answers is given up after the stated time', async () => {
    const { key, agent, ticket } = await prepare();
    const silent: Fetch = (_url, init) =>
      new Promise((_, fail) =>
        init.signal?.addEventListener('abort', () => fail(init.signal?.reason)),
      );
    const gate = await connect({ url: server.origin, key, agent, fetch: silent });
    const error = await refusal(gate.ticket(ticket.id).wait({ timeout: 50 }));
    assert.deepEqual([error.outcome, error.retry], ['pending', 'same_call']);
  });

  test('a key that the server does not know is a fault of the set-up', async () => {
    const gate = await connect({ url: server.origin, key: 'csk_wrong', agent: 'a' });
    await misconfigured(gate.run(sampleAction('read.file'), unreachable), 'key');
  });

  test('a grant of an untrusted key does not run, and is not used up', async context => {
    const other = await startedServer();
    context.after(() => other.remove());
    const { body } = await other.call('GET', '/.well-known/jwks.json');
    const published = await server.call('GET', '/v1/keys');
    const { issuer, store_id } = published.body as { issuer: string; store_id: string };
    const { keys } = body as { keys: never[] };
    const prepared = await prepare({ trust: { issuer, store_id, keys } });
    const { gate, ticket, action } = prepared;
    const error = await refusal(gate.execute(ticket, action, unreachable));
    assert.deepEqual([error.outcome, error.code], ['unavailable', 'jws_key_unknown']);
    const elsewhere = await prepare({
      trust: { issuer, store_id: `store_${'0'.repeat(32)}`, keys },
    });
    await misconfigured(
      elsewhere.gate.execute(elsewhere.ticket, elsewhere.action, unreachable),
      'trust',
    );
    assert.equal(await statusOf(prepared), 'allowed');
  });

  test('[AB-2] an altered grant, or a grant of another request, does not run', async () => {
    let grant = '';
    let consumes = 0;
    const swapping: Fetch = async (url, init) => {
      if (url.endsWith('/consume')) consumes++;
      return url.endsWith('/grant') ? Response.json({ grant }) : fetch(url, init);
    };
    const one = await prepare({ fetch: swapping });
    const other = await prepare();
    const real = await httpTransport({ url: server.origin, key: other.key }).grant(other.ticket.id);
    const transport = httpTransport({ url: server.origin, key: one.key });
    const own = await transport.grant(one.ticket.id);
    const sibling = await one.gate.request(sampleAction());
    await decide(server, reviewer, sibling.id, 'allow');
    const siblings = await transport.grant(sibling.id);
    assert.ok(real.ok && own.ok && siblings.ok);
    const [header, payload, signature = ''] = own.value.split('.');
    const altered = signature.startsWith('A') ? `B${signature.slice(1)}` : `A${signature.slice(1)}`;
    const codes = [];
    for (grant of [real.value, siblings.value, `${header}.${payload}.${altered}`, 'nonsense', '']) {
      const error = await refusal(one.gate.execute(one.ticket, one.action, unreachable));
      codes.push(error.code);
    }
    assert.deepEqual(codes, [
      'audience_mismatch',
      'grant_binding_mismatch',
      'jws_signature_mismatch',
      'jws_malformed',
      'jws_malformed',
    ]);
    grant = own.value;
    const another = { ...one.action, parameters: { amount: 1 } };
    const changed = await refusal(one.gate.execute(one.ticket, another, unreachable));
    assert.equal(changed.code, 'action_digest_mismatch');
    // The gate found all of this before any approval was used.
    assert.equal(consumes, 0);
    assert.equal(await statusOf(one), 'allowed');
  });

  test('[SU-1] the receipt of another attempt does not permit a start', async () => {
    const first = await prepare();
    const { key, agent, ticket, action } = first;
    const transport = httpTransport({ url: server.origin, key });
    const kept = await transport.grant(ticket.id);
    assert.ok(kept.ok);
    await first.gate.execute(ticket, action, () => 'ran');
    const consumed = await server.call('GET', `/v1/requests/${ticket.id}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    for (const replayed of [true, false]) {
      const answer = { ...(consumed.body as object), replayed };
      const replaying: Fetch = async (url, init) => {
        if (url.endsWith('/grant')) return Response.json({ grant: kept.value });
        return url.endsWith('/consume') ? Response.json(answer) : fetch(url, init);
      };
      const gate = await connect({ url: server.origin, key, agent, fetch: replaying });
      const error = await refusal(gate.execute(ticket, action, unreachable));
      assert.equal(error.code, 'grant_already_consumed');
    }
  });

  test('a clock that is ahead is a fault of the set-up, and a clock that is behind does no harm', async () => {
    const skewed = (hours: number): GateClock => ({
      ...systemClock,
      now: () => Date.now() + hours * 3_600_000,
    });
    const ahead = await prepare({ clock: skewed(1) });
    await misconfigured(ahead.gate.execute(ahead.ticket, ahead.action, unreachable), 'clock');
    assert.equal(await statusOf(ahead), 'allowed');
    const behind = await prepare({ clock: skewed(-1) });
    assert.equal(await behind.gate.execute(behind.ticket, behind.action, () => 'ran'), 'ran');
  });

  test('[TM-3] an executor that learns of its consume too late does not start, and says so', async () => {
    let late = 0;
    const slow: Fetch = async (url, init) => {
      if (url.endsWith('/consume')) late = 31_000;
      return fetch(url, init);
    };
    const clock = { ...systemClock, elapsed: () => performance.now() + late };
    const prepared = await prepare({ fetch: slow, clock });
    const { gate, ticket, action, key } = prepared;
    const error = await refusal(gate.execute(ticket, action, unreachable));
    assert.deepEqual([error.outcome, error.code], ['unknown', 'execution_start_too_late']);
    const read = await httpTransport({ url: server.origin, key }).read(ticket.id);
    assert.equal(read.ok && read.value.receipts[1]?.error, 'it was not started');
  });

  test('[TR-1] nothing runs on any malformed answer', async () => {
    let junk: { path: RegExp; answer: () => Response } | null = null;
    const between: Fetch = async (url, init) =>
      junk?.path.test(new URL(url).pathname) ? junk.answer() : fetch(url, init);
    const prepared = await prepare({ fetch: between, clock: impatient });
    const { gate: whole, ticket, action, key, agent } = prepared;
    const paths = [/v1\/requests$/, /grant$/, /consume$/, /jwks\.json$/, /v1\/keys$/];
    const answers = fc.oneof(
      fc.jsonValue().map(value => () => Response.json(value)),
      fc.string().map(text => () => new Response(text)),
      fc
        .string()
        .map(text => () => new Response(text, { headers: { 'content-type': 'application/json' } })),
      fc.integer({ min: 400, max: 599 }).map(status => () => new Response('{}', { status })),
      fc.constant(() => Response.json({ grant: 'a.b.c', keys: [], issuer: 'i', store_id: 's' })),
      fc.constant(() =>
        Response.json({ verdict: 'allow', status: 'consumed', outcome: 'consumed' }),
      ),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...paths), answers, async (path, answer) => {
        // None of these answers lets a call reach the consume of the server. So the approval is still unused for the
        // next call.
        junk = { path, answer };
        // A gate of its own each time: one that has seen the keys would not ask for them again.
        const gate = await connect({
          url: server.origin,
          key,
          agent,
          fetch: between,
          clock: impatient,
        });
        const error = await refusal(
          path.test('/v1/requests')
            ? gate.run(sampleAction('read.file'), unreachable)
            : gate.execute(ticket, action, unreachable),
        );
        assert.notEqual(error.outcome, 'allowed');
      }),
      { seed: 20261116, numRuns: effort({ fast: 150, full: 3000 }) },
    );
    junk = { path: /v1\/requests$/, answer: () => Response.json({ verdict: 'allow' }) };
    const error = await refusal(whole.run(sampleAction('read.file'), unreachable));
    assert.deepEqual([error.outcome, error.code], ['unavailable', 'server_unreachable']);
    junk = null;
    assert.equal(await whole.execute(ticket, action, () => 'ran'), 'ran');
  });

  test('a broken stream continues at another replica, after the last seen event', async context => {
    const replica = await startedServer({ folder: server.folder, policy: gatePolicy('session') });
    context.after(() => replica.close());
    const prepared = await prepare();
    const action = sampleAction();
    const seen: (string | null)[] = [];
    const breaking: Fetch = async (url, init) => {
      if (!url.endsWith('/events')) return fetch(url, init);
      seen.push(new Headers(init.headers).get('last-event-id'));
      if (seen.length === 1) {
        const answer = await fetch(url, init);
        await answer.body?.cancel();
        const broken = new ReadableStream({ start: each => each.error(new Error('cut off')) });
        return new Response(broken, { headers: answer.headers });
      }
      return fetch(url.replace(server.origin, replica.origin), init);
    };
    const { key, agent } = prepared;
    const gate = await connect({ url: server.origin, key, agent, fetch: breaking });
    const ticket = await gate.request(action);
    const waiting = ticket.wait({ timeout: 60_000 });
    while (seen.length < 2) await betweenLooks();
    await decide(server, reviewer, ticket.id, 'allow');
    await waiting;
    assert.equal(ticket.outcome, 'allowed');
    const [first, second] = seen;
    assert.ok(first !== null && first === second);
  });

  test('the gate polls when no stream gets through', async () => {
    const paths = new Set<string>();
    const noStreams: Fetch = async (url, init) => {
      paths.add(new URL(url).search === '' ? '' : 'polled');
      if (url.endsWith('/events')) return new Response('proxies eat streams', { status: 502 });
      return fetch(url, init);
    };
    const { key, agent } = await prepare();
    const gate = await connect({
      url: server.origin,
      key,
      agent,
      fetch: noStreams,
    });
    const ticket = await gate.request(sampleAction());
    const waiting = ticket.wait({ timeout: 60_000 });
    while (!paths.has('polled')) await betweenLooks();
    await decide(server, reviewer, ticket.id, 'allow');
    await waiting;
    assert.equal(ticket.outcome, 'allowed');
  });
});

function unreachable(): never {
  throw new Error('this must not run');
}
