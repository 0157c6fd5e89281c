import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { loadDirectory, storeStream } from '@countersign/coordinator';
import { testBrowser } from '../testing/test-browser.ts';
import { firstRunLink } from './first-run.ts';
import { type IdentityServer, startIdentityServer } from './testing/identity-server.ts';
import { softwareAuthenticator } from './testing/software-authenticator.ts';

describe('invitations', () => {
  let server: IdentityServer;
  beforeEach(async () => {
    server = await startIdentityServer({ recent_seconds: 86_400, session_seconds: 86_400 });
  });
  afterEach(() => server.close());

  const firstLink = async () => {
    const link = await firstRunLink(server.app);
    assert.ok(link.ok && link.value !== null);
    return link.value;
  };
  const people = async () => (await loadDirectory(server.app.context)).state.people.size;
  const isShut = async (link: string) => {
    const { status, body, session } = await server.redeem(link);
    assert.equal(status, 410);
    assert.equal(body.code, 'invitation_not_valid');
    assert.equal(body.detail, 'the link is not valid');
    assert.equal(session, null);
  };
  /** Everything that a browser sends to enter, without sending it. */
  const prepare = async (link: string) => {
    const token = link.split('#')[1] ?? '';
    const { key_digest, browser_key } = testBrowser;
    const asked = await server.call('POST', '/v1/invitations/redeem/options', {
      body: { token, key_digest },
    });
    assert.equal(asked.status, 200);
    const { challenge, options } = asked.body;
    const authenticator = softwareAuthenticator();
    const response = authenticator.create(options, server.origin);
    return { authenticator, body: { token, challenge, response, browser_key } };
  };
  const send = (body: object) => server.call('POST', '/v1/invitations/redeem', { body });

  test('the first person enters with the first link, gets every role, and is signed in', async () => {
    const link = await firstLink();
    assert.match(link, /^http:\/\/localhost:\d+\/join#[\w-]{43}$/);
    const { status, body, session } = await server.redeem(link, softwareAuthenticator(), 'Ada');
    assert.equal(status, 201);
    assert.equal(body.name, 'Ada');
    assert.deepEqual(body.roles, ['controller', 'finance', 'operator']);
    const who = await server.call('GET', '/v1/session', { session });
    assert.equal(who.body.person_id, body.person_id);
    assert.deepEqual(await firstRunLink(server.app), { ok: true, value: null });
    const lines = server.logged.join('\n');
    assert.ok(!lines.includes(link.split('#')[1] ?? '?'));
  });

  test('the person, the passkey and the use of the link are one commit', async () => {
    const before = (await server.app.context.store.readStream(storeStream)).length;
    await server.redeem(await firstLink());
    const rows = await server.app.context.store.readStream(storeStream, before);
    const types = rows.map(({ text }) => (JSON.parse(text) as { type: string }).type);
    assert.deepEqual(types, ['person.added', 'credential.registered']);
  });

  test('the first link lasts ten minutes', async () => {
    const link = await firstLink();
    const prepared = await prepare(link);
    server.clock.advance(599_999);
    const fresh = await prepare(link);
    server.clock.advance(1);
    assert.equal((await send(prepared.body)).status, 410);
    assert.equal((await send(fresh.body)).status, 410);
    await isShut(link);
    assert.equal(await people(), 0);
    assert.equal((await server.redeem(await firstLink())).status, 201);
  });

  test('no first link opens after the first person has entered, not even an older one', async () => {
    const links = [await firstLink(), await firstLink(), await firstLink()];
    const prepared = await Promise.all(links.map(prepare));
    const all = await Promise.all(prepared.map(({ body }) => send(body)));
    assert.deepEqual(all.map(({ status }) => status).sort(), [201, 410, 410]);
    assert.equal(await people(), 1);
    for (const link of links) await isShut(link);
  });

  test('of twenty people who use one link at once, one enters', async () => {
    const link = await firstLink();
    const prepared = await Promise.all(Array.from({ length: 20 }, () => prepare(link)));
    const all = await Promise.all(prepared.map(({ body }) => send(body)));
    assert.equal(all.filter(({ status }) => status === 201).length, 1);
    assert.equal(all.filter(({ status }) => status === 410).length, 19);
    assert.equal(all.filter(({ session }) => session !== null).length, 1);
    const { state } = await loadDirectory(server.app.context);
    assert.equal(state.people.size, 1);
    assert.equal(state.credentials.size, 1);
    const winner = prepared[all.findIndex(({ status }) => status === 201)];
    assert.ok(winner);
    assert.equal((await server.signIn(winner.authenticator)).status, 201);
    await isShut(link);
  });

  test('twenty concurrent identical uses of a link admit one person', async () => {
    const { body } = await prepare(await firstLink());
    const all = await Promise.all(Array.from({ length: 20 }, () => send(body)));
    assert.equal(all.filter(({ status }) => status === 201).length, 1);
    assert.equal(await people(), 1);
  });

  test('an operator invites people, who get exactly the roles of the invitation', async () => {
    const operator = await server.firstPerson();
    const body = { name: 'Bob', email: 'bob@example.com', roles: ['finance', 'finance'] };
    const made = await server.call('POST', '/v1/invitations', { session: operator.session, body });
    assert.equal(made.status, 201);
    const joined = await server.redeem(made.body.link, softwareAuthenticator(), 'Mallory');
    assert.equal(joined.status, 201);
    assert.equal(joined.body.name, 'Bob');
    assert.equal(joined.body.email, 'bob@example.com');
    assert.deepEqual(joined.body.roles, ['finance']);
    assert.equal(joined.body.person_id, made.body.person_id);
    await isShut(made.body.link);
    const refused = await server.call('POST', '/v1/invitations', { session: joined.session, body });
    assert.equal(refused.status, 403);
    assert.equal(refused.body.code, 'not_permitted');
  });

  test('an invitation is listed until it is used, and a revoked one opens nothing', async () => {
    const { session } = await server.firstPerson();
    const invite = async (name: string) =>
      (
        await server.call('POST', '/v1/invitations', {
          session,
          body: { name, email: null, roles: ['finance'] },
        })
      ).body;
    const list = async () => {
      const answer = await server.call('GET', '/v1/invitations', { session });
      assert.equal(answer.status, 200);
      assert.ok(!JSON.stringify(answer.body).includes('#'), 'no link is told twice');
      return answer.body as unknown as {
        invitations: { invitation_id: string; name: string; state: string }[];
        leads_to_localhost: boolean;
      };
    };
    const [used, kept, revoked] = [await invite('Bob'), await invite('Cleo'), await invite('Dan')];
    assert.deepEqual(
      (await list()).invitations.map(({ name, state }) => [name, state]).sort(),
      ['Bob', 'Cleo', 'Dan'].map(name => [name, 'valid']),
    );
    assert.equal((await list()).leads_to_localhost, true);
    assert.equal((await server.redeem(used.link)).status, 201);
    const path = (id: string) => `/v1/invitations/${id}/revoke`;
    const revoke = await server.call('POST', path(revoked.invitation_id), { session });
    assert.equal(revoke.status, 200);
    await isShut(revoked.link);
    for (const id of [revoked.invitation_id, used.invitation_id, 'invitation_nothing']) {
      assert.equal((await server.call('POST', path(id), { session })).status, 410);
    }
    assert.deepEqual(
      (await list()).invitations.map(({ name }) => name),
      ['Cleo'],
    );
    const bob = await server.redeem((await invite('Eve')).link);
    const asked = await server.call('GET', '/v1/invitations', { session: bob.session });
    assert.equal(asked.status, 403);
    server.clock.advance(86_400_000);
    const listed = (await server.app.context.store.listClaims('invitation', '')).length;
    assert.ok(listed > 0, 'an expired link is still known');
    await isShut(kept.link);
  });

  test('an invitation expires at its stated time', async () => {
    const operator = await server.firstPerson();
    const body = { name: 'Bob', roles: [] };
    const { session } = operator;
    const made = await server.call('POST', '/v1/invitations', { session, body });
    server.clock.advance(86_400_000);
    await isShut(made.body.link);
  });

  test('a link for an existing person opens only while that person cannot sign in', async () => {
    const { session } = await server.firstPerson();
    const invite = (person_id: string) =>
      server.call('POST', '/v1/invitations', { session, body: { person_id } });
    const added = await server.call('POST', '/v1/people', {
      session,
      body: { name: 'Bob', roles: ['finance'] },
    });
    const { person_id } = added.body;
    const [one, two] = [await invite(person_id), await invite(person_id)];
    const joined = await server.redeem(one.body.link);
    assert.equal(joined.status, 201);
    assert.equal(joined.body.person_id, person_id);
    await isShut(two.body.link);
    const again = await invite(person_id);
    assert.equal(again.status, 409);
    assert.equal(again.body.code, 'credential_already_registered');
    assert.equal((await invite('person_00000000000140008000000000000000')).status, 404);

    const path = `/v1/credentials/${joined.body.credential_id}/revoke`;
    await server.call('POST', path, { session, body: { reason: 'lost' } });
    const replaced = await server.redeem((await invite(person_id)).body.link);
    assert.equal(replaced.status, 201);
    assert.equal(replaced.body.person_id, person_id);
  });

  test('a passkey of another person cannot be registered', async () => {
    const operator = await server.firstPerson();
    const body = { name: 'Bob', roles: [] };
    const { session } = operator;
    const made = await server.call('POST', '/v1/invitations', { session, body });
    const refused = await server.redeem(made.body.link, operator.authenticator);
    assert.equal(refused.status, 409);
    assert.equal(refused.body.code, 'credential_already_registered');
    assert.equal(await people(), 1);
    assert.equal((await server.redeem(made.body.link)).status, 201);
  });

  test('an answer for one link is refused for another', async () => {
    const { session } = await server.firstPerson();
    const body = { name: 'Bob', roles: [] };
    const links = await Promise.all(
      [1, 2].map(() => server.call('POST', '/v1/invitations', { session, body })),
    );
    const [one, two] = await Promise.all(links.map(made => prepare(made.body.link)));
    assert.ok(one && two);
    const crossed = await send({ ...one.body, token: two.body.token });
    assert.equal(crossed.status, 401);
    assert.equal(crossed.body.code, 'sign_in_failed');
  });

  test('links that never existed get the same answer as used links', async () => {
    const used = await firstLink();
    await server.redeem(used);
    await isShut(used);
    await isShut(`${server.origin}/join#${'A'.repeat(43)}`);
    await isShut(`${server.origin}/join#nonsense`);
  });
});
