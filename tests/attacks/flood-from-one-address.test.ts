// Disproved here: "calls without a credential from one address can make another caller, or another purpose of the same
// address, fail", by their number or by a header that names another address.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Clock } from '@countersign/coordinator';
import { timestampFromMilliseconds } from '@countersign/protocol/value';
import { routes, type StartedServer, startedServer } from '@countersign/server/testing';

/** Time stands still, so that no limit recovers during the test. */
let now = Date.parse('2026-06-01T00:00:00Z');
const clock: Clock = {
  now: () => timestampFromMilliseconds(now),
  pause: (_, signal) =>
    new Promise(resolve => signal?.addEventListener('abort', () => resolve(), { once: true })),
};

/** More than the burst of ten that sixty calls a minute give. */
const flood = 14;

type Called = { readonly status: number };
type Headers = Readonly<Record<string, string>>;

const open = routes.filter(({ access, page }) => access.includes('anyone') && page !== true);

describe('a flood from one address', () => {
  let server: StartedServer;
  let bot: Headers;

  before(async () => {
    server = await startedServer({
      clock,
      settings: {
        anonymous_calls_per_minute: 60,
        calls_per_minute: 60,
        trusted_proxies: ['127.0.0.1', '10.0.0.0/8'],
        mcp: { servers: [{ name: 'box', url: 'http://127.0.0.1:9/', agent: 'bot' }] },
      },
    });
    await server.person(['operator']);
    bot = await server.apiKey({ agent_ids: ['bot'], verbs: ['propose'] });
  });
  after(() => server.remove());

  /** As a proxy on this machine passes it on. */
  const from = (address: string, more: Headers = {}): Headers => ({
    'x-forwarded-for': address,
    ...more,
  });
  const ask = (path: string, method: string, headers: Headers): Promise<Called> =>
    server.call(method, path, { headers, ...(method === 'POST' ? { body: {} } : {}) });
  const pathOf = (path: string): string => path.replace(/:\w+/g, 'x');

  test('[DR-1] wrong keys at the MCP gateway count against the address that sent them', async () => {
    const knock = async (address: string): Promise<number> => {
      const headers = from(address, { authorization: 'Bearer cs_wrong' });
      return (await server.call('POST', '/mcp/box', { headers, body: {} })).status;
    };
    const statuses: number[] = [];
    for (let count = 0; count < flood; count++) statuses.push(await knock('203.0.113.80'));
    assert.deepEqual([statuses[0], statuses.at(-1)], [401, 503]);
    assert.equal(await knock('203.0.113.81'), 401);
  });

  test('[DR-1] every route that needs no credential says what it is for', () => {
    const unsaid = open.filter(({ purpose }) => purpose === undefined).map(({ id }) => id);
    assert.deepEqual(unsaid, []);
  });

  test('[DR-1] a flood for one purpose leaves every other purpose of the same address open', async () => {
    const purposes = [...new Set([...open.map(({ purpose }) => purpose), undefined])];
    assert.ok(purposes.length > 5, purposes.join());
    const routeFor = (purpose: (typeof purposes)[number]) =>
      open.find(each => each.purpose === purpose) ?? routes.find(({ id }) => id === 'listRequests');
    for (const [index, flooded] of purposes.entries()) {
      now += 3_600_000;
      const address = `198.51.100.${index}`;
      const target = routeFor(flooded);
      assert.ok(target !== undefined);
      const calls: Called[] = [];
      for (let count = 0; count < flood; count++) {
        calls.push(await ask(pathOf(target.path), target.method, from(address)));
      }
      assert.equal(calls.at(-1)?.status, 429, `${flooded} is limited`);
      for (const other of purposes.filter(each => each !== flooded)) {
        const route = routeFor(other);
        assert.ok(route !== undefined);
        const called = await ask(pathOf(route.path), route.method, from(address));
        assert.notEqual(called.status, 429, `${other} after a flood of ${flooded}`);
      }
    }
  });

  test('[DR-1] a flood with a wrong credential counts as one without', async () => {
    now += 3_600_000;
    const address = '198.51.100.77';
    let last: Called = { status: 0 };
    for (let count = 0; count < flood; count++) {
      const wrong = { authorization: `Bearer csk_wrong_${count}`, cookie: `countersign=${count}` };
      last = await ask('/v1/requests', 'GET', from(address, wrong));
    }
    assert.equal(last.status, 429);
    assert.notEqual((await ask('/v1/session/options', 'POST', from(address))).status, 429);
    assert.equal((await ask('/v1/requests?agent_id=bot', 'GET', from(address, bot))).status, 200);
  });

  test('[DR-2] the address is the one that the configured proxy wrote, not one that the caller wrote before it', async () => {
    now += 3_600_000;
    const attacker = '203.0.113.5';
    const victim = '198.51.100.9';
    for (let count = 0; count < flood; count++) {
      await ask('/v1/requests', 'GET', from(`${victim}, ${attacker}`));
      await ask('/v1/requests', 'GET', from(`10.1.2.${count}, ${attacker}, 10.0.0.1`));
    }
    assert.equal((await ask('/v1/requests', 'GET', from(attacker))).status, 429);
    assert.equal((await ask('/v1/requests', 'GET', from(victim))).status, 401);
    const spelled = `::ffff:${attacker}`;
    assert.equal((await ask('/v1/requests', 'GET', from(spelled))).status, 429, 'one spelling');
  });

  test('[DR-2] another address of the same IPv6 network is the same caller', async () => {
    now += 3_600_000;
    for (let count = 0; count < flood; count++) {
      await ask('/v1/requests', 'GET', from(`2001:db8:5:6::${count + 1}`));
    }
    assert.equal((await ask('/v1/requests', 'GET', from('2001:db8:5:6:7:8:9:a'))).status, 429);
    assert.equal((await ask('/v1/requests', 'GET', from('2001:db8:5:7::1'))).status, 401);
  });
});

test('[DR-2] without configured proxies a forwarded address changes nothing', async () => {
  const server = await startedServer({ clock, settings: { anonymous_calls_per_minute: 60 } });
  let last: Called = { status: 0 };
  for (let count = 0; count < flood; count++) {
    const forged = `198.51.100.${count}`;
    const headers = { 'x-forwarded-for': forged, forwarded: `for=${forged}`, 'x-real-ip': forged };
    last = await server.call('GET', '/v1/requests', { headers });
  }
  assert.equal(last.status, 429);
  await server.remove();
});
