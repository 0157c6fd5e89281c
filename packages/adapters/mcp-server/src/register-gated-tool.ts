import { type Gate, type StandardSchema, systemClock, ToolFailed } from '@countersign/client';
import {
  CallStates,
  GatedCalls,
  type GatedCallsOptions,
  type ToolCall,
} from '@countersign/client/tool-calls';
import { type CallContext, readContext } from './call-context.ts';

/** `McpServer` of `@modelcontextprotocol/server` (v2) or of `@modelcontextprotocol/sdk` (v1). */
export interface ToolServer<Registered> {
  registerTool(...args: never[]): Registered;
}

/** The configuration of a tool, as `registerTool` takes it. */
export interface ToolConfig<Schema> {
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema: Schema;
  readonly outputSchema?: unknown;
  readonly annotations?: object;
  readonly _meta?: Record<string, unknown>;
}

export interface GatedToolOptions extends Omit<GatedCallsOptions, 'mode' | 'waitTimeout'> {
  /**
   * Milliseconds for which one call is held while a person decides. After that, a client of 2026-07-28 receives a
   * `requestState` for its next call. An older client receives the text that the call is pending. The default of 50
   * seconds is below the time limits of clients.
   */
  readonly hold?: number | undefined;
  /** Milliseconds between the notes of progress that keep the call of an older client alive. */
  readonly heartbeat?: number | undefined;
  /** How often a client is told to come back before it is told that the call is pending. */
  readonly rounds?: number | undefined;
  /** Signs `requestState`. Processes that continue each other's calls have the same secret, of at least 32 characters. */
  readonly secret?: string | undefined;
}

/** A tool result in a form that both generations of the SDK accept. */
interface ToolResult {
  readonly content: readonly object[];
  readonly isError?: boolean | undefined;
}

type Handler<Schema, Result> = (
  input: Schema extends StandardSchema<unknown, infer Output> ? Output : Record<string, unknown>,
  context: unknown,
) => Promise<Result> | Result;

/**
 * Registers a tool that runs only what the gate allows. Clients give a call no lasting id. So the server of Countersign
 * counts the occasions of the session: a repeated call finds its open request again, but never a used request.
 */
export function registerGatedTool<Registered, Schema, Result extends ToolResult>(
  server: ToolServer<Registered>,
  gate: Gate,
  name: string,
  config: ToolConfig<Schema>,
  handler: Handler<Schema, Result>,
  options: GatedToolOptions = {},
): Registered {
  const { hold = 50_000, heartbeat = 10_000, rounds = 8, secret, ...more } = options;
  const calls = new GatedCalls(gate, { onAbort: 'keep', ...more, waitTimeout: hold });
  const states = new CallStates(gate, secret);

  const serve = async (input: unknown, context: unknown): Promise<unknown> => {
    const request = readContext(context);
    const session = more.session ?? request.session;
    const call: ToolCall = { tool: name, input, id: undefined, session, signal: request.signal };
    const found = await states.open(request.state);
    const isOurs = found !== null && found.tool === name && found.session === (session ?? null);
    if (request.state !== undefined && !isOurs) return refusal(notOurs);
    const continued = isOurs ? { ...call, ticket: found.ticket } : call;
    const round = isOurs ? found.round : 0;
    const ending = await beating(request, heartbeat, () => calls.run(continued, toolOf(context)));
    if (ending.ran) return ending.result;
    const { ticket = null } = ending;
    if (ticket === null || !request.takesState || round >= rounds) return refusal(ending.text);
    const state = { ticket, tool: name, session: session ?? null, round: round + 1 };
    return { resultType: 'input_required', requestState: await states.seal(state) };
  };
  const toolOf = (context: unknown) => async (approved: unknown) => {
    const result = await handler(approved as Parameters<typeof handler>[0], context);
    if (result.isError === true) throw new ToolFailed('the tool reported an error', result);
    if (Reflect.get(result, 'resultType') === 'input_required') {
      throw new TypeError(
        'expected a complete result of a gated tool, found a question of its own',
      );
    }
    return result;
  };
  const answer = async (input: unknown, context: unknown): Promise<unknown> => {
    try {
      return await serve(input, context);
    } catch (error) {
      if (error instanceof ToolFailed && error.result !== undefined) return error.result;
      throw error;
    }
  };
  const register = server.registerTool as (...args: unknown[]) => Registered;
  return register.call(server, name, config, answer);
}

const notOurs =
  'The action has not run: the state of this call was not written for it. Make the call again without it.';

function refusal(text: string): ToolResult {
  return { content: [{ type: 'text', text }], isError: true };
}

/** Sends progress while the body runs. Some clients give up a call when they hear nothing for a while. */
async function beating<T>(
  { beat }: CallContext,
  milliseconds: number,
  body: () => Promise<T>,
): Promise<T> {
  if (beat === null) return body();
  const over = new AbortController();
  void (async () => {
    for (let progress = 1; ; progress++) {
      await systemClock.pause(milliseconds, over.signal);
      if (over.signal.aborted) return;
      // A client that is gone is noticed by the signal of its call.
      await beat(progress).catch(() => undefined);
    }
  })();
  try {
    return await body();
  } finally {
    over.abort();
  }
}
