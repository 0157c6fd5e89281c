// Goal: a person signs a terminal in through the browser and, as an operator, lets people and programs in and out.
// Method: `countersign serve` and every command in a real pseudo-terminal; the browser is played over HTTP with a
// software authenticator, so that confirming is the same ceremony as on the page.

import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { exitCodes } from '@countersign/cli';
import { addSeconds, type Timestamp, timestampFromMilliseconds } from '@countersign/protocol/value';
import { firstRunLink, softwareAuthenticator, startedServer } from '@countersign/server/testing';
import { CliPlace } from './testing/cli-program.ts';
import { answerTerminal, ServedPlace, signInBrowser } from './testing/served-place.ts';
import { enter, serverAt } from './testing/server-program.ts';
import { keys, TerminalScreen } from './testing/terminal-screen.ts';

let served: ServedPlace;
before(async () => {
  served = await ServedPlace.start();
});
after(() => {
  TerminalScreen.endAll();
  served?.place.remove();
});

const run = (...args: string[]) => served.place.run(args);
const json = async (...args: string[]): Promise<Record<string, unknown>> => {
  const { code, output, errors } = await run(...args, '--json');
  assert.equal(code, 0, `${args.join(' ')}: ${output}${errors}`);
  return JSON.parse(output) as Record<string, unknown>;
};

test('a command that needs a signed-in person says so, and how to sign in', async () => {
  const { code, errors } = await run('people');
  assert.equal(code, exitCodes.not_permitted.status);
  assert.match(
    errors,
    /You are not signed in at http:\/\/localhost:\d+\.\n {2}Sign in: countersign sign-in/,
  );
});

test('sign-in shows an address and a code, waits for the browser, and keeps the session private', async () => {
  const screen = served.place.screen(['sign-in']);
  const [, code = ''] = await screen.shows(/shows the code (\S+)/);
  assert.match(screen.text(), new RegExp(`${served.url}/terminal\\?code=${code}`));
  await screen.shows(/Waiting for you to confirm/);
  await served.answer(code, 'confirm');
  assert.equal(await screen.ended, 0);
  assert.match(screen.text(), /✓ Signed in at http:\/\/localhost:\d+ as Ada/);

  const folder = served.place.path('.config', 'countersign');
  const file = `${folder}/sign-ins.json`;
  assert.deepEqual(readdirSync(folder), ['sign-ins.json']);
  assert.equal(statSync(file).mode & 0o777, 0o600);
  assert.equal(statSync(folder).mode & 0o777, 0o700);
  const [token = ''] = /cst_[\w-]+/.exec(readFileSync(file, 'utf8')) ?? [];
  assert.ok(token.length > 20);
  assert.ok(!screen.bytes.includes(token.slice(0, 12)), 'the token is never printed');

  const me = await json('whoami');
  assert.deepEqual([me['name'], me['server']], ['Ada', served.url]);
  assert.ok(!JSON.stringify(me).includes(token));
  const shown = served.place.screen(['whoami']);
  assert.equal(await shown.ended, 0);
  assert.match(shown.text(), /^Ada\n.*roles +operator\n.*fresh for \d+ min/s);
});

test('a sign-in that the person refuses in the browser ends without a session', async () => {
  const before = readFileSync(served.place.path('.config', 'countersign', 'sign-ins.json'), 'utf8');
  const screen = served.place.screen(['sign-in']);
  const [, code = ''] = await screen.shows(/shows the code (\S+)/);
  await served.answer(code, 'refuse');
  assert.equal(await screen.ended, exitCodes.not_permitted.status);
  assert.match(screen.text(), /✗ .*refused/i);
  const after = readFileSync(served.place.path('.config', 'countersign', 'sign-ins.json'), 'utf8');
  assert.equal(after, before);
});

test('a sign-in that is left with Ctrl-C ends with 130, and stores nothing', async () => {
  const screen = served.place.screen(['sign-in'], { env: { COUNTERSIGN_CONFIG: 'own-config' } });
  await screen.shows(/Waiting for you to confirm/);
  screen.type(keys.interrupt);
  assert.equal(await screen.ended, exitCodes.interrupted.status);
  assert.match(screen.text(), /✗ Interrupted\.$/);
  assert.ok(!existsSync(served.place.path('own-config')));
});

test('people are invited, listed, given roles and deactivated', async () => {
  const invite = served.place.screen([
    'people',
    'invite',
    'Grace Hopper',
    '--role',
    'reviewer',
    '--email',
    'grace@example.com',
  ]);
  await confirmChange(invite);
  assert.match(
    invite.text(),
    /✓ Grace Hopper is invited as reviewer\n\n.*It works once.*\n {2}http:\S+\/join#\S+/,
  );
  const [link = ''] = /http:\S+\/join#\S+/.exec(invite.text()) ?? [];
  await enter(link, softwareAuthenticator());
  const list = served.place.screen(['people'], { columns: 140 });
  assert.equal(await list.ended, 0);
  assert.match(list.text(), /^name +e-mail +roles/);
  assert.match(list.text(), /Grace Hopper +grace@example\.com +reviewer +a passkey/);
  const stored = await run('people', 'roles', 'grace@example.com', 'reviewer', 'finance');
  assert.equal(stored.code, exitCodes.not_permitted.status);
  assert.match(stored.errors, /gives no rights.*\n.*confirm it in the browser/);
  await confirmChange(
    served.place.screen(['people', 'roles', 'grace@example.com', 'reviewer', 'finance']),
  );
  const changed = await json('people', 'deactivate', 'Grace Hopper');
  assert.deepEqual([changed['roles'], changed['active']], [['finance', 'reviewer'], false]);
  assert.doesNotMatch((await run('people')).output, /Grace/);
  const { people } = await json('people', '--all');
  assert.equal((people as unknown[]).length, 2);
  const nobody = await run('people', 'roles', 'nobody', 'reviewer');
  assert.equal(nobody.code, 1);
  assert.match(nobody.errors, /No person has this id, e-mail address or name/);
});

/** Confirms in the browser what a command asks there. The stored sign-in stays as it was. */
async function confirmChange(screen: ReturnType<typeof served.place.screen>): Promise<void> {
  const file = served.place.path('.config', 'countersign', 'sign-ins.json');
  const before = readFileSync(file, 'utf8');
  const [, code = ''] = await screen.shows(/shows the code (\S+)/);
  await served.answer(code, 'confirm');
  assert.equal(await screen.ended, 0, screen.text());
  assert.equal(readFileSync(file, 'utf8'), before);
}

test('an API key is shown once, works, is rotated, and is revoked', async () => {
  const made = served.place.screen(
    ['keys', 'make', 'billing', '--agent', 'billing-bot', '--executor', 'billing'],
    { columns: 140 },
  );
  assert.equal(await made.ended, 0);
  const [, secret = ''] = /Shown once\..*\n {2}(\S+)/.exec(made.text()) ?? assert.fail(made.text());
  assert.match(made.text(), /may +observe, propose as billing-bot; consume as billing$/m);
  const works = async (key: string): Promise<number> =>
    (
      await serverAt(served.url).call('GET', '/v1/requests', {
        headers: { authorization: `Bearer ${key}` },
      })
    ).status;
  const usable = await works(secret);
  assert.notEqual(usable, 401);

  const { credentials } = await json('keys');
  const listed = JSON.stringify(credentials);
  assert.ok(!listed.includes(secret), 'never listed');
  const { credential_id: id } =
    (credentials as { label: string; credential_id: string }[]).find(
      ({ label }) => label === 'billing',
    ) ?? assert.fail();
  const next = await json('keys', 'rotate', id);
  assert.equal(await works(secret), 401);
  assert.equal(await works(String(next['secret'])), usable);
  const { credential_id: nextId } = next['credential'] as { credential_id: string };
  const revoked = await run('keys', 'revoke', nextId, '--reason', 'a test');
  assert.match(revoked.output, /✓ billing is revoked permanently/);
  assert.equal(await works(String(next['secret'])), 401);
  const purposeless = await run('keys', 'make', 'what-for');
  assert.equal(purposeless.code, exitCodes.usage.status);
  const unreasoned = await run('keys', 'revoke', nextId);
  assert.equal(unreasoned.code, exitCodes.usage.status);
});

test('signing keys are listed and rotated', async () => {
  const { keys: first } = await json('keys', 'signing');
  assert.equal((first as unknown[]).length, 1);
  await json('keys', 'signing', 'rotate');
  const screen = served.place.screen(['keys', 'signing'], { columns: 140 });
  assert.equal(await screen.ended, 0);
  assert.match(screen.text(), /in use/);
  assert.match(screen.text(), /coming/);
});

test('names with escape sequences and hidden characters never reach the terminal as they are', async () => {
  const name = 'Mal\u001b]0;owned\u0007lory\u202e\u009b31m\n';
  const added = await serverAt(served.url).call('POST', '/v1/people', {
    headers: served.browser,
    body: { name, roles: ['reviewer'] },
  });
  assert.equal(added.status, 201, JSON.stringify(added.body));
  const screen = served.place.screen(['people'], { columns: 160 });
  assert.equal(await screen.ended, 0);
  assert.match(screen.text(), /Mal<U\+001B>\]0;owned<U\+0007>lory<U\+202E><U\+009B>31m<U\+000A>/);
  for (const raw of ['\u001b]0;', '\u202e', '\u009b']) assert.ok(!screen.bytes.includes(raw));
  const { output } = await run('people', '--json');
  assert.ok(!output.includes('\u202e'));
  assert.ok(JSON.stringify(JSON.parse(output)).includes('\u202e'), 'programs get it whole');
});

test('the commands for dead letters and doctor report on the running server', async () => {
  assert.match((await run('dead-letters')).output, /There are no undelivered messages/);
  const examined = served.place.screen(['doctor', '--port', new URL(served.url).port], {
    columns: 140,
  });
  assert.equal(await examined.ended, 0, examined.text());
  assert.match(examined.text(), /✓ {2}store/);
});

test('signing out ends the session at the server and here', async () => {
  const file = served.place.path('.config', 'countersign', 'sign-ins.json');
  const [token = ''] = /cst_[\w-]+/.exec(readFileSync(file, 'utf8')) ?? [];
  assert.match((await run('sign-out')).output, /✓ Signed out/);
  assert.ok(!readFileSync(file, 'utf8').includes(token));
  const headers = { authorization: `Bearer ${token}` };
  assert.equal((await serverAt(served.url).call('GET', '/v1/session', { headers })).status, 401);
  assert.match((await run('sign-out')).output, /You are not signed in/);
});

test('an outdated proof is reported, and the command continues after signing in again', async () => {
  let later = 0;
  const now = (): Timestamp => addSeconds(timestampFromMilliseconds(Date.now()), later);
  const server = await startedServer({ clock: { now, pause: untilAborted } });
  const place = new CliPlace({ COUNTERSIGN_URL: server.origin });
  try {
    const link = await firstRunLink(server.app);
    assert.ok(link.ok && link.value !== null);
    const passkey = softwareAuthenticator();
    const first = await enter(link.value, passkey);
    const signIn = place.screen(['sign-in']);
    const [, code = ''] = await signIn.shows(/shows the code (\S+)/);
    await answerTerminal(server.origin, first, code, 'confirm');
    assert.equal(await signIn.ended, 0);

    later = 400;
    const script = await place.run(['people', 'invite', 'Grace']);
    assert.equal(script.code, exitCodes.not_permitted.status);
    assert.match(script.errors, /too old for this\. Sign in again: countersign sign-in/);

    const screen = place.screen(['people', 'invite', 'Grace']);
    await screen.shows(/Sign in now\?/);
    assert.match(screen.text(), /needs a recent sign-in/);
    screen.type(keys.enter);
    const [, again = ''] = await screen.shows(/shows the code (\S+)/);
    const fresh = await signInBrowser(server.origin, passkey);
    await answerTerminal(server.origin, fresh, again, 'confirm');
    assert.equal(await screen.ended, 0, screen.text());
    assert.match(screen.text(), /✓ Grace is invited/);
  } finally {
    place.remove();
    await server.remove();
  }
});

function untilAborted(_milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise(done => signal?.addEventListener('abort', () => done(), { once: true }));
}

test('an unreachable server and an invalid address have different messages', async () => {
  await served.signIn();
  await served.stop();
  const gone = await run('whoami');
  assert.equal(gone.code, exitCodes.unreachable.status);
  assert.match(gone.errors, /The server does not answer.*\n.*countersign serve/);
  const none = await run('whoami', '--url', 'nonsense');
  assert.equal(none.code, exitCodes.usage.status);
  assert.match(none.errors, /--url: expected the address of a server/);
});
