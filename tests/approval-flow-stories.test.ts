// Goal: the two routes of document 001 that leave the server, told from the intent to the execution. Method: a server with
// SQLite and the execution manager over HTTP; for the same conversation the component for chats in Chromium, and for the
// webhook a service in a process of its own.

import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { after, before, describe, test } from 'node:test';
import { connect, httpTransport } from '@countersign/client';
import { changeDirectoryAtOnce, readRequest } from '@countersign/coordinator';
import {
  type ExecutionIntent,
  toAction,
  toAgentNotice,
  toGrantArtifact,
} from '@countersign/dialects/approval-flow';
import { createExecutionManager, type ExecutionManager } from '@countersign/dialects/runtime';
import { secretDigest } from '@countersign/protocol/directory';
import { systemActor, timestampFromMilliseconds } from '@countersign/protocol/value';
import {
  entryFor,
  type SignedIn,
  type StartedServer,
  startedServer,
} from '@countersign/server/testing';
import { type CardHost, startCardHost } from './testing/card-host.ts';
import { flowIntents, intentTrust } from './testing/flow-intents.ts';
import { comesTo, type InboxBrowser, launchBrowser } from './testing/inbox-browser.ts';

const timeout = 120_000;
const agent = 'chat-agent';
const { snapshotOf, signed } = flowIntents(agent, Date.now);
const now = () => timestampFromMilliseconds(Date.now());

/** An execution manager that knows the server by its address, its keys and one API key. */
async function managerAt(server: StartedServer, authorization: string) {
  const { signer, store } = server.app.context;
  const { storeId: store_id } = await store.readState();
  const trust = { keys: signer.keys(), issuer: signer.issuer, store_id, audience: agent };
  const key = authorization.slice('Bearer '.length);
  const transport = httpTransport({ url: server.origin, key });
  const manager = createExecutionManager({
    gate: await connect({ url: server.origin, key, agent }),
    propose: call => transport.propose(call),
    grant: id => transport.grant(id),
    intentTrust,
    artifactTrust: { grants: trust },
    now,
  });
  /** What the agent's runtime does once it hears that its request was allowed. */
  const artifactOf = async (intent: ExecutionIntent, id: string) => {
    const grant = await transport.grant(id);
    assert.ok(grant.ok, grant.ok ? '' : grant.refusal.detail);
    const artifact = toGrantArtifact(intent, grant.value, trust);
    assert.ok(artifact.ok);
    return artifact.value;
  };
  return { manager, artifactOf };
}

async function opened(manager: ExecutionManager, intent: ExecutionIntent): Promise<string> {
  const asked = await manager.open(intent);
  assert.ok(asked.ok, asked.ok ? '' : asked.refusal.detail);
  assert.ok(asked.value.verdict === 'require_approval');
  return asked.value.approval_request_id;
}

async function stateOf(server: StartedServer, id: string) {
  const read = await readRequest(server.app.context, id);
  assert.ok(read.ok);
  return read.value.state;
}

/** Executes, and answers what the tool was given. */
async function run(manager: ExecutionManager, intent: ExecutionIntent, artifact: unknown) {
  const given: unknown[] = [];
  const done = await manager.execute({
    intent,
    artifact,
    run: ({ snapshot }) => {
      given.push(snapshot.action.parameters);
      return 'ran';
    },
  });
  return { done, given };
}

describe('the same conversation', { timeout }, () => {
  let server: StartedServer;
  let host: CardHost;
  let browser: InboxBrowser;
  let user: SignedIn;
  let other: SignedIn;
  let authorization = '';
  before(async () => {
    server = await startedServer({
      policy: `version: "1"
default: require_approval
default_chain: inline
chain_by_risk: { low: inline, medium: inline, high: inline, critical: inline }
chains:
  - id: inline
    stages:
      - { name: self, approvers: { roles: [chatter] }, separation: self_confirm, min_assurance: conversation }
rules:
  - { id: reading, match: { tool: read_file }, outcome: require_approval, route: same_conversation }
`,
    });
    user = await server.person(['chatter']);
    other = await server.person(['visitor']);
    ({ authorization = '' } = await server.apiKey({
      verbs: ['propose', 'consume'],
      agent_ids: [agent],
      subject_ids: [user.person_id],
      executor: agent,
    }));
    host = await startCardHost();
    browser = await launchBrowser();
  });
  after(async () => {
    await browser?.close();
    await host?.close();
    await server?.remove();
  });

  const readIntent = (path: string) => {
    const snapshot = snapshotOf();
    return signed({
      ...snapshot,
      actor: { principalType: 'human_user', principalId: user.person_id },
      caller: { principalType: 'agent', principalId: agent },
      action: {
        ...snapshot.action,
        actionClass: 'read',
        toolRef: 'read_file',
        parameters: { path },
      },
    });
  };
  /** The chat shows the request inline. Answers what its user pressed, and what the page showed. */
  const press = async (intent: ExecutionIntent, button: 'Proceed' | 'Cancel') => {
    const { request } = await stateOf(server, await requestOf(intent));
    host.show({
      message: request.reason,
      message_is: 'understood',
      action: toAction({ ...intent }),
      risk_level: request.risk.level,
      show_details: true,
    });
    const tab = await browser.open(host.origin);
    await tab.page.goto(host.origin);
    const card = tab.page.getByRole('region', { name: 'On hold until you answer' });
    await card.waitFor();
    await comesTo(tab.page.getByRole('textbox'), 0);
    const shown = await card.innerText();
    await card.getByRole('button', { name: button }).click();
    await tab.page.waitForFunction('answers.length > 0');
    const [pressed] = (await tab.page.evaluate('answers')) as string[];
    await tab.close();
    return { pressed, shown };
  };
  let asking: Awaited<ReturnType<typeof managerAt>>;
  const requestOf = (intent: ExecutionIntent) => opened(asking.manager, intent);
  /** The backend of the chat passes the answer of its signed-in user on. */
  const answer = async (as: SignedIn, id: string, pressed: string | undefined) => {
    const entry = await entryFor(server, as.headers, id, pressed === 'Proceed' ? 'allow' : 'deny');
    const path = `/v1/requests/${id}/entries`;
    return server.call('POST', path, { headers: as.headers, body: entry });
  };

  test('[D1-3] [D1-15] the user who started the action confirms it inline, and the agent runs it once', async () => {
    asking = await managerAt(server, authorization);
    const intent = readIntent('notes/today.txt');
    const id = await requestOf(intent);
    const before = await stateOf(server, id);
    assert.equal(before.request.route.kind, 'same_conversation');
    assert.equal(before.status, 'pending');

    const { pressed, shown } = await press(intent, 'Proceed');
    assert.equal(pressed, 'Proceed');
    assert.match(shown, /read_file/);
    assert.match(shown, /notes\/today\.txt/);

    const entry = await entryFor(server, user.headers, id, 'allow');
    const path = `/v1/requests/${id}/entries`;
    const foreign = await server.call('POST', path, { headers: other.headers, body: entry });
    assert.equal((foreign.body as { code?: string }).code, 'approver_not_eligible');
    assert.equal((await answer(user, id, pressed)).status, 200);
    const state = await stateOf(server, id);
    assert.deepEqual(
      state.entries.map(({ approver_identity, separation }) => [approver_identity, separation]),
      [[user.person_id, 'self_confirm']],
    );

    const artifact = await asking.artifactOf(intent, id);
    const { done, given } = await run(asking.manager, intent, artifact);
    assert.deepEqual(done, { ran: true, value: 'ran' });
    assert.deepEqual(
      given.map(each => ({ ...(each as object) })),
      [{ path: 'notes/today.txt' }],
    );
    const again = await run(asking.manager, intent, artifact);
    assert.deepEqual([again.done.ran, again.given], [false, []]);
  });

  test('[D1-15] [D1-23] Cancel ends the request, and the agent is told that it was rejected', async () => {
    asking = await managerAt(server, authorization);
    const intent = readIntent('notes/private.txt');
    const id = await requestOf(intent);
    const { pressed } = await press(intent, 'Cancel');
    assert.equal((await answer(user, id, pressed)).status, 200);
    const state = await stateOf(server, id);
    assert.equal(toAgentNotice(state).reasonCode, 'APPROVAL_REJECTED');
    const { done, given } = await run(asking.manager, intent, null);
    assert.deepEqual([done.ran, given], [false, []]);
  });
});

describe('the webhook', { timeout }, () => {
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  let server: StartedServer;
  let desk: ChildProcess;
  let lines: Interface;
  let asking: Awaited<ReturnType<typeof managerAt>>;
  before(async () => {
    const program = join(import.meta.dirname, 'testing/outside-desk.mjs');
    desk = spawn(process.execPath, [program], {
      env: { ...process.env, DESK_SECRET: secret },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    assert.ok(desk.stdout);
    lines = createInterface({ input: desk.stdout });
    const [port] = await once(lines, 'line');
    server = await startedServer({
      policy: `version: "1"
default: require_approval
default_chain: desk
chain_by_risk: { low: desk, medium: desk, high: desk, critical: desk }
chains:
  - id: desk
    stages: [{ name: desk, approvers: { identities: [desk-robot] }, approver_kinds: [service] }]
rules:
  - { id: telling, match: { tool: notify_team }, outcome: require_approval, route: { kind: webhook, name: desk } }
`,
      settings: {
        endpoints: [
          {
            name: 'desk',
            kind: 'approval',
            url: `http://127.0.0.1:${port}/hook`,
            secrets: [secret],
            service_id: 'desk-robot',
          },
        ],
        allow_addresses: [`127.0.0.1:${port}`],
      },
    });
    const credential = {
      kind: 'service',
      credential_id: 'desk-robot-key',
      person_id: null,
      public_key: null,
      secret_digest: secretDigest('only its webhooks are used'),
      service_id: 'desk-robot',
      label: 'the desk',
    } as const;
    const added = await changeDirectoryAtOnce(
      server.app.context,
      [{ type: 'register_credential', credential }],
      systemActor,
    );
    assert.ok(added.ok);
    const { authorization = '' } = await server.apiKey({
      verbs: ['propose', 'consume'],
      agent_ids: [agent],
      executor: agent,
    });
    asking = await managerAt(server, authorization);
  });
  after(async () => {
    lines?.close();
    desk?.kill();
    await server?.remove();
  });

  const tell = (room: string) => {
    const snapshot = snapshotOf();
    return signed({
      ...snapshot,
      action: { ...snapshot.action, toolRef: 'notify_team', parameters: { text: 'deployed' } },
      target: { ...snapshot.target, resourceId: room },
    });
  };

  test('[D1-17] the service gets the request, answers by program, and the agent runs what it allowed', async () => {
    const heard = once(lines, 'line');
    const intent = tell('room:ops');
    const id = await opened(asking.manager, intent);
    const [line] = await heard;
    assert.deepEqual(
      { ...JSON.parse(line), body: null },
      { decision: 'allow', status: 200, body: null },
      line,
    );
    const { entries } = await stateOf(server, id);
    assert.deepEqual(
      [entries[0]?.approver_kind, entries[0]?.approver_identity],
      ['service', 'desk-robot'],
    );
    const { done, given } = await run(asking.manager, intent, await asking.artifactOf(intent, id));
    assert.deepEqual(done, { ran: true, value: 'ran' });
    assert.equal(given.length, 1);
  });

  test('[D1-17] [D1-23] what the service denies is not run, and the agent reads its reason', async () => {
    const heard = once(lines, 'line');
    const intent = tell('room:press');
    const id = await opened(asking.manager, intent);
    await heard;
    const notice = toAgentNotice(await stateOf(server, id));
    assert.equal(notice.reasonCode, 'APPROVAL_REJECTED');
    assert.match(notice.text, /only the room ops is told/);
    const { done } = await run(asking.manager, intent, null);
    assert.equal(done.ran, false);
  });

  test('[D1-17] a response of the service is not an answer', async () => {
    const ignored = once(lines, 'line');
    const id = await opened(asking.manager, tell('room:ignored'));
    assert.match(String(await ignored), /"none"/);
    // The answer to a later question shows that the server went on after the response.
    const heard = once(lines, 'line');
    await opened(asking.manager, tell('room:ops'));
    assert.match(String(await heard), /"allow"/);
    assert.equal((await stateOf(server, id)).status, 'pending');
  });
});
