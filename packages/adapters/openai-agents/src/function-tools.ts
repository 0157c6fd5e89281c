import type { GatedCalls } from '@countersign/client/tool-calls';
import type { CallDetails } from './gated-tools.ts';
import { parsed } from './parsed-arguments.ts';
import { failureText } from './refused-call.ts';

/** The part of a function tool that the gate replaces. */
interface FunctionTool {
  readonly name: string;
  readonly invoke: (context: never, input: string, details?: never) => Promise<unknown>;
}

export type FunctionTools = <Tool extends { readonly type: string; readonly name: string }>(
  tools: readonly Tool[],
) => Tool[];

type Invoke = (context: unknown, input: string, details?: CallDetails) => Promise<unknown>;

/** Puts finished function tools behind the gate, such as those that the Agents SDK makes of an MCP server. */
export function gateFunctionTools(calls: GatedCalls): FunctionTools {
  return tools =>
    tools.map(tool => {
      if (tool.type !== 'function' || typeof Reflect.get(tool, 'invoke') !== 'function') {
        throw new TypeError(
          `expected a function tool, found ${JSON.stringify(tool.name)} of the type ${JSON.stringify(tool.type)}. No gate holds a tool that runs at the provider.`,
        );
      }
      return gated(calls, tool as typeof tool & FunctionTool);
    });
}

function gated<Tool extends FunctionTool>(calls: GatedCalls, tool: Tool): Tool {
  const { name } = tool;
  const invoke: Invoke = async (context, input, details = {}) => {
    const { signal, toolCall } = details;
    try {
      const ending = await calls.run(
        { tool: name, input: parsed(input), id: toolCall?.callId, signal },
        (approved, own) =>
          (tool.invoke as Invoke)(context, JSON.stringify(approved), { ...details, signal: own }),
      );
      return ending.ran ? ending.result : ending.text;
    } catch (error) {
      // The run was stopped. The Agents SDK expects the reason of its own signal.
      if (signal?.aborted === true) throw error;
      return failureText(error);
    }
  };
  return {
    ...tool,
    needsApproval: async (_context: unknown, input: unknown, callId?: string) =>
      needsApproval(calls, name, input, callId),
    invoke,
  };
}

/** Always a boolean: the Agents SDK runs a tool without an approval where this answers undefined. */
export async function needsApproval(
  calls: GatedCalls,
  tool: string,
  input: unknown,
  id: string | undefined,
): Promise<boolean> {
  if (calls.mode === 'block') return false;
  // A refused call goes on to the body of the tool, which tells the model why.
  const { state } = await calls.look({ tool, input, id });
  return state === 'pending';
}
