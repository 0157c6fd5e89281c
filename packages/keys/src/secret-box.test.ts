import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import type { JsonObject } from '@countersign/protocol/json';
import { ProtocolError } from '@countersign/protocol/reason';
import { createSecretBox } from './secret-box.ts';
import { SignerUnusable } from './signer-error.ts';
import { assertHidden } from './testing/signer-cases-leaks.ts';

const secret = randomBytes(32);
const passphrase = 'planted passphrase of this test';
const box = createSecretBox(passphrase);
const plain = createSecretBox(undefined);
const sealed = await box.seal(secret, 'context');

const opens = (value: JsonObject, context = 'context'): Promise<Buffer> =>
  createSecretBox(passphrase).open(value, context, '/secret');

async function failure(attempt: Promise<unknown>): Promise<unknown> {
  const error = await attempt.then(
    () => assert.fail('expected a failure'),
    (reason: unknown) => reason,
  );
  assertHidden([passphrase, secret.toString('hex'), secret.toString('base64url')], error);
  return error;
}

describe('a secret with a passphrase', () => {
  test('a secret opens with its passphrase, in the context it was sealed in', async () => {
    assert.deepEqual(await opens(sealed), secret);
  });

  test('a sealed secret names its encryption, and shows nothing of itself', () => {
    const { salt, iv, ciphertext, tag, ...header } = sealed;
    assert.deepEqual(header, { encryption: 'scrypt-aes-256-gcm/1', N: 131072, r: 8, p: 1 });
    assert.equal(JSON.stringify(sealed).includes(secret.toString('base64url')), false);
    for (const member of [salt, iv, ciphertext, tag]) assert.equal(typeof member, 'string');
  });

  test('a secret is sealed differently each time, with one derivation', async () => {
    const again = await box.seal(secret, 'context');
    assert.equal(again['salt'], sealed['salt']);
    assert.notEqual(again['iv'], sealed['iv']);
    assert.notEqual(again['ciphertext'], sealed['ciphertext']);
  });

  test('a secret does not open with another passphrase, and the error says so', async () => {
    for (const other of [`${passphrase} `, passphrase.slice(1), passphrase.toUpperCase()]) {
      const error = await failure(createSecretBox(other).open(sealed, 'context', '/secret'));
      assert.ok(error instanceof SignerUnusable);
      assert.match(error.message, /passphrase does not open/);
    }
  });

  test('a secret does not open in another context, nor with any changed part', async () => {
    assert.ok((await failure(opens(sealed, 'another context'))) instanceof SignerUnusable);
    for (const name of ['salt', 'iv', 'ciphertext', 'tag']) {
      const text = sealed[name] as string;
      const changed = `${text.startsWith('A') ? 'B' : 'A'}${text.slice(1)}`;
      assert.ok((await failure(opens({ ...sealed, [name]: changed }))) instanceof SignerUnusable);
    }
  });

  test('a sealed secret cannot demand less work, more work, or a shorter tag', async () => {
    const changes: JsonObject[] = [
      { N: 2 },
      { N: 2 ** 30 },
      { r: 1 },
      { p: 1000 },
      { tag: 'AAAA' },
      { salt: '' },
      { extra: 1 },
      { iv: 7 },
    ];
    for (const change of changes) {
      assert.ok((await failure(opens({ ...sealed, ...change }))) instanceof ProtocolError);
    }
  });
});

describe('what is plain and what is encrypted', () => {
  test('plain and encrypted secrets are never confused', async () => {
    const open = await plain.seal(secret, 'context');
    assert.deepEqual(await plain.open(open, 'context', '/secret'), secret);
    assert.ok((await failure(opens(open))) instanceof SignerUnusable);
    const error = await failure(plain.open(sealed, 'context', '/secret'));
    assert.ok(error instanceof SignerUnusable);
    assert.match(error.message, /give its passphrase/);
  });

  test('an empty passphrase is refused, and does not count as none', () => {
    assert.throws(() => createSecretBox(''), SignerUnusable);
    assert.throws(() => createSecretBox(null as never), SignerUnusable);
  });
});

test('the search for secrets finds one, also in a cause', () => {
  const cause = new Error(`it was ${passphrase}`);
  for (const value of [cause, new Error('failed', { cause }), { deep: [{ passphrase }] }]) {
    assert.throws(() => assertHidden([passphrase], value), /in what would be printed/);
  }
});
