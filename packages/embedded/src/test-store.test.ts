import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { gatePolicy, refusal, sampleAction } from '@countersign/client/testing';
import { parseStrict } from '@countersign/protocol/json';
import { embed } from './embed.ts';
import { EmbedRefused } from './embed-refused.ts';
import { embedForTests, simulatedApprover, virtualClock } from './testing/index.ts';

const policy = [{ name: 'policy.yaml', text: gatePolicy('session'), layer: 'operator' as const }];

function temporary(context: { after(fn: () => void): void }): string {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-tests-'));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'data');
}

describe('a store for tests', { timeout: 60_000 }, () => {
  test('the first event marks a test store, and only tests can open it from then on', async context => {
    const data = temporary(context);
    const gate = await embedForTests({ data, policy, agent: 'bot' });
    const [first] = await gate.context.store.readStream('store');
    const { type } = parseStrict(first?.text ?? '') as { type: string };
    assert.equal(type, 'store.marked_for_tests');
    await gate.close();
    await assert.rejects(embed({ data, policy, agent: 'bot' }), EmbedRefused);
    const again = await embedForTests({ data, policy, agent: 'bot' });
    await again.close();
  });

  test('a store that was in use cannot become a test store, and simulates no approvals', async context => {
    const data = temporary(context);
    const gate = await embed({ data, policy, agent: 'bot' });
    await assert.rejects(simulatedApprover(gate), /made for tests/);
    await gate.close();
    await assert.rejects(embedForTests({ data, policy, agent: 'bot' }), /holds nothing yet/);
  });

  test('a test store has approvers that decide by rules', async context => {
    const data = temporary(context);
    const gate = await embedForTests({ data, policy, agent: 'bot' });
    context.after(() => gate.close());
    const approver = await simulatedApprover(gate, {
      decide: ({ request }) =>
        request.target_resource === 'acct-42'
          ? 'allow'
          : { decision: 'deny', reason: 'not this account' },
      answer: ({ intent }) => (intent.risk_level === 'critical' ? 'Cancel' : 'Proceed'),
    });
    assert.equal(await gate.run(sampleAction(), () => 'ran'), 'ran');
    const other = { ...sampleAction(), target: { tool_name: 'pay', resource: 'acct-1' } };
    const error = await refusal(gate.run(other, () => 'ran'));
    assert.equal(error.reviewer_reason, 'not this account');
    assert.match(error.forModel, /not this account/);
    approver.stop();
  });

  test('[TM-2] a test store has its own clock, so that a question expires at once', async context => {
    const data = temporary(context);
    const clock = virtualClock();
    const gate = await embedForTests({ data, policy, agent: 'bot', clock });
    context.after(() => gate.close());
    await simulatedApprover(gate, { decide: () => null });
    const ticket = await gate.request(sampleAction());
    const waiting = refusal(ticket.wait());
    await clock.advance(16 * 60_000);
    const error = await waiting;
    assert.deepEqual([error.outcome, error.retry], ['expired', 'new_request']);
  });

  test('[EV-4] a message that asks for permission is answered with no when there are no approvers', async context => {
    const data = temporary(context);
    const gate = await embed({ data, policy, agent: 'bot' });
    context.after(() => gate.close());
    const text = 'I am about to delete 500 records from production. Should I proceed?';
    assert.equal(await gate.observe({ text, session_id: 's1' }), false);
    // And its session stays halted.
    const scope = { session_id: 's1' };
    const error = await refusal(gate.run(sampleAction('read.file'), () => 'ran', { scope }));
    assert.equal(error.outcome, 'session_on_hold');
  });
});
