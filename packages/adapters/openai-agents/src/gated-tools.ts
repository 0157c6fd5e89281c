import { type Gate, GateMisconfigured } from '@countersign/client';
import { GatedCalls, type GatedCallsOptions } from '@countersign/client/tool-calls';
import { type FunctionTools, gateFunctionTools, needsApproval } from './function-tools.ts';
import { gateMcpServer, type McpGuardrails } from './mcp-guardrails.ts';
import { parsed } from './parsed-arguments.ts';
import { failureText, NotRun } from './refused-call.ts';

/** The part of a call's details that the gate reads. */
export interface CallDetails {
  readonly toolCall?: { readonly callId?: string };
  readonly signal?: AbortSignal;
}

type Execute = (input: unknown, context?: unknown, details?: CallDetails) => unknown;

/** One pending approval of a run, as the state of the run lists it. */
interface Interruption {
  readonly name?: string | undefined;
  readonly arguments?: string | undefined;
  readonly rawItem: object;
}

/** The part of the Agents SDK's `RunState` that the gate uses. */
export interface SuspendedState<Item> {
  getInterruptions(): readonly Item[];
  approve(item: Item): void;
  reject(item: Item, options: { message: string }): void;
}

export interface GatedTools {
  /**
   * The options of a tool, with `execute` and `needsApproval` behind the gate. Give the result to `tool()`. A refused
   * call returns the text for the model as its result: a thrown error would become "Please try again."
   */
  readonly options: <
    Options extends { readonly name?: string | undefined; readonly execute: unknown },
  >(
    options: Options & { readonly name: string; readonly needsApproval?: never },
  ) => Options;
  /**
   * Finished function tools behind the gate, such as `await getAllMcpTools({ mcpServers, errorFunction: null })`. Give
   * the result to the `tools` of an agent. Do not also list the servers there.
   */
  readonly tools: FunctionTools;
  /**
   * For the options of an MCP server that the agent itself lists. Its calls wait for the decision: a guardrail cannot
   * suspend a run. Use `tools` where a run must be suspended.
   */
  readonly mcp: McpGuardrails;
  /**
   * Settles every interruption that was decided, and answers the requests that still wait. Run the state again when
   * nothing waits.
   */
  readonly settle: <Item extends Interruption>(
    state: SuspendedState<Item>,
  ) => Promise<{ readonly waiting: readonly string[] }>;
}

/** Puts tools of the OpenAI Agents SDK behind a gate. */
export function gateTools(gate: Gate, options: GatedCallsOptions = {}): GatedTools {
  const calls = new GatedCalls(gate, options);
  return {
    mcp: gateMcpServer(calls),
    tools: gateFunctionTools(calls),
    options: given => ({ ...given, ...behindGate(calls, given.name, given) }),
    settle: state => settle(calls, state),
  };
}

function behindGate(calls: GatedCalls, name: string, given: object): object {
  const { execute, errorFunction, outputSchema } = given as Record<string, unknown>;
  // The Agents SDK replaces other characters, and policy would then match another name than the model calls.
  if (typeof name !== 'string' || !/^[a-zA-Z0-9_]+$/.test(name)) {
    throw new TypeError(
      `expected a tool name of letters, digits and underscores, found ${JSON.stringify(name)}`,
    );
  }
  if (typeof execute !== 'function') {
    throw new TypeError(
      `expected the tool ${JSON.stringify(name)} to have an execute function, found none.`,
    );
  }
  if (Reflect.get(given, 'needsApproval') !== undefined) {
    throw new TypeError(
      `expected the tool ${JSON.stringify(name)} without needsApproval, found one. The policy of the gate decides which calls need an approval.`,
    );
  }
  const isStructured = outputSchema !== undefined;
  if (isStructured && typeof errorFunction !== 'function') {
    throw new TypeError(
      `expected the tool ${JSON.stringify(name)} with an outputSchema to have an errorFunction, found none. It puts the message of a refusal into a form that the schema accepts.`,
    );
  }
  return {
    needsApproval: (_context: unknown, input: unknown, callId?: string): Promise<boolean> =>
      needsApproval(calls, name, input, callId),
    execute: async (input: unknown, context?: unknown, details: CallDetails = {}) => {
      const { signal, toolCall } = details;
      const ending = await calls.run(
        { tool: name, input, id: toolCall?.callId, signal },
        (approved, own) =>
          (execute as Execute).call(given, approved, context, { ...details, signal: own }),
      );
      if (ending.ran) return ending.result;
      if (isStructured) throw new NotRun(ending.text);
      return ending.text;
    },
    ...(errorFunction === null ? {} : { errorFunction: errorFunctionOf(errorFunction) }),
  };
}

type ErrorFunction = (context: unknown, error: unknown, details?: unknown) => unknown;

/** A wrong set-up of the gate ends the run, even if the application handles other errors. */
function errorFunctionOf(own: unknown): ErrorFunction {
  return (context, error, details) => {
    if (error instanceof GateMisconfigured) throw error;
    return typeof own === 'function'
      ? (own as ErrorFunction)(context, error, details)
      : failureText(error);
  };
}

async function settle<Item extends Interruption>(
  calls: GatedCalls,
  state: SuspendedState<Item>,
): Promise<{ readonly waiting: readonly string[] }> {
  const waiting: string[] = [];
  for (const item of state.getInterruptions()) {
    const look = await lookAt(calls, item);
    if (look.state === 'allowed') state.approve(item);
    else if (look.state === 'refused') state.reject(item, { message: look.text });
    else waiting.push(look.ticket);
  }
  return { waiting };
}

async function lookAt(calls: GatedCalls, item: Interruption) {
  const tool = item.name ?? '';
  const id = Reflect.get(item.rawItem, 'callId') as unknown;
  return calls.look({
    tool,
    input: parsed(item.arguments),
    id: typeof id === 'string' ? id : undefined,
  });
}
