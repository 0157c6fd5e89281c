import type { Begun, Gate } from '@countersign/client';
import {
  BegunCalls,
  GatedCalls,
  type GatedCallsOptions,
  type ToolCall,
} from '@countersign/client/tool-calls';

/** What a suspended call shows to its application, as `suspendPayload`. */
export interface SuspendedCall {
  readonly type: 'countersign';
  readonly approval_request_id: string;
}

/**
 * What the gate reads of a call. The body of a tool finds these members in `agent`. A hook finds them in the context
 * itself.
 */
interface CallContext {
  readonly toolCallId?: string;
  readonly threadId?: string;
  readonly suspend?: (payload: SuspendedCall) => Promise<unknown>;
}

interface ToolContext extends CallContext {
  readonly agent?: CallContext;
  readonly runId?: string;
  readonly abortSignal?: AbortSignal;
}

interface HookContext {
  readonly toolName: string;
  readonly input: unknown;
  readonly context: unknown;
}

/** For `hooks` of an agent or of a run. */
export interface ToolHooks {
  readonly beforeToolCall: (
    call: HookContext,
  ) => Promise<{ readonly proceed: false; readonly output: unknown } | undefined>;
  readonly afterToolCall: (
    call: HookContext & { readonly output?: unknown; readonly error?: unknown },
  ) => Promise<void>;
}

export interface GatedTools {
  /** The same tools. Each one runs only what the gate allows, whatever approvals the agent, the tool or the run names. */
  readonly tools: <Tools extends Readonly<Record<string, object>>>(tools: Tools) => Tools;
  /**
   * Holds tools that cannot be wrapped, such as those of an MCP server. Hooks of a run replace hooks of an agent, so
   * they do not hold where a run brings its own. Wrap what you can.
   */
  readonly hooks: ToolHooks;
}

/** Tells the model that the tool did not run, and why. */
class NotRun extends Error {
  override readonly name = 'NotRun';
}

type Execute = (input: unknown, context?: unknown) => unknown;

/**
 * Puts tools of Mastra behind a gate. The body of a tool enforces the decision, because every way to run a tool reaches
 * it.
 */
export function gateTools(gate: Gate, options: GatedCallsOptions = {}): GatedTools {
  const calls = new GatedCalls(gate, options);
  /** Calls that a hook has begun. The wrapped tool takes them over. After an unwrapped tool, the report does. */
  const begun = new BegunCalls();
  return {
    tools: tools =>
      Object.fromEntries(
        Object.entries(tools).map(([name, tool]) => [name, gateTool(calls, begun, name, tool)]),
      ) as typeof tools,
    hooks: hooksOf(calls, begun),
  };
}

function gateTool(calls: GatedCalls, begun: BegunCalls, name: string, tool: object): object {
  const execute = Reflect.get(tool, 'execute') as unknown;
  if (typeof execute !== 'function') {
    throw new TypeError(
      `expected the tool ${JSON.stringify(name)} to have an execute function, found none. The gate cannot hold a tool that runs at the client or the provider. Leave this tool out.`,
    );
  }
  const body: Execute = (input, context) => Reflect.apply(execute, tool, [input, context]);
  const run = async (input: unknown, context: unknown): Promise<unknown> => {
    const given = (context ?? {}) as ToolContext;
    const call = callOf(name, input, given);
    const own = begun.take(nameOf(call));
    if (own !== undefined) {
      return runBegun(own, () => body(own.parameters, withoutSuspend(given)));
    }
    const suspend = calls.mode === 'suspend' ? callContext(given).suspend : undefined;
    const ending = await calls.run(
      call,
      (approved, abortSignal) => body(approved, withoutSuspend({ ...given, abortSignal })),
      suspend === undefined ? 'block' : 'suspend',
    );
    if (ending.ran) return ending.result;
    if (suspend === undefined || ending.ticket === undefined) throw new NotRun(ending.text);
    // The run ends here. After the decision Mastra calls this function again, with the same id of the call.
    return suspend({ type: 'countersign', approval_request_id: ending.ticket });
  };
  return Object.assign(Object.create(Object.getPrototypeOf(tool)) as object, tool, {
    execute: run,
    // Mastra runs calls one after the other where a tool may suspend. Several suspended at once cannot be resumed.
    suspendSchema: anything,
    requireApproval: false,
    needsApprovalFn: undefined,
  });
}

function hooksOf(calls: GatedCalls, begun: BegunCalls): ToolHooks {
  return {
    beforeToolCall: async ({ toolName, input, context }) => {
      const given = (context ?? {}) as ToolContext;
      const suspend = calls.mode === 'suspend' ? callContext(given).suspend : undefined;
      const call = callOf(toolName, input, given);
      const begin = await calls.begin(call, suspend === undefined ? 'block' : 'suspend');
      if (begin.state === 'begun') {
        begun.put(nameOf(call), begin.begun);
        return undefined;
      }
      if (suspend === undefined || begin.state === 'refused') {
        return { proceed: false, output: begin.text };
      }
      const payload = { type: 'countersign', approval_request_id: begin.ticket } as const;
      return { proceed: false, output: await suspend(payload) };
    },
    afterToolCall: async ({ toolName, input, context, output, error }) => {
      const call = callOf(toolName, input, (context ?? {}) as ToolContext);
      await begun
        .take(nameOf(call))
        ?.report(
          error === undefined
            ? { outcome: 'succeeded', result: output, ran: input }
            : { outcome: 'failed', error, ran: input },
        );
    },
  };
}

async function runBegun(begun: Begun, body: () => unknown): Promise<unknown> {
  try {
    const result = await body();
    await begun.report({ outcome: 'succeeded', result, ran: begun.parameters });
    return result;
  } catch (error) {
    await begun.report({ outcome: 'failed', error, ran: begun.parameters });
    throw error;
  }
}

function callOf(tool: string, input: unknown, context: ToolContext): ToolCall {
  const { toolCallId: id, threadId: session } = callContext(context);
  return { tool, input, id, signal: context.abortSignal, session, run: context.runId };
}

function callContext(context: ToolContext): CallContext {
  return context.agent ?? context;
}

function nameOf({ tool, id, input }: ToolCall): string {
  return JSON.stringify([tool, id ?? null, input]);
}

/** A tool that suspended itself after its start would have used up the approval without a result. */
function withoutSuspend(context: ToolContext): ToolContext {
  const suspend = (): never => {
    throw new TypeError('expected a gated tool that does not suspend itself: its approval is used');
  };
  return context.agent === undefined
    ? { ...context, suspend }
    : { ...context, suspend, agent: { ...context.agent, suspend } };
}

/** A Standard Schema that takes every value. */
const anything = {
  '~standard': {
    version: 1,
    vendor: 'countersign',
    validate: (value: unknown) => ({ value }),
    jsonSchema: { input: () => ({}), output: () => ({}) },
  },
};
