import assert from 'node:assert/strict';
import { generateKeyPairSync, sign } from 'node:crypto';
import { describe, test } from 'node:test';
import { importPublicKey, sha256OfText } from '@countersign/protocol/crypto';
import { verifyBrowserProof } from '@countersign/protocol/session';
import { systemClock } from '../gate-clock.ts';
import { ApiProblem } from './api-problem.ts';
import { createPersonApi } from './person-api.ts';

const origin = 'https://approvals.example';
const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const { kty, crv, x, y } = publicKey.export({ format: 'jwk' });
const key = importPublicKey({ kty, crv, x, y });
const held = {
  browser_key_id: 'browser_1',
  sign: async (bytes: Uint8Array) =>
    sign('sha256', bytes, { key: privateKey, dsaEncoding: 'ieee-p1363' }),
};

interface Sent {
  readonly verdict: string;
  readonly proof: string | null;
  readonly key: string | null;
}

/** A server that verifies proofs at its own time, and refuses the first ones of its list for another reason. */
function server(serverNow: () => number, refusals: string[] = []) {
  const calls: Sent[] = [];
  const answer = async (url: string, init: RequestInit): Promise<Response> => {
    const headers = new Headers(init.headers);
    const proof = headers.get('countersign-proof');
    const { pathname, search } = new URL(url);
    const call = {
      browser_key_id: held.browser_key_id,
      origin,
      method: init.method ?? 'GET',
      target: `${pathname}${search}`,
      body_digest: sha256OfText(String(init.body ?? '')),
    };
    const verified = verifyBrowserProof(proof ?? '', call, key, serverNow());
    const code = refusals.shift() ?? (verified.ok ? null : verified.refusal.code);
    calls.push({ verdict: code ?? 'accepted', proof, key: headers.get('idempotency-key') });
    if (code === null) return Response.json({});
    return new Response(JSON.stringify({ code, title: 'No.', status: 401 }), {
      status: 401,
      headers: {
        'content-type': 'application/problem+json',
        ...(code === 'session_proof_expired' ? { 'countersign-time': String(serverNow()) } : {}),
      },
    });
  };
  return { calls, answer };
}

const now = Date.UTC(2026, 10, 16);
const clock = { ...systemClock, now: () => now };
const apiOf = (answer: ReturnType<typeof server>['answer'], browserKey = async () => held) =>
  createPersonApi({ url: origin, fetch: answer, browserKey, clock });

describe('the proofs of a page', () => {
  test('[SS-2] each call carries a proof of exactly this call', async () => {
    const { calls, answer } = server(() => now);
    const api = apiOf(answer);
    await api.signOut();
    await assert.rejects(api.listRequests({ limit: 5, status: 'pending' }));
    await assert.rejects(api.getTerminalSignIn('Ä B/?#'));
    await assert.rejects(api.answerTerminalSignIn('AB', 'confirm'));
    assert.deepEqual(
      calls.map(({ verdict }) => verdict),
      calls.map(() => 'accepted'),
    );
    assert.equal(new Set(calls.map(({ proof }) => proof)).size, calls.length);
  });

  test('[SS-3] a page whose clock is wrong learns the time from the refusal, once', async () => {
    for (const wrong of [-86_400_000, 86_400_000]) {
      const { calls, answer } = server(() => now + wrong);
      const api = apiOf(answer);
      await api.signOut();
      await api.signOut();
      assert.deepEqual(
        calls.map(({ verdict }) => verdict),
        ['session_proof_expired', 'accepted', 'accepted'],
      );
      assert.equal(calls[0]?.key, calls[1]?.key, 'it is the same change');
    }
  });

  test('[SS-4] a call that a browser sent twice is made again with a new proof and the same key', async () => {
    const { calls, answer } = server(() => now, ['session_proof_used']);
    await apiOf(answer).signOut();
    assert.deepEqual(
      calls.map(({ verdict }) => verdict),
      ['session_proof_used', 'accepted'],
    );
    assert.equal(calls[0]?.key, calls[1]?.key);
    assert.notEqual(calls[0]?.proof, calls[1]?.proof);
  });

  test('a call is made again once, and only where a new proof can help', async () => {
    for (const [code, times] of [
      ['session_proof_expired', 2],
      ['session_proof_used', 2],
      ['session_proof_mismatch', 1],
      ['session_proof_missing', 1],
      ['session_expired', 1],
    ] as const) {
      const { calls, answer } = server(() => now, Array(5).fill(code));
      await assert.rejects(
        apiOf(answer).signOut(),
        (error: unknown) => error instanceof ApiProblem && error.code === code,
      );
      assert.equal(calls.length, times, code);
    }
  });

  test('a page without a key sends no proof, and a terminal never does', async () => {
    const { calls, answer } = server(() => now);
    await assert.rejects(apiOf(answer, async () => null as never).signOut());
    await assert.rejects(createPersonApi({ url: origin, fetch: answer, token: 'cst_x' }).signOut());
    assert.deepEqual(
      calls.map(({ proof }) => proof),
      [null, null],
    );
  });
});
