import { createHash, createPublicKey, verify } from 'node:crypto';
import { demand, type Json, type JsonObject, readCanonical } from './canonical-text.ts';

/** Whether an Ed25519 key, as the x of a JWK, signed this. */
function isSigned(message: string, signature: Buffer, x: string): boolean {
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  return verify(null, Buffer.from(message, 'utf8'), key, signature);
}

/** RFC 7515, section 5.2, for the one header that an artifact may have. */
export function readArtifact(
  jws: string,
  typ: string,
  keys: ReadonlyMap<string, string>,
): { readonly kid: string; readonly payload: JsonObject } {
  const parts = jws.split('.');
  demand(parts.length === 3, 'expected three parts');
  const [header, payload, signature] = parts.map(part => {
    const bytes = Buffer.from(part, 'base64url');
    demand(bytes.toString('base64url') === part, 'expected exact base64url');
    return bytes;
  }) as [Buffer, Buffer, Buffer];
  const { alg, kid, typ: found, ...rest } = readCanonical(header.toString('utf8')) as JsonObject;
  demand(alg === 'EdDSA' && found === typ && Object.keys(rest).length === 0, 'another header');
  const x = keys.get(String(kid));
  demand(x !== undefined, 'an unknown key');
  demand(isSigned(`${parts[0]}.${parts[1]}`, signature, x), 'a wrong signature');
  return { kid: String(kid), payload: readCanonical(payload.toString('utf8')) as JsonObject };
}

export interface Checkpoint {
  readonly size: number;
  readonly root: string;
}

/** A note of c2sp.org/signed-note with the text of c2sp.org/tlog-checkpoint. */
export function readCheckpoint(
  note: string,
  origin: string,
  keys: readonly { readonly name: string; readonly x: string }[],
): Checkpoint & { readonly signer: string } {
  const separator = note.lastIndexOf('\n\n');
  const body = note.slice(0, separator + 1);
  const lines = note.slice(separator + 2).split('\n');
  demand(separator > 0 && lines.pop() === '', 'expected a note');
  const signers: string[] = [];
  for (const line of lines) {
    const [dash, name, encoded, ...rest] = line.split(' ');
    demand(dash === '\u2014' && encoded !== undefined && rest.length === 0, 'a signature line');
    const bytes = Buffer.from(encoded, 'base64');
    demand(bytes.toString('base64') === encoded && bytes.length > 4, 'expected exact base64');
    const key = keys.find(known => known.name === name && idOf(known).equals(bytes.subarray(0, 4)));
    if (key === undefined) continue;
    demand(isSigned(body, bytes.subarray(4), key.x), 'a wrong signature');
    signers.push(key.x);
  }
  const [signer] = signers;
  demand(signer !== undefined && signers.length === 1, 'expected one trusted signature');
  const [found, size, root, end, ...more] = body.split('\n') as [string, string, string, string];
  demand(found === origin && end === '' && more.length === 0, 'another log');
  demand(String(Number(size)) === size, 'expected a size');
  return { signer, size: Number(size), root: Buffer.from(root, 'base64').toString('hex') };
}

function idOf({ name, x }: { readonly name: string; readonly x: string }): Buffer {
  const hash = createHash('sha256').update(`${name}\n`).update(Buffer.of(1));
  return hash.update(Buffer.from(x, 'base64url')).digest().subarray(0, 4);
}

/** RFC 6962, section 2.1, top down: the proof gives the siblings from the leaf up. */
export function rootFrom(
  leaf: Json,
  leafText: string,
  size: number,
  proof: readonly string[],
): string {
  const index = Number(leaf);
  demand(Number.isInteger(index) && index >= 0 && index < size, 'expected an index in the tree');
  const siblings = [...proof];
  const climb = (at: number, width: number): string => {
    if (width === 1) return hash(Buffer.concat([Buffer.of(0), Buffer.from(leafText, 'utf8')]));
    let split = 1;
    while (split * 2 < width) split *= 2;
    const sibling = siblings.pop();
    demand(sibling !== undefined && /^[0-9a-f]{64}$/.test(sibling), 'expected a hash');
    const [left, right] =
      at < split ? [climb(at, split), sibling] : [sibling, climb(at - split, width - split)];
    return parent(left, right);
  };
  const root = climb(index, size);
  demand(siblings.length === 0, 'expected no more hashes');
  return root;
}

/** RFC 9162, section 2.1.4.2. */
export function isContinued(
  older: Checkpoint,
  newer: Checkpoint,
  proof: readonly string[],
): boolean {
  if (older.size === newer.size) return older.root === newer.root && proof.length === 0;
  if (older.size === 0) return proof.length === 0;
  const isPower = (older.size & (older.size - 1)) === 0;
  const [first, ...rest] = isPower ? [older.root, ...proof] : proof;
  if (first === undefined) return false;
  let node = older.size - 1;
  let last = newer.size - 1;
  while (node % 2 === 1) {
    node = Math.floor(node / 2);
    last = Math.floor(last / 2);
  }
  let [oldRoot, newRoot] = [first, first];
  for (const sibling of rest) {
    if (last === 0) return false;
    if (node % 2 === 1 || node === last) {
      oldRoot = parent(sibling, oldRoot);
      newRoot = parent(sibling, newRoot);
      while (node % 2 === 0 && node !== 0) {
        node = Math.floor(node / 2);
        last = Math.floor(last / 2);
      }
    } else {
      newRoot = parent(newRoot, sibling);
    }
    node = Math.floor(node / 2);
    last = Math.floor(last / 2);
  }
  return last === 0 && oldRoot === older.root && newRoot === newer.root;
}

function parent(left: string, right: string): string {
  return hash(Buffer.concat([Buffer.of(1), Buffer.from(left, 'hex'), Buffer.from(right, 'hex')]));
}

function hash(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
