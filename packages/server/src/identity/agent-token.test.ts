import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { after, describe, test } from 'node:test';
import { ProtocolError } from '@countersign/protocol/reason';
import { millisecondsOf } from '@countersign/protocol/value';
import {
  type CryptoKey,
  exportJWK,
  exportSPKI,
  generateKeyPair,
  type JWTPayload,
  SignJWT,
} from 'jose';
import { createManualClock } from '../webhooks/testing/manual-clock.ts';
import { createAuthenticator } from './authenticate-caller.ts';

const issuer = 'https://issuer.example';
const audience = 'countersign';
const clock = createManualClock();
const now = Math.floor(millisecondsOf(clock.now()) / 1000);

const { publicKey, privateKey } = await generateKeyPair('EdDSA', { extractable: true });
const stranger = await generateKeyPair('EdDSA', { extractable: true });
const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'EdDSA' }] };

function authenticator(issuerKeys: object, warned: object[] = []) {
  return createAuthenticator({
    // Besides the clock only the locks are asked for, and an empty store has none.
    context: {
      clock,
      memory: { directory: null },
      store: { readStream: async () => [] },
    } as never,
    settings: {
      agent_tokens: { issuer, audience, require_owner: false, ...issuerKeys },
      recent_seconds: 300,
    },
    log: { warn: (fields: object) => void warned.push(fields) } as never,
  });
}

function claims(change: Record<string, unknown> = {}): JWTPayload {
  return {
    iss: issuer,
    aud: audience,
    sub: 'billing',
    iat: now,
    exp: now + 600,
    scope: 'openid countersign:propose countersign:observe countersign:decide',
    agent_ids: ['billing-bot'],
    ...change,
  };
}

function signed(payload = claims(), header: object = {}, key: CryptoKey = privateKey) {
  return new SignJWT(payload).setProtectedHeader({ alg: 'EdDSA', kid: 'one', ...header }).sign(key);
}

test('keys are not fetched from an address that an attacker on the network could answer for', () => {
  assert.throws(() => authenticator({ jwks_uri: 'http://issuer.example/keys' }), ProtocolError);
  assert.throws(
    () => authenticator({ jwks_uri: 'http://localhost.evil.example/keys' }),
    ProtocolError,
  );
  assert.doesNotThrow(() => authenticator({ jwks_uri: 'https://issuer.example/keys' }));
  assert.doesNotThrow(() => authenticator({ jwks_uri: 'http://127.0.0.1:9/keys' }));
});

const ask = async (authenticate: ReturnType<typeof authenticator>, token: string) => {
  const found = await authenticate({ authorization: `Bearer ${token}`, browser: null });
  return found.ok ? { ok: true as const, value: found.value.caller } : found;
};

const local = authenticator({ jwks });

async function isRefused(token: string, authenticate = local): Promise<void> {
  assert.deepEqual(await ask(authenticate, token), {
    ok: false,
    refusal: { code: 'not_authenticated', detail: 'the credential is not valid' },
  });
}

describe('tokens of agents', () => {
  test('a token of the issuer gives an agent the rights of its scope and claims', async () => {
    assert.deepEqual(await ask(local, await signed()), {
      ok: true,
      value: {
        kind: 'agent',
        principal: { kind: 'agent', principal_id: 'token:billing', roles: [] },
        verbs: ['observe', 'propose'],
        agent_ids: ['billing-bot'],
        subject_ids: [],
        owner: null,
        tool_server: null,
        executor: null,
        edge_key: null,
      },
    });
  });

  test('[ID-1] no claim makes a token a person or a service', async () => {
    const token = await signed(
      claims({
        sub: 'person_00000000000140008000000000000000',
        kind: 'human',
        person_id: 'person_00000000000140008000000000000000',
        roles: ['operator'],
        service_id: 'risk-desk',
        assurance: 'webauthn',
      }),
    );
    const found = await ask(local, token);
    assert.ok(found.ok);
    assert.equal(found.value.kind, 'agent');
    assert.ok('principal' in found.value);
    assert.deepEqual(found.value.principal, {
      kind: 'agent',
      principal_id: 'token:person_00000000000140008000000000000000',
      roles: [],
    });
  });

  test('tokens with wrong claims are refused', async () => {
    const changes: Record<string, Record<string, unknown>> = {
      'another issuer': { iss: 'https://other.example' },
      'no issuer': { iss: undefined },
      'another audience': { aud: 'elsewhere' },
      'no audience': { aud: undefined },
      'no expiry': { exp: undefined },
      'over since six seconds': { exp: now - 6 },
      'older than an hour': { iat: now - 3606, exp: now + 600 },
      'no time of issue': { iat: undefined },
      'issued in the future': { iat: now + 60 },
      'not yet valid': { nbf: now + 60 },
      'no subject': { sub: undefined },
      'an empty subject': { sub: '' },
      'no scope': { scope: undefined },
      'no scope of ours': { scope: 'openid countersign:decide countersign:proposed' },
      'a scope that is a list': { scope: ['countersign:propose'] },
      'no agent to propose as': { agent_ids: [] },
      'agents that are no list': { agent_ids: 'billing-bot' },
      'no executor to consume for': { scope: 'countersign:consume' },
      'an executor that is no text': { scope: 'countersign:consume', executor: 7 },
    };
    for (const [name, change] of Object.entries(changes)) {
      const token = await signed(claims(change));
      const found = await ask(local, token);
      assert.ok(!found.ok, name);
    }
    await isRefused(await signed(claims({ exp: now - 6 })));
  });

  test('a token that names an executor can only consume', async () => {
    const token = await signed(
      claims({ scope: 'countersign:consume', executor: 'payments', agent_ids: undefined }),
    );
    const found = await ask(local, token);
    assert.ok(found.ok && found.value.kind === 'agent');
    assert.deepEqual([found.value.verbs, found.value.executor], [['consume'], 'payments']);
  });

  test('forged signatures and headers are refused', async () => {
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const unsigned = `${encode({ alg: 'none', typ: 'JWT' })}.${encode(claims())}.`;
    await isRefused(unsigned);
    await isRefused(`${unsigned}AAAA`);
    const pem = Buffer.from(await exportSPKI(publicKey));
    const raw = Buffer.from(jwks.keys[0]?.x ?? '', 'base64url');
    for (const secret of [pem, raw, Buffer.from(JSON.stringify(jwks.keys[0]))]) {
      await isRefused(
        await new SignJWT(claims()).setProtectedHeader({ alg: 'HS256', kid: 'one' }).sign(secret),
      );
    }
    await isRefused(await signed(claims(), {}, stranger.privateKey));
    const [header, payload, signature] = (await signed()).split('.');
    await isRefused(`${header}.${encode(claims({ sub: 'other' }))}.${signature}`);
    await isRefused(`${encode({ alg: 'EdDSA' })}.${payload}.${signature}`);
    await isRefused(`${header}.${payload}.`);
    await isRefused(await signed(claims(), { crit: ['b64'], b64: true, kid: 'two' }));
  });

  test('an algorithm that is not allowed is refused, although the issuer has such a key', async () => {
    for (const [alg, accepted] of [
      ['EdDSA', true],
      ['ES256', true],
      ['RS256', true],
      ['ES384', false],
      ['PS256', false],
      ['RS512', false],
    ] as const) {
      const pair = await generateKeyPair(alg, { extractable: true });
      const keys = [{ ...(await exportJWK(pair.publicKey)), kid: 'one', alg }];
      const token = await signed(claims(), { alg }, pair.privateKey);
      const found = await ask(authenticator({ jwks: { keys } }), token);
      assert.equal(found.ok, accepted, alg);
    }
  });

  test('[ID-2] a key that the token contains or points to is ignored', async () => {
    let asked = 0;
    const own = await exportJWK(stranger.publicKey);
    const url = await serve((_request, response) => {
      asked += 1;
      response.end(JSON.stringify({ keys: [{ ...own, kid: 'one' }] }));
    });
    for (const header of [{ jku: url }, { jwk: own }, { x5u: url }, { kid: url }]) {
      await isRefused(await signed(claims(), header, stranger.privateKey));
    }
    assert.equal(asked, 0);
  });

  test('keys are fetched from the configured address', async () => {
    const url = await serve((_request, response) => void response.end(JSON.stringify(jwks)));
    const remote = authenticator({ jwks_uri: url });
    assert.ok((await ask(remote, await signed())).ok);
    await isRefused(await signed(claims(), {}, stranger.privateKey), remote);
  });

  test('[ID-2] garbage, errors, redirects and missing keys verify nothing', async () => {
    const elsewhere = await serve((_request, response) => void response.end(JSON.stringify(jwks)));
    const answers: RequestListener[] = [
      (_request, response) => void response.end('<html>'),
      (_request, response) => void response.end('null'),
      (_request, response) => void response.end('{"keys":{}}'),
      (_request, response) => void response.end('{"keys":[]}'),
      (_request, response) => void response.end('{"keys":[{"kty":"OKP","kid":"one"}]}'),
      (_request, response) => void response.writeHead(500).end(JSON.stringify(jwks)),
      (_request, response) => void response.writeHead(302, { location: elsewhere }).end(),
      (request, _response) => void request.socket.destroy(),
    ];
    const token = await signed();
    for (const answer of answers) {
      await isRefused(token, authenticator({ jwks_uri: await serve(answer) }));
    }
    const warned: object[] = [];
    await isRefused(token, authenticator({ jwks_uri: 'http://127.0.0.1:1/' }, warned));
    assert.equal(warned.length, 1);
    assert.ok(!JSON.stringify(warned).includes('billing'));
    await isRefused(token, authenticator({}));
    await isRefused(token, authenticator({ jwks: { keys: [{}] } }));
  });

  test('[ID-2] keys that do not arrive in five seconds verify nothing', async () => {
    let connected = () => {};
    const connection = new Promise<void>(resolve => {
      connected = resolve;
    });
    const url = await serve(() => connected());
    const answer = ask(authenticator({ jwks_uri: url }), await signed());
    await connection;
    assert.equal(clock.sleepers(), 1);
    clock.advance(5000);
    const found = await answer;
    assert.ok(!found.ok);
    assert.equal(found.refusal.code, 'not_authenticated');
    assert.equal(clock.sleepers(), 0);
  });

  test('no token is accepted without an issuer', async () => {
    const none = createAuthenticator({
      context: { clock } as never,
      settings: { agent_tokens: null, recent_seconds: 300 },
    });
    await isRefused(await signed(), none);
  });
});

const closing: (() => void)[] = [];
after(() => {
  for (const close of closing) close();
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('not listening');
  return `http://127.0.0.1:${address.port}/jwks.json`;
}
