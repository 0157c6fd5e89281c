// Disproved here: "one operator alone lifts a lock, although the policy names a chain for that; or a lock on everything
// cannot be lifted then, because nothing can be asked; or the request for a lift is a way round the lock".
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { changeDirectory, endAllLocked, loadDirectory } from '@countersign/coordinator';
import { credentialsOf, type LockTarget, locksInForce } from '@countersign/protocol/directory';
import { idFromUuid, LockId, systemActor } from '@countersign/protocol/value';
import {
  carryOutHouse,
  decide,
  governedPolicy,
  propose,
  type SignedIn,
  type StartedServer,
  sampleAction,
} from '@countersign/server/testing';
import { governedScene } from '../testing/governed-scene.ts';

const policy = governedPolicy.replace(
  'governance: { default: reviewer }',
  'governance: { default: reviewer, lock.lift: reviewer }',
);

async function place({ app }: StartedServer, target: LockTarget): Promise<string> {
  const lock_id = idFromUuid(LockId, 'lock', randomUUID());
  const change = { type: 'place_lock', lock_id, target, reason: 'taken over' } as const;
  assert.ok((await changeDirectory(app.context, change, systemActor)).ok);
  return lock_id;
}

async function inForce({ app }: StartedServer): Promise<readonly string[]> {
  const { state } = await loadDirectory(app.context);
  return locksInForce(state).map(({ lock_id }) => lock_id);
}

async function carryOut({ app }: StartedServer): Promise<void> {
  await carryOutHouse(app).run(new AbortController().signal);
}

async function signInAgain(server: StartedServer, { person_id }: SignedIn): Promise<SignedIn> {
  const { state } = await loadDirectory(server.app.context);
  const [account] = credentialsOf(state, person_id);
  assert.ok(account);
  return server.signIn(person_id, account.credential_id);
}

async function askForLift(server: StartedServer, lock_id: string, { headers }: SignedIn) {
  const body = { reason: 'it was a drill' };
  const answer = await server.call('POST', `/v1/locks/${lock_id}/lift`, { headers, body });
  return { status: answer.status, body: answer.body as Record<string, never> };
}

const requestOf = (body: Record<string, { approval_request_id: string }>): string =>
  body['house_request']?.approval_request_id ?? '';

test('[LK-5, HR-5] an operator asks for a lift, and another person decides it', async t => {
  const { server, mara, jonas, bot } = await governedScene({ policy });
  t.after(() => server.remove());
  const { approval_request_id: closed } = await propose(server, bot, sampleAction());
  const lock_id = await place(server, { kind: 'agent', agent_id: 'billing-bot' });
  const preview = await server.call('GET', '/v1/locks/preview?kind=agent&id=other-bot', {
    headers: mara.headers,
  });
  assert.equal((preview.body as { lift_chain: string }).lift_chain, 'reviewer');

  const asked = await askForLift(server, lock_id, mara);
  assert.equal(asked.status, 202, JSON.stringify(asked.body));
  const id = requestOf(asked.body);
  await assert.rejects(decide(server, mara.headers, id, 'allow'), /approver_not_independent/);
  await carryOut(server);
  assert.deepEqual(await inForce(server), [lock_id]);
  const { state } = await loadDirectory(server.app.context);
  const credential_id = credentialsOf(state, mara.person_id)[0]?.credential_id ?? null;
  const direct = { type: 'lift_lock', lock_id, reason: 'x', credential_id } as const;
  const by = { kind: 'human', identity: mara.person_id } as const;
  const refused = await changeDirectory(server.app.context, direct, by);
  assert.equal(refused.ok ? 'ok' : refused.refusal.code, 'house_request_required');

  await decide(server, jonas.headers, id, 'allow');
  await carryOut(server);
  assert.deepEqual(await inForce(server), []);
  const read = await server.call('GET', `/v1/requests/${closed}`, { headers: mara.headers });
  assert.equal((read.body as { status: string }).status, 'cancelled');
  await propose(server, bot, sampleAction());
});

test('[LK-5] a lift can be asked and decided while everything is locked, and nothing else can', async t => {
  const { server, mara, jonas, eve, bot } = await governedScene({ policy });
  t.after(() => server.remove());
  const lock_id = await place(server, { kind: 'everything' });
  const [first, second, third] = [
    await signInAgain(server, mara),
    await signInAgain(server, jonas),
    await signInAgain(server, eve),
  ];
  const roles = await server.call('PATCH', `/v1/people/${eve.person_id}`, {
    headers: first.headers,
    body: { roles: ['operator', 'reviewer'] },
  });
  assert.equal((roles.body as { code: string }).code, 'locked');
  const body = { action: sampleAction(), audience: 'billing-executor' };
  const proposed = await server.call('POST', '/v1/requests', { headers: bot, body });
  assert.equal((proposed.body as { code: string }).code, 'locked');

  const asked = await askForLift(server, lock_id, first);
  assert.equal(asked.status, 202, JSON.stringify(asked.body));
  assert.ok((await endAllLocked(server.app.context)).ok, 'the job leaves the request open');
  const lockedPerson = await place(server, { kind: 'person', person_id: eve.person_id });
  await assert.rejects(decide(server, third.headers, requestOf(asked.body), 'allow'));
  await decide(server, second.headers, requestOf(asked.body), 'allow');
  await carryOut(server);
  assert.deepEqual(await inForce(server), [lockedPerson]);
  await propose(server, bot, sampleAction());
});

test('[LK-5] the request of an operator who is locked meanwhile lifts nothing, and a rejection leaves the lock', async t => {
  const { server, mara, jonas } = await governedScene({ policy });
  t.after(() => server.remove());
  const lock_id = await place(server, { kind: 'agent', agent_id: 'billing-bot' });
  const rejected = await askForLift(server, lock_id, mara);
  await decide(server, jonas.headers, requestOf(rejected.body), 'deny', { reason: 'not yet' });
  await carryOut(server);
  assert.deepEqual(await inForce(server), [lock_id]);

  const again = await askForLift(server, lock_id, jonas);
  assert.equal(again.status, 202, JSON.stringify(again.body));
  await decide(server, mara.headers, requestOf(again.body), 'allow');
  const onAsker = await place(server, { kind: 'person', person_id: jonas.person_id });
  await carryOut(server);
  assert.deepEqual(await inForce(server), [lock_id, onAsker]);
});

test('[LK-5] the console lifts a lock also where a chain is named', async t => {
  const { server } = await governedScene({ policy });
  t.after(() => server.remove());
  const lock_id = await place(server, { kind: 'everything' });
  const lift = {
    type: 'lift_lock',
    lock_id,
    reason: 'no approver is left',
    credential_id: null,
  } as const;
  assert.ok((await changeDirectory(server.app.context, lift, systemActor)).ok);
  assert.deepEqual(await inForce(server), []);
});
