import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { StoreUnavailable } from '@countersign/coordinator';
import { addSeconds } from '@countersign/protocol/value';
import { rights } from '../http/right.ts';
import { kindOfSecret, makeSecret } from './api-key.ts';
import {
  type IdentityServer,
  type Somebody,
  startIdentityServer,
} from './testing/identity-server.ts';

describe('authentication of a caller', () => {
  let server: IdentityServer;
  let operator: Somebody;
  before(async () => {
    server = await startIdentityServer({ recent_seconds: 31_536_000, session_seconds: 31_536_000 });
    operator = await server.firstPerson();
  });
  after(() => server.close());

  const operate = (path: string, body: unknown) =>
    server.call('POST', path, { session: operator.session, body });
  const makeKey = async (facts: Record<string, unknown> = {}) => {
    const body = { label: 'bot', verbs: ['propose'], agent_ids: ['billing-bot'], ...facts };
    const made = await operate('/v1/credentials/api-keys', body);
    assert.equal(made.status, 201, JSON.stringify(made.body));
    return { id: made.body.credential.credential_id, secret: made.body.secret ?? '' };
  };
  const probe = (right: string, bearer: string) =>
    server.call('POST', `/probe/${right}`, { bearer });
  const isRefused = async (headers: Record<string, string>) => {
    const { status, body } = await server.call('POST', '/probe/propose', { headers });
    assert.equal(status, 401);
    assert.equal(body.code, 'not_authenticated');
    assert.equal(body.detail, 'the credential is not valid');
  };

  test('an API key is an agent with its registered verbs, agents and executor', async () => {
    const { id, secret } = await makeKey({
      verbs: ['observe', 'consume'],
      agent_ids: ['b', 'a'],
      executor: 'payments',
    });
    const { status, body } = await probe('observe', secret);
    assert.equal(status, 200);
    assert.equal(body.kind, 'agent');
    assert.deepEqual(body.agent_ids, ['a', 'b']);
    assert.deepEqual(body.verbs, ['consume', 'observe']);
    assert.equal(body.executor, 'payments');
    assert.deepEqual(body.principal, { kind: 'agent', principal_id: id, roles: [] });
    assert.equal((await probe('consume', secret)).status, 200);
    assert.equal((await probe('propose', secret)).body.code, 'not_permitted');
  });

  test('no credential of a program has the rights of a person', async () => {
    const { secret: key } = await makeKey({
      verbs: ['propose', 'consume', 'observe'],
      executor: 'operator',
      agent_ids: ['operator'],
      owner: operator.person_id,
      label: 'operator',
    });
    const service = await operate('/v1/credentials/services', {
      label: 'operator',
      service_id: 'operator',
    });
    const held: Record<string, string[]> = {};
    for (const [name, bearer] of [
      ['key', key],
      ['service', service.body.secret ?? ''],
    ] as const) {
      held[name] = [];
      for (const right of Object.keys(rights)) {
        if ((await probe(right, bearer)).status === 200) held[name].push(right);
      }
    }
    assert.deepEqual(held, {
      key: ['anyone', 'propose', 'consume', 'observe'],
      service: ['anyone', 'service'],
    });
  });

  test('a service is authenticated by its secret, as itself', async () => {
    const made = await operate('/v1/credentials/services', {
      label: 'risk desk',
      service_id: 'risk-desk',
    });
    const { status, body } = await probe('service', made.body.secret ?? '');
    assert.equal(status, 200);
    assert.deepEqual(body.principal, {
      kind: 'service',
      principal_id: 'risk-desk',
      roles: [],
      assurance: 'service_key',
    });
  });

  test('the header counts, whatever the cookie says', async () => {
    const { secret } = await makeKey();
    const both = await server.call('POST', '/probe/propose', {
      bearer: secret,
      session: operator.session,
    });
    assert.equal(both.body.kind, 'agent');
    const escalated = await server.call('POST', '/probe/person', {
      bearer: secret,
      session: operator.session,
    });
    assert.equal(escalated.body.code, 'not_permitted');
    const wrong = await server.call('POST', '/probe/person', {
      bearer: 'wrong',
      session: operator.session,
    });
    assert.equal(wrong.status, 401);
    assert.equal(wrong.body.code, 'not_authenticated');
  });

  test('[ID-1] every fault of a credential gets the same answer', async () => {
    const { secret } = await makeKey();
    const { secret: revoked, id } = await makeKey();
    await operate(`/v1/credentials/${id}/revoke`, { reason: 'leaked' });
    const { secret: over } = await makeKey({
      expires_at: addSeconds(server.app.context.clock.now(), 60),
    });
    assert.equal((await probe('propose', over)).status, 200);
    server.clock.advance(60_000);
    const last = secret.endsWith('A') ? 'B' : 'A';
    for (const authorization of [
      `Bearer ${revoked}`,
      `Bearer ${over}`,
      `Bearer ${secret.slice(0, -1)}${last}`,
      `Bearer ${secret.replace('cs_', 'css_')}`,
      `Bearer ${secret.toUpperCase()}`,
      `Bearer ${makeSecret('api_key', crypto.randomUUID()).secret}`,
      `Bearer ${makeSecret('service', crypto.randomUUID()).secret}`,
      `Basic ${secret}`,
      `Bearer`,
      `Bearer ${secret} ${secret}`,
      `Bearer ${secret},`,
      `Bearer ${operator.session}`,
      `Bearer ${operator.person_id}`,
      `Bearer a.b.c`,
      secret,
    ]) {
      await isRefused({ authorization });
    }
    assert.equal((await probe('propose', secret)).status, 200);
  });

  test('a replaced key is refused at once, or works beside the new one on request', async () => {
    const { id, secret } = await makeKey({ verbs: ['observe'], agent_ids: ['x'] });
    const rotated = await operate(`/v1/credentials/${id}/rotate`, {});
    assert.equal(rotated.status, 201);
    assert.equal((await probe('observe', secret)).status, 401);
    const next = await probe('observe', rotated.body.secret ?? '');
    assert.deepEqual(next.body.agent_ids, ['x']);
    const kept = await operate(`/v1/credentials/${rotated.body.credential.credential_id}/rotate`, {
      keep: true,
    });
    assert.equal((await probe('observe', rotated.body.secret ?? '')).status, 200);
    assert.equal((await probe('observe', kept.body.secret ?? '')).status, 200);
    assert.equal((await operate(`/v1/credentials/${id}/rotate`, {})).status, 404);
  });

  test('[ID-2] no caller is authenticated while the store cannot be reached', async () => {
    const { secret } = await makeKey();
    const { store } = server.app.context;
    const gone = { value: () => Promise.reject(new StoreUnavailable('gone')), configurable: true };
    Object.defineProperties(store, { readStream: gone, findClaim: gone });
    try {
      for (const sent of [{ bearer: secret }, { session: operator.session }]) {
        for (const right of Object.keys(rights)) {
          const { status, body } = await server.call('POST', `/probe/${right}`, sent);
          if (right === 'anyone') assert.deepEqual(body, { kind: 'nobody' });
          else assert.deepEqual([status, body.code], [503, 'store_unavailable']);
        }
      }
    } finally {
      Reflect.deleteProperty(store, 'readStream');
      Reflect.deleteProperty(store, 'findClaim');
    }
    assert.equal((await probe('propose', secret)).status, 200);
  });

  test('the form of a secret names its purpose, and no secret is logged', async () => {
    const key = makeSecret('api_key', crypto.randomUUID());
    const service = makeSecret('service', crypto.randomUUID());
    assert.match(key.secret, /^cs_[0-9a-f]{32}_[\w-]{43}$/);
    assert.match(service.secret, /^css_[0-9a-f]{32}_[\w-]{43}$/);
    assert.equal(kindOfSecret(key.secret), 'api_key');
    assert.equal(kindOfSecret(service.secret), 'service');
    assert.equal(kindOfSecret(`${key.secret}\n`), null);
    const { secret } = await makeKey();
    await probe('propose', secret);
    const lines = server.logged.join('\n');
    assert.ok(lines.includes('probe_propose'));
    assert.doesNotMatch(lines, /css?_[0-9a-f]{32}_/);
  });
});
