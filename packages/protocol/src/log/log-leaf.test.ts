import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { effort, seed } from '@countersign/testing';
import fc from 'fast-check';
import { sha256OfText } from '../crypto/digest.ts';
import { canonicalize } from '../json/canonical-json.ts';
import { ProtocolError } from '../reason/protocol-error.ts';
import { jsonString } from '../testing/json-arbitraries.ts';
import { type LogLeaf, leafHash, leafText, parseLogLeaf } from './log-leaf.ts';

const leaf: LogLeaf = { stream: 'request/ar_1', version: 3, event_digest: sha256OfText('event') };

test('the text of a leaf is its canonical JSON, and its hash is a leaf hash', () => {
  fc.assert(
    fc.property(
      jsonString,
      fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
      (name, version) => {
        const any = { ...leaf, stream: name, version };
        const text = canonicalize(any);
        assert.equal(leafText(any), text);
        assert.equal(leafHash(any), createHash('sha256').update(`\0${text}`).digest('hex'));
      },
    ),
    { seed, numRuns: effort({ fast: 500, full: 50_000 }) },
  );
});

test('a leaf has no unknown members, and every member of it is checked', () => {
  assert.deepEqual(parseLogLeaf(leaf), leaf);
  for (const change of [
    { stream: '' },
    { stream: 'x'.repeat(513) },
    { stream: '\ud800' },
    { version: 0 },
    { version: 1.5 },
    { version: '3' },
    { event_digest: 'sha256:' },
    { event_digest: leaf.event_digest.toUpperCase() },
    { event_digest: null },
    { more: 1 },
  ]) {
    assert.throws(() => parseLogLeaf({ ...leaf, ...change }), ProtocolError);
  }
});

test('[EV-6] a change in any member changes the hash', () => {
  const hashes = [
    leaf,
    { ...leaf, stream: 'request/ar_2' },
    { ...leaf, version: 4 },
    { ...leaf, event_digest: sha256OfText('other') },
  ].map(leafHash);
  assert.equal(new Set(hashes).size, 4);
});
