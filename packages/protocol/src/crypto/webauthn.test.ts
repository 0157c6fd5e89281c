import assert from 'node:assert/strict';
import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { describe, test } from 'node:test';
import { verifyAuthenticationResponse } from '@simplewebauthn/server';
import { decodeBase64url, encodeBase64url } from '../json/base64url.ts';
import { ecdsaSignatureFromDer } from './ecdsa-signature.ts';
import { importPublicKey } from './public-key.ts';
import { type AssertionInput, verifyAssertion } from './webauthn.ts';
import type { WebAuthnResponse } from './webauthn-response.ts';

const origin = 'https://approve.example.com:8443';
const rpId = 'example.com';
const challenge = new Uint8Array(createHash('sha256').update('one decision').digest());
const credentialId = encodeBase64url(Buffer.from('credential-1'));

interface Authenticator {
  readonly name: string;
  readonly privateKey: KeyObject;
  readonly jwk: Record<string, string>;
  readonly cose: Uint8Array<ArrayBuffer>;
  sign(message: Uint8Array): Uint8Array;
}

function es256(): Authenticator {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = publicKey.export({ format: 'jwk' }) as Record<string, string>;
  const cose = Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(jwk['x'] ?? '', 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(jwk['y'] ?? '', 'base64url'),
  ]);
  const signMessage = (message: Uint8Array) => sign('sha256', message, privateKey);
  return { name: 'ES256', privateKey, jwk, cose: Uint8Array.from(cose), sign: signMessage };
}

function eddsa(): Authenticator {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const jwk = publicKey.export({ format: 'jwk' }) as Record<string, string>;
  const cose = Buffer.concat([
    Buffer.from('a4010103272006215820', 'hex'),
    Buffer.from(jwk['x'] ?? '', 'base64url'),
  ]);
  const signMessage = (message: Uint8Array) => sign(null, message, privateKey);
  return { name: 'EdDSA', privateKey, jwk, cose: Uint8Array.from(cose), sign: signMessage };
}

const authenticators = [es256(), eddsa()];

/** What the browser and the authenticator would say; every member can be replaced before signing. */
interface Saying {
  clientData?: Record<string, unknown>;
  clientDataText?: string | Uint8Array;
  rpId?: string;
  flags?: number;
  signCount?: number;
  extensions?: Uint8Array;
}

const upUv = 0x05;
const honest = {
  type: 'webauthn.get',
  challenge: encodeBase64url(challenge),
  origin,
  crossOrigin: false,
};

function assertion(authenticator: Authenticator, saying: Saying = {}): WebAuthnResponse {
  const clientData = Buffer.from(
    saying.clientDataText ?? JSON.stringify(saying.clientData ?? honest),
  );
  const counter = Buffer.alloc(4);
  counter.writeUInt32BE(saying.signCount ?? 0);
  const data = Buffer.concat([
    createHash('sha256')
      .update(saying.rpId ?? rpId)
      .digest(),
    Buffer.from([saying.flags ?? upUv]),
    counter,
    saying.extensions ?? Buffer.alloc(0),
  ]);
  const clientDataHash = createHash('sha256').update(clientData).digest();
  return {
    credential_id: credentialId,
    authenticator_data: encodeBase64url(data),
    client_data_json: encodeBase64url(clientData),
    signature: encodeBase64url(authenticator.sign(Buffer.concat([data, clientDataHash]))),
  };
}

function inputFor(
  authenticator: Authenticator,
  response: WebAuthnResponse,
  expected: Partial<AssertionInput> = {},
): AssertionInput {
  const publicKey = importPublicKey(authenticator.jwk);
  return { assertion: response, publicKey, challenge, origin, rpId, ...expected };
}

function ours(...args: Parameters<typeof inputFor>): string {
  const verdict = verifyAssertion(inputFor(...args));
  return verdict.ok ? 'ok' : verdict.refusal.code;
}

async function theirs(
  authenticator: Authenticator,
  response: WebAuthnResponse,
  expected: Partial<AssertionInput> = {},
): Promise<boolean> {
  try {
    const result = await verifyAuthenticationResponse({
      response: {
        id: response.credential_id,
        rawId: response.credential_id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          authenticatorData: response.authenticator_data,
          clientDataJSON: response.client_data_json,
          signature: response.signature,
        },
      },
      expectedChallenge: encodeBase64url(expected.challenge ?? challenge),
      expectedOrigin: expected.origin ?? origin,
      expectedRPID: expected.rpId ?? rpId,
      credential: { id: response.credential_id, publicKey: authenticator.cose, counter: 0 },
    });
    return result.verified;
  } catch {
    return false;
  }
}

for (const authenticator of authenticators) {
  describe(`an assertion by ${authenticator.name}`, () => {
    test(`[ID-9] a sound ${authenticator.name} assertion is accepted here and by SimpleWebAuthn`, async () => {
      const sayings: Saying[] = [
        {},
        { signCount: 7 },
        { flags: upUv | 0x08 },
        { flags: upUv | 0x18, signCount: 2 ** 32 - 1 },
        { flags: upUv | 0x80, extensions: Uint8Array.of(0xa0) },
        { clientData: { ...honest, crossOrigin: undefined } },
        { clientData: { ...honest, other_keys_can_be_added_here: 'do not compare' } },
        { clientDataText: ` ${JSON.stringify(honest)}\n` },
      ];
      for (const saying of sayings) {
        const response = assertion(authenticator, saying);
        assert.deepEqual(verifyAssertion(inputFor(authenticator, response)), {
          ok: true,
          value: {
            userVerified: true,
            signCount: saying.signCount ?? 0,
            backedUp: ((saying.flags ?? 0) & 0x10) !== 0,
          },
        });
        assert.equal(await theirs(authenticator, response), true);
      }
    });

    test(`each wrong statement that an ${authenticator.name} authenticator may sign has its own code`, async () => {
      const without = (name: keyof typeof honest): Record<string, unknown> =>
        Object.fromEntries(Object.entries(honest).filter(([key]) => key !== name));
      const twice = JSON.stringify(honest).replace('{', '{"type":"webauthn.get",');
      // `stricter` marks what SimpleWebAuthn accepts and this verifier does not.
      const wrong: (readonly [code: string, saying: Saying, stricter?: 'stricter'])[] = [
        ['assertion_malformed', { clientDataText: 'not JSON' }],
        ['assertion_malformed', { clientDataText: '[]' }],
        ['assertion_malformed', { clientDataText: 'null' }],
        ['assertion_malformed', { clientDataText: `${JSON.stringify(honest)}x` }],
        ['assertion_malformed', { clientDataText: twice }, 'stricter'],
        ['assertion_malformed', { clientDataText: `\ufeff${JSON.stringify(honest)}` }, 'stricter'],
        [
          'assertion_malformed',
          {
            clientDataText: JSON.stringify({ ...honest, x: 1 }).replace(
              ':1',
              ':12345678901234567890',
            ),
          },
          'stricter',
        ],
        [
          'assertion_malformed',
          { clientDataText: Buffer.from(JSON.stringify({ ...honest, x: '\u00ff' }), 'latin1') },
          'stricter',
        ],
        ['assertion_type_mismatch', { clientData: { ...honest, type: 'webauthn.create' } }],
        ['assertion_type_mismatch', { clientData: { ...honest, type: 'payment.get' } }],
        ['assertion_type_mismatch', { clientData: { ...honest, type: ['webauthn.get'] } }],
        ['assertion_type_mismatch', { clientData: without('type') }],
        ['assertion_challenge_mismatch', { clientData: without('challenge') }],
        ['assertion_challenge_mismatch', { clientData: { ...honest, challenge: '' } }],
        [
          'assertion_challenge_mismatch',
          { clientData: { ...honest, challenge: `${honest.challenge}=` } },
        ],
        [
          'assertion_challenge_mismatch',
          {
            clientData: { ...honest, challenge: encodeBase64url(challenge.map(byte => byte ^ 1)) },
          },
        ],
        ['assertion_origin_mismatch', { clientData: without('origin') }],
        [
          'assertion_origin_mismatch',
          { clientData: { ...honest, origin: 'https://approve.example.com' } },
        ],
        ['assertion_origin_mismatch', { clientData: { ...honest, origin: `${origin}/` } }],
        ['assertion_origin_mismatch', { clientData: { ...honest, origin: origin.toUpperCase() } }],
        [
          'assertion_origin_mismatch',
          { clientData: { ...honest, origin: 'https://example.com:8443' } },
        ],
        [
          'assertion_origin_mismatch',
          { clientData: { ...honest, origin: `${origin}.attacker.example` } },
        ],
        ['assertion_origin_mismatch', { clientData: { ...honest, origin: [origin] } }],
        ['assertion_cross_origin', { clientData: { ...honest, crossOrigin: true } }, 'stricter'],
        ['assertion_cross_origin', { clientData: { ...honest, crossOrigin: 'false' } }, 'stricter'],
        ['assertion_cross_origin', { clientData: { ...honest, crossOrigin: null } }, 'stricter'],
        ['assertion_cross_origin', { clientData: { ...honest, crossOrigin: 0 } }, 'stricter'],
        [
          'assertion_cross_origin',
          { clientData: { ...honest, topOrigin: 'https://attacker.example' } },
        ],
        ['assertion_cross_origin', { clientData: { ...honest, topOrigin: null } }, 'stricter'],
        ['assertion_rp_mismatch', { rpId: 'attacker.example' }],
        ['assertion_rp_mismatch', { rpId: 'approve.example.com' }],
        ['assertion_user_not_present', { flags: 0x04 }],
        ['assertion_user_not_present', { flags: 0x00 }],
        ['assertion_user_not_verified', { flags: 0x01 }],
        ['assertion_malformed', { flags: upUv | 0x10 }],
        ['assertion_malformed', { flags: upUv | 0x40 }],
        ['assertion_malformed', { flags: upUv | 0x40, extensions: new Uint8Array(90) }],
        ['assertion_malformed', { flags: upUv | 0x80 }],
        ['assertion_malformed', { extensions: Uint8Array.of(0xa0) }],
      ];
      for (const [code, saying, stricter] of wrong) {
        const response = assertion(authenticator, saying);
        assert.equal(ours(authenticator, response), code, JSON.stringify(saying));
        assert.equal(
          await theirs(authenticator, response),
          stricter === 'stricter',
          `SimpleWebAuthn about ${JSON.stringify(saying)}`,
        );
      }
    });

    test(`an ${authenticator.name} assertion is valid for one challenge, origin, RP id and key`, async () => {
      const response = assertion(authenticator);
      const another = authenticator.name === 'ES256' ? es256() : eddsa();
      const publicKey = importPublicKey(another.jwk);
      const otherChallenge = Uint8Array.from(challenge).fill(1, 31);
      const expectations: (readonly [string, Partial<AssertionInput>])[] = [
        ['assertion_challenge_mismatch', { challenge: otherChallenge }],
        ['assertion_origin_mismatch', { origin: 'https://approve.example.com' }],
        ['assertion_rp_mismatch', { rpId: 'approve.example.com' }],
        ['assertion_rp_mismatch', { rpId: 'com' }],
      ];
      for (const [code, expected] of expectations) {
        assert.equal(ours(authenticator, response, expected), code);
        assert.equal(await theirs(authenticator, response, expected), false);
      }
      assert.equal(ours(authenticator, response, { publicKey }), 'assertion_signature_mismatch');
      assert.equal(await theirs(another, response), false);
    });

    test(`every flipped bit of what ${authenticator.name} signed, and of the signature, is refused`, t => {
      const response = assertion(authenticator, { signCount: 5 });
      let flips = 0;
      for (const member of ['authenticator_data', 'client_data_json', 'signature'] as const) {
        const bytes = decodeBase64url(response[member]);
        for (let bit = 0; bit < bytes.length * 8; bit += 1) {
          const flipped = Uint8Array.from(bytes);
          flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
          const code = ours(authenticator, { ...response, [member]: encodeBase64url(flipped) });
          assert.match(code, /^assertion_/, `bit ${bit} of ${member}`);
          flips += 1;
        }
      }
      t.diagnostic(`${flips} flips refused`);
    });

    test(`every truncated or extended member of an ${authenticator.name} assertion is refused`, () => {
      const response = assertion(authenticator);
      for (const member of ['authenticator_data', 'client_data_json', 'signature'] as const) {
        const bytes = decodeBase64url(response[member]);
        for (let length = 0; length < bytes.length; length += 1) {
          const cut = { ...response, [member]: encodeBase64url(bytes.subarray(0, length)) };
          assert.match(ours(authenticator, cut), /^assertion_/);
        }
        const longer = {
          ...response,
          [member]: encodeBase64url(Buffer.concat([bytes, Buffer.alloc(1)])),
        };
        assert.match(ours(authenticator, longer), /^assertion_/);
      }
    });
  });
}

describe('the encodings of an assertion', () => {
  const [ec, ed] = authenticators as [Authenticator, Authenticator];

  test('an ES256 signature that is not minimal DER is assertion_malformed', () => {
    const response = assertion(ec);
    const der = decodeBase64url(response.signature);
    const raw = ecdsaSignatureFromDer(der) ?? new Uint8Array();
    const longForm = Uint8Array.from([0x30, 0x81, ...der.subarray(1)]);
    const trailing = Uint8Array.from([...der, 0x00]);
    for (const signature of [raw, longForm, trailing, new Uint8Array(64)]) {
      const changed = { ...response, signature: encodeBase64url(signature) };
      assert.equal(ours(ec, changed), 'assertion_malformed');
    }
  });

  test('the high-s twin of an ES256 signature is accepted, as authenticators make either', async () => {
    const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
    const response = assertion(ec);
    const raw = Buffer.from(ecdsaSignatureFromDer(decodeBase64url(response.signature)) ?? []);
    const s = order - BigInt(`0x${raw.subarray(32).toString('hex')}`);
    const integer = (bytes: Buffer): number[] => {
      const start = bytes.findIndex(byte => byte !== 0);
      const content = [...bytes.subarray(start)];
      if ((content[0] ?? 0) >= 0x80) content.unshift(0);
      return [0x02, content.length, ...content];
    };
    const body = [
      ...integer(raw.subarray(0, 32)),
      ...integer(Buffer.from(s.toString(16).padStart(64, '0'), 'hex')),
    ];
    const twin = {
      ...response,
      signature: encodeBase64url(Uint8Array.from([0x30, body.length, ...body])),
    };
    assert.equal(ours(ec, twin), 'ok');
    assert.equal(await theirs(ec, twin), true);
  });

  test('an EdDSA signature that is not 64 bytes is assertion_malformed', () => {
    for (const length of [8, 63, 65, 72]) {
      const changed = { ...assertion(ed), signature: encodeBase64url(new Uint8Array(length)) };
      assert.equal(ours(ed, changed), 'assertion_malformed');
    }
  });

  test('a key of one algorithm never checks the signature of the other', () => {
    const publicKey = importPublicKey(ed.jwk);
    assert.notEqual(ours(ec, assertion(ec), { publicKey }), 'ok');
    const other = importPublicKey(ec.jwk);
    assert.notEqual(ours(ed, assertion(ed), { publicKey: other }), 'ok');
  });

  test('padding, plain base64, missing, unknown and oversized members are assertion_malformed', () => {
    const response = assertion(ed);
    const { signature: _signature, ...unsigned } = response;
    const changed: unknown[] = [
      unsigned,
      { ...response, user_handle: 'AAAA' },
      { ...response, credential_id: '' },
      { ...response, credential_id: 'A'.repeat(2000) },
      { ...response, authenticator_data: `${response.authenticator_data}=` },
      { ...response, client_data_json: ` ${response.client_data_json}` },
      { ...response, client_data_json: 'A'.repeat(1_000_000) },
      { ...response, signature: null },
      { ...response, signature: decodeBase64url(response.signature) },
      null,
      'text',
      [response],
    ];
    for (const value of changed) {
      assert.equal(ours(ed, value as WebAuthnResponse), 'assertion_malformed');
    }
  });
});

describe('the relying party', () => {
  const [, ed] = authenticators as [Authenticator, Authenticator];
  const code = (at: string, id: string): string => {
    const response = assertion(ed, { clientData: { ...honest, origin: at }, rpId: id });
    return ours(ed, response, { origin: at, rpId: id });
  };

  test('an https origin at or below the RP id, and http only on localhost, can be the one asked on', () => {
    const pairs = [
      ['https://example.com', 'example.com'],
      ['https://example.com:8443', 'example.com'],
      ['https://a.b.example.com', 'example.com'],
      ['https://xn--bcher-kva.example', 'xn--bcher-kva.example'],
      ['http://localhost', 'localhost'],
      ['http://localhost:8787', 'localhost'],
      ['https://localhost:8787', 'localhost'],
    ] as const;
    for (const [at, id] of pairs) assert.equal(code(at, id), 'ok', `${at} ${id}`);
  });

  test('every other pair of origin and RP id is assertion_rp_mismatch, although the signature is valid', () => {
    const pairs = [
      ['http://example.com', 'example.com'],
      ['http://127.0.0.1:8787', '127.0.0.1'],
      ['http://localhost.attacker.example', 'attacker.example'],
      ['http://app.localhost', 'localhost'],
      ['https://badexample.com', 'example.com'],
      ['https://example.com.attacker.example', 'example.com'],
      ['https://example.com', 'approve.example.com'],
      ['https://example.com.', ''],
      ['https://example.com', ''],
      ['https://example.com', '.com'],
      ['https://user@example.com', 'example.com'],
      ['https://example.com/', 'example.com'],
      ['https://example.com/path', 'example.com'],
      ['https://example.com:0', 'example.com'],
      ['https://example.com:', 'example.com'],
      ['https://Example.com', 'Example.com'],
      ['https://[::1]', '[::1]'],
      ['https://evil.example/.example.com', 'example.com'],
      ['android:apk-key-hash:abc', 'example.com'],
      ['null', 'null'],
      ['', ''],
    ] as const;
    for (const [at, id] of pairs)
      assert.equal(code(at, id), 'assertion_rp_mismatch', `${at} ${id}`);
  });

  test('an origin of thousands of letters is refused like any other', () => {
    const long = `https://${'a'.repeat(5_000)}!`;
    assert.equal(code(long, 'a'), 'assertion_rp_mismatch');
  });

  test('a challenge that is not 32 bytes is refused before anything is compared', () => {
    for (const bytes of [new Uint8Array(), new Uint8Array(31), new Uint8Array(33), 'x', null]) {
      const clientData = {
        ...honest,
        challenge: bytes instanceof Uint8Array ? encodeBase64url(bytes) : '',
      };
      const response = assertion(ed, { clientData });
      assert.equal(ours(ed, response, { challenge: bytes as Uint8Array }), 'options_malformed');
    }
  });
});
