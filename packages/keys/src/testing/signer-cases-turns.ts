import assert from 'node:assert/strict';
import { grantType } from '@countersign/protocol/request';
import { millisecondsOf, type Timestamp } from '@countersign/protocol/value';
import { effort } from '@countersign/testing';
import { KeyRing } from '../key-ring.ts';
import { judgeGrant, judgeJws, kidOf, lifeSeconds, sampleGrant } from './sample-artifacts.ts';
import type { DefineCase, SignerUnderTest } from './signer-under-test.ts';

const publishSeconds = 300;
const rotation = { publishSeconds, overlapSeconds: lifeSeconds };

const signGrant = ({ signer, now }: SignerUnderTest): Promise<string> =>
  signer.sign(grantType, sampleGrant(now()));

const kids = ({ signer }: SignerUnderTest): string[] => [...signer.keys().keys()];

/** Keys that take turns, and keys that end before their time. */
export function turnCases(test: DefineCase): void {
  test('a new key is published before it signs, and the old one verifies until its last artifact expires', async opened => {
    const { signer, advance, now } = opened;
    const [old] = kids(opened);
    await opened.rotate(rotation);
    await signer.reload();
    const [, next] = kids(opened);
    assert.deepEqual(kids(opened), [old, next]);
    assert.deepEqual(
      signer.jwks().keys.map(({ kid }) => kid),
      [old, next],
    );
    assert.equal(kidOf(await signGrant(opened)), old);

    advance(publishSeconds - 0.001);
    const last = await signGrant(opened);
    assert.equal(kidOf(last), old);
    advance(0.001);
    const first = await signGrant(opened);
    assert.equal(kidOf(first), next);

    advance(lifeSeconds - 0.002);
    assert.equal(judgeGrant(signer, { jws: last, now: now() }), 'ok');
    assert.equal(judgeGrant(signer, { jws: first, now: now() }), 'ok');
    advance(0.001);
    assert.equal(judgeGrant(signer, { jws: last, now: now() }), 'grant_expired');
    advance(0.001);
    assert.equal(judgeJws(signer, last), 'jws_key_unknown');
    assert.equal(judgeJws(signer, first), 'ok');
    assert.deepEqual(kids(opened), [next]);
    assert.deepEqual(
      signer.jwks().keys.map(({ kid }) => kid),
      [next],
    );
  });

  test('the records give the beginning and the end of each key, to the millisecond', async opened => {
    const { signer, now } = opened;
    const start = millisecondsOf(now());
    await opened.rotate(rotation);
    await signer.reload();
    const [old, next] = signer.records();
    const secondsAfter = (time: Timestamp | null | undefined): number | null =>
      time ? (millisecondsOf(time) - start) / 1000 : null;
    assert.equal(secondsAfter(old?.not_before), 0);
    assert.equal(secondsAfter(old?.not_after), publishSeconds + lifeSeconds);
    assert.equal(secondsAfter(next?.created_at), 0);
    assert.equal(secondsAfter(next?.not_before), publishSeconds);
    assert.equal(next?.not_after, null);
  });

  test('a rotation in progress is not started twice', async opened => {
    await opened.rotate(rotation);
    await opened.rotate(rotation);
    await opened.signer.reload();
    assert.equal(opened.signer.records().length, 2);
  });

  test('no artifact is refused before its end, after any number of rotations', async opened => {
    const { signer, advance, now } = opened;
    const living: { jws: string; until: number }[] = [];
    const rotations = effort({ fast: 12, full: 100 });
    let accepted = 0;
    for (let round = 0; round < rotations; round++) {
      await opened.rotate(rotation);
      await signer.reload();
      for (const step of [0, 150, 149.999, 0.001]) {
        advance(step);
        const until = millisecondsOf(now()) + lifeSeconds * 1000;
        living.push({ jws: await signGrant(opened), until });
        for (const { jws, until } of living) {
          const wanted = millisecondsOf(now()) < until;
          if (!wanted) continue;
          assert.equal(judgeGrant(signer, { jws, now: now() }), 'ok', `round ${round}`);
          accepted++;
        }
      }
    }
    assert.ok(accepted > rotations * 4);
    assert.equal(signer.records().length, rotations + 1);
  });

  test('a revoked key ends at once, and another key signs in its place', async opened => {
    const { signer, advance, now } = opened;
    const jws = await signGrant(opened);
    const [old = ''] = kids(opened);
    advance(10);
    await opened.revoke(old, 'the laptop was stolen');
    await signer.reload();
    assert.equal(judgeJws(signer, jws), 'jws_key_unknown');
    const after = await signGrant(opened);
    assert.notEqual(kidOf(after), old);
    assert.equal(judgeGrant(signer, { jws: after, now: now() }), 'ok');
    const record = signer.records().find(({ kid }) => kid === old);
    assert.equal(record?.revoked_at, now());
    assert.equal(record?.revoked_reason, 'the laptop was stolen');
    assert.equal(
      signer.jwks().keys.some(({ kid }) => kid === old),
      false,
    );
  });

  test('an artifact from before a revocation is still known to have been valid then', async opened => {
    const { signer, advance, now } = opened;
    const then = now();
    const jws = await signGrant(opened);
    advance(10);
    await opened.revoke(kidOf(jws), 'lost');
    await signer.reload();
    const ring = new KeyRing(signer.records());
    assert.equal(judgeJws({ keys: () => ring.verifyingAt(then) }, jws), 'ok');
    assert.equal(judgeJws({ keys: () => ring.verifyingAt(now()) }, jws), 'jws_key_unknown');
  });

  test('the first revocation of a key is final', async opened => {
    const { signer, advance } = opened;
    const [old = ''] = kids(opened);
    await opened.revoke(old, 'first');
    advance(10);
    await opened.revoke(old, 'second');
    await signer.reload();
    assert.equal(signer.records()[0]?.revoked_reason, 'first');
    assert.equal(signer.records().length, 2);
  });

  test('a key that is revoked before its turn never signs, and the key before it continues', async opened => {
    const { signer, advance } = opened;
    const [old] = kids(opened);
    await opened.rotate(rotation);
    await signer.reload();
    advance(1);
    await opened.revoke(kids(opened)[1] ?? '', 'made by mistake');
    await signer.reload();
    advance(publishSeconds + lifeSeconds + 1);
    const jws = await signGrant(opened);
    assert.equal(kidOf(jws), old);
    assert.equal(judgeJws(signer, jws), 'ok');
    assert.equal(signer.records()[0]?.not_after, null);
  });

  test('a revocation while the next key waits leaves no time without a signing key', async opened => {
    const { signer, advance } = opened;
    await opened.rotate(rotation);
    await opened.revoke(kids(opened)[0] ?? '', 'stolen');
    await signer.reload();
    const [old, waiting, substitute] = signer.records();
    assert.equal(kidOf(await signGrant(opened)), substitute?.kid);
    assert.notEqual(substitute?.kid, old?.kid);
    advance(publishSeconds);
    assert.equal(kidOf(await signGrant(opened)), waiting?.kid);
  });
}
