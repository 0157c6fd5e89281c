import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { describe, test } from 'node:test';
import { effort, seed } from '@countersign/testing';
import fc from 'fast-check';
import { verifyJws } from '../crypto/jws.ts';
import { importPublicKey } from '../crypto/public-key.ts';
import { verifyAssertion } from '../crypto/webauthn.ts';
import { decodeBase64url } from '../json/base64url.ts';
import { ProtocolError } from '../reason/protocol-error.ts';

const publicKey = importPublicKey(
  generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }),
);
const keys = new Map([['key-1', publicKey]]);

const thrower = (): never => {
  throw new RangeError('a trap was sprung');
};
const throwingProxy = new Proxy({}, new Proxy({}, { get: () => thrower }));
const { proxy: revokedProxy, revoke } = Proxy.revocable({}, {});
revoke();
const cycle: Record<string, unknown> = {};
cycle['self'] = cycle;
let deep: unknown = 1;
for (let level = 0; level < 100_000; level += 1) deep = { deep };

const hostile: unknown[] = [
  throwingProxy,
  revokedProxy,
  new Proxy([], { get: thrower, ownKeys: thrower }),
  Object.defineProperty({}, 'kty', { enumerable: true, get: thrower }),
  Object.defineProperty({}, 'jws', { enumerable: true, get: thrower }),
  { toString: thrower, valueOf: thrower, toJSON: thrower, [Symbol.toPrimitive]: thrower },
  cycle,
  deep,
  Symbol('x'),
  () => 1,
  10n ** 400n,
  new Map([[1, 2]]),
  new Uint8Array(65),
  new Proxy(new Uint8Array(32), { get: thrower }),
  Object.create(Uint8Array.prototype),
  new String('text'),
  JSON.parse('{"__proto__":{"ok":true},"constructor":{"prototype":{"ok":true}}}'),
  '\ud800',
  'x'.repeat(300_000),
];

const anything = fc.anything({
  withBigInt: true,
  withDate: true,
  withMap: true,
  withNullPrototype: true,
  withObjectString: true,
  withSet: true,
  withSparseArray: true,
  withTypedArray: true,
});

const options = { seed, numRuns: effort({ fast: 500, full: 50_000 }) };

/** The value itself, and the value in the place of each member of an otherwise sound input. */
function placesOf(sound: Record<string, unknown>, value: unknown): unknown[] {
  return [value, ...Object.keys(sound).map(name => ({ ...sound, [name]: value }))];
}

/** Tries every hostile value, which fast-check itself would trip over, then many arbitrary ones. */
function withAnyValue(sound: Record<string, unknown>, check: (input: unknown) => void): void {
  for (const value of hostile) placesOf(sound, value).forEach(check);
  fc.assert(
    fc.property(anything, value => placesOf(sound, value).forEach(check)),
    options,
  );
}

describe('any JavaScript value', () => {
  test('verifyJws answers any JavaScript value with a refusal, never an exception', () => {
    const header = Buffer.from('{"alg":"EdDSA","kid":"key-1","typ":"t"}').toString('base64url');
    const sound = { jws: `${header}.e30.AAAA`, typ: 't', keys };
    withAnyValue(sound, input => assert.equal(verifyJws(input as never).ok, false));
    withAnyValue({ 'key-1': null }, value => {
      const trusted = new Map([['key-1', value]]);
      assert.equal(verifyJws({ ...sound, keys: trusted as never }).ok, false);
    });
  });

  test('verifyAssertion answers any JavaScript value with a refusal, never an exception', () => {
    const assertion = {
      credential_id: 'AAAA',
      authenticator_data: 'A'.repeat(50),
      client_data_json: Buffer.from('{"type":"webauthn.get"}').toString('base64url'),
      signature: 'A'.repeat(86),
    };
    const sound = {
      assertion,
      publicKey,
      challenge: new Uint8Array(32),
      origin: 'https://a.example',
      rpId: 'a.example',
    };
    withAnyValue(sound, input => assert.equal(verifyAssertion(input as never).ok, false));
    withAnyValue(assertion, value => {
      assert.equal(verifyAssertion({ ...sound, assertion: value as never }).ok, false);
    });
    fc.assert(
      fc.property(fc.json(), clientData => {
        const client_data_json = Buffer.from(clientData).toString('base64url');
        const changed = { ...sound, assertion: { ...assertion, client_data_json } };
        const verdict = verifyAssertion(changed);
        assert.ok(!verdict.ok && verdict.refusal.code.startsWith('assertion_'));
      }),
      options,
    );
  });

  test('importPublicKey throws only key_malformed or key_weak for any JavaScript value', () => {
    const x = 'A'.repeat(43);
    const refused = (input: unknown): void =>
      assert.throws(
        () => importPublicKey(input),
        (error: unknown) =>
          error instanceof ProtocolError && ['key_malformed', 'key_weak'].includes(error.code),
      );
    withAnyValue({ kty: 'OKP', crv: 'Ed25519', x }, refused);
    withAnyValue({ kty: 'EC', crv: 'P-256', x, y: x }, refused);
  });

  test('decodeBase64url decodes or throws a ProtocolError for any JavaScript value', () => {
    withAnyValue({}, input => {
      try {
        decodeBase64url(input as string);
        assert.equal(typeof input, 'string');
      } catch (error) {
        assert.ok(error instanceof ProtocolError);
      }
    });
  });

  test('no JavaScript value changes the prototypes', () => {
    assert.deepEqual(Object.keys(Object.prototype), []);
    assert.deepEqual(Object.keys(Array.prototype), []);
  });
});
