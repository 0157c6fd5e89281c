import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { importPublicKey } from '@countersign/protocol/crypto';
import { idFromUuid, PersonId } from '@countersign/protocol/value';
import { createServerSecrets } from '../start/server-secrets.ts';
import { testBrowser } from '../testing/test-browser.ts';
import { createManualClock } from '../webhooks/testing/manual-clock.ts';
import type { ChallengeUse } from './passkey-challenge.ts';
import { startRegistration, verifyRegistration } from './passkey-registration.ts';
import { type CeremonyChange, softwareAuthenticator } from './testing/software-authenticator.ts';

const origin = 'https://approvals.example:8443';
const clock = createManualClock();
const app = {
  origin,
  secrets: createServerSecrets(Buffer.alloc(32, 1)),
  context: { clock } as never,
};
const person_id = idFromUuid(PersonId, 'person', crypto.randomUUID());
const person = { person_id, name: 'Ada', passkeys: [] };
const use = ['add_passkey', person_id] as const;

async function register(
  change: CeremonyChange = {},
  authenticator = softwareAuthenticator(),
  answeredTo: ChallengeUse = use,
) {
  const { challenge, options } = await startRegistration(app, use, person);
  const response = authenticator.create(options, origin, change);
  const made = { challenge, response, person_id, label: 'key' };
  return verifyRegistration(app, answeredTo, made);
}

async function isRefused(change: CeremonyChange, code = 'sign_in_failed'): Promise<void> {
  const refused = await register(change);
  assert.ok(!refused.ok, JSON.stringify(change));
  assert.equal(refused.refusal.code, code);
}

describe('registering a passkey', () => {
  test('browsers are asked for a verified user, a discoverable key, and no attestation', async () => {
    const { options } = await startRegistration(app, use, { ...person, passkeys: ['AAAA'] });
    assert.deepEqual(options.rp, {
      id: 'approvals.example',
      name: 'Countersign on approvals.example',
    });
    assert.equal(Buffer.from(options.user.id, 'base64url').toString(), person_id);
    assert.deepEqual(
      options.pubKeyCredParams.map(({ alg }) => alg),
      [-8, -7],
    );
    assert.equal(options.authenticatorSelection?.userVerification, 'required');
    assert.equal(options.authenticatorSelection?.residentKey, 'required');
    assert.equal(options.attestation, 'none');
    assert.equal(options.timeout, 300_000);
    assert.deepEqual(options.excludeCredentials, [{ id: 'AAAA', type: 'public-key' }]);
  });

  test('ES256 and EdDSA keys are stored in the form that verifies decisions', async () => {
    for (const algorithm of ['ES256', 'EdDSA'] as const) {
      const authenticator = softwareAuthenticator(algorithm);
      const registered = await register({}, authenticator);
      assert.ok(registered.ok);
      const { credential } = registered.value;
      assert.equal(credential.credential_id, authenticator.credentialId);
      assert.equal(importPublicKey(credential.public_key).alg, algorithm);
      assert.deepEqual(credential.transports, ['internal']);
    }
  });

  test('an authenticator that only knows RS256 is refused', async () => {
    const refused = await register({}, softwareAuthenticator('RS256'));
    assert.ok(!refused.ok);
  });

  test('another origin, port, host, challenge or type is refused', async () => {
    await isRefused({ origin: 'https://approvals.example' });
    await isRefused({ origin: 'https://approvals.example:8444' });
    await isRefused({ origin: 'http://approvals.example:8443' });
    await isRefused({ rpId: 'example' });
    await isRefused({ challenge: Buffer.alloc(32).toString('base64url') });
    await isRefused({ clientData: { type: 'webauthn.get' } });
  });

  test('a page inside a frame of another origin is refused', async () => {
    await isRefused({ clientData: { crossOrigin: true } });
    await isRefused({ clientData: { topOrigin: 'https://evil.example' } });
    await isRefused({ clientData: { crossOrigin: 'false' } });
  });

  test('an absent or unverified user is refused', async () => {
    await isRefused({ flags: 0x41 });
    await isRefused({ flags: 0x44 });
    await isRefused({ flags: 0x40 });
  });

  test('certificates are refused without parsing them', async () => {
    const x5c = new Map<string, unknown>([
      ['alg', -7],
      ['sig', new Uint8Array(64)],
      ['x5c', [new Uint8Array(100)]],
    ]);
    for (const fmt of [
      'packed',
      'fido-u2f',
      'tpm',
      'apple',
      'android-key',
      'android-safetynet',
      'x',
    ]) {
      const refused = await register({ fmt, attStmt: x5c });
      assert.ok(!refused.ok);
      assert.equal(refused.refusal.detail, 'expected no attestation, or that of the key itself');
    }
    await isRefused({ attStmt: x5c });
  });

  test('a challenge is valid for its own purpose, for five minutes', async () => {
    const otherUse = await register({}, softwareAuthenticator(), [
      'redeem',
      'invitation_1',
      testBrowser.key_digest,
    ]);
    assert.ok(!otherUse.ok);
    const otherPerson = await register({}, softwareAuthenticator(), ['add_passkey', 'person_2']);
    assert.ok(!otherPerson.ok);
    const { challenge, options } = await startRegistration(app, use, person);
    const response = softwareAuthenticator().create(options, origin);
    const made = { challenge, response, person_id, label: 'key' };
    clock.advance(299_999);
    assert.ok((await verifyRegistration(app, use, made)).ok);
    clock.advance(1);
    const late = await verifyRegistration(app, use, made);
    assert.ok(!late.ok);
    assert.equal(late.refusal.code, 'sign_in_failed');
  });

  test('bytes that are not a registration are refused', async () => {
    const { challenge, options } = await startRegistration(app, use, person);
    const good = softwareAuthenticator().create(options, origin);
    const bytes = Buffer.from(good.response.attestationObject, 'base64url');
    const nested = Buffer.alloc(40_000, 0x81);
    const broken = [
      Buffer.alloc(0),
      bytes.subarray(0, 60),
      bytes.subarray(0, -1),
      nested,
      Buffer.from('a0', 'hex'),
      Buffer.from('bf', 'hex'),
    ];
    for (const attestation of broken) {
      const attestationObject = attestation.toString('base64url');
      const response = { ...good, response: { ...good.response, attestationObject } };
      const made = { challenge, response, person_id, label: 'key' };
      const refused = await verifyRegistration(app, use, made);
      assert.ok(!refused.ok, attestation.subarray(0, 8).toString('hex'));
    }
    const named = { ...good, id: 'AAAA', rawId: 'AAAA' };
    const made = { challenge, response: named, person_id, label: 'key' };
    assert.ok(!(await verifyRegistration(app, use, made)).ok);
  });
});
