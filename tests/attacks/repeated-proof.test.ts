// Disproved here: "a proof that was seen once can be sent again". Method: every kind of write is sent twice with one proof,
// to one replica and to two at once, and again after a restart.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { browserProofHeader } from '@countersign/protocol/session';
import {
  browserKeyHeader,
  entryFor,
  propose,
  routes,
  type SignedIn,
  type StartedServer,
  sampleAction,
  startedServer,
  testBrowser,
} from '@countersign/server/testing';

type Headers = Readonly<Record<string, string>>;

interface Write {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

let server: StartedServer;
let replica: StartedServer;
let operator: SignedIn;
let bot: Headers;

before(async () => {
  server = await startedServer({ settings: { sample_agent: true } });
  replica = await startedServer({
    folder: server.folder,
    origin: server.origin,
    settings: { sample_agent: true },
  });
  operator = await server.person(['operator', 'reviewer']);
  bot = await server.apiKey({ verbs: ['propose', 'observe'], agent_ids: ['billing-bot'] });
});

after(async () => {
  await replica.close();
  await server.remove();
});

/** The same bytes, to be sent as often as a thief likes. */
function prepared({ method, path, body }: Write, by: SignedIn = operator, more: Headers = {}) {
  const { [browserKeyHeader]: keyId = '', ...sent } = by.headers;
  const text = body === undefined ? undefined : JSON.stringify(body);
  const call = { origin: server.origin, method, path, body: text };
  const proof = { [browserProofHeader]: testBrowser.prove(call, keyId) };
  return async (port: number): Promise<string> => {
    const type = text === undefined ? {} : { 'content-type': 'application/json' };
    const response = await fetch(`http://localhost:${port}${path}`, {
      method,
      headers: { ...sent, ...proof, ...type, ...more },
      ...(text === undefined ? {} : { body: text }),
    });
    const said = (await response.json()) as { code?: string };
    return response.ok ? 'done' : (said.code ?? String(response.status));
  };
}

async function deciding(): Promise<Write> {
  const { approval_request_id: id } = await propose(server, bot, sampleAction());
  const body = await entryFor(server, operator.headers, id, 'allow');
  return { method: 'POST', path: `/v1/requests/${id}/entries`, body };
}

async function cancelling(): Promise<Write> {
  const { approval_request_id: id } = await propose(server, bot, sampleAction());
  return { method: 'POST', path: `/v1/requests/${id}/cancel`, body: { reason: 'twice' } };
}

function recordingEvidence(): Write {
  const at = Date.now();
  return {
    method: 'POST',
    path: '/v1/evidence',
    body: {
      evidence_id: `ev_${randomUUID().replaceAll('-', '')}`,
      fingerprint: {
        action_kind: 'destructive',
        tool_name: 'files.delete',
        path: '/srv/reports',
        scope: null,
        payload_hash: `sha256:${'a'.repeat(64)}`,
      },
      origin: 'runtime_ui_confirm',
      created_at: new Date(at - 1000).toISOString(),
      expires_at: new Date(at + 60_000).toISOString(),
      consumed_at: null,
      dispatch_allowed: false,
      can_override_monitor_block: false,
      authorization: 'none',
    },
  };
}

const person = (): Write => ({
  method: 'POST',
  path: '/v1/people',
  body: { name: `Person ${randomUUID()}`, email: null, roles: [] },
});
const rotation: Write = { method: 'POST', path: '/v1/keys/rotate' };
const retried: Write = { method: 'POST', path: '/v1/dead-letters/1/retry' };

/** One example of each way in which a write reaches the store or fails to. */
const writes: Readonly<Record<string, () => Write | Promise<Write>>> = {
  'a decision': deciding,
  'a cancellation': cancelling,
  'a new stream': recordingEvidence,
  'the directory': person,
  'an invitation': () => ({ ...person(), path: '/v1/invitations' }),
  'an API key': () => ({
    method: 'POST',
    path: '/v1/credentials/api-keys',
    body: { label: 'x', verbs: ['propose'], agent_ids: ['billing-bot'], owner: null },
  }),
  'a plan': () => ({
    method: 'POST',
    path: `/v1/plans/plan-${randomUUID()}?agent_id=billing-bot`,
    body: { type: 'block', blocker: 'incident-7' },
  }),
  'a sample action': () => ({ method: 'POST', path: '/v1/sample-actions' }),
  'the key files': () => rotation,
};

describe('a proof that is sent again', () => {
  for (const [what, write] of Object.entries(writes)) {
    test(`[SS-4] a repeated proof is refused where it changes ${what}`, async () => {
      const send = prepared(await write());
      assert.equal(await send(server.port), 'done');
      assert.equal(await send(server.port), 'session_proof_used');
      assert.equal(await send(replica.port), 'session_proof_used');
    });

    test(`[SS-4] of many copies of a proof on two replicas one counts, where it changes ${what}`, async () => {
      const send = prepared(await write());
      const ports = Array.from({ length: 6 }, (_, n) => (n % 2 === 0 ? server : replica).port);
      const answers = await Promise.all(ports.map(send));
      assert.deepEqual(answers.toSorted(), [
        'done',
        ...Array.from({ length: 5 }, () => 'session_proof_used'),
      ]);
    });
  }

  test('[SS-4] a repeated proof is also refused where the first call was refused after its nonce was claimed', async () => {
    const send = prepared(retried);
    assert.equal(await send(server.port), 'dead_letter_not_found');
    assert.equal(await send(replica.port), 'session_proof_used');
  });

  test('[SS-4] a repeated proof is refused with an idempotency key, and a new proof gets the kept answer', async () => {
    const write = await deciding();
    const key = { 'idempotency-key': randomUUID() };
    const send = prepared(write, operator, key);
    assert.equal(await send(server.port), 'done');
    assert.equal(await send(replica.port), 'session_proof_used');
    assert.equal(await prepared(write, operator, key)(replica.port), 'done');
  });

  test('[SS-4] a repeated proof is refused after a restart', async () => {
    const own = await startedServer();
    const { headers } = await own.person(['operator', 'reviewer']);
    const { [browserKeyHeader]: keyId = '', ...sent } = headers;
    const body = JSON.stringify({ name: 'Once', email: null, roles: [] });
    const call = { origin: own.origin, method: 'POST', path: '/v1/people', body };
    const fixed = { ...sent, [browserProofHeader]: testBrowser.prove(call, keyId) };
    assert.equal((await own.call('POST', call.path, { headers: fixed, body })).status, 201);
    await own.close();
    const again = await startedServer({ folder: own.folder, port: own.port });
    try {
      const refused = await again.call('POST', call.path, { headers: fixed, body });
      assert.equal((refused.body as { code: string }).code, 'session_proof_used');
    } finally {
      await again.remove();
    }
  });

  test('[SS-4] a sign-out with a used proof ends no session', async () => {
    const leaving = await server.person(['reviewer']);
    const send = prepared({ method: 'DELETE', path: '/v1/session' }, leaving);
    assert.equal(await send(server.port), 'done');
    assert.equal(await send(server.port), 'session_expired');
  });
});

test('[SS-4] every write route of a person says how its nonce is claimed', () => {
  const ofPerson = routes.filter(
    ({ method, access }) =>
      method !== 'GET' && access.some(right => /person|operator|role|browser/.test(right)),
  );
  const unclaimed = ofPerson.filter(({ effects, outside }) => !effects && !outside);
  // These routes compute, ask for a ceremony, or commit something that needs no idempotency key.
  assert.deepEqual(unclaimed.map(({ id }) => id).toSorted(), [
    'checkPolicy',
    'explainPolicy',
    'previewAllowance',
    'previewGivenPolicy',
    'replayPolicy',
    'signOut',
    'startLift',
    'startPasskey',
    'startPause',
    'startStepUp',
    'stepUp',
  ]);
});
