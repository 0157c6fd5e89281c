// Goal: a terminal that asks one replica is signed in by a person at another, once, whatever is sent at the same time,
// and what an agent or an executor holds is of no use on the way. Method: two servers on one real Postgres.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  type Called,
  decide,
  entryFor,
  propose,
  type RealPostgres,
  type SignedIn,
  type StartedServer,
  sampleAction,
  startedServer,
  startPostgres,
} from '@countersign/server/testing';

type Headers = Readonly<Record<string, string>>;
interface Asked {
  readonly device_code: string;
  readonly user_code: string;
}

const codeOf = ({ body }: Called): string => (body as { code: string }).code;
const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` });

/** Of low risk: nothing is paid yet. */
function draftAction(): Record<string, unknown> {
  const tool = { tool_name: 'payments.draft_wire', tool_schema_version: '2', resource: 'acct-42' };
  return { ...sampleAction(), target: tool };
}

async function ask(server: StartedServer): Promise<Asked> {
  const asked = await server.call('POST', '/v1/terminal-sign-ins', {
    body: { label: 'ada, laptop' },
  });
  assert.equal(asked.status, 201);
  return asked.body;
}

const poll = (server: StartedServer, device_code: string, headers: Headers = {}) =>
  server.call('POST', '/v1/terminal-sign-ins/token', { headers, body: { device_code } });

const answer = (server: StartedServer, headers: Headers, { user_code }: Asked) =>
  server.call('POST', `/v1/terminal-sign-ins/${user_code}/answer`, {
    headers,
    body: { answer: 'confirm' },
  });

describe('a terminal at one of two replicas', () => {
  let postgres: RealPostgres;
  let one: StartedServer;
  let two: StartedServer;
  let reviewer: SignedIn;
  before(async () => {
    postgres = await startPostgres();
    const { url: database } = await postgres.createDatabase();
    one = await startedServer({ database });
    two = await startedServer({ database, folder: one.folder });
    reviewer = await two.person(['reviewer']);
  });
  after(async () => {
    await two.close();
    await one.remove();
    await postgres.close();
  });

  async function terminal(): Promise<Headers> {
    const asked = await ask(one);
    assert.equal((await answer(two, reviewer.headers, asked)).status, 200);
    const all = await Promise.all(
      [one, two, one, two].map(server => poll(server, asked.device_code)),
    );
    const [given, ...more] = all.filter(({ status }) => status === 201);
    assert.ok(given !== undefined);
    assert.deepEqual(more, [], 'one token only');
    for (const { status, ...late } of all) {
      if (status !== 201) assert.equal(codeOf({ status, ...late }), 'terminal_sign_in_used');
    }
    return bearer((given.body as { token: string }).token);
  }

  test('a terminal has one session, which both replicas know until it ends at either', async () => {
    const headers = await terminal();
    for (const server of [one, two]) {
      const { status, body } = await server.call('GET', '/v1/session', { headers });
      assert.equal(status, 200);
      assert.equal((body as { person_id: string }).person_id, reviewer.person_id);
    }
    assert.equal((await two.call('DELETE', '/v1/session', { headers })).status, 200);
    assert.equal(codeOf(await one.call('GET', '/v1/session', { headers })), 'session_expired');
  });

  test('a terminal decides as its person', async () => {
    const headers = await terminal();
    const agent = await one.apiKey({ verbs: ['propose'], agent_ids: ['billing-bot'] });
    const { approval_request_id } = await propose(one, agent, draftAction());
    const { status, entries } = await decide(one, headers, approval_request_id, 'allow');
    assert.equal(status, 'allowed');
    assert.equal(entries[0]?.approver_identity, reviewer.person_id);
    assert.equal(entries[0]?.identity_assurance, 'session');
  });

  test('[OF-6] a terminal can reject what is of high or critical risk, and cannot approve it', async () => {
    const headers = await terminal();
    const agent = await one.apiKey({ verbs: ['propose'], agent_ids: ['billing-bot'] });
    const { approval_request_id: id } = await propose(one, agent, sampleAction());
    const body = await entryFor(one, headers, id, 'allow');
    const refused = await one.call('POST', `/v1/requests/${id}/entries`, { headers, body });
    assert.equal(codeOf(refused), 'terminal_too_weak');
    assert.equal((await decide(one, headers, id, 'deny')).status, 'denied');
  });

  test('[ID-6] only a person can sign in a terminal', async () => {
    const asked = await ask(one);
    const agent_ids = ['billing-bot'];
    const credentials = [
      {},
      await one.apiKey({ verbs: ['propose', 'observe'], agent_ids }),
      await one.apiKey({ verbs: ['consume'], executor: 'billing-executor' }),
      await terminal(),
      bearer(`cst_${'A'.repeat(43)}`),
    ];
    for (const headers of credentials) {
      const refused = await answer(one, headers, asked);
      assert.ok([401, 403].includes(refused.status), JSON.stringify(refused.body));
      const { status, body } = await poll(one, asked.device_code, headers);
      assert.equal(status, 200);
      assert.deepEqual(body, { status: 'waiting' });
    }
    const own = await one.call('POST', '/v1/terminal-sign-ins', {
      headers: credentials[1] ?? {},
      body: { label: 'an agent' },
    });
    const { device_code } = own.body as Asked;
    assert.deepEqual((await poll(one, device_code, credentials[1])).body, { status: 'waiting' });
  });
});
