import { gateTools, type SuspendedCall } from '@countersign/mastra';
import { Agent } from '@mastra/core/agent';
import type { MastraModelConfig } from '@mastra/core/llm';
import { Mastra } from '@mastra/core/mastra';
import { InMemoryStore } from '@mastra/core/storage';
import { MastraLanguageModelV2Mock } from '@mastra/core/test-utils/llm-mock';
import { createTool } from '@mastra/core/tools';
import { z } from 'zod';
import type { Driver, ScriptedCall, TurnEnd, TurnSetup } from '../driver.ts';

const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 };
const inputSchema = z.object({ amount: z.number() });

type Turns = readonly (readonly ScriptedCall[])[];
type StreamOptions = Parameters<MastraLanguageModelV2Mock['doStream']>[0];

export interface ScriptedModel {
  readonly model: MastraModelConfig;
  /** What the model read at its last call. */
  prompt(): StreamOptions['prompt'];
}

/** A model that makes the calls of one turn after the other, and then says that it is done. */
export function scriptedModel(turns: Turns): ScriptedModel {
  const left = [...turns];
  let prompt: StreamOptions['prompt'] = [];
  const take = () => {
    const calls = left.shift() ?? [];
    const finishReason = calls.length === 0 ? ('stop' as const) : ('tool-calls' as const);
    return { finishReason, calls: calls.map(toolCall) };
  };
  const model = new MastraLanguageModelV2Mock({
    doGenerate: async options => {
      prompt = options.prompt;
      const { calls, finishReason } = take();
      const content = calls.length > 0 ? calls : [{ type: 'text' as const, text: 'done' }];
      return { content, finishReason, usage, warnings: [] };
    },
    doStream: async options => {
      prompt = options.prompt;
      const { calls, finishReason } = take();
      const said = [
        { type: 'text-start' as const, id: '1' },
        { type: 'text-delta' as const, id: '1', delta: 'done' },
        { type: 'text-end' as const, id: '1' },
      ];
      const parts = [
        { type: 'stream-start' as const, warnings: [] },
        ...(calls.length > 0 ? calls : said),
        { type: 'finish' as const, finishReason, usage },
      ];
      return { stream: streamOf(parts) };
    },
  });
  // The mock is of an older generation than the types of an agent, which takes both.
  return { model: model as unknown as MastraModelConfig, prompt: () => prompt };
}

function streamOf<Part>(parts: readonly Part[]): ReadableStream<Part> {
  return new ReadableStream<Part>({
    start: controller => {
      for (const part of parts) controller.enqueue(part);
      controller.close();
    },
  });
}

function toolCall({ tool: toolName, input, id: toolCallId }: ScriptedCall) {
  return { type: 'tool-call' as const, toolCallId, toolName, input: JSON.stringify(input) };
}

/** The agent that an application builds when it starts, in every process. */
function agentFor(setup: TurnSetup, model: ScriptedModel, storage: InMemoryStore): Agent {
  const { gate, mode, session, effect } = setup;
  const names = [...new Set(setup.calls.map(call => call.tool))];
  const tools = names.map(name => [
    name,
    createTool({
      id: name,
      description: 'Pays.',
      inputSchema,
      execute: async input => String(await effect(name, input)),
    }),
  ]);
  const countersign = gateTools(gate, {
    mode,
    session,
    onAsked: ({ approval_request_id }) => setup.onAsked?.(approval_request_id),
  });
  const agent = new Agent({
    id: 'clerk',
    name: 'clerk',
    instructions: 'Pay.',
    model: model.model,
    tools: countersign.tools(Object.fromEntries(tools)),
  });
  new Mastra({ agents: { clerk: agent }, storage, logger: false });
  return agent;
}

/** What a store keeps of a suspended run, as a database has it. */
interface Stored {
  readonly runId: string;
  readonly toolCallId: string;
  readonly ticket: string;
  readonly workflows: readonly (readonly [string, unknown])[];
}

interface Output {
  readonly finishReason: string | undefined;
  readonly runId?: string | undefined;
  readonly suspendPayload: unknown;
}

async function play(setup: TurnSetup, stored: Stored | null): Promise<TurnEnd> {
  const storage = new InMemoryStore();
  const workflows = await workflowsOf(storage);
  for (const [key, value] of stored?.workflows ?? []) workflows.set(key, value);
  const model = scriptedModel(stored === null ? [setup.calls] : []);
  const agent = agentFor(setup, model, storage);
  const options = {
    ...(setup.signal === undefined ? {} : { abortSignal: setup.signal }),
    // Mastra limits a whole run, which needs some time before its tool starts.
    ...(setup.toolTimeout === undefined
      ? {}
      : { modelSettings: { timeout: { totalMs: setup.toolTimeout * 5 } } }),
    ...(stored === null ? {} : { runId: stored.runId, toolCallId: stored.toolCallId }),
  };
  const output: Output =
    setup.way === 'streamed'
      ? await streamed(agent, stored, options)
      : stored === null
        ? await agent.generate('Pay.', options)
        : await agent.resumeGenerate({ go: 'on' }, options);
  const told = toldIn(model.prompt());
  if (output.finishReason !== 'suspended') return { told, tickets: [], state: null };
  const { toolCallId, suspendPayload } = output.suspendPayload as {
    readonly toolCallId: string;
    readonly suspendPayload: SuspendedCall;
  };
  const ticket = suspendPayload.approval_request_id;
  const kept: Stored = { runId: output.runId ?? '', toolCallId, ticket, workflows: [...workflows] };
  return { told, tickets: [ticket], state: JSON.stringify(kept) };
}

async function streamed(agent: Agent, stored: Stored | null, options: object): Promise<Output> {
  const result =
    stored === null
      ? await agent.stream('Pay.', options)
      : await agent.resumeStream({ go: 'on' }, options as { runId: string });
  await result.consumeStream();
  return {
    finishReason: await result.finishReason,
    runId: result.runId,
    suspendPayload: await result.suspendPayload,
  };
}

async function workflowsOf(storage: InMemoryStore): Promise<Map<string, unknown>> {
  const workflows = await storage.getStore('workflows');
  const { db } = workflows as unknown as { readonly db: { workflows: Map<string, unknown> } };
  return db.workflows;
}

function toldIn(prompt: StreamOptions['prompt']): Record<string, string> {
  return Object.fromEntries(
    prompt.flatMap(({ content }) =>
      typeof content === 'string'
        ? []
        : content.flatMap(part =>
            part.type === 'tool-result' ? [[part.toolCallId, JSON.stringify(part.output)]] : [],
          ),
    ),
  );
}

/** The agent with the gated tools is a subagent of another one. */
async function inSubagent(setup: TurnSetup): Promise<TurnEnd> {
  const inner = scriptedModel([setup.calls]);
  const clerk = agentFor(setup, inner, new InMemoryStore());
  const delegate = { tool: 'agent-clerk', input: { prompt: 'Pay.' }, id: 'outer' };
  const outer = scriptedModel([[delegate as unknown as ScriptedCall]]);
  const manager = new Agent({
    id: 'manager',
    name: 'manager',
    instructions: 'Delegate.',
    model: outer.model,
    agents: { clerk },
  });
  await manager.generate('Delegate.');
  return { told: toldIn(inner.prompt()), tickets: [], state: null };
}

export const driver: Driver = {
  hasCallIds: true,
  start: setup => (setup.way === 'subagent' ? inSubagent(setup) : play(setup, null)),
  resume: (setup, state) => play(setup, JSON.parse(state) as Stored),
};
