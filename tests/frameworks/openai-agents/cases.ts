// What the Agents SDK lets through by itself, each with the gate in front of the tool: nothing runs that was not approved.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { OutcomeUnknown, ToolFailed } from '@countersign/client';
import type { GatedCallsOptions } from '@countersign/client/tool-calls';
import { gateTools } from '@countersign/openai-agents';
import { Agent, Runner, RunState, tool } from '@openai/agents';
import { assistantMessage, functionCall, ScriptedModel } from '@openai/agents/testing';
import { z } from 'zod';
import { type AdapterWorld, adapterWorld, openGate } from '../../testing/adapter-world.ts';
import './cases-mcp.ts';

const runner = new Runner({ tracingDisabled: true });
const parameters = z.object({ amount: z.number() });

describe('the OpenAI Agents SDK with a gate', { timeout: 300_000 }, () => {
  let world: AdapterWorld;
  before(async () => {
    world = await adapterWorld();
  });
  after(() => world.close());

  const tickets: string[] = [];
  const deciding = (decision: 'allow' | 'deny'): GatedCallsOptions => ({
    mode: 'block',
    onAsked: ({ approval_request_id: id }) => {
      tickets.unshift(id);
      void world.decide(id, decision);
    },
  });
  const [approving, denying] = [deciding('allow'), deciding('deny')];

  const open = async (
    options: GatedCallsOptions = {},
    more: object = {},
    body: () => unknown = () => 'paid',
    given: object = {},
  ) => {
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
          return body();
        },
        ...given,
      }),
      ...more,
    });
    /** What the record says of the newest request. */
    const execution = async () => {
      const used = gate.ticket(tickets[0] ?? '').wait();
      return (await used.catch(error => error)).execution;
    };
    const agentWith = (model: ScriptedModel) =>
      new Agent({ name: 'clerk', model, tools: [transfer] });
    return { agentWith, countersign, execution, ran };
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

  test('a tool that fails is recorded as failed, and the model is not told to try again', async () => {
    for (const [error, words] of [
      [new Error('card 4111 was refused'), /was started and failed\./],
      [new ToolFailed('exit 3'), /It reported: .*exit 3/],
      [new OutcomeUnknown('no answer'), /outcome is unknown. It may have happened. Do not repeat/],
    ] as const) {
      const broken = () => {
        throw error;
      };
      const { agentWith, execution } = await open(approving, {}, broken);
      const model = paying();
      await runner.run(agentWith(model), 'Pay.');
      const told = JSON.stringify(model.lastCall?.request.input);
      assert.match(told, words);
      assert.doesNotMatch(told, /try again|4111/);
      assert.equal(await execution(), error instanceof OutcomeUnknown ? 'unknown' : 'failed');
    }
  });

  test('an error function of the application is used for errors of the tool, and not for refusals', async () => {
    const errorFunction = () => 'our own words';
    const broken = () => {
      throw new Error('broken');
    };
    for (const [options, body, words] of [
      [approving, broken, /our own words/],
      [denying, undefined, /was denied and has not run/],
    ] as const) {
      const { agentWith } = await open(options, {}, body, { errorFunction });
      const model = paying();
      await runner.run(agentWith(model), 'Pay.');
      assert.match(JSON.stringify(model.lastCall?.request.input), words);
    }
  });

  test('a tool with an output schema gives the refusal to its error function', async () => {
    const outputSchema = z.object({
      receipt: z.string().nullable(),
      refused: z.string().nullable(),
    });
    const errorFunction = (_: unknown, error: unknown) => ({
      receipt: null,
      refused: error instanceof Error ? error.message : 'unknown',
    });
    const body = () => ({ receipt: 'r-1', refused: null });
    for (const [options, words] of [
      [denying, /refused[^}]*was denied and has not run/],
      [approving, /r-1/],
    ] as const) {
      const { agentWith } = await open(options, {}, body, { outputSchema, errorFunction });
      const model = paying();
      await runner.run(agentWith(model), 'Pay.');
      assert.match(JSON.stringify(model.lastCall?.request.input), words);
    }
    const { countersign } = await open();
    const bare = { name: 'transfer', execute: body, outputSchema };
    assert.throws(() => countersign.options(bare), /to have an errorFunction/);
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
