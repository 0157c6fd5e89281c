import assert from 'node:assert/strict';
import { generateKeyPairSync, sign } from 'node:crypto';
import { test } from 'node:test';
import { effort, seed } from '@countersign/testing';
import fc from 'fast-check';
import { importPublicKey } from '../crypto/public-key.ts';
import { ProtocolError } from '../reason/protocol-error.ts';
import {
  assembleCheckpoint,
  type Checkpoint,
  checkpointText,
  verifyCheckpoint,
} from './checkpoint.ts';
import { emptyRoot, hashLeaf, type TreeHash, treeSizeMax } from './merkle-tree.ts';
import { assembleNote, type NoteKey, type NoteSignature, noteKeyId } from './signed-note.ts';

const origin = 'log.example/store_1/1';
const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const jwk = publicKey.export({ format: 'jwk' });
const key: NoteKey = {
  name: origin,
  key_id: noteKeyId(origin, Buffer.from(jwk.x as string, 'base64url')),
  key: importPublicKey(jwk),
};
const root = hashLeaf('leaf');
const rootText = Buffer.from(root, 'hex').toString('base64');

const signatureOf = (text: string): NoteSignature => ({
  name: key.name,
  key_id: key.key_id,
  signature: sign(null, Buffer.from(text), privateKey),
});
const publish = (checkpoint: Checkpoint): string => {
  const text = checkpointText(checkpoint);
  return assembleCheckpoint(text, [signatureOf(text)]);
};

function codeOf(note: unknown, expected: string = origin): string {
  const verdict = verifyCheckpoint({ note: note as string, origin: expected, keys: [key] });
  return verdict.ok ? 'ok' : verdict.refusal.code;
}

test('the text has three lines: origin, size and root', () => {
  assert.equal(checkpointText({ origin, size: 1, root }), `${origin}\n1\n${rootText}\n`);
  assert.match(publish({ origin, size: 1, root }), /^[^\n]+\n1\n[^\n]+\n\n\u2014 [^\n]+\n$/);
});

test('a published checkpoint is read back, for every size and root', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: treeSizeMax }),
      fc.uint8Array({ minLength: 32, maxLength: 32 }),
      (size, bytes) => {
        const checkpoint = { origin, size, root: Buffer.from(bytes).toString('hex') as TreeHash };
        const verdict = verifyCheckpoint({ note: publish(checkpoint), origin, keys: [key] });
        assert.deepEqual(verdict, { ok: true, value: { ...checkpoint, signers: [key] } });
      },
    ),
    { seed, numRuns: effort({ fast: 250, full: 10_000 }) },
  );
  assert.equal(codeOf(publish({ origin, size: 0, root: emptyRoot })), 'ok');
});

test('a checkpoint of another log is refused, even with a signature of the same key', () => {
  const other = publish({ origin: 'log.example/store_1/2', size: 1, root });
  assert.equal(codeOf(other), 'checkpoint_origin_mismatch');
  assert.equal(codeOf(other, 'log.example/store_1/2'), 'ok');
});

test('[EV-6] a checkpoint without a trusted signature is refused with the reason', () => {
  const note = publish({ origin, size: 1, root });
  const none = verifyCheckpoint({ note, origin, keys: [] });
  assert.ok(!none.ok);
  assert.equal(none.refusal.code, 'checkpoint_key_unknown');
  assert.equal(codeOf(note.replace('\n1\n', '\n2\n')), 'checkpoint_signature_mismatch');
});

test('a signed text that is not a checkpoint in its one form is refused', () => {
  const nonCanonical = `${rootText.slice(0, -2)}${String.fromCharCode(rootText.charCodeAt(42) + 1)}=`;
  for (const text of [
    'x\n',
    `${origin}\n1\n`,
    `\n1\n${rootText}\n`,
    ` \n1\n${rootText}\n`,
    `a b\n1\n${rootText}\n`,
    `${origin}\n01\n${rootText}\n`,
    `${origin}\n+1\n${rootText}\n`,
    `${origin}\n-1\n${rootText}\n`,
    `${origin}\n1.0\n${rootText}\n`,
    `${origin}\n1e3\n${rootText}\n`,
    `${origin}\n0x1\n${rootText}\n`,
    `${origin}\n 1\n${rootText}\n`,
    `${origin}\n\u0661\n${rootText}\n`,
    `${origin}\n\n${rootText}\n`,
    `${origin}\n9007199254740992\n${rootText}\n`,
    `${origin}\n18446744073709551615\n${rootText}\n`,
    `${origin}\n0\n${rootText}\n`,
    `${origin}\n1\n${Buffer.from(emptyRoot, 'hex').toString('base64')}\n`,
    `${origin}\n1\n${root}\n`,
    `${origin}\n1\n${rootText.slice(0, -1)}\n`,
    `${origin}\n1\n${nonCanonical}\n`,
    `${origin}\n1\n${rootText} \n`,
    `${origin}\n1\n${rootText}\n\n`,
    `${origin}\n1\n${rootText}\nextension\n`,
    `${origin}\n1\n${rootText}\n${rootText}\n`,
  ]) {
    assert.equal(codeOf(assembleNote(text, [signatureOf(text)])), 'checkpoint_malformed', text);
    assert.throws(() => assembleCheckpoint(text, [signatureOf(text)]), ProtocolError);
  }
});

test('an invalid checkpoint is not written', () => {
  for (const change of [
    { origin: '' },
    { origin: 'a b' },
    { origin: 'a+b' },
    { origin: 'a\nb' },
    { origin: undefined },
    { size: -1 },
    { size: 1.5 },
    { size: 2 ** 53 },
    { size: '1' },
    { size: 0 },
    { root: emptyRoot },
    { root: root.toUpperCase() },
    { root: root.slice(2) },
  ]) {
    assert.throws(
      () => checkpointText({ origin, size: 1, root, ...change } as Checkpoint),
      ProtocolError,
    );
  }
});

test('[EV-6] a flipped bit anywhere in a checkpoint is refused, as is every missing end', () => {
  const note = publish({ origin, size: 20_852_163, root });
  const bytes = Buffer.from(note);
  fc.assert(
    fc.property(fc.nat({ max: bytes.length * 8 - 1 }), bit => {
      const flipped = Buffer.from(bytes);
      flipped[bit >> 3] = (flipped[bit >> 3] as number) ^ (1 << (bit & 7));
      assert.match(codeOf(flipped.toString('utf8')), /^checkpoint_/);
    }),
    { seed, numRuns: effort({ fast: 500, full: 20_000 }) },
  );
  for (let end = 0; end < note.length; end++) {
    assert.match(codeOf(note.slice(0, end)), /^checkpoint_/);
  }
});

test('any value in place of a checkpoint is refused without an exception', () => {
  fc.assert(
    fc.property(fc.anything(), fc.string({ unit: 'binary' }), (value, text) => {
      assert.notEqual(codeOf(value), 'ok');
      assert.notEqual(codeOf(text), 'ok');
      assert.ok(!verifyCheckpoint(value as Parameters<typeof verifyCheckpoint>[0]).ok);
    }),
    { seed, numRuns: effort({ fast: 500, full: 20_000 }) },
  );
});
