import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
} from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { assembleJws, jwsSigningInput, type PublicKey } from '@countersign/protocol/crypto';
import { ProtocolError } from '@countersign/protocol/reason';

/** The key that signs the batches of an edge. Its private half never leaves its folder. */
export interface EdgeKey {
  /** The public key that an operator registers with the credential of the edge. */
  readonly publicKey: PublicKey;
  seal(kid: string, typ: string, payload: object): string;
}

const keyName = 'edge-key.pem';

/** Reads the key in a folder, or makes one if there is none. */
export function openEdgeKey(folder: string): EdgeKey {
  const file = join(folder, keyName);
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const pem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' });
    writeFileSync(file, pem, { mode: 0o600, flag: 'wx', flush: true });
  }
  return edgeKeyOf(privateKeyIn(readFileSync(file, 'utf8')));
}

export function edgeKeyOf(key: KeyObject): EdgeKey {
  const { kty, crv, x } = createPublicKey(key).export({ format: 'jwk' });
  return {
    publicKey: { kty, crv, x } as PublicKey,
    seal: (kid, typ, payload) => {
      const input = jwsSigningInput({ kid, typ, payload: payload as never });
      return assembleJws(input, sign(null, new TextEncoder().encode(input), key));
    },
  };
}

function privateKeyIn(pem: string): KeyObject {
  try {
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // The error below says so without quoting the file.
  }
  throw new ProtocolError('key_malformed', keyName, 'expected an Ed25519 private key in PEM');
}
