// Lets the conformance suite, which speaks HTTP, reach a server that is a program: `stdio-bridge.mjs COMMAND ARGS...`. Each
// session has a program of its own; calls without a session share one. It listens on loopback and prints its port.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';

const [command, ...args] = process.argv.slice(2);

class Program {
  #child = spawn(command, args, { stdio: ['pipe', 'pipe', 'ignore'] });
  /** Clients without a session use the same ids, so that each request gets an id of its own here. */
  #count = 0;
  /** By that id: the stream that the answer belongs to, and the id that the client gave. */
  #streams = new Map();
  /** What the program sends by itself goes to the newest call, or to the stream that was opened for it. */
  #newest = null;
  listener = null;

  constructor() {
    createInterface({ input: this.#child.stdout }).on('line', line => this.#take(line));
    this.#child.stdin.on('error', () => undefined);
  }

  #take(line) {
    const message = JSON.parse(line);
    const asked = message.method === undefined ? this.#streams.get(message.id) : undefined;
    const stream = asked?.stream ?? this.#newest ?? this.listener;
    const told = asked === undefined ? message : { ...message, id: asked.id };
    stream?.write(`event: message\ndata: ${JSON.stringify(told)}\n\n`);
    if (asked === undefined) return;
    this.#streams.delete(message.id);
    if (this.#newest === stream) this.#newest = null;
    stream.end();
  }

  send(message, stream) {
    let sent = message;
    if (stream !== null) {
      this.#count += 1;
      sent = { ...message, id: this.#count };
      this.#streams.set(this.#count, { stream, id: message.id });
      this.#newest = stream;
    }
    this.#child.stdin.write(`${JSON.stringify(sent)}\n`);
  }

  end() {
    this.#child.stdin.end();
  }
}

const sessions = new Map();
let shared = null;

/** A program decides by the first message which era it speaks. Calls without a session are of 2026-07-28. */
function sharedProgram() {
  if (shared !== null) return shared;
  shared = new Program();
  const meta = name => `io.modelcontextprotocol/${name}`;
  const _meta = {
    [meta('protocolVersion')]: '2026-07-28',
    [meta('clientInfo')]: { name: 'bridge', version: '1' },
    [meta('clientCapabilities')]: {},
  };
  shared.send({ jsonrpc: '2.0', id: 'bridge', method: 'server/discover', params: { _meta } }, null);
  return shared;
}

const listener = createServer(async (call, answer) => {
  const { host = '', origin, 'mcp-session-id': session } = call.headers;
  const isLocal = name => /^(localhost|127\.0\.0\.1)(:\d+)?$/.test(name);
  if (!isLocal(host) || (origin !== undefined && !isLocal(new URL(origin).host))) {
    return answer.writeHead(403).end();
  }
  if (session !== undefined && !sessions.has(session)) return answer.writeHead(404).end();
  if (call.method === 'DELETE') {
    sessions.get(session)?.end();
    sessions.delete(session);
    return answer.writeHead(200).end();
  }
  if (call.method === 'GET') {
    const program = sessions.get(session);
    if (program === undefined) return answer.writeHead(405).end();
    answer.writeHead(200, { 'content-type': 'text/event-stream' });
    answer.write(': open\n\n');
    program.listener = answer;
    return undefined;
  }
  let body = '';
  for await (const part of call) body += part;
  let message;
  try {
    message = JSON.parse(body);
  } catch {
    return answer.writeHead(400).end();
  }
  const headers = { 'content-type': 'text/event-stream' };
  let program = sessions.get(session);
  if (message.method === 'initialize') {
    program = new Program();
    headers['mcp-session-id'] = randomUUID();
    sessions.set(headers['mcp-session-id'], program);
  }
  const target = program ?? sharedProgram();
  if (message.method === undefined || message.id === undefined) {
    target.send(message, null);
    return answer.writeHead(202).end();
  }
  answer.writeHead(200, headers);
  return target.send(message, answer);
});
listener.listen(0, '127.0.0.1', () => console.log(`listening on ${listener.address().port}`));
process.on('SIGTERM', () => {
  for (const program of [...sessions.values(), shared]) program?.end();
  process.exit(0);
});
