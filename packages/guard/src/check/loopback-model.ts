import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { JsonObject } from '@countersign/protocol/json';

type Event = readonly [name: string | null, data: object];

/** One API of models: how it asks for a tool call, how it ends, and where results are in what the agent sends. */
interface ModelApi {
  readonly path: RegExp;
  readonly results: (body: string) => boolean;
  readonly call: (tool: string, input: JsonObject) => readonly Event[];
  readonly end: readonly Event[];
}

const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
const done = 'The canary was sent.';

const messages: ModelApi = {
  path: /\/messages(?:\?|$)/u,
  results: body => body.includes('"tool_result"'),
  call: (name, input) =>
    messageEvents(
      { type: 'tool_use', id: 'toolu_canary', name, input: {} },
      { type: 'input_json_delta', partial_json: JSON.stringify(input) },
      'tool_use',
    ),
  end: messageEvents({ type: 'text', text: '' }, { type: 'text_delta', text: done }, 'end_turn'),
};

function messageEvents(
  content_block: object,
  delta: object,
  stop_reason: string,
): readonly Event[] {
  const message = {
    id: 'msg_canary',
    type: 'message',
    role: 'assistant',
    model: 'canary',
    content: [],
    stop_reason: null,
    usage,
  };
  const events = [
    { type: 'message_start', message },
    { type: 'content_block_start', index: 0, content_block },
    { type: 'content_block_delta', index: 0, delta },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason }, usage },
    { type: 'message_stop' },
  ];
  return events.map(event => [event.type, event] as const);
}

const responses: ModelApi = {
  path: /\/responses(?:\?|$)/u,
  results: body => body.includes('"function_call_output"'),
  call: (name, input) =>
    responseEvents({
      type: 'function_call',
      id: 'fc_canary',
      call_id: 'call_canary',
      name,
      arguments: JSON.stringify(input),
      status: 'completed',
    }),
  end: responseEvents({
    type: 'message',
    id: 'msg_canary',
    role: 'assistant',
    status: 'completed',
    content: [{ type: 'output_text', text: done, annotations: [] }],
  }),
};

function responseEvents(item: object): readonly Event[] {
  const details = {
    input_tokens_details: { cached_tokens: 0 },
    output_tokens_details: { reasoning_tokens: 0 },
  };
  const response = {
    id: 'resp_canary',
    status: 'completed',
    output: [item],
    usage: { ...usage, ...details },
  };
  return [
    ['response.created', { type: 'response.created', response: { id: 'resp_canary' } }],
    ['response.output_item.added', { type: 'response.output_item.added', output_index: 0, item }],
    ['response.output_item.done', { type: 'response.output_item.done', output_index: 0, item }],
    ['response.completed', { type: 'response.completed', response }],
  ];
}

const completions: ModelApi = {
  path: /\/chat\/completions(?:\?|$)/u,
  results: body => /"role"\s*:\s*"tool"/u.test(body),
  call: (name, input) =>
    completionEvents(
      {
        tool_calls: [
          {
            index: 0,
            id: 'call_canary',
            type: 'function',
            function: { name, arguments: JSON.stringify(input) },
          },
        ],
      },
      'tool_calls',
    ),
  end: completionEvents({ content: done }, 'stop'),
};

function completionEvents(delta: object, finish_reason: string): readonly Event[] {
  const chunk = {
    id: 'chatcmpl_canary',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'canary',
  };
  const counts = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
  return [
    [
      null,
      {
        ...chunk,
        choices: [{ index: 0, delta: { role: 'assistant', ...delta }, finish_reason: null }],
      },
    ],
    [null, { ...chunk, choices: [{ index: 0, delta: {}, finish_reason }], usage: counts }],
  ];
}

const generation: ModelApi = {
  path: /:(?:streamG|g)enerateContent(?:\?|$)/u,
  results: body => body.includes('"functionResponse"'),
  call: (name, args) => generationEvents({ functionCall: { name, args } }),
  end: generationEvents({ text: done }),
};

function generationEvents(part: object): readonly Event[] {
  const candidate = { index: 0, content: { role: 'model', parts: [part] }, finishReason: 'STOP' };
  const usageMetadata = { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 };
  return [[null, { candidates: [candidate], usageMetadata }]];
}

const apis = [messages, responses, completions, generation];
const bodyBytesMax = 33_554_432;

/**
 * A model on this machine that asks an agent for one tool call and receives its result. It speaks the four APIs that
 * agents use, so that an agent can be driven without the network and without an account.
 */
export class LoopbackModel {
  /** What agents sent after the tool call. */
  heard = '';
  /** Whether an agent asked at all. */
  wasAsked = false;
  readonly #tool: string;
  readonly #input: JsonObject;
  readonly #server = createServer((call, answer) => void this.#answer(call, answer));

  constructor({ tool, input }: { readonly tool: string; readonly input: JsonObject }) {
    this.#tool = tool;
    this.#input = input;
  }

  /** Starts it, and tells its address. */
  async start(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #answer(call: IncomingMessage, answer: ServerResponse): Promise<void> {
    try {
      let body = '';
      for await (const part of call as AsyncIterable<Buffer>) {
        body += part.toString();
        if (body.length > bodyBytesMax) return void answer.destroy();
      }
      const api = apis.find(({ path }) => path.test(call.url ?? ''));
      if (api === undefined) {
        answer
          .writeHead(200, { 'content-type': 'application/json' })
          .end('{"data":[],"input_tokens":1}');
        return;
      }
      this.wasAsked = true;
      const hasEnded = api.results(body);
      if (hasEnded) this.heard += body;
      // Agents also ask for titles and the like, without tools.
      const isCalled = !hasEnded && body.includes(`"${this.#tool}"`);
      const events = isCalled ? api.call(this.#tool, this.#input) : api.end;
      answer.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const [name, data] of events) {
        answer.write(`${name === null ? '' : `event: ${name}\n`}data: ${JSON.stringify(data)}\n\n`);
      }
      answer.end(api === completions ? 'data: [DONE]\n\n' : '');
    } catch {
      answer.destroy();
    }
  }
}
