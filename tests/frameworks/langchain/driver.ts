import { gateToolCalls } from '@countersign/langchain';
import { fakeModel } from '@langchain/core/testing';
import { Command, interrupt, MemorySaver } from '@langchain/langgraph';
import { AIMessage, createAgent, createMiddleware, ToolMessage, tool } from 'langchain';
import { z } from 'zod';
import type { Driver, ScriptedCall, TurnEnd, TurnSetup } from '../driver.ts';

const schema = z.object({ amount: z.number() });

export function scriptedModel(turns: readonly (readonly ScriptedCall[])[]) {
  const model = fakeModel();
  for (const turn of turns) {
    model.respondWithTools(turn.map(({ tool: name, input: args, id }) => ({ name, args, id })));
  }
  return model.respond(new AIMessage('done'));
}

/** The agent that an application builds when it starts, in every process. */
function agentFor(
  setup: TurnSetup,
  checkpointer: MemorySaver,
  turns: readonly (readonly ScriptedCall[])[],
) {
  const { gate, mode, effect } = setup;
  const names = [...new Set(setup.calls.map(call => call.tool))];
  const tools = names.map(name =>
    tool(async input => String(await effect(name, input)), { name, description: 'Pays.', schema }),
  );
  const countersign = createMiddleware(
    gateToolCalls(
      gate,
      { ToolMessage, interrupt },
      { mode, onAsked: ({ approval_request_id }) => setup.onAsked?.(approval_request_id) },
    ),
  );
  const model = scriptedModel(turns);
  return createAgent({ model, tools, middleware: [countersign], checkpointer });
}

async function play(setup: TurnSetup, stored: string | null): Promise<TurnEnd> {
  const checkpointer = stored === null ? new MemorySaver() : restored(stored);
  const agent = agentFor(setup, checkpointer, stored === null ? [setup.calls] : []);
  const config = {
    configurable: { thread_id: setup.session },
    ...(setup.signal === undefined ? {} : { signal: setup.signal }),
    ...(setup.toolTimeout === undefined ? {} : { timeout: setup.toolTimeout }),
  };
  const input = stored === null ? { messages: 'Pay.' } : new Command({ resume: true });
  if (setup.way === 'streamed') for await (const _ of await agent.stream(input as never, config));
  else await agent.invoke(input as never, config);
  const { tasks, values } = await agent.graph.getState(config);
  const waiting = tasks.flatMap(task =>
    task.interrupts.flatMap(
      ({ value }) => (value as { waiting: { approval_request_id: string }[] }).waiting,
    ),
  );
  const { messages } = values as { messages: Told[] };
  const told = toldIn(messages);
  const tickets = waiting.map(({ approval_request_id }) => approval_request_id);
  return { told, tickets, state: tickets.length === 0 ? null : stateOf(checkpointer) };
}

/** What a checkpointer keeps, as an application stores it. The checkpoints themselves are JSON. */
function stateOf({ storage, writes }: MemorySaver): string {
  return JSON.stringify({ storage, writes }, (_, value: unknown) =>
    value instanceof Uint8Array ? { bytes: new TextDecoder().decode(value) } : value,
  );
}

function restored(state: string): MemorySaver {
  const kept = JSON.parse(state, (_, value: unknown) =>
    typeof value === 'object' && value !== null && 'bytes' in value
      ? new TextEncoder().encode(String(value.bytes))
      : value,
  ) as Pick<MemorySaver, 'storage' | 'writes'>;
  return Object.assign(new MemorySaver(), kept);
}

interface Told {
  getType(): string;
  readonly tool_call_id?: string;
  readonly content: unknown;
}

function toldIn(messages: readonly Told[]): Record<string, string> {
  return Object.fromEntries(
    messages.flatMap(message =>
      message.getType() === 'tool' ? [[message.tool_call_id, JSON.stringify(message.content)]] : [],
    ),
  );
}

/** The agent with the gated tools runs inside a tool of another agent. */
async function inSubagent(setup: TurnSetup): Promise<TurnEnd> {
  let told: Record<string, string> | undefined;
  const clerk = agentFor(setup, new MemorySaver(), [setup.calls]);
  const delegate = tool(
    async () => {
      const { messages } = await clerk.invoke(
        { messages: 'Pay.' },
        { configurable: { thread_id: setup.session } },
      );
      told = toldIn(messages as Told[]);
      return 'delegated';
    },
    { name: 'delegate', description: 'Delegates.', schema },
  );
  const model = scriptedModel([[{ tool: 'delegate', input: { amount: 0 }, id: 'outer' }]]);
  await createAgent({ model, tools: [delegate] }).invoke({ messages: 'Delegate.' });
  if (told === undefined) throw new Error('the subagent did not run');
  return { told, tickets: [], state: null };
}

export const driver: Driver = {
  hasCallIds: true,
  start: setup => (setup.way === 'subagent' ? inSubagent(setup) : play(setup, null)),
  resume: (setup, state) => play(setup, state),
};
