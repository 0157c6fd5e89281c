// Disproved here: "while a hold stands, its agent goes on by another path, or the hold is answered by a person whom the
// policy does not admit, by words, or too late", and "a person answers without having seen what the agent wrote".
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { toHoldEvent } from '@countersign/dialects/confirmation';
import { sha256OfText } from '@countersign/protocol/crypto';
import {
  decide,
  grantOf,
  type RealPostgres,
  type RequestRepresentation,
  type SignedIn,
  type StartedServer,
  startedServer,
  startPostgres,
} from '@countersign/server/testing';
import type { ConversationAnswer } from '@countersign/wire/agent-answers';
import type { HoldFacts, HoldRecord, MessageAnswer } from '@countersign/wire/holds';

const policy = `version: "1"
default: require_approval
default_chain: finance
chain_by_risk: { low: finance, medium: finance, high: finance, critical: finance }
chains:
  - id: support
    stages:
      - { name: support, approvers: { roles: [support] } }
  - id: finance
    stages:
      - { name: finance, approvers: { roles: [finance] } }
rules:
  - { id: reading, match: { tool: "read.*" }, outcome: allow }
  - { id: robots, match: { tool: "conversation", agent: "robot-*" }, outcome: deny }
  - { id: talk, match: { tool: "conversation", agent: "desk-*" }, outcome: require_approval, chain: support }
`;

type Headers = Readonly<Record<string, string>>;
const text = 'I am going to delete all 500 users. Should I proceed?';

/** A call that policy allows without a question. */
function reading(agent_id: string, scope: object, tool_name = 'read.rows', parameters = {}) {
  return {
    audience: agent_id,
    scope,
    action: {
      schema_version: '1.0',
      operation: 'tool.invoke',
      agent_id,
      subject_id: null,
      target: { tool_name, tool_schema_version: '1', resource: null },
      parameters,
    },
  };
}

describe('a hold', () => {
  let server: StartedServer;
  let support: SignedIn;
  let finance: SignedIn;
  let roleless: SignedIn;
  let operator: SignedIn;
  let now = Date.parse('2026-05-01T12:00:00.000Z');
  before(async () => {
    server = await startedServer({
      policy,
      clock: {
        now: () => new Date(now).toISOString() as never,
        pause: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => undefined),
      },
    });
    operator = await server.person(['operator']);
    support = await server.person(['support']);
    finance = await server.person(['finance', 'auditor']);
    roleless = await server.person([]);
  });
  after(() => server.remove());

  const codeOf = (called: { body: unknown }) => (called.body as { code?: string }).code;

  /** An agent of its own, whose session is halted. */
  async function halted(agent_id = `desk-${randomUUID()}`) {
    const agent = await server.apiKey({
      verbs: ['propose', 'observe', 'consume'],
      agent_ids: [agent_id],
      executor: agent_id,
    });
    const session_id = `session-${randomUUID()}`;
    const body = { agent_id, session_id, text };
    const said = await server.call('POST', '/v1/messages', { headers: agent, body });
    assert.equal(said.status, 200, JSON.stringify(said.body));
    const { hold } = said.body as MessageAnswer;
    assert.ok(hold !== null);
    const propose = (scope: object, headers: Headers = agent) =>
      server.call('POST', '/v1/requests', { headers, body: reading(agent_id, scope) });
    const answer = (person: SignedIn, choice: string) =>
      server.call('POST', `/v1/holds/${hold.hold_id}/answer`, {
        headers: person.headers,
        body: { choice },
      });
    const read = async (headers: Headers) =>
      (await server.call('GET', `/v1/holds/${hold.hold_id}`, { headers })).body as HoldFacts;
    return { agent, agent_id, session_id, hold, propose, answer, read };
  }

  /** Asks, is allowed and consumes: a deletion in this session. */
  async function executed(headers: Headers, agent_id: string, session_id: string) {
    const body = reading(agent_id, { session_id }, 'users.delete', { count: 500 });
    const asked = await server.call('POST', '/v1/requests', { headers, body });
    assert.equal(asked.status, 201, JSON.stringify(asked.body));
    const { approval_request_id: id } = asked.body as RequestRepresentation;
    await decide(server, finance.headers, id, 'allow');
    const consumption = {
      action: body.action,
      grant: await grantOf(server, headers, id),
      attempt: randomUUID(),
    };
    const path = `/v1/requests/${id}/consume`;
    const consumed = await server.call('POST', path, { headers, body: consumption });
    assert.equal(consumed.status, 200, JSON.stringify(consumed.body));
  }

  test('[GT-9] [D3-3] a hold stops calls of its session and calls without a session, and no other session', async () => {
    const { session_id, propose, answer } = await halted();
    assert.equal(codeOf(await propose({ session_id })), 'session_on_hold');
    assert.equal(codeOf(await propose({})), 'session_on_hold');
    assert.equal((await propose({ session_id: 'another conversation' })).status, 200);
    assert.equal((await answer(support, 'Proceed')).status, 200);
    assert.equal((await propose({ session_id })).status, 200);
    assert.equal((await propose({})).status, 200);
  });

  test('[GT-9] a hold stops no call of another agent', async () => {
    await halted();
    const other = await halted();
    assert.equal((await other.answer(support, 'Proceed')).status, 200);
    assert.equal((await other.propose({})).status, 200);
  });

  test('[GT-9] [D3-5] only people whom the policy admits for this agent answer a hold', async () => {
    const { answer, read } = await halted();
    for (const person of [roleless, finance]) {
      for (const choice of ['Proceed', 'Cancel']) {
        assert.equal(codeOf(await answer(person, choice)), 'approver_not_eligible', choice);
      }
      assert.equal((await read(person.headers)).may_answer, false);
    }
    assert.equal((await read(support.headers)).status, 'placed');
    assert.equal((await answer(support, 'Proceed')).status, 200);
    assert.equal((await read(support.headers)).status, 'lifted');
  });

  test('[GT-9] an operator answers a hold if the policy names no chain', async () => {
    const { answer } = await halted(`robot-${randomUUID()}`);
    assert.equal(codeOf(await answer(support, 'Proceed')), 'approver_not_eligible');
    assert.equal((await answer(operator, 'Proceed')).status, 200);
  });

  test('[EV-1] [EV-5] the word "yes" is a refusal, and an answer after the deadline is none', async () => {
    const first = await halted();
    assert.equal((await first.answer(support, 'yes')).status, 200);
    assert.equal((await first.read(support.headers)).proceed, false);
    const late = await halted();
    now = Date.parse(late.hold.expires_at);
    assert.equal(codeOf(await late.answer(support, 'Proceed')), 'hold_expired');
    assert.equal((await late.read(support.headers)).proceed, false);
  });

  test('[GT-9] [D3-3] a hold stops a session that continues the conversation, as the host says', async () => {
    const { agent, agent_id, session_id, propose, answer } = await halted();
    const conversation_id = `chat-${randomUUID()}`;
    const join = async (name: string, headers: Headers = agent) => {
      const body = { agent_id, conversation_id, session_id: name };
      return server.call('POST', '/v1/conversations', { headers, body });
    };
    assert.deepEqual((await join(session_id)).body, { conversation_id, session_id, halted: true });
    assert.equal((await propose({ session_id: 'next' })).status, 200, 'not said to be the same');
    assert.equal(((await join('later')).body as ConversationAnswer).halted, true);
    assert.equal(codeOf(await propose({ session_id: 'later' })), 'session_on_hold');
    const other = await halted();
    assert.equal(codeOf(await join('stolen', other.agent)), 'not_permitted');
    assert.equal((await answer(support, 'Proceed')).status, 200);
    assert.equal((await propose({ session_id: 'later' })).status, 200);
  });

  test('[GT-9] [D3-4] [D3-5] [D3-6] [D3-14] HALT, RENDER, RESOLVE and RESUME each leave an event, and the record has what ran', async () => {
    const { agent, hold, session_id, agent_id, answer } = await halted();
    const path = `/v1/holds/${hold.hold_id}`;
    const early = await server.call('POST', `${path}/resume`, { headers: agent });
    assert.equal(codeOf(early), 'session_on_hold');
    const unseen = await server.call('POST', `${path}/rendered`, { headers: roleless.headers });
    assert.equal(codeOf(unseen), 'approver_not_eligible');
    for (let n = 0; n < 2; n++) {
      const shown = await server.call('POST', `${path}/rendered`, { headers: support.headers });
      assert.equal(shown.status, 200, JSON.stringify(shown.body));
    }
    assert.equal((await answer(support, 'Proceed')).status, 200);
    for (let n = 0; n < 2; n++) {
      const resumed = await server.call('POST', `${path}/resume`, { headers: agent });
      assert.equal((resumed.body as HoldFacts).proceed, true);
    }
    const rows = await server.app.context.store.readStream(`hold/${hold.hold_id}`);
    assert.deepEqual(
      rows.map(({ text: row }) => (JSON.parse(row) as { type: string }).type),
      ['hold.placed', 'hold.rendered', 'hold.answered', 'hold.resumed'],
    );
    const record = async (headers: Headers) =>
      (await server.call('GET', `${path}/record`, { headers })).body as HoldRecord;
    const before = toHoldEvent(await record(support.headers));
    assert.deepEqual(
      [before.agent_reasoning, before.user_response, before.final_action],
      [text, true, null],
    );
    await executed(agent, agent_id, session_id);
    const seen = await record(finance.headers);
    assert.deepEqual(seen.rendered, [support.person_id]);
    assert.deepEqual(toHoldEvent(seen).final_action, { type: 'users.delete', count: 500 });
    assert.equal((await record(roleless.headers)).message, null);
    assert.equal((await record(roleless.headers)).started?.action, null);
  });

  test('[EV-7] the words of the agent are kept under their digest and shown only to people who may answer', async () => {
    const { agent, hold, read } = await halted();
    assert.equal(hold.message_digest, sha256OfText(text));
    assert.equal((await read(support.headers)).message, text);
    assert.equal((await read(finance.headers)).message, text, 'an auditor reads them');
    for (const headers of [roleless.headers, agent]) {
      assert.equal((await read(headers)).message, null);
    }
    const list = await server.call('GET', '/v1/holds', { headers: support.headers });
    const { holds } = list.body as { holds: HoldFacts[] };
    assert.ok(holds.some(facts => facts.hold.hold_id === hold.hold_id && facts.message === null));
  });
});

describe('a hold, seen from a second process', () => {
  let postgres: RealPostgres;
  let first: StartedServer;
  let second: StartedServer;
  before(async () => {
    postgres = await startPostgres();
    const { url: database } = await postgres.createDatabase();
    first = await startedServer({ policy, database });
    second = await startedServer({ policy, database, folder: first.folder });
  });
  after(async () => {
    await second.close();
    await first.remove();
    await postgres.close();
  });

  test('[GT-9] a hold also stops calls at the second process, with and without a session, and an answer there frees both', {
    timeout: 120_000,
  }, async () => {
    const agent = await first.apiKey({
      verbs: ['propose', 'observe'],
      agent_ids: ['desk-1'],
      executor: 'desk-1',
    });
    const said = await first.call('POST', '/v1/messages', {
      headers: agent,
      body: { agent_id: 'desk-1', session_id: 'chat', text },
    });
    const { hold } = said.body as MessageAnswer;
    const statuses = async (from: StartedServer) => {
      const found: number[] = [];
      for (const scope of [{ session_id: 'chat' }, {}]) {
        const body = reading('desk-1', scope);
        found.push((await from.call('POST', '/v1/requests', { headers: agent, body })).status);
      }
      return found;
    };
    for (const server of [first, second]) assert.deepEqual(await statuses(server), [409, 409]);
    const operator = await second.person(['operator']);
    const path = `/v1/holds/${hold?.hold_id}/answer`;
    const body = { choice: 'Proceed' };
    const answered = await second.call('POST', path, { headers: operator.headers, body });
    assert.equal(answered.status, 200, JSON.stringify(answered.body));
    for (const server of [first, second]) assert.deepEqual(await statuses(server), [200, 200]);
  });
});
