import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createModelStore, sampleCommit } from '@countersign/coordinator/testing';
import { sha256OfText } from '@countersign/protocol/crypto';
import { timestampFromMilliseconds } from '@countersign/protocol/value';
import { testBrowser, testBrowserFrom } from '../testing/test-browser.ts';
import { createBrowserProofs } from './browser-proof.ts';
import type { OpenSession } from './session.ts';

const at = Date.UTC(2026, 10, 16);
const origin = 'http://localhost:7319';
const clock = { now: () => timestampFromMilliseconds(at), pause: () => Promise.resolve() };
const store = createModelStore({ clock, ids: { uuid: () => crypto.randomUUID() } });
const proofs = createBrowserProofs({ store, clock });

function sessionWith(keyId: string | null, browser = testBrowser): OpenSession['session'] {
  const browser_key =
    keyId === null ? null : { browser_key_id: keyId, public_key: browser.browser_key };
  return { browser_key } as OpenSession['session'];
}

async function verdict(
  session: OpenSession['session'],
  proof: string | null,
  method = 'GET',
): Promise<string> {
  const call = { origin, method, target: '/v1/requests', body_digest: sha256OfText('') };
  const verified = await proofs.verify(session, { proof, call });
  if (!verified.ok) return verified.refusal.code;
  return verified.value === null ? 'read' : 'write';
}

const proofOf = (method: string, keyId: string, browser = testBrowser): string =>
  browser.prove({ origin, method, path: '/v1/requests' }, keyId, { issued_at: at });

describe('the proofs that a server verifies', () => {
  test('[SS-1] a session without a proof, and a session without a key, are refused', async () => {
    for (const method of ['GET', 'HEAD', 'POST', 'DELETE']) {
      assert.equal(await verdict(sessionWith('one'), null, method), 'session_proof_missing');
      assert.equal(await verdict(sessionWith(null), null, method), 'session_key_missing');
      const proof = proofOf(method, 'one');
      assert.equal(await verdict(sessionWith(null), proof, method), 'session_key_missing');
    }
    assert.equal(await verdict(sessionWith('one'), proofOf('GET', 'one')), 'read');
    assert.equal(await verdict(sessionWith('one'), proofOf('POST', 'one'), 'POST'), 'write');
  });

  test('[SS-4] a nonce that a commit has claimed is refused before the call runs', async () => {
    const call = { origin, method: 'POST', target: '/v1/requests', body_digest: sha256OfText('') };
    const proof = proofOf('POST', 'one');
    const verified = await proofs.verify(sessionWith('one'), { proof, call });
    assert.ok(verified.ok && verified.value !== null);
    await store.commit(sampleCommit('evidence/1', { claims: [verified.value] }));
    assert.equal(await verdict(sessionWith('one'), proof, 'POST'), 'session_proof_used');
    const [, nonce = null] = proof.split('.');
    const elsewhere = testBrowser.prove({ origin, method: 'POST', path: '/v1/requests' }, 'two', {
      issued_at: at,
      nonce,
    });
    assert.equal(await verdict(sessionWith('two'), elsewhere, 'POST'), 'write', 'of its own key');
  });

  test('[SS-2] keys that were imported before are not mixed up, also when there are many', async () => {
    const other = testBrowserFrom('another');
    assert.equal(await verdict(sessionWith('mine'), proofOf('GET', 'mine')), 'read');
    assert.equal(
      await verdict(sessionWith('theirs', other), proofOf('GET', 'theirs', other)),
      'read',
    );
    assert.equal(
      await verdict(sessionWith('theirs', other), proofOf('GET', 'theirs')),
      'session_proof_mismatch',
    );
    for (let count = 0; count < 1100; count++) await verdict(sessionWith(`${count}`), '');
    assert.equal(await verdict(sessionWith('mine'), proofOf('GET', 'mine')), 'read');
  });
});
