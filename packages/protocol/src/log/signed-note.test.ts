import assert from 'node:assert/strict';
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { describe, test } from 'node:test';
import { effort, seed } from '@countersign/testing';
import fc from 'fast-check';
import { importPublicKey } from '../crypto/public-key.ts';
import { ProtocolError } from '../reason/protocol-error.ts';
import { decodeBase64, encodeBase64 } from './base64.ts';
import {
  assembleNote,
  type NoteKey,
  type NoteSignature,
  noteKeyId,
  verifyNote,
} from './signed-note.ts';

interface Signer extends NoteKey {
  readonly privateKey: KeyObject;
}

function signer(name: string): Signer {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const jwk = publicKey.export({ format: 'jwk' });
  const raw = Buffer.from(jwk.x as string, 'base64url');
  return { name, key_id: noteKeyId(name, raw), key: importPublicKey(jwk), privateKey };
}

const signatureOf = (text: string, { name, key_id, privateKey }: Signer): NoteSignature => ({
  name,
  key_id,
  signature: sign(null, Buffer.from(text), privateKey),
});

const log = signer('log.example/one');
const witness = signer('witness.example');
const stranger = signer('stranger.example');
const text = 'first line\n\nthird line, €\n';
const note = assembleNote(text, [signatureOf(text, log)]);

function codeOf(given: unknown, keys: readonly NoteKey[] = [log]): string {
  const verdict = verifyNote({ note: given as string, keys });
  return verdict.ok ? 'ok' : verdict.refusal.code;
}

const lineOf = (of: Signer, signed = text): string =>
  assembleNote(signed, [signatureOf(signed, of)]).slice(signed.length + 1);

describe('keys', () => {
  test('the id of a key is the published one', () => {
    for (const verifierKey of [
      'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW',
      'EnochRoot+af0cfe78+ATtqJ7zOtqQtYqOo0CpvDXNlMhV3HeJDpjrASKGLWdop',
      'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k',
    ]) {
      const [name = '', id = '', ...encoded] = verifierKey.split('+');
      const [type, ...key] = decodeBase64(encoded.join('+'));
      assert.equal(type, 1);
      assert.equal(noteKeyId(name, Uint8Array.from(key)), id);
    }
  });

  test('an empty name and a name with a space or a plus sign are refused', () => {
    for (const name of ['', ' ', 'a b', 'a+b', 'a\u00a0b', 'a\u2003', 'a\u0085', 'a\nb', 'a\0']) {
      assert.throws(() => noteKeyId(name, new Uint8Array(32)), ProtocolError);
    }
    assert.throws(() => noteKeyId('a\ud800', new Uint8Array(32)), ProtocolError);
    assert.throws(() => noteKeyId('a', new Uint8Array(31)), ProtocolError);
    assert.match(noteKeyId('lög.example/☃', new Uint8Array(32)), /^[0-9a-f]{8}$/);
  });
});

describe('verifying a note', () => {
  test('a verified note returns its text and its signers', () => {
    assert.deepEqual(verifyNote({ note, keys: [witness, log] }), {
      ok: true,
      value: { text, signers: [log] },
    });
    const both = assembleNote(text, [signatureOf(text, log), signatureOf(text, witness)]);
    const verdict = verifyNote({ note: both, keys: [witness, log] });
    assert.ok(verdict.ok);
    assert.deepEqual(verdict.value.signers, [log, witness]);
  });

  test('signatures of unknown keys are ignored, even with the name or the id of a known key', () => {
    const signature = new Uint8Array(72).fill(7);
    const unknown: NoteSignature[] = [
      { name: stranger.name, key_id: stranger.key_id, signature },
      { name: log.name, key_id: stranger.key_id, signature },
      { name: stranger.name, key_id: log.key_id, signature },
      { name: 'short.example', key_id: '00000000', signature: Uint8Array.of(1) },
    ];
    const mine = signatureOf(text, log);
    assert.equal(codeOf(assembleNote(text, [...unknown, mine])), 'ok');
    assert.equal(codeOf(assembleNote(text, [mine, ...unknown, ...unknown])), 'ok');
    assert.equal(codeOf(assembleNote(text, unknown)), 'checkpoint_key_unknown');
    assert.equal(codeOf(note, []), 'checkpoint_key_unknown');
  });

  test('sixteen signatures of the largest kind are not too many', () => {
    const large = Array.from({ length: 16 }, (_, i) => ({
      name: `witness.example/${i}`,
      key_id: '0a0b0c0d',
      signature: new Uint8Array(5_000).fill(i),
    }));
    assert.equal(codeOf(assembleNote(text, [...large, signatureOf(text, log)])), 'ok');
  });

  test('one bad signature of a known key makes the note invalid', () => {
    const bad = { ...signatureOf('other\n', witness) };
    const spoilt = assembleNote(text, [signatureOf(text, log), bad]);
    assert.equal(codeOf(spoilt, [log, witness]), 'checkpoint_signature_mismatch');
    assert.equal(codeOf(spoilt, [log]), 'ok');
    const short = assembleNote(text, [
      { ...signatureOf(text, log), signature: new Uint8Array(63) },
    ]);
    assert.equal(codeOf(short), 'checkpoint_signature_mismatch');
  });

  test('a second signature of a known key is refused', () => {
    const mine = signatureOf(text, log);
    assert.equal(codeOf(assembleNote(text, [mine, mine])), 'checkpoint_malformed');
  });

  test('a trusted key of the wrong type verifies nothing', () => {
    const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const key = importPublicKey(publicKey.export({ format: 'jwk' }));
    assert.equal(codeOf(note, [{ ...log, key }]), 'checkpoint_key_unknown');
  });

  test('every other spelling of the note is refused', () => {
    const line = lineOf(log);
    const [, , name = '', encoded = ''] = /^(\S+) (\S+) (\S+)\n$/.exec(line) ?? [];
    for (const spelt of [
      '',
      '\n',
      '\n\n',
      text,
      `${text}\n`,
      line,
      note.slice(0, -1),
      `${note}\n`,
      `${note} `,
      note.replaceAll('\n', '\r\n'),
      `${text}\r\n${line}`,
      `${text}\n${line}\n${line}`.slice(0, -line.length),
      `${text}\n ${line}`,
      `${text}\n${line}not a signature\n`,
      `${text}\n- ${name} ${encoded}\n`,
      `${text}\n\u2014${name} ${encoded}\n`,
      `${text}\n\u2014  ${name} ${encoded}\n`,
      `${text}\n\u2014 ${name}  ${encoded}\n`,
      `${text}\n\u2014 ${name} ${encoded} \n`,
      `${text}\n\u2014 ${name}\t${encoded}\n`,
      `${text}\n\u2014 ${name}+ ${encoded}\n`,
      `${text}\n\u2014 ${name}\u00a0 ${encoded}\n`,
      `${text}\n\u2014  ${encoded}\n`,
      `${text}\n\u2014 ${name} ${encoded.replace(/=+$/, '')}\n`,
      `${text}\n\u2014 ${name} ${encoded}=\n`,
      `${text}\n\u2014 ${name} ${encoded}====\n`,
      `${text}\n\u2014 ${name} AAAAAA==\n`,
      `${text}\n\u2014 ${name} AAAAAB==\n`,
      `${text}\n\u2014 ${name} \n`,
      note.replace('first', 'fi\trst'),
      note.replace('first', 'fi\0rst'),
      note.replace('first', 'fi\ud800rst'),
      `\ufeff${note}`,
      'x'.repeat(300_000) + note,
      null,
      7,
      {},
    ]) {
      assert.notEqual(codeOf(spelt), 'ok', JSON.stringify(spelt));
    }
    assert.equal(codeOf(`${text}\n${line}`), 'ok');
    const empty = `\u2014 ${name} AAAAAA==\n`;
    assert.equal(
      codeOf(`${text}\n${line}${empty}`),
      'checkpoint_malformed',
      'an id is no signature',
    );
  });

  test('[EV-6] a flipped bit anywhere in a note is detected, and so is a missing end', () => {
    const bytes = Buffer.from(note);
    fc.assert(
      fc.property(fc.nat({ max: bytes.length * 8 - 1 }), bit => {
        const flipped = Buffer.from(bytes);
        flipped[bit >> 3] = (flipped[bit >> 3] as number) ^ (1 << (bit & 7));
        assert.notEqual(codeOf(flipped.toString('utf8')), 'ok');
      }),
      { seed, numRuns: effort({ fast: 500, full: 20_000 }) },
    );
    for (let end = 0; end < note.length; end++) assert.notEqual(codeOf(note.slice(0, end)), 'ok');
  });

  test('any value in place of a note or of keys is refused without an exception', () => {
    fc.assert(
      fc.property(fc.anything(), fc.string({ unit: 'binary' }), (value, end) => {
        assert.notEqual(codeOf(value), 'ok');
        assert.notEqual(codeOf(`${text}\n\u2014 ${end}\n`), 'ok');
        assert.ok(!verifyNote({ note, keys: value as NoteKey[] }).ok);
        assert.ok(!verifyNote(value as { note: string; keys: NoteKey[] }).ok);
      }),
      { seed, numRuns: effort({ fast: 500, full: 20_000 }) },
    );
  });
});

describe('writing a note', () => {
  test('a note that no verifier would accept is not written', () => {
    const mine = signatureOf(text, log);
    for (const [body, signatures] of [
      ['', [mine]],
      ['no newline', [mine]],
      ['tab\t\n', [mine]],
      [`half ${'\ud800'}\n`, [mine]],
      [text, []],
      [text, [{ ...mine, name: 'a b' }]],
      [text, [{ ...mine, name: '' }]],
      [text, [{ ...mine, key_id: 'ABCDEF01' }]],
      [text, [{ ...mine, key_id: 'abc' }]],
      [text, [{ ...mine, signature: new Uint8Array() }]],
      [text, [{ ...mine, signature: 'text' as unknown as Uint8Array }]],
      [text, [{ ...mine, signature: new Uint8Array(200_000) }]],
    ] as [string, NoteSignature[]][]) {
      assert.throws(() => assembleNote(body, signatures), ProtocolError);
    }
  });

  test('base64 is padded and has one spelling', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), bytes => {
        const encoded = encodeBase64(bytes);
        assert.equal(encoded, Buffer.from(bytes).toString('base64'));
        assert.deepEqual(decodeBase64(encoded), bytes);
      }),
      { seed, numRuns: effort({ fast: 500, full: 20_000 }) },
    );
    for (const wrong of [
      'A',
      'AA',
      'AA=',
      'AA===',
      'A===',
      '====',
      'AB==',
      'AAB=',
      'A-A=',
      'A_AA',
      'AA==AA==',
      ' AA=',
      'AAA\n',
    ]) {
      assert.throws(() => decodeBase64(wrong), ProtocolError, wrong);
    }
  });
});
