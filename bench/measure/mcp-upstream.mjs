// An MCP server that does nothing but answer. The result of `big` has a million characters.
import { createInterface } from 'node:readline';

const send = message => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const tools = ['read', 'big'].map(name => ({ name, inputSchema: { type: 'object' } }));

function resultOf(method, params) {
  if (method === 'tools/list') return { tools };
  if (method !== 'tools/call') return {};
  const text = params.name === 'big' ? 'x'.repeat(1_000_000) : 'done';
  return { content: [{ type: 'text', text }] };
}

createInterface({ input: process.stdin }).on('line', line => {
  const { id, method, params } = JSON.parse(line);
  if (id !== undefined) send({ id, result: resultOf(method, params) });
});
