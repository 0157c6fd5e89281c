// Disproved here: "an approval still starts something after one of its approvers was deactivated, lost the role that
// admitted them or lost every way to sign in".
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import {
  changeDirectory,
  loadDirectory,
  type People,
  revokeAllLeft,
} from '@countersign/coordinator';
import { credentialsOf, type DirectoryChange } from '@countersign/protocol/directory';
import { systemActor } from '@countersign/protocol/value';
import {
  entryFor,
  grantOf,
  propose,
  type RequestRepresentation,
  type SignedIn,
  type StartedServer,
  sampleAction,
  startedServer,
} from '@countersign/server/testing';

type Headers = Readonly<Record<string, string>>;

const policy = `version: "1"
default: require_approval
default_chain: two
chain_by_risk: { low: two, medium: two, high: two, critical: two }
chains:
  - id: two
    stages:
      - name: reviewer
        approvers: { roles: [reviewer, deputy] }
      - name: manager
        approvers: { roles: [manager] }
rules: []
`;

let server: StartedServer;
let bot: Headers;
let runner: Headers;

before(async () => {
  server = await startedServer({ policy });
  await server.person(['operator']);
  bot = await server.apiKey({ agent_ids: ['billing-bot'], verbs: ['propose', 'observe'] });
  runner = await server.apiKey({ executor: 'billing-executor', verbs: ['consume'] });
});

after(() => server.remove());

async function change(command: DirectoryChange): Promise<void> {
  const changed = await changeDirectory(server.app.context, command, systemActor);
  assert.ok(changed.ok, JSON.stringify(changed));
}

async function vote(by: SignedIn, id: string, stage: number): Promise<void> {
  const body = await entryFor(server, by.headers, id, 'allow', stage);
  const path = `/v1/requests/${id}/entries`;
  const voted = await server.call('POST', path, { headers: by.headers, body });
  assert.equal(voted.status, 200, JSON.stringify(voted.body));
}

interface Asked {
  readonly id: string;
  readonly action: Record<string, unknown>;
  readonly reviewer: SignedIn;
  readonly manager: SignedIn;
}

async function ask(): Promise<Asked> {
  const action = sampleAction();
  const reviewer = await server.person(['reviewer']);
  const manager = await server.person(['manager']);
  const { approval_request_id: id } = await propose(server, bot, action);
  return { id, action, reviewer, manager };
}

async function allowed(): Promise<Asked> {
  const asked = await ask();
  await vote(asked.reviewer, asked.id, 0);
  await vote(asked.manager, asked.id, 1);
  return asked;
}

async function consume({ id, action }: Asked, held?: string): Promise<string> {
  const grant = held ?? (await grantOf(server, runner, id));
  const body = { action, grant, attempt: randomUUID() };
  const path = `/v1/requests/${id}/consume`;
  const answer = await server.call('POST', path, { headers: runner, body });
  return answer.status === 200 ? 'consumed' : (answer.body as { code: string }).code;
}

async function statusOf(id: string): Promise<string> {
  const read = await server.call('GET', `/v1/requests/${id}`, { headers: bot });
  return (read.body as RequestRepresentation).status;
}

async function dropCredentials({ person_id }: SignedIn): Promise<void> {
  const { state } = await loadDirectory(server.app.context);
  for (const { credential_id } of credentialsOf(state, person_id)) {
    await change({ type: 'revoke_credential', credential_id, reason: 'lost' });
  }
}

const departures: Readonly<Record<string, (asked: Asked) => Promise<void>>> = {
  'the last approver is deactivated': ({ manager: { person_id } }) =>
    change({ type: 'change_person', person_id, active: false }),
  'the first approver is deactivated': ({ reviewer: { person_id } }) =>
    change({ type: 'change_person', person_id, active: false }),
  'an approver loses the role of the stage': ({ manager: { person_id } }) =>
    change({ type: 'change_person', person_id, roles: [] }),
  'an approver gets the role of another stage instead': ({ reviewer: { person_id } }) =>
    change({ type: 'change_person', person_id, roles: ['manager'] }),
  'an approver loses every way to sign in': ({ reviewer }) => dropCredentials(reviewer),
};

describe('an approver who left', () => {
  for (const [departure, leave] of Object.entries(departures)) {
    test(`[ID-12] nothing is consumed after ${departure}`, async () => {
      const asked = await allowed();
      const grant = await grantOf(server, runner, asked.id);
      await leave(asked);
      // The background job may have revoked the approval first; either way nothing starts.
      assert.match(await consume(asked, grant), /^(?:approver_left|grant_revoked)$/);
      assert.equal(await statusOf(asked.id), 'revoked');
    });
  }

  test('[ID-12] an approver who left before the last decision counts for nothing', async () => {
    const asked = await ask();
    await vote(asked.reviewer, asked.id, 0);
    await change({
      type: 'change_person',
      person_id: asked.reviewer.person_id,
      active: false,
    });
    await vote(asked.manager, asked.id, 1);
    assert.notEqual(await consume(asked), 'consumed');
    assert.equal(await statusOf(asked.id), 'revoked');
  });

  test('[ID-12] an approver who leaves between the check and the commit stops the consume', async context => {
    const asked = await allowed();
    const people = server.app.context.people as Required<People>;
    const { present } = people;
    let left = false;
    context.mock.method(people, 'present', async (identities: readonly string[]) => {
      const found = await present(identities);
      if (!left) {
        left = true;
        const { person_id } = asked.manager;
        await change({ type: 'change_person', person_id, active: false });
      }
      return found;
    });
    assert.match(await consume(asked), /^(?:approver_left|grant_revoked)$/);
    assert.ok(left);
    assert.equal(await statusOf(asked.id), 'revoked');
  });

  test('[ID-12] a sweep revokes the approval without waiting for a consume', async () => {
    const asked = await allowed();
    const { person_id } = asked.manager;
    await change({ type: 'change_person', person_id, active: false });
    assert.ok((await revokeAllLeft(server.app.context)).ok);
    assert.equal(await statusOf(asked.id), 'revoked');
  });
});

describe('an approver who may still decide', () => {
  const changes: Readonly<Record<string, (asked: Asked) => Promise<void>>> = {
    'nothing changed': async () => undefined,
    'another person left': async () => {
      const { person_id } = await server.person(['manager']);
      await change({ type: 'change_person', person_id, active: false });
    },
    'another listed role replaced the first one': ({ reviewer: { person_id } }) =>
      change({ type: 'change_person', person_id, roles: ['deputy'] }),
  };
  for (const [name, happen] of Object.entries(changes)) {
    test(`[ID-12] an approval is consumed where ${name}`, async () => {
      const asked = await allowed();
      await happen(asked);
      assert.ok((await revokeAllLeft(server.app.context)).ok);
      assert.equal(await consume(asked), 'consumed');
    });
  }
});
