import assert from 'node:assert/strict';
import {
  createHmac,
  createPrivateKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
} from 'node:crypto';
import { describe, test } from 'node:test';
import { effort, readVectorJson, seed, skipWithout } from '@countersign/testing';
import fc from 'fast-check';
import { CompactSign, compactVerify } from 'jose';
import { encodeBase64url } from '../json/base64url.ts';
import type { JsonObject } from '../json/json-value.ts';
import { ProtocolError } from '../reason/protocol-error.ts';
import { assembleJws, jwsHeader, jwsSigningInput, verifyJws } from './jws.ts';
import { type ImportedKey, importPublicKey } from './public-key.ts';

const typ = 'countersign-test+jws';
const kid = 'key-1';
const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const keys: ReadonlyMap<string, ImportedKey> = new Map([
  [kid, importPublicKey(publicKey.export({ format: 'jwk' }))],
]);
const payload = { action_digest: `sha256:${'0'.repeat(64)}`, epoch: 1, note: 'höchstens einmal €' };

const text = (value: string): string => encodeBase64url(Buffer.from(value));

function signed(signingInput: string, key: KeyObject = privateKey): string {
  return assembleJws(signingInput, sign(null, Buffer.from(signingInput), key));
}

const issue = (content: JsonObject = payload): string =>
  signed(jwsSigningInput({ kid, typ, payload: content }));

function codeOf(jws: unknown, overrides: object = {}): string {
  const verdict = verifyJws({ jws: jws as string, typ, keys, ...overrides });
  return verdict.ok ? 'ok' : verdict.refusal.code;
}

describe('the one form of a JWS', () => {
  test('the header is the canonical JSON of alg, kid and typ', () => {
    assert.equal(jwsHeader({ kid: 'k', typ: 't' }), '{"alg":"EdDSA","kid":"k","typ":"t"}');
  });

  test('a signed payload is returned with the name of its key', () => {
    const verdict = verifyJws({ jws: issue(), typ, keys });
    assert.deepEqual(verdict, { ok: true, value: { kid, payload } });
  });

  test('the issuer accepts the members of a payload in any order', () => {
    assert.equal(
      jwsSigningInput({ kid, typ, payload: { b: 1, a: [true, null] } }),
      jwsSigningInput({ kid, typ, payload: { a: [true, null], b: 1 } }),
    );
  });

  test('any payload and key id that can be issued verifies', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string({ maxLength: 8 }), fc.jsonValue({ depthSize: 'small' })),
        fc.string({ unit: 'grapheme', maxLength: 20 }),
        (members, name) => {
          const content = members as JsonObject;
          let signingInput: string;
          try {
            signingInput = jwsSigningInput({ kid: name, typ, payload: content });
          } catch (error) {
            // Values outside AB-5, such as -0, are refused to the issuer already.
            assert.ok(error instanceof ProtocolError);
            return;
          }
          const trusted = new Map([...keys.values()].map(key => [name, key]));
          const verdict = verifyJws({ jws: signed(signingInput), typ, keys: trusted });
          assert.ok(verdict.ok);
          assert.equal(verdict.value.kid, name);
          assert.equal(
            jwsSigningInput({ kid: name, typ, payload: verdict.value.payload }),
            signingInput,
          );
        },
      ),
      { seed, numRuns: effort({ fast: 150, full: 10_000 }) },
    );
  });

  test('the issuer refuses payloads that no verifier would accept', () => {
    const code = (run: () => unknown): string => {
      try {
        run();
      } catch (error) {
        if (error instanceof ProtocolError) return error.code;
        throw error;
      }
      return 'ok';
    };
    const input = (content: unknown) => () =>
      jwsSigningInput({ kid, typ, payload: content as JsonObject });
    assert.equal(code(input([1])), 'object_malformed');
    assert.equal(code(input('text')), 'object_malformed');
    assert.equal(code(input(null)), 'object_malformed');
    assert.equal(code(input({ a: 'x'.repeat(200 * 1024) })), 'json_too_large');
    assert.notEqual(code(input({ a: Number.NaN })), 'ok');
    assert.notEqual(
      code(() => jwsHeader({ kid: '\ud800', typ })),
      'ok',
    );
    assert.equal(
      code(() => assembleJws('a.b', new Uint8Array(63))),
      'object_malformed',
    );
  });

  test('the largest payload that can be issued verifies, and one letter more cannot be issued', () => {
    let low = 0;
    let high = 256 * 1024;
    const issuable = (length: number): boolean => {
      try {
        jwsSigningInput({ kid, typ, payload: { a: 'x'.repeat(length) } });
        return true;
      } catch (error) {
        assert.ok(error instanceof ProtocolError && error.code === 'json_too_large');
        return false;
      }
    };
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (issuable(middle)) low = middle;
      else high = middle;
    }
    const largest = issue({ a: 'x'.repeat(low) });
    assert.ok(largest.length <= 256 * 1024 && largest.length > 256 * 1024 - 8);
    assert.equal(codeOf(largest), 'ok');
  });
});

describe('refusals of a JWS', () => {
  const [headerText = '', payloadText = '', signatureText = ''] = issue().split('.');

  test('a text that is not three parts of canonical base64url is jws_malformed', () => {
    const malformed = [
      '',
      '.',
      '..',
      headerText,
      `${headerText}.${payloadText}`,
      `${issue()}.`,
      `${issue()}.AAAA`,
      `.${issue()}`,
      ` ${issue()}`,
      `${issue()}\n`,
      `${headerText}=.${payloadText}.${signatureText}`,
      `${headerText}.${payloadText}.${signatureText}==`,
      `${text('not JSON')}.${payloadText}.${signatureText}`,
      `${text('[]')}.${payloadText}.${signatureText}`,
      `${text('"EdDSA"')}.${payloadText}.${signatureText}`,
      `${text('null')}.${payloadText}.${signatureText}`,
      `${text('{"alg":"EdDSA","alg":"none"}')}.${payloadText}.${signatureText}`,
      `${encodeBase64url(Uint8Array.of(0xff, 0xfe))}.${payloadText}.${signatureText}`,
      `${text('['.repeat(100_000))}.${payloadText}.${signatureText}`,
      'A'.repeat(256 * 1024 + 1),
      signed(`${headerText}.${text(`{"a":"${'x'.repeat(200 * 1024)}"}`)}`),
      '.'.repeat(200_000),
      JSON.stringify({ payload: payloadText, protected: headerText, signature: signatureText }),
    ];
    for (const jws of malformed) assert.equal(codeOf(jws), 'jws_malformed', jws.slice(0, 60));
    for (const jws of [
      undefined,
      null,
      1,
      {},
      [issue()],
      new String(issue()),
      Buffer.from(issue()),
    ]) {
      assert.equal(codeOf(jws), 'jws_malformed');
    }
  });

  test('every header but the exact one is jws_header_mismatch, although its signature is valid', () => {
    const headers = [
      '{}',
      '{"alg":"EdDSA"}',
      `{"alg":"EdDSA","kid":"${kid}"}`,
      `{"alg":"EdDSA","kid":1,"typ":"${typ}"}`,
      `{"alg":"none","kid":"${kid}","typ":"${typ}"}`,
      `{"alg":"eddsa","kid":"${kid}","typ":"${typ}"}`,
      `{"alg":"Ed25519","kid":"${kid}","typ":"${typ}"}`,
      `{"alg":"HS256","kid":"${kid}","typ":"${typ}"}`,
      `{"alg":"ES256","kid":"${kid}","typ":"${typ}"}`,
      `{"kid":"${kid}","alg":"EdDSA","typ":"${typ}"}`,
      `{"alg":"EdDSA", "kid":"${kid}","typ":"${typ}"}`,
      `{"alg":"EdDSA","kid":"${kid}","typ":"${typ}"} `,
      `{"alg":"EdDSA","kid":"\\u006bey-1","typ":"${typ}"}`,
      `{"alg":"EdDSA","kid":"${kid}","typ":"other+jws"}`,
      `{"alg":"EdDSA","kid":"${kid}","typ":"${typ.toUpperCase()}"}`,
      `{"alg":"EdDSA","crit":[],"kid":"${kid}","typ":"${typ}"}`,
      `{"alg":"EdDSA","b64":false,"crit":["b64"],"kid":"${kid}","typ":"${typ}"}`,
      `{"alg":"EdDSA","jwk":${JSON.stringify(publicKey.export({ format: 'jwk' }))},"kid":"${kid}","typ":"${typ}"}`,
      `{"alg":"EdDSA","jku":"https://attacker.example","kid":"${kid}","typ":"${typ}"}`,
      `{"alg":"EdDSA","cty":"json","kid":"${kid}","typ":"${typ}"}`,
    ];
    for (const header of headers) {
      assert.equal(codeOf(signed(`${text(header)}.${payloadText}`)), 'jws_header_mismatch', header);
    }
  });

  test('an artifact of one type is refused as another type', () => {
    const types = ['countersign-grant+jws', 'countersign-request+jws', typ, ''];
    for (const issuedAs of types) {
      const jws = signed(jwsSigningInput({ kid, typ: issuedAs, payload }));
      for (const expected of types) {
        const wanted = issuedAs === expected ? 'ok' : 'jws_header_mismatch';
        assert.equal(codeOf(jws, { typ: expected }), wanted);
      }
    }
  });

  test('a key id that is not trusted, or names a key for another algorithm, is jws_key_unknown', () => {
    const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey;
    const es256 = importPublicKey(ec.export({ format: 'jwk' }));
    assert.equal(codeOf(issue(), { keys: new Map() }), 'jws_key_unknown');
    assert.equal(codeOf(issue(), { keys: new Map([['key-2', keys.get(kid)]]) }), 'jws_key_unknown');
    assert.equal(codeOf(issue(), { keys: new Map([[kid, es256]]) }), 'jws_key_unknown');
    for (const name of ['__proto__', 'constructor', 'toString', '']) {
      const jws = signed(jwsSigningInput({ kid: name, typ, payload }));
      assert.equal(codeOf(jws), 'jws_key_unknown');
    }
  });

  test('a signature by another key, over other bytes or of another length is jws_signature_mismatch', () => {
    const other = generateKeyPairSync('ed25519').privateKey;
    const signingInput = jwsSigningInput({ kid, typ, payload });
    const changed = jwsSigningInput({ kid, typ, payload: { ...payload, epoch: 2 } });
    assert.equal(codeOf(signed(signingInput, other)), 'jws_signature_mismatch');
    assert.equal(codeOf(`${changed}.${signatureText}`), 'jws_signature_mismatch');
    assert.equal(codeOf(`${signingInput}.`), 'jws_signature_mismatch');
    for (const length of [1, 32, 63, 65, 128]) {
      const jws = `${signingInput}.${encodeBase64url(new Uint8Array(length))}`;
      assert.equal(codeOf(jws), 'jws_signature_mismatch');
    }
  });

  test('a signed payload that is not the canonical JSON of an object is jws_payload_not_canonical', () => {
    const contents = [
      '',
      '{"b":1,"a":2}',
      '{ "a":1}',
      '{"a":1}\n',
      '{"a":1.0}',
      '{"a":-0}',
      '{"a":1e2}',
      '{"a":"\\u0061"}',
      '{"a":1,"a":1}',
      '{"a":"\\ud800"}',
      '\ufeff{"a":1}',
      '[1]',
      '"text"',
      '1',
      'null',
      '{"a":1}{"a":1}',
      '{"__proto__":1}',
      `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`,
    ];
    for (const content of contents) {
      const jws = signed(`${headerText}.${text(content)}`);
      assert.equal(codeOf(jws), 'jws_payload_not_canonical', content.slice(0, 40));
    }
    const notUtf8 = encodeBase64url(Buffer.from('7b2261223a22ff227d', 'hex'));
    assert.equal(codeOf(signed(`${headerText}.${notUtf8}`)), 'jws_payload_not_canonical');
  });

  test('every flipped bit of a JWS is refused', t => {
    const jws = issue();
    const counts = new Map<string, number>();
    for (let index = 0; index < jws.length; index += 1) {
      for (let bit = 0; bit < 16; bit += 1) {
        const letter = String.fromCharCode(jws.charCodeAt(index) ^ (1 << bit));
        const code = codeOf(jws.slice(0, index) + letter + jws.slice(index + 1));
        assert.notEqual(code, 'ok', `bit ${bit} of letter ${index}`);
        counts.set(code, (counts.get(code) ?? 0) + 1);
      }
    }
    assert.equal(counts.get('internal_error'), undefined);
    t.diagnostic(`${jws.length * 16} flips: ${JSON.stringify(Object.fromEntries(counts))}`);
  });

  test('every removed, doubled or swapped letter of a JWS is refused', () => {
    const jws = issue();
    for (let index = 0; index < jws.length; index += 1) {
      const letter = jws.charAt(index);
      assert.notEqual(codeOf(jws.slice(0, index) + jws.slice(index + 1)), 'ok');
      assert.notEqual(codeOf(jws.slice(0, index) + letter + jws.slice(index)), 'ok');
      const next = jws.charAt(index + 1);
      if (next === '' || next === letter) continue;
      assert.notEqual(codeOf(jws.slice(0, index) + next + letter + jws.slice(index + 2)), 'ok');
    }
  });

  test('any text is answered with a code of the JWS table', () => {
    const codes = new Set([
      'jws_malformed',
      'jws_header_mismatch',
      'jws_key_unknown',
      'jws_signature_mismatch',
    ]);
    const part = fc.oneof(
      fc.json().map(text),
      fc.string().map(text),
      fc.constantFrom(headerText, payloadText, signatureText),
      fc.string({ maxLength: 10 }),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 5 }), parts => {
        const jws = parts.join('.');
        if (jws !== issue()) assert.ok(codes.has(codeOf(jws)), codeOf(jws));
      }),
      { seed, numRuns: effort({ fast: 250, full: 50_000 }) },
    );
  });
});

describe('beside jose', () => {
  test('a JWS made by jose with the exact header verifies here', async () => {
    const jws = await new CompactSign(Buffer.from('{"a":1}'))
      .setProtectedHeader({ alg: 'EdDSA', kid, typ })
      .sign(privateKey);
    assert.deepEqual(verifyJws({ jws, typ, keys }), {
      ok: true,
      value: { kid, payload: { a: 1 } },
    });
  });

  test('a JWS made here verifies with jose', async () => {
    const result = await compactVerify(issue(), publicKey, { algorithms: ['EdDSA'] });
    assert.deepEqual(result.protectedHeader, { alg: 'EdDSA', kid, typ });
    assert.deepEqual(JSON.parse(Buffer.from(result.payload).toString()), payload);
  });

  test('variants that jose makes are refused with the code of the difference', async () => {
    const content = Buffer.from('{"a":1}');
    const by = (header: Parameters<CompactSign['setProtectedHeader']>[0], bytes = content) =>
      new CompactSign(bytes).setProtectedHeader(header).sign(privateKey);
    assert.equal(codeOf(await by({ alg: 'EdDSA', kid, typ })), 'ok');
    assert.equal(codeOf(await by({ alg: 'EdDSA', typ, kid })), 'jws_header_mismatch');
    assert.equal(codeOf(await by({ alg: 'Ed25519', kid, typ })), 'jws_header_mismatch');
    assert.equal(codeOf(await by({ alg: 'EdDSA', kid, typ: 'JWT' })), 'jws_header_mismatch');
    assert.equal(codeOf(await by({ alg: 'EdDSA', kid, typ, cty: 'x' })), 'jws_header_mismatch');
    assert.equal(
      codeOf(await by({ alg: 'EdDSA', b64: true, crit: ['b64'], kid, typ })),
      'jws_header_mismatch',
    );
    assert.equal(codeOf(await by({ alg: 'EdDSA', kid: 'key-2', typ })), 'jws_key_unknown');
    assert.equal(
      codeOf(await by({ alg: 'EdDSA', kid, typ }, Buffer.from('{"a": 1}'))),
      'jws_payload_not_canonical',
    );
  });

  test('alg none, and HS256 with the public key as the secret, are jws_header_mismatch', async () => {
    const body = text('{"a":1}');
    const none = `${text(`{"alg":"none","kid":"${kid}","typ":"${typ}"}`)}.${body}.`;
    assert.equal(codeOf(none), 'jws_header_mismatch');
    const secrets = [
      publicKey.export({ format: 'der', type: 'spki' }).subarray(-32),
      Buffer.from(publicKey.export({ format: 'pem', type: 'spki' })),
      publicKey.export({ format: 'der', type: 'spki' }),
    ];
    for (const secret of secrets) {
      const jws = await new CompactSign(Buffer.from('{"a":1}'))
        .setProtectedHeader({ alg: 'HS256', kid, typ })
        .sign(secret);
      assert.equal(codeOf(jws), 'jws_header_mismatch');
      // The right header with a MAC in the place of the signature.
      const signingInput = `${text(jwsHeader({ kid, typ }))}.${body}`;
      const mac = createHmac('sha512', secret).update(signingInput).digest();
      assert.equal(codeOf(assembleJws(signingInput, mac)), 'jws_signature_mismatch');
    }
  });
});

interface JoseVectors {
  readonly numberOfTests: number;
  readonly testGroups: readonly {
    readonly public?: unknown;
    readonly private?: unknown;
    readonly tests: readonly { readonly tcId: number; readonly jws?: unknown }[];
  }[];
}

describe('Wycheproof beside the one form', () => {
  for (const name of ['json_web_signature_test', 'json_web_key_test']) {
    test(`none of ${name} is accepted, valid or not, since none is EdDSA in the exact form`, {
      skip: skipWithout(`wycheproof/${name}.json`),
    }, t => {
      const suite = readVectorJson<JoseVectors>('wycheproof', `${name}.json`);
      const counts = new Map<string, number>();
      let tried = 0;
      for (const group of suite.testGroups) {
        const trusted = trustedFrom(group.public ?? group.private);
        for (const { tcId, jws } of group.tests) {
          tried += 1;
          const code = codeOf(jws, { keys: trusted });
          assert.ok(['jws_malformed', 'jws_header_mismatch'].includes(code), `${tcId} ${code}`);
          counts.set(code, (counts.get(code) ?? 0) + 1);
        }
      }
      assert.equal(tried, suite.numberOfTests);
      t.diagnostic(`${tried} vectors: ${JSON.stringify(Object.fromEntries(counts))}`);
    });
  }
});

/** Every key of the group that can be imported, under its own key id and beside a sound Ed25519 key. */
function trustedFrom(jwks: unknown): ReadonlyMap<string, ImportedKey> {
  const trusted = new Map(keys);
  const list = (jwks as { keys?: unknown[] } | undefined)?.keys ?? [jwks];
  for (const jwk of list as Record<string, string>[]) {
    const { kty, crv, x, y, kid: name = 'none' } = jwk;
    assert.throws(() => importPublicKey(jwk), ProtocolError);
    try {
      trusted.set(name, importPublicKey({ kty, crv, x, y }));
    } catch (error) {
      assert.ok(error instanceof ProtocolError);
      for (const key of keys.values()) trusted.set(name, key);
    }
  }
  return trusted;
}

test('a frozen JWS under the key of RFC 8037 keeps every byte', () => {
  // Written once with Node alone. A change here is a change of the wire format.
  const frozen = [
    'eyJhbGciOiJFZERTQSIsImtpZCI6InJmYzgwMzciLCJ0eXAiOiJleGFtcGxlIn0',
    'eyJhIjoi4oKsIiwiYiI6WzEsdHJ1ZSxudWxsXX0',
    'u8LRZ2oxO3HMMg_pwbKAItsJjr94QjMX6oS1y_ZSIv4x_SSvJPRHi-Rby1sjWVq6T-9At1J_Jo3zfh4ju--aCA',
  ].join('.');
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' };
  const key = createPrivateKey({
    key: { ...jwk, d: 'nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A' },
    format: 'jwk',
  });
  const artifact = { kid: 'rfc8037', typ: 'example', payload: { b: [1, true, null], a: '€' } };
  assert.equal(signed(jwsSigningInput(artifact), key), frozen);
  const trusted = new Map([['rfc8037', importPublicKey(jwk)]]);
  assert.equal(codeOf(frozen, { typ: 'example', keys: trusted }), 'ok');
});
