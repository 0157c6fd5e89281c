// A model on loopback that speaks the Messages API. It makes the calls that it is given, and is done when every result is in.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ScriptedCall } from '../driver.ts';

interface FakeModel {
  readonly url: string;
  /** What the model was told about each call, by the id of the call. */
  readonly told: Readonly<Record<string, string>>;
  close(): void;
}

interface Block {
  readonly type: string;
  readonly tool_use_id?: string;
  readonly content?: unknown;
}

interface MessagesCall {
  readonly stream?: boolean;
  readonly tools?: readonly { readonly name: string }[];
  readonly messages?: readonly { readonly content: string | readonly Block[] }[];
}

/** The name that Claude Code gives a tool of the server of the tests. Its own tools begin with a capital letter. */
export const toolName = (tool: string): string =>
  /^[A-Z]/.test(tool) ? tool : `mcp__bank__${tool}`;

/** The subagent of the tests, and the call that gives it the work. */
export const subagent = 'clerk';
const delegate = {
  id: 'outer',
  input: { description: 'Pay', prompt: 'Pay.', subagent_type: subagent },
};

export async function startFakeModel(calls: readonly ScriptedCall[]): Promise<FakeModel> {
  const told: Record<string, string> = {};
  const answer = ({ tools = [], messages = [] }: MessagesCall) => {
    const blocks = messages.flatMap(({ content }) => (typeof content === 'string' ? [] : content));
    for (const { type, tool_use_id, content } of blocks) {
      if (type === 'tool_result') told[tool_use_id ?? ''] = JSON.stringify(content);
    }
    const agentTool = tools.find(({ name }) => name === 'Agent' || name === 'Task');
    if (agentTool !== undefined && told[delegate.id] === undefined) {
      return [{ type: 'tool_use', name: agentTool.name, ...delegate }];
    }
    const isOffered = ({ tool }: ScriptedCall) => tools.some(({ name }) => name === toolName(tool));
    const left = calls.filter(({ id }) => told[id] === undefined);
    return left.length > 0 && calls.every(isOffered)
      ? left.map(({ id, tool, input }) => ({ type: 'tool_use', id, name: toolName(tool), input }))
      : [{ type: 'text', text: 'done' }];
  };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString('utf8');
    if (!request.url?.includes('/messages') || request.url.includes('count_tokens')) {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"input_tokens":1}');
      return;
    }
    const call = JSON.parse(text) as MessagesCall;
    const content = answer(call);
    const stop_reason = content.some(({ type }) => type === 'tool_use') ? 'tool_use' : 'end_turn';
    const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'fake', content };
    const usage = { input_tokens: 1, output_tokens: 1 };
    if (call.stream !== true) {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ ...message, stop_reason, usage }));
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const event of eventsOf(content, { ...message, usage, stop_reason })) {
      response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
    }
    response.end();
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    told,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function eventsOf(
  content: readonly object[],
  message: Readonly<Record<string, unknown>>,
): readonly { readonly type: string }[] {
  const start = { ...message, content: [], stop_reason: null };
  const { stop_reason, usage } = message;
  return [
    { type: 'message_start', message: start },
    ...content.flatMap((block, index) => {
      const { input, text } = block as { readonly input?: object; readonly text?: string };
      const [empty, delta] =
        input === undefined
          ? [
              { ...block, text: '' },
              { type: 'text_delta', text },
            ]
          : [
              { ...block, input: {} },
              { type: 'input_json_delta', partial_json: JSON.stringify(input) },
            ];
      return [
        { type: 'content_block_start', index, content_block: empty },
        { type: 'content_block_delta', index, delta },
        { type: 'content_block_stop', index },
      ];
    }),
    { type: 'message_delta', delta: { stop_reason }, usage },
    { type: 'message_stop' },
  ] as readonly { readonly type: string }[];
}
