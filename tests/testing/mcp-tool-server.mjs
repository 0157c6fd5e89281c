// A small MCP server for tests. It writes every message that it gets to a log, and does what the name of the tool says.
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const [log, change, pidFile] = process.argv.slice(2);
// A test that kills this process has to know it.
if (pidFile !== undefined) writeFileSync(pidFile, String(process.pid));
const send = message => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const changed = () =>
  change !== undefined && existsSync(change) ? JSON.parse(readFileSync(change, 'utf8')) : [];
/** A changed tool replaces the one of the same name. */
const tools = () => [
  ...new Map([...usual(), ...changed()].map(tool => [tool.name, tool])).values(),
];
const usual = () =>
  ['read', 'pay', 'fail', 'die', 'twice', 'huge', 'slow', 'forbidden', 'more'].map(name => ({
    name,
    description: `The tool ${name}.`,
    inputSchema: { type: 'object' },
  }));

function call(id, params) {
  const text = words => ({ content: [{ type: 'text', text: words }] });
  const done = {
    id,
    result: text(`did ${params.name} ${JSON.stringify(params.arguments ?? null)}`),
  };
  switch (params.name) {
    case 'fail':
      return send({ id, result: { ...text('it did not work'), isError: true } });
    case 'die':
      return process.exit(3);
    case 'twice':
      send(done);
      return send({ id, result: text('again') });
    case 'huge':
      return send({ id, result: text('x'.repeat(400_000)) });
    case 'slow':
      return undefined;
    case 'more':
      if (params.requestState === undefined) {
        return send({ id, result: { resultType: 'input_required', requestState: 'upstream-1' } });
      }
      return send({
        id,
        result: { resultType: 'complete', ...text(`state ${params.requestState}`) },
      });
    default:
      return send(done);
  }
}

createInterface({ input: process.stdin }).on('line', line => {
  appendFileSync(log, `${line}\n`);
  const { id, method, params } = JSON.parse(line);
  if (method === 'initialize') {
    const serverInfo = { name: 'box', version: '1' };
    send({
      id,
      result: { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo },
    });
  } else if (method === 'tools/list') send({ id, result: { tools: tools() } });
  else if (method === 'tools/call') call(id, params);
  else if (method === 'ping') send({ id, result: {} });
  else if (method === 'test/forge') send({ id: params.id, result: { content: [] } });
  else if (id !== undefined) send({ id, error: { code: -32601, message: 'no such method' } });
});
