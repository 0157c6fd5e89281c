// Goal: reading changes nothing. Every address that can be read, and every address that the server ever names, is
// requested by every kind of caller, and the store is the same afterwards.
import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import {
  decide,
  everyCaller,
  grantOf,
  type KindOfCaller,
  propose,
  routes,
  type StartedServer,
  sampleAction,
  samplePolicy,
  startedServer,
} from '@countersign/server/testing';
import { HttpCaller } from './testing/http-call.ts';
import { makeSamples, pathOf, type Samples } from './testing/route-samples.ts';
import { dumpOf } from './testing/store-dump.ts';

/** What looks like an address of this server in whatever it says: whole, or from the root. */
const whole = /https?:\/\/localhost:\d+[^\s"'<>\\)]*/g;
const rooted = /["'(](\/[\w.][^\s"'<>\\)]*)/g;
const policy = `${samplePolicy}  - id: remote
    match: { tool: "remote.*" }
    outcome: require_approval
    route: { kind: webhook, name: approvals }
`;

describe('reading', () => {
  let server: StartedServer;
  let http: HttpCaller;
  let callers: readonly KindOfCaller[];
  let receiver: Server;
  /** What webhooks said. */
  const told: string[] = [];
  const states: Samples[] = [];
  before(async () => {
    receiver = createServer((request, response) => {
      request.setEncoding('utf8').on('data', (text: string) => told.push(text));
      request.once('end', () => response.end('{}'));
    });
    await new Promise<void>(done => receiver.listen(0, '127.0.0.1', done));
    const address = `127.0.0.1:${(receiver.address() as AddressInfo).port}`;
    const endpoint = (name: string, kind: string, byte: number) => ({
      name,
      kind,
      url: `http://${address}/`,
      secrets: [`whsec_${Buffer.alloc(32, byte).toString('base64')}`],
      agent_ids: kind === 'callback' ? ['billing-bot'] : [],
    });
    server = await startedServer({
      policy,
      settings: {
        wait_seconds_max: 0,
        allow_addresses: [address],
        endpoints: [endpoint('approvals', 'approval', 8), endpoint('callbacks', 'callback', 9)],
      },
    });
    http = new HttpCaller(server.port, { sockets: 4 });
    callers = await everyCaller(server);
    states.push(...(await lives(server, callers)));
  });
  after(async () => {
    http.close();
    await server.remove();
    receiver.close();
  });

  test('every reading route, and every address that the server names, changes nothing', async () => {
    const store = dumpOf(server);
    while (store.undelivered() > 0) await pause(20);
    assert.ok(
      told.some(text => text.includes('answer_url')),
      'a person was asked by webhook',
    );
    const asked = new Set<string>();
    const waiting = routes
      .filter(({ method }) => method === 'GET')
      .flatMap(route => states.map(samples => pathOf(route, samples)));
    waiting.push(...told.flatMap(addressesIn));
    const before = store.digest();
    const wrong: string[] = [];
    let calls = 0;
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      if (asked.has(path)) continue;
      asked.add(path);
      for (const caller of callers) {
        for (const method of ['GET', 'HEAD', 'OPTIONS']) {
          const answer = await http.call({ method, path, headers: caller.headers() });
          calls++;
          if (answer.status >= 500)
            wrong.push(`${method} ${path} by ${caller.name}: ${answer.text}`);
          waiting.push(...addressesIn(`${answer.text} "${answer.headers.location ?? ''}"`));
        }
      }
      if (store.digest() !== before) {
        wrong.push(`${path} changed something`);
        break;
      }
    }
    assert.deepEqual(wrong, []);
    assert.ok(calls > 1000, `${calls}`);
    await propose(
      server,
      callers.find(each => each.rights.has('propose'))?.headers() ?? {},
      sampleAction(),
    );
    assert.notEqual(store.digest(), before, 'a change would have been seen');
    store.close();
  });

  test('a HEAD of an endless answer leaves its connection usable for the next call', async () => {
    const one = new HttpCaller(server.port, { sockets: 1, milliseconds: 5000 });
    const { headers } = callers.find(({ name }) => name === 'a reviewer') as KindOfCaller;
    const looked = await one.call({ method: 'HEAD', path: '/v1/events', headers: headers() });
    assert.equal(looked.status, 200);
    assert.equal((await one.call({ method: 'GET', path: '/healthz' })).status, 200);
    one.close();
  });
});

/** The addresses of this server that a text holds, as paths. */
function addressesIn(text: string): string[] {
  const found = [
    ...[...text.matchAll(whole)].map(([url]) => url),
    ...[...text.matchAll(rooted)].map(([, path]) => path ?? '/'),
  ];
  // Braces are the parameters of a description.
  return found
    .filter(each => !each.includes('{') && URL.canParse(each, 'http://localhost'))
    .map(each => new URL(each, 'http://localhost'))
    .map(({ pathname, search }) => `${pathname}${search}`);
}

/** Requests at each point of their life, and what stands around them. */
async function lives(
  server: StartedServer,
  callers: readonly KindOfCaller[],
): Promise<readonly Samples[]> {
  const headersOf = (name: string) => callers.find(each => each.name === name)?.headers() ?? {};
  const agent = headersOf('a propose key');
  const executor = headersOf('a consume key');
  const reviewer = headersOf('a reviewer');
  const pending = await makeSamples(server, { propose: agent });
  const made: Samples[] = [pending];
  const target = { tool_name: 'remote.pay', tool_schema_version: '1', resource: null };
  await propose(server, agent, { ...sampleAction(), target });
  for (const decision of ['deny', 'allow', 'allow'] as const) {
    const action = sampleAction();
    const { approval_request_id } = await propose(server, agent, action);
    await decide(server, reviewer, approval_request_id, decision);
    if (made.length === 3) {
      const grant = await grantOf(server, executor, approval_request_id);
      const body = { action, grant, attempt: 'one' };
      const path = `/v1/requests/${approval_request_id}/consume`;
      await server.call('POST', path, { headers: executor, body });
    }
    made.push({ ...pending, approval_request_id });
  }
  return made;
}
