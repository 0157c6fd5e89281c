import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import {
  decodeBase64url,
  encodeBase64url,
  type JsonObject,
  type JsonValue,
} from '@countersign/protocol/json';
import { ProtocolError } from '@countersign/protocol/reason';
import { closedObject } from './closed-object.ts';
import { SignerUnusable } from './signer-error.ts';

/** How the private half of a key is written into its file. What a box wrote, only the same kind of box reads. */
export interface SecretBox {
  /** `context` is bound to the secret where there is a passphrase: with another one it does not open. */
  seal(secret: Uint8Array, context: string): Promise<JsonObject>;
  open(sealed: JsonValue | undefined, context: string, path: string): Promise<Buffer>;
}

/**
 * scrypt with 128 MiB (RFC 7914), about 0.4 s, then AES-256-GCM. The numbers stand in every file, so that
 * larger ones can come later, and only these are read, so that a file cannot ask for less or for endless work.
 */
const encryption = 'scrypt-aes-256-gcm/1';
const cost = { N: 2 ** 17, r: 8, p: 1 } as const;
const memoryMax = 2 * 128 * cost.N * cost.r;
const sizes = { key: 32, salt: 16, iv: 12, tag: 16 } as const;

export function createSecretBox(passphrase: string | undefined): SecretBox {
  if (passphrase === undefined) return plainBox;
  if (typeof passphrase !== 'string' || passphrase === '') {
    throw new SignerUnusable('expected a passphrase, found an empty one; give none, or a real one');
  }
  return encryptedBox(passphrase);
}

const plainBox: SecretBox = {
  seal: async secret => ({ encryption: 'none', d: encodeBase64url(secret) }),
  open: async (sealed, _context, path) => {
    if (encryptionOf(sealed, path) !== 'none') {
      throw new SignerUnusable(
        'expected a key without encryption, found an encrypted one; give its passphrase',
      );
    }
    const { d } = closedObject(sealed, path, ['encryption', 'd']);
    return bytesOf(d, 32, `${path}/d`);
  },
};

function encryptedBox(passphrase: string): SecretBox {
  // One derivation serves every file of a folder, since a new file takes the salt of those that were opened.
  const derived = new Map<string, Promise<Buffer>>();
  const keyFor = (salt: Buffer): Promise<Buffer> => {
    const name = salt.toString('hex');
    const key = derived.get(name) ?? deriveKey(passphrase, salt);
    derived.set(name, key);
    return key;
  };
  return {
    seal: async (secret, context) => {
      const [known] = derived.keys();
      const salt = known === undefined ? randomBytes(sizes.salt) : Buffer.from(known, 'hex');
      const iv = randomBytes(sizes.iv);
      const cipher = createCipheriv('aes-256-gcm', await keyFor(salt), iv);
      cipher.setAAD(Buffer.from(context));
      const ciphertext = Buffer.concat([cipher.update(secret), cipher.final()]);
      return {
        encryption,
        ...cost,
        salt: encodeBase64url(salt),
        iv: encodeBase64url(iv),
        ciphertext: encodeBase64url(ciphertext),
        tag: encodeBase64url(cipher.getAuthTag()),
      };
    },
    open: async (sealed, context, path) => {
      if (encryptionOf(sealed, path) !== encryption) {
        throw new SignerUnusable(
          `expected a key encrypted with ${encryption}, found another form; give no passphrase for plain keys, or a new folder to begin with encrypted ones`,
        );
      }
      const members = closedObject(sealed, path, [
        'encryption',
        ...Object.keys(cost),
        'salt',
        'iv',
        'ciphertext',
        'tag',
      ]);
      for (const [name, value] of Object.entries(cost)) {
        if (members[name] !== value) throw malformed(`${path}/${name}`, `expected ${value}`);
      }
      const salt = bytesOf(members['salt'], sizes.salt, `${path}/salt`);
      const iv = bytesOf(members['iv'], sizes.iv, `${path}/iv`);
      const ciphertext = bytesOf(members['ciphertext'], 32, `${path}/ciphertext`);
      const tag = bytesOf(members['tag'], sizes.tag, `${path}/tag`);
      const decipher = createDecipheriv('aes-256-gcm', await keyFor(salt), iv, {
        authTagLength: sizes.tag,
      });
      decipher.setAAD(Buffer.from(context));
      decipher.setAuthTag(tag);
      const secret = decipher.update(ciphertext);
      try {
        return Buffer.concat([secret, decipher.final()]);
      } catch {
        derived.delete(salt.toString('hex'));
        throw new SignerUnusable(
          'the passphrase does not open this key; give the one it was made with',
        );
      } finally {
        secret.fill(0);
      }
    },
  };
}

function deriveKey(passphrase: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(passphrase, salt, sizes.key, { ...cost, maxmem: memoryMax }, (error, key) => {
      if (error === null) resolve(key);
      else reject(new SignerUnusable('the key of the passphrase could not be derived'));
    });
  });
}

function encryptionOf(sealed: JsonValue | undefined, path: string): JsonValue | undefined {
  if (typeof sealed !== 'object' || sealed === null || Array.isArray(sealed)) {
    throw malformed(path, 'expected an object');
  }
  return (sealed as JsonObject)['encryption'];
}

function bytesOf(value: JsonValue | undefined, size: number, path: string): Buffer {
  const bytes = Buffer.from(decodeBase64url(value as string, path));
  if (bytes.length !== size) throw malformed(path, `expected ${size} bytes`);
  return bytes;
}

function malformed(path: string, message: string): ProtocolError {
  return new ProtocolError('object_malformed', path, message);
}
