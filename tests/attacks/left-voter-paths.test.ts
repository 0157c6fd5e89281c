// Disproved here: "an approval that was reached on a side path (a changed action, a batch, an escalation, an allowance)
// still starts something after its approver left or was locked".

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { changeDirectory } from '@countersign/coordinator';
import type { DirectoryChange } from '@countersign/protocol/directory';
import { addSeconds, systemActor, timestampFromMilliseconds } from '@countersign/protocol/value';
import {
  decide,
  grantOf,
  type SignedIn,
  type StartedServer,
  softwareAuthenticator,
  startedServer,
} from '@countersign/server/testing';
import type { BatchAnswer } from '@countersign/wire/batches';
import { addPasskey, passkeyBatch, passkeyEntry } from '../testing/passkey-decision.ts';

type Headers = Readonly<Record<string, string>>;
type Action = Record<string, unknown>;

const policy = `version: "1"
default: require_approval
default_chain: desk
chain_by_risk: { low: desk, medium: desk, high: desk, critical: desk }
chains:
  - id: desk
    stages:
      - name: desk
        approvers: { roles: [clerk] }
  - id: night
    stages:
      - name: night
        approvers: { roles: [clerk] }
        escalation: [{ after: 1m, approvers: { roles: [on_call] } }]
rules:
  - { id: night, match: { tool: night }, outcome: require_approval, chain: night }
  - id: files
    match: { tool: file }
    outcome: require_approval
    amend: { lower: [/copies] }
    allowances: { lifetime: 1d, any: [/number] }
`;

describe('an approver who left, on every path to an approval', { timeout: 120_000 }, () => {
  let server: StartedServer;
  let agent: Headers;
  let runner: Headers;
  let operator: SignedIn;
  let later = 0;
  before(async () => {
    const now = () => addSeconds(timestampFromMilliseconds(Date.now()), later);
    server = await startedServer({ policy, clock: { now, pause: untilAborted } });
    operator = await server.person(['operator']);
    agent = await server.apiKey({ agent_ids: ['billing-bot'], verbs: ['propose', 'observe'] });
    runner = await server.apiKey({ executor: 'billing-executor', verbs: ['consume'] });
  });
  after(() => server?.remove());

  const call = ({ headers }: { headers: Headers }, method: string, path: string, body?: object) =>
    server.call(method, path, { headers, ...(body === undefined ? {} : { body }) });
  const change = async (command: DirectoryChange): Promise<void> => {
    const changed = await changeDirectory(server.app.context, command, systemActor);
    assert.ok(changed.ok, JSON.stringify(changed));
  };
  const fileAction = (copies = 9, tool_name = 'file'): Action => ({
    schema_version: '1.0',
    operation: 'tool.invoke',
    agent_id: 'billing-bot',
    subject_id: null,
    target: { tool_name, tool_schema_version: '1', resource: null },
    parameters: { number: randomUUID(), copies },
  });
  const ask = async (action: Action): Promise<string> => {
    const body = { action, audience: 'billing-executor', amendable: true };
    const asked = await server.call('POST', '/v1/requests', { headers: agent, body });
    assert.equal(asked.status, 201, JSON.stringify(asked.body));
    return (asked.body as { approval_request_id: string }).approval_request_id;
  };

  interface Allowed {
    readonly id: string;
    readonly action: Action;
    readonly voter: SignedIn;
  }

  const paths: Readonly<Record<string, () => Promise<Allowed>>> = {
    'a changed action': async () => {
      const author = await server.person(['clerk']);
      const voter = await server.person(['clerk']);
      const action = fileAction();
      const first = await ask(action);
      const view = await call(author, 'GET', `/v1/requests/${first}/view`);
      const { action_digest } = view.body as { action_digest: string };
      const parameters = { ...(action['parameters'] as object), copies: 2 };
      const amended = await call(author, 'POST', `/v1/requests/${first}/amendments`, {
        action_digest,
        parameters,
        reason: 'fewer',
      });
      assert.equal(amended.status, 200, JSON.stringify(amended.body));
      const read = await call({ headers: agent }, 'GET', `/v1/requests/${first}`);
      const id = (read.body as { superseded_by: string }).superseded_by;
      await decide(server, voter.headers, id, 'allow');
      return { id, action: { ...action, parameters }, voter };
    },
    'a batch': async () => {
      const voter = await server.person(['clerk']);
      const passkey = softwareAuthenticator();
      await addPasskey(server, voter.headers, passkey);
      const tool_name = `note-${randomUUID()}`;
      const actions = [fileAction(1, tool_name), fileAction(1, tool_name)];
      const [action, id] = [actions[0] ?? {}, await ask(actions[0] ?? {})];
      await ask(actions[1] ?? {});
      const query = new URLSearchParams({ agent_id: 'billing-bot', tool_name });
      const offered = await call(voter, 'GET', `/v1/batches?${query}`);
      const body = passkeyBatch(passkey, voter.person_id, offered.body as BatchAnswer);
      const decided = await call(voter, 'POST', '/v1/batches', body);
      assert.equal(decided.status, 200, JSON.stringify(decided.body));
      return { id, action, voter };
    },
    'an escalation': async () => {
      const voter = await server.person(['on_call']);
      const action = fileAction(1, 'night');
      const id = await ask(action);
      later += 61;
      await decide(server, voter.headers, id, 'allow');
      return { id, action, voter };
    },
    'an allowance': async () => {
      const voter = await server.person(['clerk']);
      const passkey = softwareAuthenticator();
      await addPasskey(server, voter.headers, passkey);
      const from = await ask(fileAction());
      const opened = await call(voter, 'POST', `/v1/requests/${from}/allowances`, {
        template: [
          { path: '/number', any: true },
          { path: '/copies', at_most: 9, at_least: 1 },
        ],
        uses: 5,
        lifetime_seconds: 3600,
        budget: null,
        rate: null,
        repeat: false,
      });
      assert.equal(opened.status, 202, JSON.stringify(opened.body));
      const { house_request } = opened.body as { house_request: { approval_request_id: string } };
      const house = house_request.approval_request_id;
      const entry = await passkeyEntry(server, voter.headers, passkey, house, 'allow');
      await call(voter, 'POST', `/v1/requests/${house}/entries`, entry);
      const action = fileAction(3);
      return { id: await ask(action), action, voter };
    },
  };

  const departures: Readonly<Record<string, (allowed: Allowed) => Promise<unknown>>> = {
    'is deactivated': ({ voter: { person_id } }) =>
      change({ type: 'change_person', person_id, active: false }),
    'loses the role': ({ voter: { person_id } }) =>
      change({ type: 'change_person', person_id, roles: ['reader'] }),
    'is locked': async ({ voter: { person_id } }) => {
      const body = { target: { kind: 'person', person_id }, reason: 'stolen laptop' };
      const locked = await call(operator, 'POST', '/v1/locks', body);
      assert.ok(locked.status < 300, JSON.stringify(locked.body));
    },
  };

  const consume = async ({ id, action }: Allowed, grant: string): Promise<string> => {
    const body = { action, grant, attempt: randomUUID() };
    const answer = await call({ headers: runner }, 'POST', `/v1/requests/${id}/consume`, body);
    return answer.status === 200 ? 'consumed' : (answer.body as { code: string }).code;
  };

  for (const [path, reach] of Object.entries(paths)) {
    for (const [departure, leave] of Object.entries(departures)) {
      test(`[ID-12] nothing of ${path} is consumed after its approver ${departure}`, async () => {
        const allowed = await reach();
        const grant = await grantOf(server, runner, allowed.id);
        assert.ok(grant, 'it was allowed');
        await leave(allowed);
        // A lock ends what is open in its own call.
        const code = departure === 'is locked' ? /^(?:grant_revoked|locked)$/ : /^approver_left$/;
        assert.match(await consume(allowed, grant), code);
        const read = await call({ headers: agent }, 'GET', `/v1/requests/${allowed.id}`);
        assert.notEqual((read.body as { status: string }).status, 'consumed');
      });
    }
    test(`[ID-12] ${path} is consumed while its approver stays`, async () => {
      const allowed = await reach();
      assert.equal(await consume(allowed, await grantOf(server, runner, allowed.id)), 'consumed');
    });
  }
});

/** Background work waits for its turn, which does not come here: the consume itself has to refuse. */
function untilAborted(_milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise(done => {
    if (signal.aborted) done();
    signal.addEventListener('abort', () => done(), { once: true });
  });
}
