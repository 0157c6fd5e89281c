// Disproved here: "the cookie of a signed-in person is enough to act as that person". A page of another port of localhost
// gets the cookie, because cookies ignore ports. Method: a thief with the cookie, and with whatever else leaves the
// browser, calls every route of the table and alters every part of a proof.

import assert from 'node:assert/strict';
import { createHmac, randomBytes } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { loadDirectory, sessionStream } from '@countersign/coordinator';
import { sha256OfText } from '@countersign/protocol/crypto';
import { parseStrict } from '@countersign/protocol/json';
import { browserProofHeader, serverTimeHeader } from '@countersign/protocol/session';
import { sealEvents } from '@countersign/protocol/stream';
import { addSeconds } from '@countersign/protocol/value';
import {
  browserKeyHeader,
  entryFor,
  propose,
  routes,
  type SignedIn,
  type StartedServer,
  sampleAction,
  softwareAuthenticator,
  startedServer,
  testBrowser,
  testBrowserFrom,
} from '@countersign/server/testing';

type Headers = Readonly<Record<string, string>>;

interface Answered {
  readonly status: number;
  readonly code: string | null;
  readonly headers: globalThis.Headers;
}

let server: StartedServer;
let victim: SignedIn;
let bot: Headers;
const thief = testBrowserFrom('the thief');

before(async () => {
  server = await startedServer({ settings: { sample_agent: true } });
  victim = await server.person(['operator', 'reviewer']);
  bot = await server.apiKey({ verbs: ['propose', 'observe'], agent_ids: ['billing-bot'] });
});

after(() => server.remove());

/** What leaves the browser towards any port of its host, and the origin, which every program can write. */
function stolen({ headers }: SignedIn): Record<string, string> {
  return { cookie: headers['cookie'] ?? '', origin: headers['origin'] ?? '' };
}

function keyIdOf({ headers }: SignedIn): string {
  return headers[browserKeyHeader] ?? '';
}

async function send(
  method: string,
  url: string,
  headers: Headers,
  body?: string,
): Promise<Answered> {
  const response = await fetch(url, {
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    redirect: 'manual',
    signal: AbortSignal.timeout(30_000),
    ...(body === undefined ? {} : { body }),
  });
  const type = response.headers.get('content-type') ?? '';
  const isProblem = method !== 'HEAD' && /problem\+json/.test(type);
  const said = isProblem ? ((await response.json()) as { code: string }) : null;
  if (!isProblem) await response.body?.cancel();
  return { status: response.status, code: said?.code ?? null, headers: response.headers };
}

/** Everything that a person can change in passing. */
async function written({ app }: StartedServer): Promise<string> {
  const { store } = app.context;
  const { version } = await loadDirectory(app.context);
  const sessions = await store.listClaims('session', '');
  return JSON.stringify([version, await store.countRequests(), sessions]);
}

/** A decision of the victim, ready to be sent, and its proof. */
async function decision(by = victim) {
  const { approval_request_id } = await propose(server, bot, sampleAction());
  const path = `/v1/requests/${approval_request_id}/entries`;
  const body = JSON.stringify(await entryFor(server, by.headers, approval_request_id, 'allow'));
  const call = { origin: server.origin, method: 'POST', path, body };
  const state = async (): Promise<string> => {
    const read = await server.call('GET', `/v1/requests/${approval_request_id}`, {
      headers: by.headers,
    });
    return (read.body as { status: string }).status;
  };
  return { approval_request_id, path, body, call, state };
}

const fill = (path: string): string =>
  path.replace(/:(\w+)/g, (_, name: string) =>
    name === 'approval_request_id' ? 'ar_00000000000140008000000000000000' : 'x-1',
  );

describe('the cookie alone', () => {
  const closed = routes.filter(({ page, access }) => !page && !access.includes('anyone'));
  const open = routes.filter(({ page, access }) => !page && access.includes('anyone'));

  test('[SS-1] no route of the table knows the person by the cookie', async () => {
    assert.ok(closed.length > 40, String(closed.length));
    const before = await written(server);
    for (const { id, method, path, body } of closed) {
      const methods = method === 'GET' ? ['GET', 'HEAD'] : [method];
      for (const each of methods) {
        const text = body === null ? undefined : '{}';
        const { status, code } = await send(
          each,
          `${server.origin}${fill(path)}`,
          stolen(victim),
          text,
        );
        assert.equal(status, 401, `${each} ${id}`);
        if (each !== 'HEAD') assert.equal(code, 'session_proof_missing', `${each} ${id}`);
      }
    }
    assert.equal(await written(server), before, 'and nothing was written');
  });

  test('[SS-1] a route that is open to all takes the cookie for no one', async () => {
    const other = await server.person(['reviewer']);
    const link = await server.call('POST', '/v1/invitations', {
      headers: victim.headers,
      body: { name: 'Mallory', email: null, roles: [] },
    });
    const token = (link.body as { link: string }).link.split('#')[1] ?? '';
    const passkey = softwareAuthenticator();
    const { key_digest, browser_key } = thief;
    const headers = stolen(other);
    const begun = await server.call('POST', '/v1/invitations/redeem/options', {
      headers,
      body: { token, key_digest },
    });
    const { challenge, options } = begun.body as { challenge: string; options: unknown };
    const response = passkey.create(options, server.origin);
    const joined = await server.call('POST', '/v1/invitations/redeem', {
      headers,
      body: { token, challenge, response, browser_key, name: 'Mallory' },
    });
    assert.equal(joined.status, 201);
    const still = await server.call('GET', '/v1/session', { headers: other.headers });
    assert.equal(still.status, 200, 'the session of the victim was not replaced');
    for (const { id, method, path } of open) {
      if (method === 'GET') {
        const { status } = await send('GET', `${server.origin}${fill(path)}`, stolen(victim));
        assert.ok(status !== 500, id);
      }
    }
  });

  test('[SS-5] a stream opens with a proof only, and the proof opens no other stream', async () => {
    const path = '/v1/events';
    const url = `${server.origin}${path}`;
    assert.equal((await send('GET', url, stolen(victim))).code, 'session_proof_missing');
    const call = { origin: server.origin, method: 'GET', path };
    const proof = { [browserProofHeader]: testBrowser.prove(call, keyIdOf(victim)) };
    assert.equal((await send('GET', url, { ...stolen(victim), ...proof })).status, 200);
    const { approval_request_id } = await decision();
    const other = `${server.origin}/v1/requests/${approval_request_id}/events`;
    const refused = await send('GET', other, { ...stolen(victim), ...proof });
    assert.equal(refused.code, 'session_proof_mismatch');
  });
});

describe('a proof', () => {
  test('[SS-2] [SS-3] an altered, borrowed, old or forged proof decides nothing', async () => {
    const { path, body, call, state } = await decision();
    const keyId = keyIdOf(victim);
    const other = await server.person(['operator', 'reviewer']);
    const now = Date.now();
    const good = (more: object = {}) => testBrowser.prove({ ...call, ...more }, keyId);
    const [time = '', nonce = '', signature = ''] = good().split('.');
    const hmac = createHmac('sha256', JSON.stringify(testBrowser.browser_key))
      .update(body)
      .digest();
    const jwt = (header: object, tag: string): string =>
      [header, { htm: 'POST', htu: call.origin + path, iat: Math.floor(now / 1000) }]
        .map(part => Buffer.from(JSON.stringify(part)).toString('base64url'))
        .concat(tag)
        .join('.');
    const jwk = thief.browser_key;
    const variants: readonly (readonly [string, string, string])[] = [
      ['the key of the thief', thief.prove(call, keyId), 'session_proof_mismatch'],
      [
        'the key name of another session',
        testBrowser.prove(call, keyIdOf(other)),
        'session_proof_mismatch',
      ],
      [
        'another origin',
        good({ origin: server.origin.replace('localhost', '127.0.0.1') }),
        'session_proof_mismatch',
      ],
      ['another port', good({ origin: 'http://localhost:3000' }), 'session_proof_mismatch'],
      ['another method', good({ method: 'PATCH' }), 'session_proof_mismatch'],
      ['another path', good({ path: `${path}/` }), 'session_proof_mismatch'],
      ['another query', good({ path: `${path}?x=1` }), 'session_proof_mismatch'],
      ['another body', good({ body: body.replace('allow', 'deny') }), 'session_proof_mismatch'],
      ['no body', good({ body: '' }), 'session_proof_mismatch'],
      ['a read', testBrowser.prove({ ...call, method: 'GET' }, keyId), 'session_proof_mismatch'],
      ['no nonce', testBrowser.prove(call, keyId, { nonce: null }), 'session_proof_mismatch'],
      [
        'a minute ago',
        testBrowser.prove(call, keyId, { issued_at: now - 61_000 }),
        'session_proof_expired',
      ],
      [
        'the future',
        testBrowser.prove(call, keyId, { issued_at: now + 3_600_000 }),
        'session_proof_expired',
      ],
      ['another time', `${Number(time) + 1}.${nonce}.${signature}`, 'session_proof_mismatch'],
      [
        'another nonce',
        `${time}.${randomBytes(16).toString('base64url')}.${signature}`,
        'session_proof_mismatch',
      ],
      ['no signature', `${time}.${nonce}.`, 'session_proof_mismatch'],
      ['alg none', jwt({ typ: 'dpop+jwt', alg: 'none', jwk }, ''), 'session_proof_mismatch'],
      [
        'alg HS256',
        jwt({ alg: 'HS256', jwk }, hmac.toString('base64url')),
        'session_proof_mismatch',
      ],
      ['two proofs', `${good()}, ${good()}`, 'session_proof_mismatch'],
      ['nothing', '', 'session_proof_mismatch'],
    ];
    for (const [what, proof, expected] of variants) {
      const headers = { ...stolen(victim), [browserProofHeader]: proof };
      const refused = await send('POST', `${server.origin}${path}`, headers, body);
      assert.deepEqual([refused.status, refused.code], [401, expected], what);
      const time = Number(refused.headers.get(serverTimeHeader));
      assert.equal(time > 0, expected === 'session_proof_expired', what);
    }
    const swapped = { ...stolen(other), [browserProofHeader]: good() };
    const bySwapped = await send('POST', `${server.origin}${path}`, swapped, body);
    assert.equal(bySwapped.code, 'session_proof_mismatch', 'the cookie of another session');
    assert.equal(await state(), 'pending');
    const proof = { ...stolen(victim), [browserProofHeader]: good() };
    assert.equal((await send('POST', `${server.origin}${path}`, proof, body)).status, 200);
    assert.equal(await state(), 'allowed');
  });

  test('[SS-1] a proof does not replace the checks of the origin', async () => {
    const { path, body, call, state } = await decision();
    const { cookie = '' } = victim.headers;
    for (const foreign of [
      { origin: 'http://localhost:3000' },
      { origin: server.origin, 'sec-fetch-site': 'same-site' },
      {},
    ] as readonly Headers[]) {
      const proof = testBrowser.prove(call, keyIdOf(victim));
      const headers = { cookie, ...foreign, [browserProofHeader]: proof };
      const refused = await send('POST', `${server.origin}${path}`, headers, body);
      assert.equal(refused.code, 'origin_not_allowed');
    }
    assert.equal(await state(), 'pending');
  });

  test('[SS-7] a session of an earlier version, which has no key, is refused with the reason', async () => {
    const cookie = await cookieOfBefore(victim);
    const call = { origin: server.origin, method: 'GET', path: '/v1/session' };
    for (const proof of [{}, { [browserProofHeader]: testBrowser.prove(call, keyIdOf(victim)) }]) {
      const headers = { cookie, origin: server.origin, ...proof };
      const refused = await send('GET', `${server.origin}${call.path}`, headers);
      assert.deepEqual([refused.status, refused.code], [401, 'session_key_missing']);
    }
  });

  test('[SS-7] a bearer token of a terminal works without a proof, and never as a cookie', async () => {
    const asked = await server.call('POST', '/v1/terminal-sign-ins', { body: { label: 'laptop' } });
    const { device_code, user_code } = asked.body as { device_code: string; user_code: string };
    const path = `/v1/terminal-sign-ins/${user_code}/answer`;
    const body = JSON.stringify({ answer: 'confirm' });
    const refused = await send('POST', `${server.origin}${path}`, stolen(victim), body);
    assert.equal(refused.code, 'session_proof_missing', 'the thief admits no terminal');
    const { headers } = victim;
    await server.call('POST', path, { headers, body: { answer: 'confirm' } });
    const fetched = await server.call('POST', '/v1/terminal-sign-ins/token', {
      body: { device_code },
    });
    const { token } = fetched.body as { token: string };
    const url = `${server.origin}/v1/session`;
    assert.equal((await send('GET', url, { authorization: `Bearer ${token}` })).status, 200);
    const both = { ...stolen(victim), authorization: `Bearer ${token}x` };
    assert.equal((await send('GET', url, both)).code, 'not_authenticated');
    const asCookie = { origin: server.origin, cookie: `countersign=${token}` };
    assert.equal((await send('GET', url, asCookie)).code, 'session_expired');
    const value = (headers['cookie'] ?? '').split('=')[1] ?? '';
    assert.equal(
      (await send('GET', url, { authorization: `Bearer ${value}` })).code,
      'not_authenticated',
    );
  });
});

/** The cookie of a session that began before browsers had keys. */
async function cookieOfBefore({ headers }: SignedIn): Promise<string> {
  const { context } = server.app;
  const { store } = context;
  const known = await server.call('GET', '/v1/session', { headers });
  const { session_id } = known.body as { session_id: string };
  const [row] = await store.readStream(sessionStream(session_id));
  const { data } = parseStrict(row?.text ?? '') as never as { data: Record<string, string> };
  const { browser_key: _, ...recorded } = data;
  const id = 'session_of_before';
  const stream = sessionStream(id);
  const at = context.clock.now();
  const token = randomBytes(32).toString('base64url');
  const { outcome } = await store.commit({
    attempt: id,
    appends: [
      {
        stream,
        expectedVersion: 0,
        events: sealEvents(stream, null, [
          { type: 'session.started', at, data: { ...recorded, session_id: id } },
        ]),
        row: null,
        claims: [{ scope: 'session', key: sha256OfText(token), until: addSeconds(at, 3600) }],
      },
    ],
    guards: { epoch: (await store.readState()).epoch, streams: [], absentClaims: [] },
    actions: [],
    outbox: [],
  });
  assert.equal(outcome, 'committed');
  return `countersign=${token}`;
}
