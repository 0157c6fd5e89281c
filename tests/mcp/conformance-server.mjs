// The MCP server that the conformance suite looks for, with the names that the suite asks for. It listens on loopback, or
// is a program that speaks in lines (`--stdio`).
import { createServer } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import {
  createMcpHandler,
  inputRequired,
  McpServer,
  ResourceTemplate,
} from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import * as z from 'zod';

const image =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const audio = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=';
const text = words => ({ type: 'text', text: words });
const resource = uri => ({
  type: 'resource',
  resource: { uri, mimeType: 'text/plain', text: 'This is an embedded resource content.' },
});

function makeServer() {
  const server = new McpServer(
    { name: 'conformance', version: '1.0.0' },
    {
      capabilities: {
        tools: {},
        resources: { subscribe: true },
        prompts: {},
        logging: {},
        completions: {},
      },
    },
  );
  const tool = (name, content, isError = false) =>
    server.registerTool(
      name,
      { description: `Tests ${name}.`, inputSchema: z.object({}) },
      async () => ({
        content,
        ...(isError ? { isError } : {}),
      }),
    );
  tool('test_simple_text', [text('This is a simple text response for testing.')]);
  tool('test_image_content', [{ type: 'image', data: image, mimeType: 'image/png' }]);
  tool('test_audio_content', [{ type: 'audio', data: audio, mimeType: 'audio/wav' }]);
  tool('test_embedded_resource', [resource('test://embedded-resource')]);
  tool('test_multiple_content_types', [
    text('Multiple content types test:'),
    { type: 'image', data: image, mimeType: 'image/png' },
    resource('test://mixed-content-resource'),
  ]);
  tool('test_error_handling', [text('This tool intentionally returns an error for testing')], true);
  server.registerTool(
    'test_tool_with_progress',
    { description: 'Reports progress.', inputSchema: z.object({}) },
    async (_, ctx) => {
      const progressToken = ctx.mcpReq._meta?.progressToken;
      for (const progress of [0, 50, 100]) {
        if (progressToken === undefined) break;
        const params = { progressToken, progress, total: 100 };
        await ctx.mcpReq.notify({ method: 'notifications/progress', params });
      }
      return { content: [text('done')] };
    },
  );
  server.registerTool(
    'test_input_required_result_elicitation',
    { description: 'Asks for a name.', inputSchema: z.object({}) },
    async (_, ctx) => {
      const given = ctx.mcpReq.inputResponses?.user_name;
      if (given?.action === 'accept') return { content: [text(`Hello, ${given.content?.name}!`)] };
      return inputRequired({
        inputRequests: {
          user_name: inputRequired.elicit({
            message: 'What is your name?',
            requestedSchema: {
              type: 'object',
              properties: { name: { type: 'string' } },
              required: ['name'],
            },
          }),
        },
      });
    },
  );
  server.registerResource(
    'static text',
    'test://static-text',
    { mimeType: 'text/plain' },
    async uri => ({
      contents: [
        {
          uri: uri.href,
          mimeType: 'text/plain',
          text: 'This is the content of the static text resource.',
        },
      ],
    }),
  );
  server.registerResource(
    'static binary',
    'test://static-binary',
    { mimeType: 'image/png' },
    async uri => ({
      contents: [{ uri: uri.href, mimeType: 'image/png', blob: image }],
    }),
  );
  server.registerResource(
    'template',
    new ResourceTemplate('test://template/{id}/data', { list: undefined }),
    { mimeType: 'application/json' },
    async (uri, { id }) => ({
      contents: [
        {
          uri: uri.href,
          mimeType: 'application/json',
          text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }),
        },
      ],
    }),
  );
  const prompt = (name, content) =>
    server.registerPrompt(name, { description: `Tests ${name}.` }, async () => ({
      messages: [{ role: 'user', content }],
    }));
  prompt('test_simple_prompt', text('This is a simple prompt for testing.'));
  prompt('test_prompt_with_image', { type: 'image', data: image, mimeType: 'image/png' });
  server.registerPrompt(
    'test_prompt_with_arguments',
    { description: 'Has arguments.', argsSchema: z.object({ arg1: z.string(), arg2: z.string() }) },
    async ({ arg1, arg2 }) => ({
      messages: [
        { role: 'user', content: text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`) },
      ],
    }),
  );
  return server;
}

const isProgram = process.argv[2] === '--stdio';
if (isProgram) serveStdio(() => makeServer());

const handler = toNodeHandler(createMcpHandler(() => makeServer()));
const listener = createServer((call, answer) => {
  const { host = '', origin } = call.headers;
  const isLocal = name => /^(localhost|127\.0\.0\.1)(:\d+)?$/.test(name);
  if (!isLocal(host) || (origin !== undefined && !isLocal(new URL(origin).host))) {
    answer.writeHead(403).end();
    return;
  }
  void handler(call, answer);
});
if (!isProgram) {
  listener.listen(Number(process.argv[2] ?? 0), '127.0.0.1', () => {
    console.log(`listening on ${listener.address().port}`);
  });
}
