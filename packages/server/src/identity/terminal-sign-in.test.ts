import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { sessionStream, terminalSignInStream } from '@countersign/coordinator';
import { parseStrict } from '@countersign/protocol/json';
import { sealEvents } from '@countersign/protocol/stream';
import { addSeconds } from '@countersign/protocol/value';
import { channels } from '../channels/channels.ts';
import { channelRoutes } from '../routes/channel-routes.ts';
import { oidcRoutes } from '../routes/oidc-routes.ts';
import { terminalRoutes } from '../routes/terminal-routes.ts';
import { testBrowser } from '../testing/test-browser.ts';
import { findSession, readSession } from './session.ts';
import {
  type IdentityServer,
  type ReceivedBody,
  type Somebody,
  startIdentityServer,
} from './testing/identity-server.ts';

describe('a terminal that a person signs in', () => {
  let server: IdentityServer;
  let operator: Somebody;
  let session: string;
  before(async () => {
    const settings = {
      recent_seconds: 300,
      session_seconds: 86_400,
      terminal_session_seconds: 7200,
    };
    const more = [...terminalRoutes, ...channelRoutes(channels), ...oidcRoutes];
    server = await startIdentityServer(settings, more);
    operator = await server.firstPerson();
  });
  beforeEach(async () => {
    // Past every limit of the test before.
    server.clock.advance(900_000);
    const signedIn = await server.signIn(operator.authenticator);
    session = signedIn.session ?? '';
  });
  after(() => server.close());

  const ask = async (label = 'build-07, ada'): Promise<ReceivedBody> => {
    const { status, body } = await server.call('POST', '/v1/terminal-sign-ins', {
      body: { label },
    });
    assert.equal(status, 201);
    return body;
  };
  const poll = (device_code: string) =>
    server.call('POST', '/v1/terminal-sign-ins/token', { body: { device_code } });
  const look = (code: string, as = session) =>
    server.call('GET', `/v1/terminal-sign-ins/${code}`, { session: as });
  const say = (code: string, answer: 'confirm' | 'refuse', as: string | null = session) =>
    server.call('POST', `/v1/terminal-sign-ins/${code}/answer`, { session: as, body: { answer } });
  const tokenOf = async (as = session): Promise<string> => {
    const { device_code, user_code } = await ask();
    assert.equal((await say(user_code, 'confirm', as)).status, 200);
    const { status, body } = await poll(device_code);
    assert.equal(status, 201);
    return body.token;
  };

  test('a terminal asks, is shown to the person, waits, and gets a session after the confirmation', async () => {
    const asked = await ask();
    assert.match(asked.user_code, /^[BCDFGHJKMNPQRSTVWXZ2-9]{4}-[BCDFGHJKMNPQRSTVWXZ2-9]{4}$/);
    assert.equal(asked.verification_url, `${server.origin}/terminal?code=${asked.user_code}`);
    assert.equal(asked.expires_at, addSeconds(server.app.context.clock.now(), 600));

    const waiting = await poll(asked.device_code);
    assert.equal(waiting.status, 200);
    assert.deepEqual(waiting.body, { status: 'waiting' });
    const shown = await look(asked.user_code);
    assert.equal(shown.body.label, 'build-07, ada');
    assert.equal(shown.body.status, 'waiting');

    assert.equal((await say(asked.user_code, 'confirm')).body.status, 'confirmed');
    const { status, body, session: cookie } = await poll(asked.device_code);
    assert.equal(status, 201);
    assert.equal(cookie, null, 'a terminal is given no cookie');
    assert.match(body.token, /^cst_[\w-]{43}$/);
    assert.equal(body.session.person_id, operator.person_id);
    assert.equal(body.session.lives, 'terminal');
    assert.equal(body.session.expires_at, addSeconds(server.app.context.clock.now(), 7200));

    const who = await server.call('GET', '/v1/session', { bearer: body.token });
    assert.equal(who.status, 200);
    assert.equal(who.body.assurance, 'session');
    assert.equal(who.body.lives, 'terminal');
    assert.equal((await look(asked.user_code)).body.status, 'signed_in');
  });

  test('a code is found in any spelling, and a wrong code is not found', async () => {
    const { user_code } = await ask();
    for (const typed of [
      user_code.toLowerCase(),
      user_code.replace('-', ''),
      user_code.replace('-', '%20'),
    ]) {
      assert.equal((await look(typed)).status, 200, typed);
    }
    const wrong = user_code.replace(/^./, first => (first === 'B' ? 'C' : 'B'));
    for (const typed of [wrong, 'token', '0000-0000', `${user_code}B`]) {
      const { status, body } = await look(typed);
      assert.equal(status, 404, typed);
      assert.equal(body.code, 'terminal_sign_in_not_found');
    }
  });

  test('a person must wait after a few wrong codes', async () => {
    const { user_code } = await ask();
    const answers: number[] = [];
    for (let tries = 0; tries < 12; tries++) answers.push((await look('BBBB-BBBB')).status);
    assert.equal(answers.at(0), 404);
    assert.equal(answers.at(-1), 429);
    const limited = await say(user_code, 'confirm');
    assert.equal(limited.body.code, 'too_many_calls');
    assert.ok(Number(limited.headers.get('retry-after')) >= 1);
    server.clock.advance(10_000);
    assert.equal((await say(user_code, 'confirm')).status, 200);
  });

  test('a sign-in that took too long is over for the terminal and for the person', async () => {
    const { device_code, user_code } = await ask();
    server.clock.advance(599_999);
    assert.equal((await poll(device_code)).status, 200);
    server.clock.advance(1);
    for (const { status, body } of [
      await poll(device_code),
      await look(user_code),
      await say(user_code, 'confirm', (await server.signIn(operator.authenticator)).session),
    ]) {
      assert.equal(status, 410);
      assert.equal(body.code, 'terminal_sign_in_expired');
    }
  });

  test('a confirmed sign-in must be fetched in time', async () => {
    const { device_code, user_code } = await ask();
    assert.equal((await say(user_code, 'confirm')).status, 200);
    server.clock.advance(600_000);
    assert.equal((await poll(device_code)).body.code, 'terminal_sign_in_expired');
  });

  test('a refusal ends the sign-in, and no later answer changes that', async () => {
    const { device_code, user_code } = await ask();
    assert.equal((await say(user_code, 'refuse')).body.status, 'refused');
    assert.equal((await say(user_code, 'refuse')).status, 200, 'the same again changes nothing');
    assert.equal((await say(user_code, 'confirm')).body.code, 'terminal_sign_in_used');
    const { status, body } = await poll(device_code);
    assert.equal(status, 403);
    assert.equal(body.code, 'terminal_sign_in_refused');
  });

  test('a device code gives one session, and then nothing', async () => {
    const { device_code, user_code } = await ask();
    await say(user_code, 'confirm');
    assert.equal((await poll(device_code)).status, 201);
    const again = await poll(device_code);
    assert.equal(again.status, 409);
    assert.equal(again.body.code, 'terminal_sign_in_used');
    for (const unknown of ['x', 'A'.repeat(43), user_code]) {
      assert.equal((await poll(unknown)).body.code, 'terminal_sign_in_not_found');
    }
  });

  test('of many concurrent pollers one gets the token', async () => {
    const { device_code, user_code } = await ask();
    await say(user_code, 'confirm');
    const all = await Promise.all(Array.from({ length: 20 }, () => poll(device_code)));
    assert.equal(all.filter(({ status }) => status === 201).length, 1);
    for (const { status, body } of all) {
      if (status !== 201) assert.equal(body.code, 'terminal_sign_in_used');
    }
  });

  test('of two people who answer at once one answer counts', async () => {
    const other = await server.invite({ ...operator, session }, ['finance']);
    const { device_code, user_code } = await ask();
    const answers = await Promise.all([
      say(user_code, 'confirm'),
      say(user_code, 'confirm', other.session),
    ]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
    const { body } = await poll(device_code);
    const winner = answers[0].status === 200 ? operator.person_id : other.person_id;
    assert.equal(body.session.person_id, winner);
  });

  test('the terminal inherits the browser’s proof of presence, which ends at the same time', async () => {
    server.clock.advance(200_000);
    const bearer = await tokenOf();
    const recent = await server.call('POST', '/probe/recent_operator', { bearer });
    assert.equal(recent.status, 200);
    server.clock.advance(99_999);
    assert.equal((await server.call('POST', '/probe/recent_operator', { bearer })).status, 200);
    server.clock.advance(1);
    const late = await server.call('POST', '/probe/recent_operator', { bearer });
    assert.equal(late.status, 403);
    assert.equal(late.body.code, 'step_up_missing');
    assert.equal((await server.call('POST', '/probe/operator', { bearer })).status, 200);
  });

  test('a person without a recent proof of presence cannot confirm', async () => {
    const { user_code, device_code } = await ask();
    server.clock.advance(301_000);
    assert.equal((await say(user_code, 'confirm')).body.code, 'step_up_missing');
    assert.equal((await say(user_code, 'confirm', null)).status, 401);
    assert.equal((await poll(device_code)).body.status, 'waiting');
  });

  test('a terminal cannot sign in another terminal, and cannot step up', async () => {
    const bearer = await tokenOf();
    const { user_code } = await ask();
    const path = `/v1/terminal-sign-ins/${user_code}/answer`;
    const body = { answer: 'confirm' };
    const refused = await server.call('POST', path, { bearer, body });
    assert.equal(refused.status, 403);
    assert.equal(refused.body.code, 'not_permitted');
    const asked = await server.call('POST', '/v1/session/step-up/options', { bearer });
    const response = operator.authenticator.get(asked.body.options, server.origin);
    const stepUp = await server.call('POST', '/v1/session/step-up', {
      bearer,
      body: { challenge: asked.body.challenge, response },
    });
    assert.equal(stepUp.status, 403);
    assert.equal(stepUp.session, null);
  });

  test('a terminal cannot add a credential, so that a copied token cannot be made permanent', async () => {
    const bearer = await tokenOf();
    assert.equal((await server.call('POST', '/probe/recent_person', { bearer })).status, 200);
    for (const path of [
      '/v1/credentials/passkeys/options',
      '/v1/credentials/passkeys',
      `/v1/channels/${channels[0].name}/links`,
      '/v1/oidc/link',
      '/v1/oidc/step-up',
    ]) {
      const { status, body } = await server.call('POST', path, {
        bearer,
        ...(/oidc/.test(path)
          ? { body: { return_to: '/', key_digest: testBrowser.key_digest } }
          : {}),
        ...(/channels/.test(path) ? { body: { details: {} } } : {}),
      });
      assert.deepEqual([status, body.code], [403, 'not_permitted'], path);
    }
    const inBrowser = await server.call('POST', '/v1/credentials/passkeys/options', { session });
    assert.equal(inBrowser.status, 200);
    server.clock.advance(301_000);
    const late = await server.call('POST', '/v1/credentials/passkeys/options', { session });
    assert.equal(late.body.code, 'step_up_missing');
  });

  test('the label of a terminal is shown with all its characters visible', async () => {
    const { user_code } = await ask('build\u202e-07,\nada\u200b');
    const { body } = await look(user_code);
    assert.equal(body.label, 'build<U+202E>-07,<U+000A>ada<U+200B>');
  });

  test('a token does not work as a cookie, and a cookie does not work as a token', async () => {
    const bearer = await tokenOf();
    const path = '/v1/session';
    const asCookie = await server.call('GET', path, { session: bearer });
    assert.equal(asCookie.body.code, 'session_expired');
    for (const sent of [session, `cst_${session}`]) {
      assert.equal((await server.call('GET', path, { bearer: sent })).status, 401);
    }
    const { context } = server.app;
    assert.equal(await findSession(context, session, 'terminal'), null);
    assert.equal(await findSession(context, bearer, 'browser'), null);
    assert.equal(await findSession(context, bearer.slice(4), 'browser'), null);
  });

  test('a terminal session ends by signing out, by time, with the person and with the passkey', async () => {
    const dead = async (bearer: string) => {
      const { status, body } = await server.call('GET', '/v1/session', { bearer });
      assert.equal(status, 401);
      assert.equal(body.code, 'session_expired');
    };
    const signedOut = await tokenOf();
    assert.equal((await server.call('DELETE', '/v1/session', { bearer: signedOut })).status, 200);
    await dead(signedOut);

    const other = await server.invite({ ...operator, session }, ['finance']);
    const theirs = await tokenOf(other.session);
    const person = `/v1/people/${other.person_id}`;
    await server.call('PATCH', person, { session, body: { active: false } });
    await dead(theirs);
    await server.call('PATCH', person, { session, body: { active: true } });
    const revoke = `/v1/credentials/${other.authenticator.credentialId}/revoke`;
    await server.call('POST', revoke, { session, body: { reason: 'lost' } });
    await dead(theirs);

    const bearer = await tokenOf();
    server.clock.advance(7_199_999);
    assert.equal((await server.call('GET', '/v1/session', { bearer })).status, 200);
    server.clock.advance(1);
    await dead(bearer);
  });

  test('a person who is deactivated after confirming gets no terminal session', async () => {
    const other = await server.invite({ ...operator, session }, ['finance']);
    const { device_code, user_code } = await ask();
    await say(user_code, 'confirm', other.session);
    const body = { active: false };
    await server.call('PATCH', `/v1/people/${other.person_id}`, { session, body });
    assert.equal((await poll(device_code)).body.code, 'terminal_sign_in_refused');
  });

  test('a limited number of terminals can wait at once, and an answer makes room', async () => {
    const first = await ask();
    for (let made = 1; made < 100; made++) await ask();
    const { status, body, headers } = await server.call('POST', '/v1/terminal-sign-ins', {
      body: { label: 'one more' },
    });
    assert.equal(status, 429);
    assert.equal(body.code, 'too_many_calls');
    assert.equal(headers.get('retry-after'), '60');
    await say(first.user_code, 'refuse');
    await ask();
  });

  test('an answer that is repeated under its key gets the same result', async () => {
    const { user_code } = await ask();
    const path = `/v1/terminal-sign-ins/${user_code}/answer`;
    const sent = {
      session,
      body: { answer: 'confirm' },
      headers: { 'idempotency-key': user_code },
    };
    assert.equal((await server.call('POST', path, sent)).body.status, 'confirmed');
    const again = await server.call('POST', path, sent);
    assert.equal(again.body.status, 'confirmed');
    assert.equal(again.headers.get('idempotent-replayed'), 'true');
  });

  test('the store and the log contain no code, no token and no label', async () => {
    const { store } = server.app.context;
    const { device_code, user_code } = await ask('a very private label');
    await say(user_code, 'confirm');
    const { body } = await poll(device_code);
    const claims = await store.listClaims('terminal', '');
    const rows = await Promise.all(
      [...new Set(claims.map(({ owner }) => owner))].map(owner => store.readStream(owner)),
    );
    const sessions = await store.readStream(sessionStream(body.session.session_id));
    const kept = JSON.stringify([claims, rows, sessions]) + server.logged.join('\n');
    const secrets = [device_code, user_code.replace('-', ''), body.token.slice(4)];
    for (const secret of [...secrets, 'private label']) assert.ok(!kept.includes(secret), secret);
    const [{ owner = '' } = {}] = claims;
    assert.ok(owner.startsWith(terminalSignInStream('')));
  });

  test('sessions from before terminals existed are browser sessions', async () => {
    const { context } = server.app;
    const { store } = context;
    const id = 'session_of_before';
    const stream = sessionStream(id);
    const known = await server.call('GET', '/v1/session', { session });
    const [row] = await store.readStream(sessionStream(known.body.session_id));
    const { data } = parseStrict(row?.text ?? '') as unknown as { data: Record<string, string> };
    const { lives: _, ...before } = data;
    const recorded = { ...before, session_id: id };
    const at = context.clock.now();
    const { epoch } = await store.readState();
    const { outcome } = await store.commit({
      attempt: 'a session of before',
      appends: [
        {
          stream,
          expectedVersion: 0,
          events: sealEvents(stream, null, [{ type: 'session.started', at, data: recorded }]),
          row: null,
        },
      ],
      guards: { epoch, streams: [], absentClaims: [] },
      actions: [],
      outbox: [],
    });
    assert.equal(outcome, 'committed');
    assert.equal((await readSession(context, id))?.lives, 'browser');
  });
});
