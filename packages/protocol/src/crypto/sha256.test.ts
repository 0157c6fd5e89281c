import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { effort, seed } from '@countersign/testing';
import fc from 'fast-check';
import { jsonString } from '../testing/json-arbitraries.ts';
import * as noble from './sha256.noble.ts';
import * as node from './sha256.node.ts';

const runs = { seed, numRuns: effort({ fast: 500, full: 100_000 }) };

describe('SHA-256', () => {
  for (const [name, { sha256Bytes, sha256Hex }] of Object.entries({ node, noble })) {
    test(`${name} gives the published digests of the empty text and of "abc"`, () => {
      const empty = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
      const abc = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
      assert.equal(sha256Hex(''), empty);
      assert.equal(sha256Hex('abc'), abc);
      assert.equal(Buffer.from(sha256Bytes(new Uint8Array())).toString('hex'), empty);
      assert.equal(Buffer.from(sha256Bytes(Buffer.from('abc'))).toString('hex'), abc);
    });

    test(`${name} returns a new plain byte array`, () => {
      const bytes = sha256Bytes(Buffer.from('abc'));
      assert.equal(Object.getPrototypeOf(bytes), Uint8Array.prototype);
      assert.equal(bytes.buffer.byteLength, 32);
    });
  }

  test('both implementations agree on every text', () => {
    fc.assert(
      fc.property(jsonString, text => {
        assert.equal(node.sha256Hex(text), noble.sha256Hex(text));
      }),
      runs,
    );
  });

  test('both implementations agree on all bytes, also in the middle of a buffer', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat({ max: 300 }), (bytes, start) => {
        const part = bytes.subarray(Math.min(start, bytes.length));
        assert.deepEqual(node.sha256Bytes(part), noble.sha256Bytes(part));
      }),
      runs,
    );
  });
});
