import { createHmac, type KeyObject, sign } from 'node:crypto';
import { ecdsaSignatureFromDer } from '../crypto/ecdsa-signature.ts';
import { canonicalize } from '../json/canonical-json.ts';
import { parseStrict } from '../json/strict-json.ts';
import { ProtocolError } from '../reason/protocol-error.ts';
import type { ReasonCode } from '../reason/reason-codes.ts';
import type { Result } from '../reason/refusal.ts';
import { type Forgery, respellJson } from './text-forgeries.ts';

export type Judgement = ReasonCode | 'accepted';

/** A forgery that takes more than the text, such as another key; with the code it must get, where it is known. */
export interface Crafted {
  readonly what: string;
  readonly code?: ReasonCode;
  /** Null where what was altered is completed to what it was, and so is no forgery. */
  readonly judge: () => Judgement | null;
}

/** A valid artifact, its verifier, and what the text alone does not offer to a forger. */
export interface ForgeryTarget {
  readonly name: string;
  readonly text: string;
  /** What its parts are separated by. */
  readonly separator: string;
  /** Never throws. */
  readonly judge: (text: string) => Judgement;
  /** Whether the text only says the same again. By default every other text is a forgery. */
  readonly isSame?: (text: string) => boolean;
  readonly crafted: () => Iterable<Crafted>;
}

/** Reads and verifies: what a parser throws is a refusal with its code, and anything else that is thrown is a bug. */
export function judged(verify: () => Result<unknown>): Judgement {
  try {
    const verdict = verify();
    return verdict.ok ? 'accepted' : verdict.refusal.code;
  } catch (error) {
    if (error instanceof ProtocolError) return error.code;
    throw error;
  }
}

/** For what is a value and has no text of its own: another spelling of it says nothing else. */
export const isSameValue =
  (valid: string) =>
  (text: string): boolean => {
    try {
      return canonicalize(parseStrict(text)) === valid;
    } catch {
      return false;
    }
  };

const encode = (text: string | Uint8Array): string => Buffer.from(text).toString('base64url');

/** A JWS of any header and any payload, signed as the holder of the key would sign it. */
export function rawJws(header: string, payload: string | Uint8Array, key: KeyObject): string {
  const input = `${encode(header)}.${encode(payload)}`;
  return `${input}.${encode(sign(null, Buffer.from(input), key))}`;
}

const algorithms = ['none', 'None', 'eddsa', 'Ed25519', 'ES256', 'HS256', 'RS256', '', null, 1];
const types = ['', 'JWT', 'jwt', 'jose', 'countersign-grant', 'countersign-receipt+jws', null, 1];
const kids = ['', 'x', '../key', 'https://example.com/key', null, 1];
const extensions = ['b64', 'crit', 'cty', 'jku', 'jwk', 'x5c', 'x5u', 'zip', '__proto__'];

/** Headers that are not the one of the protocol, each signed by the trusted key itself. */
export function* headerForgeries(
  artifact: { readonly kid: string; readonly typ: string; readonly otherTyp: string },
  payload: string,
  key: KeyObject,
): Generator<Forgery> {
  const { kid, typ, otherTyp } = artifact;
  const header = { alg: 'EdDSA', kid, typ };
  const made = (what: string, text: string): Forgery => ({
    what,
    text: rawJws(text, payload, key),
  });
  for (const alg of algorithms) yield made(`alg ${alg}`, canonicalize({ ...header, alg }));
  for (const other of [otherTyp, typ.toUpperCase(), `application/${typ}`, ...types]) {
    yield made(`typ ${other}`, canonicalize({ ...header, typ: other }));
  }
  for (const other of [kid.toUpperCase(), `${kid} `, ...kids]) {
    yield made(`kid ${other}`, canonicalize({ ...header, kid: other }));
  }
  for (const name of extensions) {
    const more = JSON.parse(`{${JSON.stringify(name)}:["exp"]}`) as object;
    yield made(`header member ${name}`, JSON.stringify({ ...header, ...more }));
  }
  for (const name of Object.keys(header)) {
    const rest = Object.entries(header).filter(([key]) => key !== name);
    yield made(`no ${name}`, canonicalize(Object.fromEntries(rest)));
  }
  for (const { what, text } of respellJson(canonicalize(header)))
    yield made(`header ${what}`, text);
}

/** The payload in other spellings and encodings, each signed by the trusted key itself. */
export function* payloadForgeries(
  header: string,
  payload: string,
  key: KeyObject,
): Generator<Forgery> {
  for (const { what, text } of respellJson(payload)) {
    yield { what: `signed payload: ${what}`, text: rawJws(header, text, key) };
  }
  const encodings = {
    'UTF-16': Buffer.from(payload, 'utf16le'),
    'UTF-16 with a mark': Buffer.from(`\ufeff${payload}`, 'utf16le'),
    'UTF-8 that is none': Buffer.concat([
      Buffer.from(payload.slice(0, -2)),
      Buffer.from([0xc0, 0x22, 0x7d]),
    ]),
    nothing: Buffer.alloc(0),
    'a list': Buffer.from('[]'),
    'an empty object': Buffer.from('{}'),
  };
  for (const [what, bytes] of Object.entries(encodings)) {
    yield { what: `signed payload as ${what}`, text: rawJws(header, bytes, key) };
  }
}

/** Signatures of other kinds behind the same text. */
export function* signatureForgeries(jws: string, publicKey: Uint8Array): Generator<Forgery> {
  const end = jws.lastIndexOf('.');
  const input = jws.slice(0, end);
  const signature = Buffer.from(jws.slice(end + 1), 'base64url');
  const put = (what: string, bytes: Uint8Array): Forgery => ({
    what: `signature: ${what}`,
    text: `${input}.${encode(bytes)}`,
  });
  yield put('none', Buffer.alloc(0));
  yield put('zeros', Buffer.alloc(64));
  yield put('ones', Buffer.alloc(64, 0xff));
  yield put('halves swapped', Buffer.concat([signature.subarray(32), signature.subarray(0, 32)]));
  yield put('reversed', Buffer.from(signature).reverse());
  yield put('a byte more', Buffer.concat([signature, Buffer.alloc(1)]));
  yield put('S and the group order', addGroupOrder(signature));
  yield put('HMAC with the public key', createHmac('sha256', publicKey).update(input).digest());
  yield { what: 'signature: unused bits set', text: respellLast(jws) };
}

const groupOrder = 2n ** 252n + 27742317777372353535851937790883648493n;

/** The same S modulo the order of the group, which a lax verifier takes for a second signature. */
function addGroupOrder(signature: Uint8Array): Uint8Array {
  let s = groupOrder;
  for (const [i, byte] of signature.subarray(32).entries()) s += BigInt(byte) << BigInt(8 * i);
  const sum = Uint8Array.from({ length: 32 }, (_, i) => Number((s >> BigInt(8 * i)) & 255n));
  return Buffer.concat([signature.subarray(0, 32), sum]);
}

const p256Order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

/** The second signature that anyone can make of one by ECDSA: the same r, and the order less s. */
export function twinSignature(der: Uint8Array): Uint8Array {
  const raw = Buffer.from(ecdsaSignatureFromDer(der) ?? []);
  const s = p256Order - BigInt(`0x${raw.subarray(32).toString('hex')}`);
  const integers = [raw.subarray(0, 32).toString('hex'), s.toString(16)].map(hex => {
    const digits = Buffer.from(hex.padStart(64, '0').replace(/^(?:00)+/, ''), 'hex');
    const sign = (digits[0] ?? 0) >= 0x80 ? [0] : [];
    return Buffer.from([0x02, digits.length + sign.length, ...sign, ...digits]);
  });
  const body = Buffer.concat(integers);
  return Buffer.concat([Buffer.from([0x30, body.length]), body]);
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** 64 bytes leave four bits of the last letter unused. */
function respellLast(jws: string): string {
  return jws.slice(0, -1) + alphabet.charAt(alphabet.indexOf(jws.slice(-1)) | 1);
}
