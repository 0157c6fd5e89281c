import { createCipheriv, createECDH, createHmac, type ECDH, randomBytes } from 'node:crypto';
import { accept, type Result, refuse } from '@countersign/protocol/reason';

/** The keys of a subscription: the point of the browser, and its secret. */
interface BrowserKeys {
  readonly p256dh: string;
  readonly auth: string;
}

const curve = 'prime256v1';
/** Every message has this length, so that its length says nothing. A push service accepts 4096 bytes. */
const paddedBytes = 2048;
const recordSize = 4096;

/** Checks the keys without using them: a point of P-256, and 16 bytes. */
export function judgeKeys({ p256dh, auth }: BrowserKeys): Result<BrowserKeys> {
  const [point, secret] = [fromBase64(p256dh), fromBase64(auth)];
  if (point?.length !== 65 || point[0] !== 4 || secret?.length !== 16) return notKeys;
  try {
    freshPair().computeSecret(point);
  } catch {
    return notKeys;
  }
  return accept({ p256dh, auth });
}

const notKeys = refuse('object_malformed', 'expected the keys of a push subscription');

/**
 * Encrypts a message for one browser (RFC 8291, one record of RFC 8188). The push service that carries it reads nothing
 * of it. `ephemeral` is for the test with the values of the RFC.
 */
export function encryptPayload(
  text: string,
  keys: BrowserKeys,
  ephemeral: { readonly pair: ECDH; readonly salt: Buffer; readonly padded: boolean } = {
    pair: freshPair(),
    salt: randomBytes(16),
    padded: true,
  },
): Buffer {
  const { pair, salt, padded } = ephemeral;
  const browser = Buffer.from(keys.p256dh, 'base64url');
  const ours = pair.getPublicKey();
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser, ours]);
  const secret = hkdf(Buffer.from(keys.auth, 'base64url'), pair.computeSecret(browser), info, 32);
  const key = hkdf(salt, secret, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = hkdf(salt, secret, Buffer.from('Content-Encoding: nonce\0'), 12);
  const bytes = Buffer.from(text);
  if (bytes.length >= paddedBytes) throw new Error('the message is too long for a push service');
  const padding = padded ? paddedBytes - bytes.length - 1 : 0;
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const record = Buffer.concat([bytes, Buffer.from([2]), Buffer.alloc(padding)]);
  const head = Buffer.alloc(5);
  head.writeUInt32BE(recordSize, 0);
  head.writeUInt8(ours.length, 4);
  return Buffer.concat([
    salt,
    head,
    ours,
    cipher.update(record),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
}

/** HKDF with SHA-256 for an output of one block. */
function hkdf(salt: Buffer, input: Buffer, info: Buffer, length: number): Buffer {
  const pseudo = createHmac('sha256', salt).update(input).digest();
  return createHmac('sha256', pseudo)
    .update(info)
    .update(Buffer.from([1]))
    .digest()
    .subarray(0, length);
}

function freshPair(): ECDH {
  const pair = createECDH(curve);
  pair.generateKeys();
  return pair;
}

function fromBase64(text: string): Buffer | null {
  return /^[A-Za-z0-9_-]{1,100}={0,2}$/.test(text) ? Buffer.from(text, 'base64url') : null;
}
