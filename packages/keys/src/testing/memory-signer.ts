import { createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type { Clock } from '@countersign/coordinator';
import { addSeconds, type Timestamp } from '@countersign/protocol/value';
import type { FileSigner } from '../file-signer.ts';
import { type KeyInTurn, KeyRing, recordsOf } from '../key-ring.ts';
import { publishedBy, signingWith } from '../keyed-signer.ts';
import { type Ed25519PublicKey, type SigningKey, thumbprint } from '../signing-key.ts';

/** A signer that keeps its keys in memory only. */
interface MemorySigner extends FileSigner {
  privateKeys(): readonly KeyObject[];
}

export function createMemorySigner(issuer: string, clock: Pick<Clock, 'now'>): MemorySigner {
  const keys: KeyInTurn[] = [];
  const privateKeys = new Map<string, KeyObject>();
  let current = new KeyRing([]);
  const ring = (): KeyRing => current;
  const update = (): void => {
    current = new KeyRing(recordsOf(keys));
  };
  const add = (not_before: Timestamp, overlap_seconds: number): SigningKey => {
    const { privateKey } = generateKeyPairSync('ed25519');
    const { x } = createPublicKey(privateKey).export({ format: 'jwk' });
    const public_key: Ed25519PublicKey = { kty: 'OKP', crv: 'Ed25519', x: x as string };
    const kid = thumbprint(public_key);
    privateKeys.set(kid, privateKey);
    keys.push({
      kid,
      public_key,
      created_at: clock.now(),
      not_before,
      overlap_seconds,
      revoked_at: null,
      revoked_reason: null,
    });
    update();
    return current.find(kid) as SigningKey;
  };
  add(clock.now(), 0);
  return {
    issuer,
    ...publishedBy(ring, clock),
    ...signingWith(ring, clock, (kid, message) =>
      sign(null, message, privateKeys.get(kid) as KeyObject),
    ),
    reload: async () => undefined,
    privateKeys: () => [...privateKeys.values()],
    rotate: async ({ publishSeconds = 300, overlapSeconds = 900 } = {}) =>
      ring().nextAt(clock.now()) ?? add(addSeconds(clock.now(), publishSeconds), overlapSeconds),
    revoke: async (kid, revoked_reason) => {
      const index = keys.findIndex(key => key.kid === kid);
      const key = keys[index];
      if (key === undefined) throw new Error('no such key');
      if (ring().signingAt(clock.now())?.kid === kid) add(clock.now(), 900);
      if (key.revoked_at === null)
        keys[index] = { ...key, revoked_at: clock.now(), revoked_reason };
      update();
      return current.find(kid) as SigningKey;
    },
  };
}
