// Goal: what all adapters share holds without any framework. Method: calls as a framework hands them over go through an
// embedded gate.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { GatedCalls } from '@countersign/client/tool-calls';
import type { EmbeddedGate } from '@countersign/embedded';
import { embedForTests, simulatedApprover } from '@countersign/embedded/testing';

const text = `version: "1"
default: require_approval
default_chain: lead
chain_by_risk: { low: lead, medium: lead, high: lead, critical: lead }
chains:
  - { id: lead, stages: [{ name: lead, approvers: { roles: [lead] } }] }
`;

describe('the tool calls of a framework', { timeout: 60_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-tool-calls-'));
  let gate: EmbeddedGate;
  before(async () => {
    const policy = [{ name: 'policy.yaml', layer: 'operator' as const, text }];
    gate = await embedForTests({ data: join(folder, 'data'), policy, agent: 'bot' });
    await simulatedApprover(gate, { people: [{ name: 'Ada', roles: ['lead'] }] });
  });
  after(async () => {
    await gate.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('input that cannot be bound is refused before anyone is asked', async () => {
    const asked: unknown[] = [];
    const circular: Record<string, unknown> = {};
    circular['self'] = circular;
    const inputs = ['text', 7, null, undefined, { note: '\ud800' }, { at: new Date(0) }, circular];
    for (const mode of ['block', 'suspend'] as const) {
      const calls = new GatedCalls(gate, { mode, onAsked: facts => asked.push(facts) });
      for (const input of inputs) {
        const call = { tool: 'pay', input, id: 'call-1' };
        assert.equal((await calls.look(call)).state, 'refused');
        const ending = await calls.run(call, () => assert.fail('the tool ran'));
        assert.ok(!ending.ran && ending.text !== '');
      }
    }
    assert.deepEqual(asked, []);
  });

  test('the same call id in two sessions is two occasions', async () => {
    const ran: string[] = [];
    const names = [
      ['chat', '1'],
      ['chat-1', ''],
      ['', 'chat1'],
      [undefined, 'chat1'],
    ] as const;
    for (const [session, id] of names) {
      const calls = new GatedCalls(gate, { session });
      const run = () => calls.run({ tool: 'pay', input: { amount: 5 }, id }, () => ran.push(id));
      assert.equal((await run()).ran, true);
      const again = await run();
      assert.ok(!again.ran && /already run once, and it succeeded/.test(again.text));
    }
    assert.equal(ran.length, names.length);
  });

  test('an error of the tool is thrown on, and the record says that it failed', async () => {
    const calls = new GatedCalls(gate);
    const call = { tool: 'pay', input: { amount: 6 }, id: 'call-1' };
    const broken = new Error('the bank is closed');
    await assert.rejects(
      calls.run(call, () => Promise.reject(broken)),
      broken,
    );
    const again = await calls.run(call, () => assert.fail('the tool ran twice'));
    assert.ok(!again.ran && /already started once, and it failed/.test(again.text));
  });

  test('the tool is given what was approved, and no reference to what the framework holds', async () => {
    const calls = new GatedCalls(gate, { describe: () => ({ resource: 'acct-42' }) });
    const input = { amount: 7 };
    const ending = await calls.run({ tool: 'pay', input, id: 'call-1' }, given => {
      input.amount = 9999;
      return given;
    });
    assert.deepEqual(ending, { ran: true, result: { amount: 7 } });
  });
});
