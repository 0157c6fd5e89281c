// What Mastra lets through by itself, each with the gate in front of the tool: nothing runs that was not approved.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { GatedCallsOptions } from '@countersign/client/tool-calls';
import { gateTools } from '@countersign/mastra';
import { Agent } from '@mastra/core/agent';
import { Mastra } from '@mastra/core/mastra';
import { InMemoryStore } from '@mastra/core/storage';
import { createTool } from '@mastra/core/tools';
import { z } from 'zod';
import { type AdapterWorld, adapterWorld, openGate } from '../../testing/adapter-world.ts';
import { scriptedModel } from './driver.ts';

const inputSchema = z.object({ amount: z.number() });
const payment = { tool: 'transfer', input: { amount: 5 }, id: 'call-1' };

const throwing = (): never => {
  throw new Error('broken');
};

interface Built {
  /** More options of the tool, of the agent, and whether the tool is wrapped. */
  readonly tool?: object;
  readonly agent?: object;
  readonly wrapped?: boolean;
}

describe('Mastra with a gate', { timeout: 300_000 }, () => {
  let world: AdapterWorld;
  before(async () => {
    world = await adapterWorld();
  });
  after(() => world.close());

  const open = async (options: GatedCallsOptions = {}, built: Built = {}) => {
    const ran: number[] = [];
    const asked: string[] = [];
    const gate = await openGate(await world.newAgent());
    const countersign = gateTools(gate, {
      session: randomUUID(),
      onAsked: ({ approval_request_id: id }) => {
        asked.push(id);
        if (options.mode !== 'suspend') void world.decide(id, 'deny');
      },
      ...options,
    });
    const transfer = createTool({
      id: 'transfer',
      description: 'Pays.',
      inputSchema,
      execute: async ({ amount }) => {
        ran.push(amount);
        return 'paid';
      },
      ...built.tool,
    });
    const model = scriptedModel([[payment]]);
    const tools = built.wrapped === false ? { transfer } : countersign.tools({ transfer });
    const agent = new Agent({
      id: 'clerk',
      name: 'clerk',
      instructions: 'Pay.',
      model: model.model,
      tools,
      ...(built.wrapped === false ? { hooks: countersign.hooks } : {}),
      ...built.agent,
    });
    new Mastra({ agents: { clerk: agent }, storage: new InMemoryStore(), logger: false });
    return { agent, asked, countersign, gate, model, ran, transfer };
  };
  const told = ({ prompt }: { prompt(): unknown }) => JSON.stringify(prompt());

  for (const [name, run] of [
    ['undefined', { requireToolApproval: () => undefined }],
    ['false', { requireToolApproval: false }],
    ['true, with a tool that says false', { requireToolApproval: true }],
    ['an error', { requireToolApproval: throwing }],
  ] as const) {
    test(`a requireToolApproval that answers ${name} lets nothing run`, async () => {
      const { agent, model, ran } = await open({}, { tool: { requireApproval: () => false } });
      const { finishReason } = await agent.generate('Pay.', run as object);
      assert.deepEqual(ran, []);
      if (finishReason !== 'suspended') assert.match(told(model), /was denied and has not run/);
    });
  }

  test('hooks of a run that replace those of the agent do not open a wrapped tool', async () => {
    const { agent, model, ran } = await open();
    await agent.generate('Pay.', { hooks: { beforeToolCall: async () => undefined } });
    assert.deepEqual(ran, []);
    assert.match(told(model), /was denied and has not run/);
  });

  test('an application that approves a suspended call by itself lets nothing run', async () => {
    const { agent, asked, ran } = await open({ mode: 'suspend' });
    const first = await agent.generate('Pay.');
    assert.equal(first.finishReason, 'suspended');
    const { runId = '' } = first;
    for (const approve of [
      () => agent.approveToolCallGenerate({ runId, toolCallId: 'call-1' }),
      () => agent.approveToolCallGenerate({ runId, toolCallId: 'call-1' }),
      () => agent.resumeGenerate({ approved: true }, { runId, toolCallId: 'call-1' }),
    ]) {
      await approve().catch(() => undefined);
    }
    assert.deepEqual([ran, asked.length], [[], 1]);
  });

  test('hooks hold a tool that is not wrapped, and report what it came to', async () => {
    const denied = await open({}, { wrapped: false });
    await denied.agent.generate('Pay.');
    assert.deepEqual(denied.ran, []);
    assert.match(told(denied.model), /was denied and has not run/);
    const tickets: string[] = [];
    const allowed = await open(
      {
        onAsked: ({ approval_request_id: id }) => {
          tickets.push(id);
          void world.decide(id, 'allow');
        },
      },
      { wrapped: false },
    );
    await allowed.agent.generate('Pay.');
    assert.deepEqual(allowed.ran, [5]);
    const used = await allowed.gate
      .ticket(tickets[0] ?? '')
      .wait()
      .catch(error => error);
    assert.equal(used.execution, 'succeeded');
  });

  test('hooks suspend a tool that is not wrapped, and it runs once after the approval', async () => {
    const { agent, asked, ran } = await open({ mode: 'suspend' }, { wrapped: false });
    const { finishReason, runId = '' } = await agent.generate('Pay.');
    assert.deepEqual([finishReason, ran], ['suspended', []]);
    await world.decide(asked[0] ?? '', 'allow');
    await agent.resumeGenerate({ go: 'on' }, { runId, toolCallId: 'call-1' });
    assert.deepEqual(ran, [5]);
  });

  test('a wrapped tool under the same hooks runs once', async () => {
    const { agent, countersign, ran } = await open({
      onAsked: ({ approval_request_id: id }) => void world.decide(id, 'allow'),
    });
    await agent.generate('Pay.', { hooks: countersign.hooks });
    assert.deepEqual(ran, [5]);
  });

  test('a tool that suspends itself after its start fails, and is not started again', async () => {
    let starts = 0;
    const { agent, model } = await open(
      { onAsked: ({ approval_request_id: id }) => void world.decide(id, 'allow') },
      {
        tool: {
          execute: async (
            _: unknown,
            context: { agent: { suspend(payload: object): unknown } },
          ) => {
            starts += 1;
            return context.agent.suspend({});
          },
        },
      },
    );
    await agent.generate('Pay.').catch(() => undefined);
    assert.equal(starts, 1);
    assert.match(told(model), /does not suspend itself/);
  });

  test('a callback that throws lets nothing run, and a tool without a body is refused', async () => {
    for (const options of [{ onAsked: throwing }, { describe: throwing }]) {
      for (const wrapped of [true, false]) {
        const { agent, ran } = await open(options, { wrapped });
        await agent.generate('Pay.').catch(() => undefined);
        assert.deepEqual(ran, []);
      }
    }
    const { countersign } = await open();
    assert.throws(() => countersign.tools({ ask: { id: 'ask' } }), /to have an execute function/);
  });
});
