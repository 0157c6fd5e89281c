// Makes the random values of a test process repeatable. Ids, nonces and secrets are random in the product. A test that
// fails because of one such value would pass when it is run again, and no one could find out why. So the processes of a
// test run draw them from COUNTERSIGN_SEED and the name of the test file.
// Keys and signatures are made by OpenSSL and stay random, and so is what other processes draw that a test starts.

import crypto, { createCipheriv, createHash } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

let stream;

/** The random values that follow depend on the seed of the run and on this name alone. */
export function seedRandom(name) {
  const seed = process.env['COUNTERSIGN_SEED'];
  if (seed === undefined) return;
  if (stream === undefined) replaceRandom();
  const key = createHash('sha256').update(`${seed} ${name}`).digest();
  stream = createCipheriv('aes-256-ctr', key, Buffer.alloc(16));
}

function draw(length) {
  return stream.update(Buffer.alloc(length));
}

function fill(target, offset = 0, size) {
  const { buffer, byteOffset, byteLength } = ArrayBuffer.isView(target)
    ? target
    : { buffer: target, byteOffset: 0, byteLength: target.byteLength };
  const unit = target.BYTES_PER_ELEMENT ?? 1;
  const start = offset * unit;
  const length = size === undefined ? byteLength - start : size * unit;
  new Uint8Array(buffer, byteOffset + start, length).set(draw(length));
  return target;
}

function uuid() {
  const bytes = draw(16);
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return [
    [0, 8],
    [8, 12],
    [12, 16],
    [16, 20],
    [20, 32],
  ]
    .map(part => hex.slice(...part))
    .join('-');
}

function bytesOf(length, callback) {
  const bytes = draw(length);
  if (callback === undefined) return bytes;
  process.nextTick(callback, null, bytes);
}

/** `randomInt` is left alone: neither the product nor a test uses it. */
function replaceRandom() {
  crypto.randomUUID = uuid;
  crypto.randomBytes = bytesOf;
  crypto.randomFillSync = fill;
  // Modules that import these by name see the new ones only after this call.
  syncBuiltinESMExports();
  globalThis.crypto.randomUUID = uuid;
  globalThis.crypto.getRandomValues = target => fill(target);
}
