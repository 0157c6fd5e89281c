// Disproves: "A lock leaves a side door open." The doors: another channel of the locked person, another call of the locked
// agent, or a change that brings a person in while everything is locked.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { changeDirectory, loadDirectory } from '@countersign/coordinator';
import { sha256 } from '@countersign/protocol/crypto';
import { credentialsOf, type LockTarget } from '@countersign/protocol/directory';
import {
  EvidenceId,
  idFromUuid,
  LockId,
  systemActor,
  timestampFromMilliseconds,
} from '@countersign/protocol/value';
import {
  approvalScene,
  entryFor,
  propose,
  type SignedIn,
  type StartedServer,
  sampleAction,
  startedServer,
} from '@countersign/server/testing';
import { buttonOf, click, startSlackWorkspace } from '@countersign/server/testing/slack';
import { SignedInTerminal } from '../testing/signed-in-terminal.ts';

type Headers = Readonly<Record<string, string>>;

async function lock({ app }: StartedServer, target: LockTarget): Promise<void> {
  const lock_id = idFromUuid(LockId, 'lock', randomUUID());
  const command = { type: 'place_lock', lock_id, target, reason: 'taken over' } as const;
  const placed = await changeDirectory(app.context, command, systemActor);
  assert.ok(placed.ok, placed.ok ? '' : placed.refusal.detail);
}

async function codeOf(
  server: StartedServer,
  method: string,
  path: string,
  headers: Headers,
  body?: object,
): Promise<string> {
  const answer = await server.call(method, path, {
    headers,
    ...(body === undefined ? {} : { body }),
  });
  return answer.status < 400 ? 'ok' : ((answer.body as { code?: string }).code ?? 'unknown');
}

function signal(now: number): object {
  return {
    evidence_id: idFromUuid(EvidenceId, 'ev', randomUUID()),
    fingerprint: {
      action_kind: 'destructive',
      tool_name: 'purge',
      path: 'x',
      scope: 'y',
      payload_hash: sha256('payload'),
    },
    origin: 'runtime_ui_confirm',
    created_at: timestampFromMilliseconds(now - 1_000),
    expires_at: timestampFromMilliseconds(now + 20_000),
    dispatch_allowed: false,
    can_override_monitor_block: false,
    authorization: 'none',
  };
}

describe('a locked person', () => {
  test('[LK-2] a locked person decides through no approval service, even one that vouches for them', async context => {
    const scene = await approvalScene(context);
    const alice = await scene.addPerson('alice', ['reviewer']);
    await scene.addPerson('bob', ['reviewer']);
    const asked = await scene.ask();
    const answer = await scene.answerOf(asked, 'alice');
    await lock(scene.server, { kind: 'person', person_id: alice });
    const { body } = await scene.send(answer);
    assert.equal(body.code, 'locked');
    assert.deepEqual((await scene.state(asked.request.approval_request_id)).entries, []);
    assert.equal((await scene.send(await scene.answerOf(asked, 'bob'))).status, 200);
  });

  test('[LK-2] a locked person decides with no click in Slack', async context => {
    const world = await startSlackWorkspace();
    context.after(() => world.close());
    const { user, person_id } = await world.linked();
    const other = await world.linked();
    const { asked } = await world.ask();
    const approve = buttonOf(await world.cardOf(asked.approval_request_id), 'approve');
    await lock(world.server, { kind: 'person', person_id });
    await world.interact(click(user, approve));
    assert.deepEqual(await world.entriesOf(asked.approval_request_id), []);
    await world.interact(click(other.user, approve));
    assert.equal(await world.statusOf(asked.approval_request_id), 'allowed');
  });

  test('[LK-2, LK-3] a locked person does nothing at a terminal, with a key, with a new key or with an earlier proof', async context => {
    const server = await startedServer();
    context.after(() => server.remove());
    const jonas = await server.person(['operator', 'reviewer']);
    await server.person(['operator', 'reviewer']);
    const agent_ids = ['owned-bot'];
    const key = await server.apiKey({
      verbs: ['propose', 'observe'],
      agent_ids,
      owner: jonas.person_id,
    });
    const others = await server.apiKey({ verbs: ['propose'], agent_ids: ['billing-bot'] });
    const { approval_request_id: id } = await propose(server, others, sampleAction());
    const entry = await entryFor(server, jonas.headers, id, 'allow');
    const terminal = await SignedInTerminal.at(server, jonas);
    context.after(() => terminal.remove());
    const { state } = await loadDirectory(server.app.context);
    const [credential] = credentialsOf(state, jonas.person_id);
    await lock(server, { kind: 'person', person_id: jonas.person_id });
    const action = { ...sampleAction(), agent_id: 'owned-bot' };
    const told = { agent_id: 'owned-bot', session_id: 's', text: 'I will delete it.' };
    const made = { label: 'x', verbs: ['propose'], agent_ids: ['new-bot'] };
    const moves: [string, string, Headers, object?][] = [
      ['POST', `/v1/requests/${id}/entries`, jonas.headers, entry],
      ['POST', '/v1/credentials/api-keys', jonas.headers, made],
      ['POST', '/v1/people', jonas.headers, { name: 'N', email: null, roles: ['operator'] }],
      ['POST', '/v1/invitations', jonas.headers, { name: 'N', email: 'n@example.com', roles: [] }],
      ['POST', '/v1/locks', jonas.headers, { target: { kind: 'everything' }, reason: 'x' }],
      ['GET', '/v1/requests', jonas.headers],
      ['GET', '/v1/session', jonas.headers],
      ['POST', '/v1/requests', key, { action, audience: 'x' }],
      ['POST', '/v1/messages', key, told],
      ['POST', '/v1/evidence', key, signal(Date.now())],
      [
        'POST',
        '/v1/conversations',
        key,
        { agent_id: 'owned-bot', conversation_id: 'c', session_id: 'a' },
      ],
      ['GET', '/v1/credential', key],
    ];
    for (const [method, path, headers, body] of moves) {
      const code = await codeOf(server, method, path, headers, body);
      assert.match(code, /^(locked|session_expired)$/, `${method} ${path}: ${code}`);
    }
    for (const words of [['approve', id, '--reason-code', 'x'], ['inbox', '--json'], ['whoami']]) {
      assert.notEqual((await terminal.run(words)).code, 0, words.join(' '));
    }
    assert.ok(credential);
    await assert.rejects(server.signIn(jonas.person_id, credential.credential_id), /locked/);
    const read = await server.call('GET', `/v1/requests/${id}`, { headers: others });
    assert.equal((read.body as { status: string }).status, 'pending');
  });
});

describe('a locked agent', () => {
  let server: StartedServer;
  let key: Headers;
  let person: SignedIn;
  before(async () => {
    server = await startedServer();
    person = await server.person(['operator', 'reviewer']);
    key = await server.apiKey({
      verbs: ['propose', 'observe', 'consume'],
      agent_ids: ['bot', 'other-bot'],
      executor: 'billing-executor',
    });
    await lock(server, { kind: 'agent', agent_id: 'bot' });
  });
  after(() => server.remove());

  const action = { ...sampleAction(), agent_id: 'bot' };
  const reading = { tool_name: 'read.file', tool_schema_version: '1', resource: null };
  const moves: Record<string, [string, object]> = {
    'an action that asks': ['/v1/requests', { action, audience: 'x' }],
    'an action that policy allows': [
      '/v1/requests',
      {
        action: { ...action, target: reading },
        audience: 'x',
      },
    ],
    'an action in a session': [
      '/v1/requests',
      { action, audience: 'x', scope: { session_id: 's' } },
    ],
    'an action in a plan': ['/v1/requests', { action, audience: 'x', scope: { plan_id: 'p' } }],
    'words that halt a session': [
      '/v1/messages',
      { agent_id: 'bot', session_id: 's', text: 'I will delete the database. Shall I proceed?' },
    ],
    'sessions that are one conversation': [
      '/v1/conversations',
      { agent_id: 'bot', conversation_id: 'c', session_id: 'a' },
    ],
  };
  for (const [name, [path, body]] of Object.entries(moves)) {
    test(`[LK-2] ${name} is refused, and another agent of the same key goes on`, async () => {
      assert.equal(await codeOf(server, 'POST', path, key, body), 'locked');
      const text = JSON.stringify(body).replaceAll('"bot"', '"other-bot"');
      assert.notEqual(await codeOf(server, 'POST', path, key, JSON.parse(text)), 'locked');
    });
  }

  for (const name of ['Bot', 'bot ', ' bot', 'b\u200bot', 'b\u043et', 'bot\u0000', 'bot/x', '']) {
    test(`[LK-2] the agent does not go on as ${JSON.stringify(name)}`, async () => {
      const body = { action: { ...action, agent_id: name }, audience: 'x' };
      assert.notEqual(await codeOf(server, 'POST', '/v1/requests', key, body), 'ok');
    });
  }

  test('[LK-1] the agent cannot lift the lock, nor a person who is no operator', async () => {
    const list = await server.call('GET', '/v1/locks', { headers: person.headers });
    const [found] = (list.body as { locks: { lock_id: string }[] }).locks;
    assert.ok(found);
    const reviewer = await server.person(['reviewer']);
    for (const headers of [key, reviewer.headers, {}]) {
      const path = `/v1/locks/${found.lock_id}/lift`;
      assert.notEqual(await codeOf(server, 'POST', path, headers, { reason: 'x' }), 'ok');
    }
  });
});
