import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  type IdentityServer,
  type Somebody,
  startIdentityServer,
} from '../identity/testing/identity-server.ts';

describe('people', () => {
  let server: IdentityServer;
  let operator: Somebody;
  let finance: Somebody;
  before(async () => {
    server = await startIdentityServer();
    operator = await server.firstPerson();
    finance = await server.invite(operator, ['finance'], 'Fay');
  });
  after(() => server.close());

  const operate = (method: string, path: string, body?: unknown, headers = {}) =>
    server.call(method, path, { session: operator.session, body, headers });

  test('an operator adds, changes and deactivates a person', async () => {
    const body = { name: 'Bob', email: 'bob@example.com', roles: ['finance'] };
    const added = await operate('POST', '/v1/people', body);
    assert.equal(added.status, 201);
    const { person_id } = added.body;
    const path = `/v1/people/${person_id}`;
    const changed = await operate('PATCH', path, {
      roles: ['controller', 'controller'],
      profile: { name: 'Robert', email: null },
    });
    assert.equal(changed.status, 200);
    assert.deepEqual(changed.body, {
      person_id,
      name: 'Robert',
      email: null,
      roles: ['controller'],
      active: true,
      passkeys: 0,
      oidc_accounts: 0,
      linked_accounts: 0,
      away_until: null,
    });
    const erased = await operate('PATCH', path, { profile: null, active: false });
    assert.equal(erased.body.name, null);
    assert.equal(erased.body.active, false);
  });

  test('a person who is not an operator changes no one, themselves included', async () => {
    const { session, person_id } = finance;
    for (const [method, path, body] of [
      ['POST', '/v1/people', { name: 'Eve', roles: ['operator'] }],
      ['PATCH', `/v1/people/${person_id}`, { roles: ['operator'] }],
      ['PATCH', `/v1/people/${operator.person_id}`, { active: false }],
    ] as const) {
      const refused = await server.call(method, path, { session, body });
      assert.equal(refused.status, 403);
      assert.equal(refused.body.code, 'not_permitted');
    }
  });

  test('the last operator keeps the role', async () => {
    for (const body of [{ active: false }, { roles: ['finance'] }]) {
      const refused = await operate('PATCH', `/v1/people/${operator.person_id}`, body);
      assert.equal(refused.status, 409);
      assert.equal(refused.body.code, 'operator_missing');
    }
    const path = `/v1/credentials/${operator.authenticator.credentialId}/revoke`;
    const refused = await operate('POST', path, { reason: 'gone' });
    assert.equal(refused.body.code, 'operator_missing');
  });

  test('addresses are shown to operators and to the person, names to all signed-in people', async () => {
    const path = `/v1/people/${finance.person_id}`;
    await operate('PATCH', path, { profile: { name: 'Fay', email: 'fay@example.com' } });
    const body = { name: 'Zoe', email: 'zoe@example.com', roles: [] };
    const zoe = await operate('POST', '/v1/people', body);
    const emails = async (session: string) => {
      const { body: list } = await server.call('GET', '/v1/people?limit=500', { session });
      const email = (id: string) => list.people.find(({ person_id }) => person_id === id)?.email;
      return [email(finance.person_id), email(zoe.body.person_id)];
    };
    assert.deepEqual(await emails(operator.session), ['fay@example.com', 'zoe@example.com']);
    assert.deepEqual(await emails(finance.session), ['fay@example.com', null]);
  });

  test('a page of the list continues where the last one ended', async () => {
    const all = await operate('GET', '/v1/people?limit=500');
    const seen: string[] = [];
    for (let after: string | null = ''; after !== null; ) {
      const query: string = after === '' ? '' : `&after=${after}`;
      const { body } = await operate('GET', `/v1/people?limit=2${query}`);
      assert.ok(body.people.length <= 2);
      seen.push(...body.people.map(({ person_id }) => person_id));
      after = body.next;
    }
    assert.deepEqual(
      seen,
      all.body.people.map(({ person_id }) => person_id),
    );
    assert.ok(seen.length > 2);
  });

  test('a repeated call with the same key adds one person, and with another body none', async () => {
    const headers = { 'idempotency-key': 'add-kim' };
    const body = { name: 'Kim', roles: ['finance'] };
    const calls = await Promise.all(
      Array.from({ length: 5 }, () => operate('POST', '/v1/people', body, headers)),
    );
    const again = await operate('POST', '/v1/people', body, headers);
    assert.deepEqual(new Set([...calls, again].map(({ status }) => status)), new Set([201]));
    assert.equal(new Set([...calls, again].map(each => each.body.person_id)).size, 1);
    assert.equal(again.headers.get('idempotent-replayed'), 'true');
    const other = await operate('POST', '/v1/people', { ...body, roles: ['operator'] }, headers);
    assert.equal(other.body.code, 'idempotency_key_reused');
  });

  test('a repeated call with the same key makes one invitation, whose link is shown once', async () => {
    const headers = { 'idempotency-key': 'invite-lee' };
    const body = { name: 'Lee', roles: [] };
    const first = await operate('POST', '/v1/invitations', body, headers);
    const second = await operate('POST', '/v1/invitations', body, headers);
    assert.equal(second.status, 201);
    assert.deepEqual(second.body, { ...first.body, link: null });
    assert.equal((await server.redeem(first.body.link)).status, 201);
  });

  test('changing people needs a recent proof of presence', async () => {
    const late = await server.signIn(operator.authenticator);
    server.clock.advance(300_000);
    for (const [method, path, body] of [
      ['POST', '/v1/people', { name: 'A', roles: [] }],
      ['POST', '/v1/invitations', { name: 'A', roles: [] }],
      ['PATCH', `/v1/people/${finance.person_id}`, { active: false }],
    ] as const) {
      const refused = await server.call(method, path, { session: late.session, body });
      assert.equal(refused.status, 403);
      assert.equal(refused.body.code, 'step_up_missing');
    }
  });

  test('an invalid person is refused with the fault', async () => {
    const { session } = await server.signIn(operator.authenticator);
    for (const body of [
      { name: '', roles: [] },
      { name: 'A', roles: 'operator' },
      { name: 'A', email: 'nowhere', roles: [] },
      { name: 'A', roles: [], person_id: 'person_1' },
      { roles: [] },
    ]) {
      const { status, body: refused } = await server.call('POST', '/v1/people', { session, body });
      assert.equal(status, 400);
      assert.equal(refused.code, 'object_malformed');
    }
    const unknown = await server.call(
      'PATCH',
      '/v1/people/person_00000000000140008000000000000000',
      {
        session,
        body: { active: false },
      },
    );
    assert.equal(unknown.status, 404);
    const malformed = await server.call('PATCH', '/v1/people/bob', { session, body: {} });
    assert.equal(malformed.body.code, 'parameter_malformed');
  });
});
