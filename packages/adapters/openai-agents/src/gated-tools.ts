import type { Gate } from '@countersign/client';
import { GatedCalls, type GatedCallsOptions } from '@countersign/client/tool-calls';
import { gateMcpServer, type McpGuardrails } from './mcp-guardrails.ts';
import { parsed } from './parsed-arguments.ts';

/** The part of a call's details that the gate reads. */
interface CallDetails {
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
   * For the options of an MCP server, whose tools cannot be wrapped. They wait for the decision: a guardrail cannot
   * suspend a run.
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
    options: given => ({ ...given, ...behindGate(calls, given.name, given) }),
    settle: state => settle(calls, state),
  };
}

function behindGate(calls: GatedCalls, name: string, given: object): object {
  const { execute, needsApproval } = given as Record<string, unknown>;
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
  if (needsApproval !== undefined) {
    throw new TypeError(
      `expected the tool ${JSON.stringify(name)} without needsApproval, found one. The policy of the gate decides which calls need an approval.`,
    );
  }
  return {
    // Always a boolean: the Agents SDK runs a tool without an approval where this answers undefined.
    needsApproval: async (_context: unknown, input: unknown, callId?: string): Promise<boolean> => {
      if (calls.mode === 'block') return false;
      // A refused call goes on to `execute`, which tells the model why.
      const look = await calls.look({ tool: name, input, id: callId });
      return look.state === 'pending';
    },
    execute: async (input: unknown, context?: unknown, details: CallDetails = {}) => {
      const { signal, toolCall } = details;
      const ending = await calls.run(
        { tool: name, input, id: toolCall?.callId, signal },
        (approved, own) =>
          (execute as Execute).call(given, approved, context, { ...details, signal: own }),
      );
      return ending.ran ? ending.result : ending.text;
    },
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
