import { gateTools } from '@countersign/openai-agents';
import { Agent, Runner, RunState, tool } from '@openai/agents';
import { assistantMessage, functionCall, ScriptedModel } from '@openai/agents/testing';
import { z } from 'zod';
import type { Driver, TurnEnd, TurnSetup } from '../driver.ts';

type Start = 'fresh' | 'resumed';

function scripted(setup: TurnSetup, start: Start): ScriptedModel {
  const calls = setup.calls.map(({ tool: name, input, id }) =>
    functionCall(name, input, { callId: id }),
  );
  return new ScriptedModel([...(start === 'fresh' ? [calls] : []), [assistantMessage('done')]]);
}

/** The agent that an application builds when it starts, in every process. */
function agentFor(setup: TurnSetup, model: ScriptedModel) {
  const { gate, session, mode, effect, toolTimeout } = setup;
  const countersign = gateTools(gate, {
    session,
    mode,
    onAsked: ({ approval_request_id }) => setup.onAsked?.(approval_request_id),
  });
  const names = [...new Set(setup.calls.map(call => call.tool))];
  const tools = names.map(name =>
    tool(
      countersign.options({
        name,
        description: 'Pays.',
        parameters: z.object({ amount: z.number() }),
        execute: async (input: { amount: number }) => String(await effect(name, input)),
        ...(toolTimeout === undefined ? {} : { timeoutMs: toolTimeout }),
      }),
    ),
  );
  return { agent: new Agent({ name: 'clerk', model, tools }), countersign };
}

const runner = new Runner({ tracingDisabled: true });

async function play(setup: TurnSetup, stored: string | null): Promise<TurnEnd> {
  const model = scripted(setup, stored === null ? 'fresh' : 'resumed');
  const { agent: clerk, countersign } = agentFor(setup, model);
  const agent = setup.way === 'subagent' ? manager(clerk) : clerk;
  let input: string | RunState<undefined, Agent> = 'Pay.';
  if (stored !== null) {
    input = await RunState.fromString<undefined, Agent>(agent, stored);
    const { waiting } = await countersign.settle(input);
    if (waiting.length > 0) return { told: {}, tickets: waiting, state: stored };
  }
  const options = setup.signal === undefined ? {} : { signal: setup.signal };
  const result =
    setup.way === 'streamed'
      ? await runner.run(agent, input, { ...options, stream: true })
      : await runner.run(agent, input, options);
  if ('completed' in result) await result.completed;
  const told = toldBy(model);
  if (result.interruptions.length === 0) return { told, tickets: [], state: null };
  const { waiting } = await countersign.settle(result.state);
  return { told, tickets: waiting, state: result.state.toString() };
}

function toldBy(model: ScriptedModel): Record<string, string> {
  const items = model.lastCall?.request.input ?? [];
  if (typeof items === 'string') return {};
  return Object.fromEntries(
    items.flatMap(item =>
      item.type === 'function_call_result' ? [[item.callId, JSON.stringify(item.output)]] : [],
    ),
  );
}

/** An agent that has the other one as a tool. */
function manager(clerk: Agent): Agent {
  const model = new ScriptedModel([
    [functionCall('delegate', { input: 'Pay.' }, { callId: 'outer' })],
    [assistantMessage('delegated')],
  ]);
  const delegate = clerk.asTool({ toolName: 'delegate', toolDescription: 'Delegates.' });
  return new Agent({ name: 'manager', model, tools: [delegate] });
}

export const driver: Driver = {
  hasCallIds: true,
  start: setup => play(setup, null),
  resume: (setup, state) => play(setup, state),
};
