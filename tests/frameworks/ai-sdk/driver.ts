import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { gateTools } from '@countersign/ai-sdk';
import { generateText, isStepCount, type ModelMessage, streamText, tool } from 'ai';
import { convertArrayToReadableStream, MockLanguageModelV4 } from 'ai/test';
import { z } from 'zod';
import type { Driver, ScriptedCall, TurnEnd, TurnSetup } from '../driver.ts';

export const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

type Turns = readonly (readonly ScriptedCall[])[];

/** A model that makes the calls of one turn after the other, and then says that it is done. */
export function scriptedModel(turns: Turns): MockLanguageModelV4 {
  const left = [...turns];
  const take = () => {
    const calls = left.shift()?.map(toolCall) ?? [];
    const isDone = calls.length === 0;
    const finishReason = { unified: isDone ? 'stop' : 'tool-calls', raw: '' } as const;
    return { calls, finishReason };
  };
  return new MockLanguageModelV4({
    doGenerate: async () => {
      const { calls, finishReason } = take();
      const content = calls.length > 0 ? calls : [{ type: 'text' as const, text: 'done' }];
      return { content, finishReason, usage, warnings: [] };
    },
    doStream: async () => {
      const { calls, finishReason } = take();
      const parts: LanguageModelV4StreamPart[] = [
        { type: 'stream-start', warnings: [] },
        ...calls,
        { type: 'finish', finishReason, usage },
      ];
      return { stream: convertArrayToReadableStream(parts) };
    },
  });
}

function toolCall({ tool: toolName, input, id: toolCallId }: ScriptedCall) {
  return { type: 'tool-call' as const, toolCallId, toolName, input: JSON.stringify(input) };
}

function gatedTools(setup: TurnSetup) {
  const { gate, session, mode, onAsked, effect } = setup;
  const names = [...new Set(setup.calls.map(call => call.tool))];
  const tools = Object.fromEntries(
    names.map(name => [
      name,
      tool({
        inputSchema: z.object({ amount: z.number() }),
        execute: async input => String(await effect(name, input)),
      }),
    ]),
  );
  return gateTools(gate, tools, {
    session,
    mode,
    onAsked: ({ approval_request_id }) => onAsked?.(approval_request_id),
  });
}

async function play(setup: TurnSetup, messages: ModelMessage[], turns: Turns): Promise<TurnEnd> {
  const model = scriptedModel(turns);
  const countersign = gatedTools(setup);
  const resumed = await countersign.resume(messages);
  if (resumed.waiting.length > 0) {
    return { told: {}, tickets: resumed.waiting, state: JSON.stringify(messages) };
  }
  const options = {
    model,
    tools: countersign.tools,
    toolApproval: countersign.toolApproval,
    messages: resumed.messages,
    stopWhen: isStepCount(4),
    ...(setup.signal === undefined ? {} : { abortSignal: setup.signal }),
    ...(setup.toolTimeout === undefined ? {} : { timeout: { toolMs: setup.toolTimeout } }),
  };
  const said =
    setup.way === 'streamed'
      ? (await streamed(options)).messages
      : (await generateText(options)).response.messages;
  return endOf([...options.messages, ...said], model);
}

async function streamed(options: Parameters<typeof streamText>[0]) {
  const result = streamText({ ...options, onError: () => undefined });
  await result.consumeStream();
  return result.response;
}

interface Part {
  readonly type: string;
  readonly approvalId?: string;
  readonly reason?: string;
}

function endOf(messages: ModelMessage[], model: MockLanguageModelV4): TurnEnd {
  const prompts = [...model.doGenerateCalls, ...model.doStreamCalls].at(-1)?.prompt ?? [];
  const told = Object.fromEntries(
    prompts.flatMap(({ content }) =>
      typeof content === 'string'
        ? []
        : content.flatMap(part =>
            part.type === 'tool-result' ? [[part.toolCallId, JSON.stringify(part.output)]] : [],
          ),
    ),
  );
  const parts = messages.flatMap(({ content }): readonly { readonly type: string }[] =>
    typeof content === 'string' ? [] : content,
  ) as readonly Part[];
  const answered = new Set(
    parts.flatMap(({ type, approvalId }) =>
      type === 'tool-approval-response' ? [approvalId] : [],
    ),
  );
  const open = parts.filter(
    ({ type, approvalId }) => type === 'tool-approval-request' && !answered.has(approvalId),
  );
  const tickets = open.map(({ reason = '' }) => reason);
  return { told, tickets, state: open.length === 0 ? null : JSON.stringify(messages) };
}

/** The whole turn runs inside a tool of another agent. */
async function inSubagent(setup: TurnSetup): Promise<TurnEnd> {
  let inner: TurnEnd | undefined;
  const delegate = tool({
    inputSchema: z.object({ amount: z.number() }),
    execute: async () => {
      inner = await play(setup, [{ role: 'user', content: 'Pay.' }], [setup.calls]);
      return 'delegated';
    },
  });
  await generateText({
    model: scriptedModel([[{ tool: 'delegate', input: { amount: 0 }, id: 'outer' }]]),
    tools: { delegate },
    prompt: 'Delegate.',
    stopWhen: isStepCount(3),
  });
  if (inner === undefined) throw new Error('the subagent did not run');
  return inner;
}

export const driver: Driver = {
  hasCallIds: true,
  start: setup =>
    setup.way === 'subagent'
      ? inSubagent(setup)
      : play(setup, [{ role: 'user', content: 'Pay.' }], [setup.calls]),
  resume: (setup, state) => play(setup, JSON.parse(state) as ModelMessage[], []),
};
