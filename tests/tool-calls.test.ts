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
  let approver: Awaited<ReturnType<typeof simulatedApprover>>;
  let approves = true;
  before(async () => {
    const policy = [{ name: 'policy.yaml', layer: 'operator' as const, text }];
    gate = await embedForTests({ data: join(folder, 'data'), policy, agent: 'bot' });
    approver = await simulatedApprover(gate, {
      people: [{ name: 'Ada', roles: ['lead'] }],
      decide: () => (approves ? 'allow' : null),
    });
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

  test('[D2-79] a call without an id finds its open request again, and never a used one', async () => {
    approves = false;
    const input = { amount: 11 };
    const call = { tool: 'pay', input, id: undefined };
    const calls = new GatedCalls(gate, { session: 'chat', mode: 'suspend' });
    const first = await calls.look(call);
    const second = await calls.look(call);
    assert.ok(first.state === 'pending' && second.state === 'pending');
    assert.equal(first.ticket, second.ticket);
    approves = true;
    await approver.settle();
    let ran = 0;
    assert.equal((await calls.run(call, () => ran++)).ran, true);
    approves = false;
    const next = await calls.look(call);
    assert.ok(next.state === 'pending' && next.ticket !== first.ticket);
    assert.equal(ran, 1);
    await gate.cancel(gate.ticket(next.ticket), 'The test is over.');
    const other = await new GatedCalls(gate, { mode: 'suspend' }).look(call);
    assert.ok(other.state === 'pending');
    approves = true;
    await approver.settle();
  });

  test('a blocking call that is given up withdraws its question, and keeps it where the application says so', async () => {
    approves = false;
    for (const [onAbort, expected] of [
      [undefined, 'cancelled'],
      ['cancel', 'cancelled'],
      ['keep', 'pending'],
    ] as const) {
      for (const way of ['run', 'begin'] as const) {
        const leave = new AbortController();
        let ticket = '';
        const calls = new GatedCalls(gate, {
          onAbort,
          onAsked: ({ approval_request_id }) => {
            ticket = approval_request_id;
            leave.abort();
          },
        });
        const call = { tool: 'pay', input: {}, id: `${onAbort} ${way}`, signal: leave.signal };
        const ended = way === 'run' ? calls.run(call, () => 0) : calls.begin(call);
        await assert.rejects(ended, { name: 'AbortError' });
        const { state } = await calls.settled(ticket);
        assert.equal(state, expected === 'pending' ? 'pending' : 'refused');
      }
    }
    approves = true;
  });

  test('a host begins what was approved, once, and the application hears of the request once', async () => {
    const asked: string[] = [];
    const calls = new GatedCalls(gate, {
      onAsked: ({ approval_request_id }) => asked.push(approval_request_id),
    });
    const call = { tool: 'pay', input: { amount: 8 }, id: 'begun' };
    const first = await calls.begin(call);
    assert.ok(first.state === 'begun');
    assert.deepEqual(first.begun.parameters, { amount: 8 });
    await first.begun.report({ outcome: 'succeeded', result: 'paid' });
    const second = await calls.begin(call);
    assert.ok(second.state === 'refused' && /already run once/.test(second.text));
    assert.equal(asked.length, 1);
  });

  test('a kept result is handed back in both modes', async () => {
    for (const mode of ['block', 'suspend'] as const) {
      const calls = new GatedCalls(gate, { mode, keepResult: true });
      const call = { tool: 'pay', input: { amount: 9 }, id: `kept ${mode}` };
      if (mode === 'suspend') await calls.look(call).then(() => approver.settle());
      const run = () => calls.run(call, () => 'paid');
      assert.deepEqual(await run(), { ran: true, result: 'paid' });
      assert.deepEqual(await run(), { ran: true, result: 'paid' });
    }
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
