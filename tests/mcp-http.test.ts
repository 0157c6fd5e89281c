// Goal: `countersign mcp` is the command that a client starts, for a server that is a program and for one in the network.
// Method: the real program as a process, a real server of Countersign, and MCP servers that are real processes or listen on
// loopback.

import assert from 'node:assert/strict';
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, afterEach, before, describe, test } from 'node:test';
import {
  decide,
  freePort,
  type SignedIn,
  type StartedServer,
  startedServer,
} from '@countersign/server/testing';
import { childEnvironment, programFile } from '@countersign/testing';
import { mcpFolder, mcpPolicy, type Rpc, toolServer } from './testing/mcp-session.ts';

const program = programFile(new URL('../packages/cli/src/main.ts', import.meta.url));

/** The program under way, as a client uses it. */
class Running {
  readonly child: ChildProcessWithoutNullStreams;
  readonly messages: Rpc[] = [];
  err = '';
  readonly #heard: (() => void)[] = [];

  constructor(args: readonly string[], env: Record<string, string>) {
    this.child = spawn(process.execPath, ['--conditions=source', program, 'mcp', ...args], {
      env: { PATH: process.env['PATH'] ?? '', ...childEnvironment(), ...env },
    });
    createInterface({ input: this.child.stdout }).on('line', line => {
      this.messages.push(JSON.parse(line));
      for (const heard of this.#heard.splice(0)) heard();
    });
    this.child.stderr.on('data', bytes => {
      this.err += bytes;
    });
    this.child.on('close', () => {
      for (const heard of this.#heard.splice(0)) heard();
    });
  }

  async request(id: number, method: string, params: object): Promise<Rpc> {
    this.child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    for (;;) {
      const found = this.messages.find(message => message.id === id);
      if (found !== undefined) return found;
      assert.equal(this.child.exitCode, null, this.err);
      await new Promise<void>(resolve => this.#heard.push(resolve));
    }
  }

  async initialize(): Promise<Rpc> {
    const clientInfo = { name: 'a test', version: '1' };
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
    const answer = await this.request(1, 'initialize', params);
    this.child.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
    return answer;
  }

  async end(): Promise<number | null> {
    this.child.stdin.end();
    if (this.child.exitCode === null) await once(this.child, 'close');
    return this.child.exitCode;
  }
}

/** An MCP server over HTTP that keeps what it got. Answers of calls come as a stream of events. */
class RemoteServer {
  readonly got: { readonly headers: IncomingMessage['headers']; readonly body: string }[] = [];
  readonly #server: Server;
  readonly url: string;
  mode: 'normal' | 'broken' | 'cut' = 'normal';

  private constructor(server: Server, url: string) {
    this.#server = server;
    this.url = url;
  }

  static async start(): Promise<RemoteServer> {
    const port = await freePort();
    const server = createServer((call, answer) => void remote.#answer(call, answer));
    const remote = new RemoteServer(server, `http://localhost:${port}/mcp`);
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return remote;
  }

  async #answer(call: IncomingMessage, answer: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of call) parts.push(part);
    const body = Buffer.concat(parts).toString('utf8');
    this.got.push({ headers: call.headers, body });
    if (call.method !== 'POST') return void answer.writeHead(405).end();
    const { id, method, params } = JSON.parse(body);
    if (id === undefined) return void answer.writeHead(202).end();
    if (method === 'tools/call' && this.mode === 'broken') return void answer.writeHead(500).end();
    const result =
      method === 'initialize'
        ? {
            protocolVersion: '2025-06-18',
            capabilities: {},
            serverInfo: { name: 'r', version: '1' },
          }
        : method === 'tools/list'
          ? { tools: [{ name: 'pay', inputSchema: {} }] }
          : { content: [{ type: 'text', text: `did ${params.name}` }] };
    const text = JSON.stringify({ jsonrpc: '2.0', id, result });
    if (method !== 'tools/call') {
      return void answer
        .writeHead(200, { 'content-type': 'application/json', 'mcp-session-id': 'session-1' })
        .end(text);
    }
    answer.writeHead(200, { 'content-type': 'text/event-stream' });
    answer.write(
      ': hello\r\n\r\nevent: message\r\ndata: {"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info"}}\r\n\r\n',
    );
    if (this.mode === 'cut') return void answer.destroy();
    answer.end(`id: 7\ndata: ${text}\n\n`);
  }

  calls(): number {
    return this.got.filter(({ body }) => body.includes('"tools/call"')).length;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

describe('countersign mcp', { timeout: 120_000 }, () => {
  let server: StartedServer;
  let reviewer: SignedIn;
  let env: Record<string, string> = {};
  const made = mcpFolder();
  const { folder } = made;
  const opened: Running[] = [];
  const remotes: RemoteServer[] = [];
  before(async () => {
    server = await startedServer({ policy: mcpPolicy });
    reviewer = await server.person(['reviewer']);
    const { authorization = '' } = await server.apiKey({
      verbs: ['propose', 'consume', 'observe'],
      agent_ids: ['bot'],
      executor: 'bot',
    });
    env = {
      HOME: folder,
      COUNTERSIGN_URL: server.origin,
      COUNTERSIGN_KEY: authorization.slice('Bearer '.length),
      COUNTERSIGN_AGENT: 'bot',
    };
  });
  afterEach(async () => {
    for (const running of opened.splice(0)) await running.end();
    for (const remote of remotes.splice(0)) await remote.stop();
  });
  after(async () => {
    await server.remove();
    made.remove();
  });
  const start = (args: readonly string[], more: Record<string, string> = {}): Running => {
    const running = new Running(args, { ...env, ...more });
    opened.push(running);
    return running;
  };
  const approve = async (running: Running): Promise<string> => {
    for (;;) {
      const [id] = /ar_[0-9a-f]{32}/.exec(running.err) ?? [];
      if (id === undefined) await new Promise(turn => setImmediate(turn));
      else {
        await decide(server, reviewer.headers, id, 'allow');
        return id;
      }
    }
  };
  const outcomeOf = async (id: string): Promise<unknown> => {
    const { body } = await server.call('GET', `/v1/requests/${id}`, { headers: reviewer.headers });
    return (body as { receipts: { outcome: string }[] }).receipts.at(-1)?.outcome;
  };

  test('a server that is a program gets its secrets and not the credential of the agent', async () => {
    const token = join(folder, 'token');
    writeFileSync(token, 'from a file\n');
    const told = join(folder, 'told.json');
    const spy = `require('fs').writeFileSync(${JSON.stringify(told)}, JSON.stringify(process.env));process.argv.splice(1, 0, 'x');import(${JSON.stringify(toolServer)})`;
    const running = start(
      [
        ...[
          '--name',
          'box',
          '--secret',
          `TOKEN=file:${token}`,
          '--secret',
          'MADE=command:echo made',
        ],
        ...['--', process.execPath, '-e', spy, join(folder, 'log')],
      ],
      { KEPT: 'yes' },
    );
    await running.initialize();
    const seen = JSON.parse(readFileSync(told, 'utf8')) as Record<string, string>;
    assert.deepEqual([seen['TOKEN'], seen['MADE'], seen['KEPT']], ['from a file', 'made', 'yes']);
    assert.deepEqual(
      Object.keys(seen).filter(name => name.startsWith('COUNTERSIGN_')),
      [],
    );
    assert.equal(await running.end(), 0);
  });

  test('without a key the program refuses before it starts anything', async () => {
    const running = start(['--', process.execPath, '-e', 'process.exit(9)'], {
      COUNTERSIGN_KEY: '',
    });
    assert.equal(await running.end(), 125);
    assert.match(running.err, /COUNTERSIGN_KEY is not set/);
  });

  test('a server that cannot be started is told to the client and ends the program', async () => {
    const running = start(['--', join(folder, 'no-such-program')]);
    assert.equal(await running.end(), 1);
    assert.match(running.err, /could not be started/);
  });

  test('a remote server gets the secret header and the session, and a call of it waits for approval', async () => {
    const remote = await RemoteServer.start();
    remotes.push(remote);
    const running = start(
      [
        ...['--name', 'box', '--url', remote.url, '--secret', 'TOKEN=env:REMOTE_TOKEN'],
        ...['--header', 'Authorization: Bearer {TOKEN}'],
      ],
      { REMOTE_TOKEN: 'secret-1' },
    );
    await running.initialize();
    const answer = running.request(2, 'tools/call', { name: 'pay', arguments: { amount: 1 } });
    const id = await approve(running);
    assert.equal((await answer).result?.content?.[0]?.text, 'did pay');
    assert.ok(running.messages.some(({ method }) => method === 'notifications/message'));
    await running.end();
    const call = remote.got.find(({ body }) => body.includes('"tools/call"'));
    assert.equal(call?.headers.authorization, 'Bearer secret-1');
    assert.equal(call?.headers['mcp-session-id'], 'session-1');
    assert.equal(call?.headers['mcp-protocol-version'], '2025-06-18');
    assert.equal(await outcomeOf(id), 'succeeded');
  });

  for (const mode of ['broken', 'cut'] as const) {
    test(`an approved call whose remote server is ${mode} has an unknown outcome and is not repeated`, async () => {
      const remote = await RemoteServer.start();
      remotes.push(remote);
      remote.mode = mode;
      const running = start(['--name', 'box', '--url', remote.url]);
      await running.initialize();
      const answer = running.request(2, 'tools/call', { name: 'pay', arguments: { mode } });
      const id = await approve(running);
      assert.match((await answer).result?.content?.[0]?.text ?? '', /may have happened/);
      await running.end();
      assert.equal(await outcomeOf(id), 'unknown');
      assert.equal(remote.calls(), 1);
    });
  }

  test('an address without encryption, or with a password, is refused', async () => {
    for (const url of [
      'http://mcp.example.com/',
      'https://a:b@mcp.example.com/',
      'ftp://localhost/',
    ]) {
      const running = start(['--url', url]);
      assert.notEqual(await running.end(), 0);
      assert.match(running.err, /expected the https address of an MCP server/);
    }
  });
});
