// Goal: document 003 end to end on the real gate. Method: an embedded store made for tests, a simulated person, and
// the events that the records give.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { gatePolicy } from '@countersign/client/testing';
import { readRequest } from '@countersign/coordinator';
import { type ConfirmationEvent, toConfirmationEvent } from '@countersign/dialects/confirmation';
import { requestConfirmation } from '@countersign/dialects/runtime';
import { embedForTests, simulatedApprover } from '@countersign/embedded/testing';
import { type ActionBinding, parseActionBinding } from '@countersign/protocol/action';
import { parseStrict } from '@countersign/protocol/json';

const timeout = 60_000;
const policy = [
  {
    name: 'policy.yaml',
    // Commands run unasked, unless their risk asks (GT-6).
    text: `${gatePolicy('conversation')}  - { id: shell, match: { tool: shell }, outcome: allow }\n`,
    layer: 'operator' as const,
  },
];

describe('document 003 on a gate', () => {
  let folder: string;
  let gate: Awaited<ReturnType<typeof embedForTests>>;
  let asked = 0;
  const answers = new Map<string, 'allow' | 'deny'>();

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'countersign-confirmation-'));
    gate = await embedForTests({ data: join(folder, 'data'), policy, agent: 'ops-agent' });
    await simulatedApprover(gate, {
      decide: ({ request }) => {
        asked++;
        const decision = answers.get(request.agent_reasoning ?? '');
        return decision === undefined ? null : { decision, reason: 'as the test wants it' };
      },
      answer: ({ session_id }) => (session_id.startsWith('go-on') ? 'Proceed' : 'yes'),
    });
  });
  after(async () => {
    await gate?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const confirm = (message: string, key: string) =>
    requestConfirmation(
      gate,
      {
        message,
        action_detail: { type: 'shell', command: 'rm -rf build' },
        agent_id: 'ops-agent',
        key,
      },
      { timeout: 60_000 },
    );
  const eventOf = async (id: string): Promise<ConfirmationEvent> => {
    const read = await readRequest(gate.context, id);
    assert.ok(read.ok);
    const { request, entries, resolution, receipts } = read.value.state;
    const text = await gate.context.store.readAction(request.action_digest);
    const action: ActionBinding = parseActionBinding(parseStrict(text ?? ''));
    return toConfirmationEvent({ request, action, entries, resolution, receipts });
  };

  test('[D3-1] [D3-22] an agent that asks no one and announces nothing is stopped by its action alone', {
    timeout,
  }, async () => {
    const run = (command: string) => {
      const agent_reasoning = `All is well: ${command}`;
      answers.set(agent_reasoning, 'deny');
      const action = { target: { tool_name: 'shell' }, parameters: { command } };
      return gate.run(action, () => 'ran', { agent_reasoning });
    };
    const before = asked;
    // The policy allows the tool, so the system itself has to see what this command does.
    assert.equal(await run('ls'), 'ran');
    assert.equal(asked, before);
    const outcome = await run('rm -rf /home').catch((error: Error) => error.name);
    assert.equal(outcome, 'NotAllowed');
    assert.equal(asked, before + 1);
  });

  test('[D3-1] [D3-3] [D3-6] [D3-14] [D3-21] a yes resumes with true, runs the shown action, and is logged with what ran', {
    timeout,
  }, async () => {
    answers.set('Execute: rm -rf build', 'allow');
    const { confirmed, ticket, action } = await confirm('Execute: rm -rf build', 'one');
    assert.equal(confirmed, true);
    assert.ok(ticket !== null);
    assert.equal((await eventOf(ticket.id)).final_action, null, 'a boolean starts nothing');
    let ran: unknown = null;
    await gate.execute(gate.ticket(ticket.id), action, ({ parameters }) => {
      ran = parameters;
    });
    assert.deepEqual(ran, { command: 'rm -rf build' });
    const event = await eventOf(ticket.id);
    assert.equal(event.user_response, true);
    assert.deepEqual(event.final_action, { type: 'shell', command: 'rm -rf build' });
    assert.equal(event.agent_reasoning, 'Execute: rm -rf build');
    assert.equal(event.countersign?.execution, 'succeeded');
  });

  test('[D3-3] [D3-5] [D3-19] a message that asks halts the session until Proceed, and a typed yes is a no', {
    timeout,
  }, async () => {
    const text = "I'm about to delete these 500 user accounts. Should I proceed?";
    assert.equal(await gate.observe({ text, session_id: 'go-on-1' }), true);
    assert.equal(await gate.observe({ text, session_id: 'other-1' }), false);
    assert.equal(await gate.observe({ text: 'I read the file.', session_id: 'other-2' }), true);
  });

  test('[D3-6] [D3-14] a no resumes with false, and nothing ran', { timeout }, async () => {
    answers.set('Execute again', 'deny');
    const { confirmed, ticket } = await confirm('Execute again', 'two');
    assert.equal(confirmed, false);
    assert.ok(ticket !== null);
    const event = await eventOf(ticket.id);
    assert.equal(event.user_response, false);
    assert.equal(event.final_action, null);
    assert.equal(event.countersign?.answered_by, 'human');
  });

  test('[D3-6] the boolean is rebuilt from the record, so that the same key asks only once', {
    timeout,
  }, async () => {
    const before = asked;
    const { confirmed } = await confirm('Execute again', 'two');
    assert.equal(confirmed, false);
    assert.equal(asked, before);
  });

  test('[D3-9] [D3-18] production and the listed commands are asked about, and other commands are not', {
    timeout,
  }, async () => {
    const ask = (command: string, key: string, context = {}) => {
      answers.set(`Execute: ${command}`, 'deny');
      return requestConfirmation(
        gate,
        {
          message: `Execute: ${command}`,
          action_detail: { type: 'shell', command },
          agent_id: 'ops-agent',
          key,
          context,
        },
        { timeout: 60_000 },
      );
    };
    const before = asked;
    assert.equal((await ask('ls', 'plain')).confirmed, true);
    assert.equal(asked, before);
    assert.equal((await ask('ls -l', 'prod', { production: true })).confirmed, false);
    assert.equal((await ask('kill 123', 'kill')).confirmed, false);
    assert.equal((await ask('echo drop table users', 'words')).confirmed, false);
    assert.equal(asked, before + 3);
  });
});
