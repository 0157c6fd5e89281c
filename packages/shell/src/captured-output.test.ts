import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sha256OfText } from '@countersign/protocol/crypto';
import { CapturedOutput } from './captured-output.ts';

test('a short output is kept whole, in any chunks', () => {
  const bytes = new TextEncoder().encode('größe ✓\n');
  const output = new CapturedOutput(100);
  for (const byte of bytes) output.add(Uint8Array.of(byte));
  assert.deepEqual(output.end(), {
    text: 'größe ✓\n',
    bytes: bytes.length,
    digest: sha256OfText('größe ✓\n'),
    truncated: false,
  });
});

test('of a long output the beginning is kept, all of it is counted and digested, and no character is cut in two', () => {
  const output = new CapturedOutput(4);
  for (const part of ['ab', '✓✓', 'rest']) output.add(new TextEncoder().encode(part));
  assert.deepEqual(output.end(), {
    text: 'ab',
    bytes: 12,
    digest: sha256OfText('ab✓✓rest'),
    truncated: true,
  });
});

test('of an output that is not text the valid beginning is kept', () => {
  const output = new CapturedOutput(10);
  output.add(Uint8Array.of(0x61, 0xff, 0x62));
  assert.equal(output.end().text, 'a\uFFFDb');
});
