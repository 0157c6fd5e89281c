import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { verifyAuthenticationResponse } from '@simplewebauthn/server';
import { testBrowser } from '../testing/test-browser.ts';
import { startAssertion, verifyPasskey } from './passkey-sign-in.ts';
import { type IdentityServer, startIdentityServer } from './testing/identity-server.ts';
import {
  type CeremonyChange,
  type SoftwareAuthenticator,
  softwareAuthenticator,
} from './testing/software-authenticator.ts';

describe('signing in with a passkey', () => {
  let server: IdentityServer;
  let passkeys: readonly SoftwareAuthenticator[];
  before(async () => {
    server = await startIdentityServer();
    const { authenticator, session } = await server.firstPerson();
    const second = softwareAuthenticator('EdDSA');
    const asked = await server.call('POST', '/v1/credentials/passkeys/options', { session });
    const response = second.create(asked.body.options, server.origin);
    const body = { challenge: asked.body.challenge, response };
    const added = await server.call('POST', '/v1/credentials/passkeys', { session, body });
    assert.equal(added.status, 201);
    passkeys = [authenticator, second];
  });
  after(() => server.close());

  /** What we say, and what a verifier that others wrote says. */
  async function judge(
    authenticator: SoftwareAuthenticator,
    change: CeremonyChange = {},
  ): Promise<{ readonly ours: boolean; readonly theirs: boolean }> {
    const { challenge, options } = await startAssertion(server.app, [
      'sign_in',
      testBrowser.key_digest,
    ]);
    const response = authenticator.get(options, server.origin, change);
    const ours = await verifyPasskey(server.app, ['sign_in', testBrowser.key_digest], {
      challenge,
      response,
    });
    if (!ours.ok) {
      const detail = 'the passkey could not be verified';
      assert.deepEqual(ours.refusal, { code: 'sign_in_failed', detail });
    }
    const theirs = await verifyAuthenticationResponse({
      response,
      expectedChallenge: options.challenge,
      expectedOrigin: server.origin,
      expectedRPID: 'localhost',
      credential: { id: authenticator.credentialId, publicKey: authenticator.coseKey, counter: 0 },
    }).catch(() => ({ verified: false }));
    return { ours: ours.ok, theirs: theirs.verified };
  }

  test('browsers are asked for any passkey of this host, with a verified user', async () => {
    const { options } = await startAssertion(server.app, ['sign_in', testBrowser.key_digest]);
    assert.equal(options.rpId, 'localhost');
    assert.equal(options.userVerification, 'required');
    assert.deepEqual(options.allowCredentials, []);
    assert.equal(Buffer.from(options.challenge, 'base64url').length, 32);
  });

  test('a signed assertion is accepted here and by another verifier', async () => {
    for (const authenticator of passkeys) {
      assert.deepEqual(await judge(authenticator), { ours: true, theirs: true });
    }
  });

  test('a changed assertion is refused here and by another verifier', async () => {
    const changes: CeremonyChange[] = [
      { origin: 'http://localhost:1' },
      { origin: server.origin.replace('http', 'https') },
      { rpId: 'evil.example' },
      { challenge: Buffer.alloc(32).toString('base64url') },
      { clientData: { type: 'webauthn.create' } },
      { flags: 0x01 },
      { flags: 0x04 },
      { flags: 0x00 },
    ];
    for (const change of changes) {
      for (const authenticator of passkeys) {
        const verdict = await judge(authenticator, change);
        assert.deepEqual(verdict, { ours: false, theirs: false }, JSON.stringify(change));
      }
    }
  });

  test('a framed page is refused here although the other verifier accepts it', async () => {
    const [authenticator] = passkeys;
    assert.ok(authenticator);
    const { ours } = await judge(authenticator, { clientData: { crossOrigin: true } });
    assert.equal(ours, false);
  });

  test('an unknown passkey and a passkey that claims another person get the same refusal', async () => {
    assert.equal((await judge(softwareAuthenticator())).ours, false);
    const [authenticator] = passkeys;
    assert.ok(authenticator);
    const other = Buffer.from('person_00000000000140008000000000000000').toString('base64url');
    assert.equal((await judge(authenticator, { userHandle: other })).ours, false);
    assert.equal((await judge(authenticator, { userHandle: null })).ours, true);
  });

  test('a signature of one passkey is refused for another', async () => {
    const [one, two] = passkeys;
    assert.ok(one && two);
    const { challenge, options } = await startAssertion(server.app, [
      'sign_in',
      testBrowser.key_digest,
    ]);
    const response = { ...one.get(options, server.origin), id: two.credentialId };
    for (const rawId of [one.credentialId, two.credentialId]) {
      const sent = { challenge, response: { ...response, rawId } };
      assert.ok(!(await verifyPasskey(server.app, ['sign_in', testBrowser.key_digest], sent)).ok);
    }
  });

  test('a challenge for a step-up is refused for signing in, and lasts five minutes', async () => {
    const [authenticator] = passkeys;
    assert.ok(authenticator);
    const stepUp = await startAssertion(server.app, ['step_up', 'session_1']);
    const wrong = {
      challenge: stepUp.challenge,
      response: authenticator.get(stepUp.options, server.origin),
    };
    assert.ok(!(await verifyPasskey(server.app, ['sign_in', testBrowser.key_digest], wrong)).ok);
    assert.ok(!(await verifyPasskey(server.app, ['step_up', 'session_2'], wrong)).ok);
    assert.ok((await verifyPasskey(server.app, ['step_up', 'session_1'], wrong)).ok);

    const { challenge, options } = await startAssertion(server.app, [
      'sign_in',
      testBrowser.key_digest,
    ]);
    const response = authenticator.get(options, server.origin);
    server.clock.advance(299_999);
    assert.ok(
      (
        await verifyPasskey(server.app, ['sign_in', testBrowser.key_digest], {
          challenge,
          response,
        })
      ).ok,
    );
    server.clock.advance(1);
    assert.ok(
      !(
        await verifyPasskey(server.app, ['sign_in', testBrowser.key_digest], {
          challenge,
          response,
        })
      ).ok,
    );
  });

  test('malformed answers are refused with the fault, and start no session', async () => {
    const { key_digest, browser_key } = testBrowser;
    const { body: asked } = await server.call('POST', '/v1/session/options', {
      body: { key_digest },
    });
    const [authenticator] = passkeys;
    const good = authenticator?.get(asked.options, server.origin);
    const bodies: unknown[] = [
      {},
      { challenge: asked.challenge },
      { challenge: asked.challenge, browser_key, response: {} },
      { challenge: 'x'.repeat(257), browser_key, response: good },
      { challenge: asked.challenge, browser_key, response: { ...good, type: 'password' } },
      { challenge: asked.challenge, browser_key, response: { ...good, id: '' } },
      { challenge: asked.challenge, browser_key, response: good, person_id: 'person' },
      { challenge: asked.challenge, response: good },
      { challenge: asked.challenge, response: good, browser_key: { ...browser_key, d: 'x' } },
    ];
    for (const body of bodies) {
      const { status, body: refused, session } = await server.call('POST', '/v1/session', { body });
      assert.equal(status, 400);
      assert.equal(refused.code, 'object_malformed');
      assert.equal(session, null);
    }
  });
});
