import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LineReader } from './line-reader.ts';

const texts = (lines: Buffer[] | null): string[] | null =>
  lines?.map(line => line.toString('utf8')) ?? null;

test('lines are the same wherever the bytes are cut', () => {
  const bytes = Buffer.from('first\n\nthïrd\nrest');
  for (let size = 1; size <= bytes.length; size++) {
    const reader = new LineReader(16);
    const lines: string[] = [];
    for (let start = 0; start < bytes.length; start += size) {
      lines.push(...(texts(reader.push(bytes.subarray(start, start + size))) ?? ['too long']));
    }
    assert.deepEqual(lines, ['first', '', 'thïrd'], `pieces of ${size}`);
  }
});

test('a line at the limit is read, and a line one byte longer is refused, complete or not', () => {
  assert.deepEqual(texts(new LineReader(4).push(Buffer.from('1234\n'))), ['1234']);
  assert.equal(new LineReader(4).push(Buffer.from('12345\n')), null);
  assert.equal(new LineReader(4).push(Buffer.from('12345')), null);
  const reader = new LineReader(4);
  assert.deepEqual(reader.push(Buffer.from('123')), []);
  assert.equal(reader.push(Buffer.from('45')), null);
});
