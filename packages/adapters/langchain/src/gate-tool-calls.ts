import type { Gate } from '@countersign/client';
import { GatedCalls, type GatedCallsOptions, type ToolCall } from '@countersign/client/tool-calls';

/** The tool call of a model as LangChain writes it. */
interface ModelToolCall {
  readonly name: string;
  readonly args: Record<string, unknown>;
  readonly id?: string | undefined;
}

interface Runtime {
  readonly configurable?: { readonly thread_id?: unknown } | undefined;
  readonly signal?: AbortSignal | undefined;
}

interface ToolCallRequest {
  readonly toolCall: ModelToolCall;
  readonly tool?: unknown;
  readonly runtime: unknown;
}

/** What LangChain and LangGraph give: the adapter imports neither. */
export interface LangChainParts<Message> {
  /** `ToolMessage` of `langchain`. */
  readonly ToolMessage: new (fields: {
    content: string;
    tool_call_id: string;
    name: string;
    status: 'error';
  }) => Message;
  /** `interrupt` of `@langchain/langgraph`. */
  readonly interrupt: (value: Interruption) => unknown;
}

/** What a suspended run shows to its application. */
export interface Interruption {
  readonly type: 'countersign';
  readonly waiting: readonly {
    readonly approval_request_id: string;
    readonly tool: string;
    readonly tool_call_id: string | null;
  }[];
}

/** The options of a middleware, for `createMiddleware` of `langchain`. */
export interface GateMiddleware<Message> {
  readonly name: string;
  readonly afterModel: (
    state: { readonly messages: readonly object[] },
    runtime: object,
  ) => Promise<undefined>;
  readonly wrapToolCall: <Request extends ToolCallRequest, Result>(
    request: Request,
    handler: (request: Request) => Result | Promise<Result>,
  ) => Promise<Result | Message>;
}

/**
 * A middleware that puts every tool call of an agent behind a gate. Before the tools run, it suspends the run while calls
 * wait for people. The body of each tool asks the gate again, with the arguments that it is really given.
 */
export function gateToolCalls<Message>(
  gate: Gate,
  { ToolMessage, interrupt }: LangChainParts<Message>,
  options: GatedCallsOptions = {},
): GateMiddleware<Message> {
  const calls = new GatedCalls(gate, options);
  /**
   * Calls that the middleware saw before the tools ran. Any other call was changed on the way and cannot be suspended.
   */
  const seen = new Set<string>();

  const refusal = ({ name, id = '' }: ModelToolCall, content: string): Message =>
    new ToolMessage({ content, tool_call_id: id, name, status: 'error' });

  const waitingOf = async (toolCalls: readonly ModelToolCall[], runtime: Runtime) => {
    const looks = await Promise.all(
      toolCalls.map(async toolCall => {
        const look = await calls.look(callOf(toolCall, runtime));
        seen.add(nameOf(toolCall));
        return { toolCall, look };
      }),
    );
    return looks.flatMap(({ toolCall: { name: tool, id: tool_call_id = null }, look }) =>
      look.state === 'pending' ? [{ approval_request_id: look.ticket, tool, tool_call_id }] : [],
    );
  };

  return {
    name: 'Countersign',
    afterModel: async ({ messages }, runtime) => {
      if (calls.mode === 'block') return undefined;
      const toolCalls = toolCallsOf(messages.at(-1));
      for (;;) {
        const waiting = await waitingOf(toolCalls, runtime as Runtime);
        if (waiting.length === 0) return undefined;
        // The value that resumes a run is ignored. The middleware asks the gate again.
        interrupt({ type: 'countersign', waiting });
      }
    },
    wrapToolCall: async (request, handler) => {
      const { tool, toolCall } = request;
      if (typeof tool !== 'object' || tool === null) {
        const name = JSON.stringify(toolCall.name);
        return refusal(toolCall, `The action has not run: the agent has no tool ${name}.`);
      }
      let reached = false;
      const invoke = async (given: ModelToolCall, config: Runtime = {}): Promise<unknown> => {
        reached = true;
        const call = callOf(given, config);
        const ending = await calls.run(
          call,
          (args, signal) => bodyOf(tool)({ ...given, args }, { ...config, signal }),
          seen.delete(nameOf(given)) ? calls.mode : 'block',
        );
        return ending.ran ? ending.result : refusal(given, ending.text);
      };
      const gated = Object.create(tool, { invoke: { value: invoke } }) as object;
      const result = await handler({ ...request, tool: gated });
      if (!reached) {
        throw new Error(
          `expected the gate to be the last middleware, found one after it that answered the call of ${JSON.stringify(toolCall.name)} without the gated tool. Put the gate at the end of the list.`,
        );
      }
      return result;
    },
  };
}

function bodyOf(tool: object): (call: object, config: object) => unknown {
  const invoke = Reflect.get(tool, 'invoke') as unknown;
  if (typeof invoke !== 'function') {
    throw new TypeError('expected a tool that can be invoked, found one that runs at the provider');
  }
  return (call, config) => Reflect.apply(invoke, tool, [call, config]) as unknown;
}

function toolCallsOf(message: object | undefined): readonly ModelToolCall[] {
  const found = message === undefined ? [] : (Reflect.get(message, 'tool_calls') as unknown);
  return Array.isArray(found) ? found : [];
}

function callOf({ name, args, id }: ModelToolCall, { configurable, signal }: Runtime): ToolCall {
  const thread = configurable?.thread_id;
  const session = typeof thread === 'string' ? thread : undefined;
  return { tool: name, input: args, id, signal, session };
}

/** The name of one exact call. */
function nameOf({ name, args, id }: ModelToolCall): string {
  return JSON.stringify([id ?? null, name, args]);
}
