// What the Agents SDK lets through by itself, each with the gate in front of the tool: nothing runs that was not approved.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { GatedCallsOptions } from '@countersign/client/tool-calls';
import { gateTools } from '@countersign/openai-agents';
import { Agent, type MCPServer, Runner, RunState, tool } from '@openai/agents';
import { assistantMessage, functionCall, ScriptedModel } from '@openai/agents/testing';
import { z } from 'zod';
import { type AdapterWorld, adapterWorld, openGate } from '../../testing/adapter-world.ts';

const runner = new Runner({ tracingDisabled: true });
const parameters = z.object({ amount: z.number() });

describe('the OpenAI Agents SDK with a gate', { timeout: 300_000 }, () => {
  let world: AdapterWorld;
  before(async () => {
    world = await adapterWorld();
  });
  after(() => world.close());

  const open = async (options: GatedCallsOptions = {}, more: object = {}) => {
    const ran: number[] = [];
    const gate = await openGate(await world.newAgent());
    const session = randomUUID();
    const countersign = gateTools(gate, { session, mode: 'suspend', ...options });
    const transfer = tool({
      ...countersign.options({
        name: 'transfer',
        description: 'Pays.',
        parameters,
        execute: async ({ amount }: { amount: number }) => {
          ran.push(amount);
          return 'paid';
        },
      }),
      ...more,
    });
    const agentWith = (model: ScriptedModel) =>
      new Agent({ name: 'clerk', model, tools: [transfer] });
    return { agentWith, countersign, gate, ran };
  };
  const paying = () =>
    new ScriptedModel([
      [functionCall('transfer', { amount: 5 }, { callId: 'call-1' })],
      [assistantMessage('done')],
    ]);

  for (const answer of [undefined, false, null]) {
    test(`a needsApproval of the application that answers ${answer} lets nothing run`, async () => {
      const { agentWith, ran } = await open({}, { needsApproval: async () => answer as never });
      const model = paying();
      await runner.run(agentWith(model), 'Pay.');
      assert.deepEqual(ran, []);
      const told = JSON.stringify(model.lastCall?.request.input);
      assert.match(told, /has not decided yet/);
      assert.doesNotMatch(told, /Please try again/);
    });
  }

  test('a guardrail of the application with a word that the SDK does not know lets nothing run', async () => {
    for (const behavior of [{ type: 'deny' }, { type: 'allow' }]) {
      const run = async () => ({ behavior });
      const inputGuardrails = [{ type: 'tool_input', name: 'theirs', run }];
      const { agentWith, ran } = await open({}, { inputGuardrails });
      const model = paying();
      const agent = agentWith(model);
      const { state } = await runner.run(agent, 'Pay.');
      for (const item of state.getInterruptions()) state.approve(item);
      await runner.run(agent, state);
      assert.deepEqual(ran, []);
      assert.match(JSON.stringify(model.lastCall?.request.input), /has not decided yet/);
    }
  });

  test('an application that approves by itself lets nothing run', async () => {
    const { agentWith, ran } = await open();
    const model = paying();
    const agent = agentWith(model);
    const { state } = await runner.run(agent, 'Pay.');
    for (const item of state.getInterruptions()) state.approve(item, { alwaysApprove: true });
    await runner.run(agent, state);
    assert.deepEqual(ran, []);
    assert.match(JSON.stringify(model.lastCall?.request.input), /has not decided yet/);
  });

  test('a call of a nested agent suspends the outer run, and runs once after the approval', async () => {
    const { agentWith, countersign, ran } = await open();
    const nested = agentWith(paying());
    const outer = (model: ScriptedModel) =>
      new Agent({
        name: 'manager',
        model,
        tools: [nested.asTool({ toolName: 'delegate', toolDescription: 'Delegates.' })],
      });
    const model = new ScriptedModel([
      [functionCall('delegate', { input: 'Pay.' }, { callId: 'outer-1' })],
      [assistantMessage('delegated')],
    ]);
    const agent = outer(model);
    const first = await runner.run(agent, 'Pay.');
    const { waiting } = await countersign.settle(first.state);
    assert.deepEqual([waiting.length, ran], [1, []]);
    await world.decide(waiting[0] ?? '', 'allow');
    const state = await RunState.fromString(agent, first.state.toString());
    assert.deepEqual(await countersign.settle(state), { waiting: [] });
    const { finalOutput } = await runner.run(agent, state);
    assert.deepEqual([finalOutput, ran], ['delegated', [5]]);
  });

  test('tools of an MCP server are held, run once, and are reported', async () => {
    const ran: number[] = [];
    /** A server of tools that is in this process, with the options that every MCP server of the Agents SDK takes. */
    const serverWith = (guards: object): MCPServer => ({
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
        return [{ type: 'text', text: 'paid' }];
      },
      ...guards,
    });
    for (const decision of ['deny', 'allow'] as const) {
      const tickets: string[] = [];
      const { countersign, gate } = await open({
        mode: 'block',
        onAsked: ({ approval_request_id: id }) => {
          tickets.push(id);
          void world.decide(id, decision);
        },
      });
      const model = paying();
      const mcpServers = [serverWith(countersign.mcp)];
      await runner.run(new Agent({ name: 'clerk', model, mcpServers }), 'Pay.');
      const told = JSON.stringify(model.lastCall?.request.input);
      assert.deepEqual(ran, decision === 'allow' ? [5] : []);
      assert.match(told, decision === 'allow' ? /paid/ : /was denied and has not run/);
      if (decision === 'deny') continue;
      const used = await gate
        .ticket(tickets[0] ?? '')
        .wait()
        .catch(error => error);
      assert.equal(used.execution, 'succeeded');
      const again = paying();
      await runner.run(new Agent({ name: 'clerk', model: again, mcpServers }), 'Pay.');
      assert.match(JSON.stringify(again.lastCall?.request.input), /already run once/);
      assert.deepEqual(ran, [5]);
    }
  });

  test('a callback that throws lets nothing run', async () => {
    const broken = () => {
      throw new Error('broken');
    };
    for (const options of [{ describe: broken }, { onAsked: broken, mode: 'block' as const }]) {
      const { agentWith, ran } = await open(options);
      await runner.run(agentWith(paying()), 'Pay.').catch(() => undefined);
      assert.deepEqual(ran, []);
    }
  });

  test('a tool with another approval, without a body or with a name that is changed is refused', async () => {
    const { options } = (await open()).countersign;
    const execute = async () => 'paid';
    const named = { name: 'transfer', execute };
    assert.throws(() => options({ ...named, needsApproval: false } as never), /needsApproval/);
    assert.throws(() => options({ name: 'transfer' } as never), /execute function/);
    assert.throws(() => options({ ...named, name: 'wire.transfer' }), /letters, digits/);
  });
});
