// Goal: people sign in with a real browser. Method: a page of the server's own origin, under its content security
// policy, runs @simplewebauthn/browser in Chromium with a virtual authenticator, from the first link to signing in
// again. Between the authenticator and the store, only the server and the form of a proof are our code.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  firstRunLink,
  type Route,
  route,
  type StartedServer,
  startedServer,
} from '@countersign/server/testing';
import { build } from 'esbuild';
import type { CDPSession, Page } from 'playwright-core';
import { type LaunchedChromium, launchChromium } from './testing/chromium.ts';

const pageScript = `
import { sha256OfText } from '@countersign/protocol/crypto';
import { assembleBrowserProof, browserKeyDigest, browserProofBytes } from '@countersign/protocol/session';
import { startAuthentication, startRegistration } from '@simplewebauthn/browser';

const made = crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign']);
let browser_key_id = null;

async function browserKey() {
  const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', (await made).publicKey);
  const browser_key = { kty, crv, x, y };
  return { browser_key, key_digest: browserKeyDigest(browser_key) };
}

async function proofOf(method, target, text) {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const nonce = method === 'GET' ? null : btoa(String.fromCharCode(...bytes)).replace(/=+$/, '').replaceAll('+', '-').replaceAll('/', '_');
  const facts = { issued_at: Date.now(), nonce };
  const call = { browser_key_id, origin: location.origin, method, target, body_digest: sha256OfText(text ?? '') };
  const { privateKey } = await made;
  const signed = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, privateKey, browserProofBytes(call, facts));
  return assembleBrowserProof(facts, new Uint8Array(signed));
}

async function call(method, path, body) {
  const text = JSON.stringify(body);
  const headers = body === undefined ? {} : { 'content-type': 'application/json' };
  if (browser_key_id !== null) headers['countersign-proof'] = await proofOf(method, path, text);
  const response = await fetch(path, { method, headers, body: text });
  const answer = await response.json();
  if (response.ok && 'browser_key_id' in answer) browser_key_id = answer.browser_key_id;
  return { status: response.status, body: answer };
}

async function register(optionsPath, path, asking, more) {
  const asked = await call('POST', optionsPath, asking);
  if (asked.status !== 200) return asked;
  const { challenge, options } = asked.body;
  const response = await startRegistration({ optionsJSON: options });
  return call('POST', path, { ...more, challenge, response });
}

async function authenticate(path, asking, more) {
  const { status, body } = await call('POST', path + '/options', asking);
  if (status !== 200) return { status, body };
  const response = await startAuthentication({ optionsJSON: body.options });
  return call('POST', path, { challenge: body.challenge, response, ...more });
}

self.passkeys = {
  join: async name => {
    const { browser_key, key_digest } = await browserKey();
    const token = location.hash.slice(1);
    return register('/v1/invitations/redeem/options', '/v1/invitations/redeem', { token, key_digest }, { token, name, browser_key });
  },
  add: () => register('/v1/credentials/passkeys/options', '/v1/credentials/passkeys', undefined, { label: 'second' }),
  signIn: async () => {
    const { browser_key, key_digest } = await browserKey();
    return authenticate('/v1/session', { key_digest }, { browser_key });
  },
  stepUp: () => authenticate('/v1/session/step-up'),
  signOut: () => call('DELETE', '/v1/session'),
  who: () => call('GET', '/v1/session'),
};
`;

interface Answered {
  readonly status: number;
  readonly body: {
    readonly code?: string;
    readonly person_id?: string;
    readonly session_id?: string;
    readonly name?: string | null;
    readonly credential_id?: string;
  };
}

describe('passkeys in a browser', () => {
  let server: StartedServer;
  let chromium: LaunchedChromium;
  let page: Page;
  let devtools: CDPSession;

  before(async () => {
    const script = await bundle();
    const html = '<!doctype html><script src="/test-page.js"></script>';
    server = await startedServer({
      moreRoutes: [
        text('/test-page', 'text/html; charset=utf-8', html),
        text('/test-page.js', 'text/javascript; charset=utf-8', script),
      ],
    });
    chromium = await launchChromium();
    const context = await chromium.browser.newContext();
    page = await context.newPage();
    devtools = await page.context().newCDPSession(page);
    await devtools.send('WebAuthn.enable');
  });

  after(async () => {
    await page?.context().close();
    await chromium?.release();
    await server?.remove();
  });

  const newAuthenticator = async () => {
    const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    return authenticatorId;
  };
  const run = (what: string) => page.evaluate<Answered>(`passkeys.${what}`);

  test('the first link leads to a passkey, to being signed in, out and in again', async () => {
    const authenticatorId = await newAuthenticator();
    const link = await firstRunLink(server.app);
    assert.ok(link.ok && link.value !== null);
    // The page of this test in place of the inbox; what opens the door is behind the #.
    await page.goto(link.value.replace('/join#', '/test-page#'));

    const joined = await run(`join('Ada')`);
    assert.equal(joined.status, 201, JSON.stringify(joined.body));
    assert.equal(joined.body.name, 'Ada');
    assert.equal((await run('who()')).body.person_id, joined.body.person_id);
    assert.deepEqual((await run(`join('Eve')`)).body.code, 'invitation_not_valid');

    assert.equal((await run('signOut()')).status, 200);
    assert.equal((await run('who()')).status, 401);

    const again = await run('signIn()');
    assert.equal(again.status, 201, JSON.stringify(again.body));
    assert.equal(again.body.person_id, joined.body.person_id);
    assert.notEqual(again.body.session_id, joined.body.session_id);
    assert.equal((await run('who()')).body.session_id, again.body.session_id);
    assert.equal(await page.evaluate('document.cookie'), '', 'no script reads the session');

    const proven = await run('stepUp()');
    assert.equal(proven.status, 201, JSON.stringify(proven.body));
    assert.notEqual(proven.body.session_id, again.body.session_id);

    await devtools.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
    const second = await newAuthenticator();
    const added = await run('add()');
    assert.equal(added.status, 201, JSON.stringify(added.body));
    assert.equal((await run('signOut()')).status, 200);
    const other = await run('signIn()');
    assert.equal(other.body.person_id, joined.body.person_id);
    assert.equal(other.body.credential_id, added.body.credential_id);

    await devtools.send('WebAuthn.setUserVerified', {
      authenticatorId: second,
      isUserVerified: false,
    });
    assert.equal((await run('signOut()')).status, 200);
    await assert.rejects(run('signIn()'));
    assert.equal((await run('who()')).status, 401);
  });
});

async function bundle(): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: pageScript, resolveDir: import.meta.dirname },
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
    conditions: ['source'],
    logLevel: 'silent',
  });
  return outputFiles[0]?.text ?? '';
}

function text(path: `/${string}`, mediaType: string, content: string): Route {
  return route({
    method: 'GET',
    path,
    id: path.slice(1),
    tag: 'pages',
    summary: 'A page of this test',
    access: ['anyone'],
    internal: true,
    answers: { 200: mediaType },
    handle: () => ({ kind: 'text', status: 200, mediaType, text: content }),
  });
}
