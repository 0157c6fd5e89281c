// Tools of MCP servers: the Agents SDK makes them, so they do not pass through `tool()`.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { GatedCallsOptions } from '@countersign/client/tool-calls';
import { gateTools } from '@countersign/openai-agents';
import {
  Agent,
  fileSearchTool,
  getAllMcpTools,
  type MCPServer,
  Runner,
  RunState,
} from '@openai/agents';
import { assistantMessage, functionCall, ScriptedModel } from '@openai/agents/testing';
import { type AdapterWorld, adapterWorld, openGate } from '../../testing/adapter-world.ts';

const runner = new Runner({ tracingDisabled: true });

describe('MCP servers of the OpenAI Agents SDK with a gate', { timeout: 300_000 }, () => {
  let world: AdapterWorld;
  before(async () => {
    world = await adapterWorld();
  });
  after(() => world.close());

  const open = async (options: GatedCallsOptions = {}, body: () => unknown = () => 'paid') => {
    const ran: number[] = [];
    const tickets: string[] = [];
    const gate = await openGate(await world.newAgent());
    const countersign = gateTools(gate, {
      session: randomUUID(),
      ...options,
      onAsked: (facts, action) => {
        tickets.push(facts.approval_request_id);
        options.onAsked?.(facts, action);
      },
    });
    /** A server of tools that is in this process, with the options that every MCP server of the Agents SDK takes. */
    const server = (more: object = {}): MCPServer => ({
      cacheToolsList: false,
      name: 'bank',
      connect: async () => undefined,
      close: async () => undefined,
      invalidateToolsCache: async () => undefined,
      listTools: async () => [
        {
          name: 'transfer',
          description: 'Pays.',
          inputSchema: {
            type: 'object',
            properties: { amount: { type: 'number' } },
            required: ['amount'],
            additionalProperties: false,
          },
        },
      ],
      callTool: async (_, given) => {
        ran.push(Number(given?.['amount']));
        return [{ type: 'text', text: String(body()) }];
      },
      ...more,
    });
    const execution = async () => {
      const used = gate.ticket(tickets[0] ?? '').wait();
      return (await used.catch(error => error)).execution;
    };
    /** The agent that an application builds when it starts, with the tools of the server behind the gate. */
    const wrapped = async (model: ScriptedModel) => {
      const mcpServers = [server()];
      const tools = await getAllMcpTools({ mcpServers, errorFunction: null });
      return new Agent({ name: 'clerk', model, tools: countersign.tools(tools) });
    };
    return { countersign, execution, ran, server, tickets, wrapped };
  };
  const deciding = (decision: 'allow' | 'deny'): GatedCallsOptions => ({
    onAsked: ({ approval_request_id: id }) => void world.decide(id, decision),
  });
  const done = () => new ScriptedModel([[assistantMessage('done')]]);
  const paying = () =>
    new ScriptedModel([
      [functionCall('transfer', { amount: 5 }, { callId: 'call-1' })],
      [assistantMessage('done')],
    ]);
  const told = (model: ScriptedModel) => JSON.stringify(model.lastCall?.request.input);

  test('guardrails hold the tools of a server that the agent lists, and report what ran', async () => {
    for (const decision of ['deny', 'allow'] as const) {
      const { countersign, execution, ran, server } = await open(deciding(decision));
      const model = paying();
      const mcpServers = [server(countersign.mcp)];
      await runner.run(new Agent({ name: 'clerk', model, mcpServers }), 'Pay.');
      assert.deepEqual(ran, decision === 'allow' ? [5] : []);
      assert.match(told(model), decision === 'allow' ? /paid/ : /was denied and has not run/);
      if (decision === 'deny') continue;
      assert.equal(await execution(), 'succeeded');
      const again = paying();
      await runner.run(new Agent({ name: 'clerk', model: again, mcpServers }), 'Pay.');
      assert.match(told(again), /already run once/);
      assert.deepEqual(ran, [5]);
    }
  });

  test('wrapped tools wait for the decision, run once, and a refusal reaches the model', async () => {
    for (const decision of ['deny', 'allow'] as const) {
      const { execution, ran, wrapped } = await open(deciding(decision));
      const model = paying();
      await runner.run(await wrapped(model), 'Pay.');
      assert.deepEqual(ran, decision === 'allow' ? [5] : []);
      assert.match(told(model), decision === 'allow' ? /paid/ : /was denied and has not run/);
      if (decision === 'allow') assert.equal(await execution(), 'succeeded');
    }
  });

  test('wrapped tools suspend the run, and run once after the approval, in another run of the program', async () => {
    const { countersign, ran, tickets, wrapped } = await open({ mode: 'suspend' });
    const first = await runner.run(await wrapped(paying()), 'Pay.');
    assert.equal(first.interruptions.length, 1);
    const stored = first.state.toString();
    for (const [decision, waits] of [
      [null, 1],
      ['allow', 0],
    ] as const) {
      if (decision !== null) await world.decide(tickets[0] ?? '', decision);
      const model = done();
      const agent = await wrapped(model);
      const state = await RunState.fromString(agent, stored);
      const { waiting } = await countersign.settle(state);
      assert.deepEqual([waiting.length, ran], [waits, []]);
      if (waits > 0) continue;
      await runner.run(agent, state);
      assert.match(told(model), /paid/);
    }
    assert.deepEqual(ran, [5]);
    const model = done();
    const agent = await wrapped(model);
    const replayed = await RunState.fromString(agent, stored);
    await countersign.settle(replayed);
    await runner.run(agent, replayed);
    assert.match(told(model), /already run once, and it succeeded/);
    assert.deepEqual(ran, [5]);
  });

  test('a tool of a server that fails is recorded as failed, and the model is not told to try again', async () => {
    for (const way of ['wrapped', 'guarded']) {
      const { countersign, execution, server, wrapped } = await open(deciding('allow'), () => {
        throw new Error('the bank is closed');
      });
      const model = paying();
      const guarded = new Agent({ name: 'clerk', model, mcpServers: [server(countersign.mcp)] });
      await runner.run(way === 'wrapped' ? await wrapped(model) : guarded, 'Pay.');
      assert.match(told(model), /was started and failed/);
      assert.doesNotMatch(told(model), /try again/);
      assert.equal(await execution(), 'failed', way);
    }
  });

  test('a tool that runs at the provider is refused', async () => {
    const { countersign } = await open();
    assert.throws(() => countersign.tools([fileSearchTool('vs_1')]), /expected a function tool/);
  });
});
