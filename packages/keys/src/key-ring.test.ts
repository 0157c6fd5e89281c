import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { encodeBase64url } from '@countersign/protocol/json';
import { ProtocolError } from '@countersign/protocol/reason';
import { grantType } from '@countersign/protocol/request';
import { addSeconds, type Timestamp, timestampFromMilliseconds } from '@countersign/protocol/value';
import { effort, seed } from '@countersign/testing';
import fc from 'fast-check';
import { calculateJwkThumbprint, compactVerify, createLocalJWKSet } from 'jose';
import { findLost, type KeyInTurn, KeyRing, recordsOf } from './key-ring.ts';
import { parseSigningKey, type SigningKey, thumbprint } from './signing-key.ts';
import { createManualClock } from './testing/manual-clock.ts';
import { createMemorySigner } from './testing/memory-signer.ts';
import { issuer, judgeJws, kidOf, lifeSeconds, sampleGrant } from './testing/sample-artifacts.ts';

const noon: Timestamp = timestampFromMilliseconds(Date.UTC(2026, 10, 15, 12));
const [sample] = createMemorySigner(issuer, createManualClock(noon)).records();
assert.ok(sample);

const okp = (hex: string) => ({
  kty: 'OKP' as const,
  crv: 'Ed25519' as const,
  x: encodeBase64url(Buffer.from(hex, 'hex')),
});

/** A record under a public key as it would come from elsewhere. */
const recordWith = (public_key: SigningKey['public_key']) => ({
  ...sample,
  kid: thumbprint(public_key),
  public_key,
});

/** A ring of fresh keys that sign after so many seconds each, with an overlap of 100. */
function ringOf(turns: readonly (Partial<KeyInTurn> & { after: number })[]): KeyRing {
  const keys = turns.map(({ after, ...change }): KeyInTurn => {
    const [key] = createMemorySigner(issuer, createManualClock(noon)).records();
    assert.ok(key);
    const { not_after: _, ...facts } = key;
    return { ...facts, not_before: addSeconds(noon, after), overlap_seconds: 100, ...change };
  });
  return new KeyRing(recordsOf(keys));
}

describe('the id of a key', () => {
  test('the id of a key is its RFC 7638 thumbprint, as RFC 8037 computes it', () => {
    const key = okp('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a');
    assert.equal(key.x, '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo');
    assert.equal(thumbprint(key), 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k');
  });

  test('another implementation computes the same key id', async () => {
    const { kid, public_key } = sample;
    assert.equal(kid, await calculateJwkThumbprint(public_key));
  });
});

describe('a key that enters', () => {
  const weak: Readonly<Record<string, string>> = {
    'the identity': `01${'00'.repeat(31)}`,
    'order 2': `ec${'ff'.repeat(30)}7f`,
    'order 4': '00'.repeat(32),
    'order 4, negative': `${'00'.repeat(31)}80`,
    'order 8': '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
    'order 8, negative': '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85',
    'order 8, the other': 'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
    'order 8, the other, negative':
      'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa',
    'a second encoding of the identity': `ee${'ff'.repeat(30)}7f`,
    'a second encoding of order 4': `ed${'ff'.repeat(30)}7f`,
    'the identity with a sign': `01${'00'.repeat(30)}80`,
  };
  const isWeak = (error: unknown) => error instanceof ProtocolError && error.code === 'key_weak';
  for (const [what, hex] of Object.entries(weak)) {
    test(`a weak key is refused: ${what}`, () => {
      const record = recordWith(okp(hex));
      assert.throws(() => parseSigningKey(record, ''), isWeak);
      assert.throws(() => new KeyRing([record]), isWeak);
      const disguised = { ...record, kid: sample.kid };
      assert.throws(() => new KeyRing([disguised], new KeyRing([sample])), isWeak);
    });
  }

  test('a key that is not Ed25519 or has a wrong id is refused', () => {
    const p256 = {
      kty: 'EC',
      crv: 'P-256',
      x: 'axfR8uEsQkf4vOblY6RA8ncDfYEt6zOg9KE5RdiYwpY',
      y: 'T-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU',
    };
    for (const change of [
      { public_key: p256 },
      { kid: 'key-1' },
      { public_key: { ...sample.public_key, d: 'secret' } },
      { extra: 1 },
      { created_at: 'yesterday' },
      { not_after: 7 },
      { revoked_at: noon },
      { revoked_reason: 'without a time' },
      { revoked_at: noon, revoked_reason: '' },
    ]) {
      assert.throws(() => parseSigningKey({ ...sample, ...change } as never, ''), ProtocolError);
    }
    for (const value of [null, 7, 'x', [], {}, undefined]) {
      assert.throws(() => parseSigningKey(value, ''), ProtocolError);
    }
    assert.deepEqual(parseSigningKey({ ...sample } as never, ''), sample);
  });

  test('a key that appears twice is refused', () => {
    assert.throws(() => new KeyRing([sample, sample]), ProtocolError);
  });
});

describe('keys that take turns', () => {
  const at = (seconds: number): Timestamp => addSeconds(noon, seconds);
  const signers = (ring: KeyRing, times: readonly number[]): (number | null)[] =>
    times.map(time => {
      const key = ring.signingAt(at(time));
      return key === null ? null : ring.records.indexOf(key);
    });

  test('a key signs from its beginning until the beginning of the next one, in any order of creation', () => {
    const ring = ringOf([{ after: 0 }, { after: 50 }, { after: 20 }]);
    assert.deepEqual(signers(ring, [-1, 0, 19.999, 20, 49.999, 50, 1e6]), [null, 0, 0, 2, 2, 1, 1]);
    assert.deepEqual(
      ring.records.map(({ not_after }) => not_after),
      [at(120), null, at(150)],
    );
    assert.equal(ring.nextAt(at(0)), ring.records[2]);
    assert.equal(ring.nextAt(at(50)), null);
  });

  test('of two keys that begin at the same time, the one created later signs', () => {
    assert.deepEqual(signers(ringOf([{ after: 0 }, { after: 0 }]), [0, 1]), [1, 1]);
  });

  test('a turn that a revocation empties stays empty', () => {
    const revoked = { revoked_at: at(30), revoked_reason: 'lost' };
    const ring = ringOf([{ after: 0 }, { after: 20, ...revoked }]);
    assert.deepEqual(signers(ring, [0, 20, 29.999, 30, 60]), [0, 1, 1, null, null]);
  });

  test('a key verifies from its publication until its end, and no longer at its end', () => {
    const ring = ringOf([{ after: 0 }, { after: 20 }]);
    const sizes = [-0.001, 0, 119.999, 120].map(time => ring.verifyingAt(at(time)).size);
    assert.deepEqual(sizes, [0, 2, 2, 1]);
  });

  test('a later reading that lost a key or a revocation is noticed', () => {
    const ring = ringOf([{ after: 0 }, { after: 20, revoked_at: at(30), revoked_reason: 'lost' }]);
    const [first, second] = ring.records;
    assert.ok(first && second);
    assert.equal(findLost(ring, ring), null);
    assert.equal(findLost(new KeyRing([first]), ring), null);
    assert.equal(findLost(ring, new KeyRing([first])), second);
    const pardoned = { ...second, revoked_at: null, revoked_reason: null };
    assert.equal(findLost(ring, new KeyRing([first, pardoned])), second);
    assert.equal(findLost(ring, new KeyRing([second, pardoned].slice(0, 1))), first);
  });

  test('a key always signs, and only revoked keys refuse live artifacts', async context => {
    const step = fc.record({
      pause: fc.integer({ min: 0, max: 700 }),
      act: fc.constantFrom('rotate', 'revoke', 'nothing'),
      publishSeconds: fc.integer({ min: 0, max: 400 }),
      choice: fc.nat(20),
    });
    let checks = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async steps => {
        const clock = createManualClock(noon);
        const signer = createMemorySigner(issuer, clock);
        const living: { jws: string; until: Timestamp }[] = [];
        const revoked = new Set<string>();
        for (const { pause, act, publishSeconds, choice } of steps) {
          clock.advance(pause);
          if (act === 'rotate') {
            await signer.rotate({ publishSeconds, overlapSeconds: lifeSeconds });
          } else if (act === 'revoke') {
            const { kid } = signer.records()[choice % signer.records().length] as SigningKey;
            await signer.revoke(kid, 'chosen');
            revoked.add(kid);
          }
          const jws = await signer.sign(grantType, sampleGrant(clock.now()));
          living.push({ jws, until: addSeconds(clock.now(), lifeSeconds) });
          for (const { jws, until } of living) {
            if (clock.now() >= until) continue;
            const expected = revoked.has(kidOf(jws)) ? 'jws_key_unknown' : 'ok';
            assert.equal(judgeJws(signer, jws), expected);
            checks++;
          }
        }
      }),
      { seed, numRuns: effort({ fast: 60, full: 2_000 }) },
    );
    context.diagnostic(`seed ${seed}: ${checks} verdicts`);
  });
});

describe('the published key set', () => {
  test('another implementation verifies with the published key set', async () => {
    const clock = createManualClock(noon);
    const signer = createMemorySigner(issuer, clock);
    await signer.rotate({ publishSeconds: 10 });
    const before = await signer.sign(grantType, { n: 1 });
    clock.advance(10);
    const after = await signer.sign(grantType, { n: 2 });
    const keys = createLocalJWKSet(JSON.parse(JSON.stringify(signer.jwks())));
    for (const jws of [before, after]) {
      const { protectedHeader } = await compactVerify(jws, keys, { algorithms: ['EdDSA'] });
      assert.equal(protectedHeader.kid, kidOf(jws));
    }
    assert.notEqual(kidOf(before), kidOf(after));
  });
});
