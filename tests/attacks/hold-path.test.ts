// Disproved here: "while a hold stands, its agent goes on by another path, or the hold is answered by a person whom the
// policy does not admit, by words, or too late", and "a person answers without having seen what the agent wrote".
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sha256OfText } from '@countersign/protocol/crypto';
import { type SignedIn, type StartedServer, startedServer } from '@countersign/server/testing';
import type { HoldFacts, MessageAnswer } from '@countersign/wire/holds';

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
      server.call('POST', '/v1/requests', {
        headers,
        body: {
          audience: agent_id,
          scope,
          action: {
            schema_version: '1.0',
            operation: 'tool.invoke',
            agent_id,
            subject_id: null,
            target: { tool_name: 'read.rows', tool_schema_version: '1', resource: null },
            parameters: { once: randomUUID() },
          },
        },
      });
    const answer = (person: SignedIn, choice: string) =>
      server.call('POST', `/v1/holds/${hold.hold_id}/answer`, {
        headers: person.headers,
        body: { choice },
      });
    const read = async (headers: Headers) =>
      (await server.call('GET', `/v1/holds/${hold.hold_id}`, { headers })).body as HoldFacts;
    return { agent, agent_id, session_id, hold, propose, answer, read };
  }

  test('[GT-9] [D3-5] it stops calls of its session and calls without a session, and no other session', async () => {
    const { session_id, propose, answer } = await halted();
    assert.equal(codeOf(await propose({ session_id })), 'session_on_hold');
    assert.equal(codeOf(await propose({})), 'session_on_hold');
    assert.equal((await propose({ session_id: 'another conversation' })).status, 200);
    assert.equal((await answer(support, 'Proceed')).status, 200);
    assert.equal((await propose({ session_id })).status, 200);
    assert.equal((await propose({})).status, 200);
  });

  test('[GT-9] it stops nothing of another agent', async () => {
    await halted();
    const other = await halted();
    assert.equal((await other.answer(support, 'Proceed')).status, 200);
    assert.equal((await other.propose({})).status, 200);
  });

  test('[GT-9] only people whom the policy admits for this agent answer it', async () => {
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

  test('[GT-9] where the policy names no chain, an operator answers it', async () => {
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

  test('[EV-7] the words are kept under their digest and shown to those who may answer', async () => {
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
