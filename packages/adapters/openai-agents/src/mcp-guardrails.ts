import { BegunCalls, type GatedCalls } from '@countersign/client/tool-calls';
import { parsed } from './parsed-arguments.ts';
import { failureText } from './refused-call.ts';

interface GuardrailData {
  readonly toolCall: {
    readonly name: string;
    readonly callId: string;
    readonly arguments: string;
  };
}

/** The complete vocabulary: the Agents SDK runs a tool on any word that it does not know. */
interface Verdict {
  behavior: { type: 'allow' } | { type: 'rejectContent'; message: string };
}

interface Guardrail<Type extends string, Data> {
  readonly type: Type;
  readonly name: string;
  readonly run: (data: Data) => Promise<Verdict>;
}

/** The options of an MCP server that put its tools behind a gate. */
export interface McpGuardrails {
  readonly toolInputGuardrails: Guardrail<'tool_input', GuardrailData>[];
  readonly toolOutputGuardrails: Guardrail<
    'tool_output',
    GuardrailData & { readonly output: unknown }
  >[];
  /**
   * What the model reads if a call of the server failed. The guardrail after the tool recognises a failure by these
   * words.
   */
  readonly errorFunction: (failure: { readonly error: unknown }) => string;
}

/**
 * The Agents SDK itself starts a tool of an MCP server. So the guardrail before the tool consumes the approval, and the
 * guardrail after it reports the outcome.
 */
export function gateMcpServer(calls: GatedCalls): McpGuardrails {
  const begun = new BegunCalls();
  const name = 'countersign';
  return {
    toolInputGuardrails: [
      {
        type: 'tool_input',
        name,
        run: async ({ toolCall }) => {
          const { name: tool, callId: id } = toolCall;
          const begin = await calls.begin({ tool, input: parsed(toolCall.arguments), id }, 'block');
          if (begin.state !== 'begun') {
            return { behavior: { type: 'rejectContent', message: begin.text } };
          }
          begun.put(id, begin.begun);
          return { behavior: { type: 'allow' } };
        },
      },
    ],
    toolOutputGuardrails: [
      {
        type: 'tool_output',
        name,
        run: async ({ toolCall, output }) => {
          const ran = parsed(toolCall.arguments);
          const outcome = output === failure ? 'failed' : 'succeeded';
          await begun.take(toolCall.callId)?.report({ outcome, result: output, ran });
          return { behavior: { type: 'allow' } };
        },
      },
    ],
    errorFunction: () => failure,
  };
}

const failure = failureText(undefined);
