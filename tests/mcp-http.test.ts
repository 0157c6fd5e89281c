// Goal: `countersign mcp` is the command that a client starts, for a server that is a program and for one in the network.
// Method: the real program as a process, a real server of Countersign, and MCP servers that are real processes or listen on
// loopback.

import assert from 'node:assert/strict';
import { type ChildProcessWithoutNullStreams, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
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
import { RemoteServer } from './testing/mcp-remote-server.ts';
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
      for (const heard of this.#heard.splice(0)) heard();
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

  /** The request that a call waits for, once the program has told its operator. */
  async waitsAt(): Promise<string> {
    for (;;) {
      const [id] = /ar_[0-9a-f]{32}/.exec(this.err) ?? [];
      if (id !== undefined) return id;
      await new Promise<void>(resolve => this.#heard.push(resolve));
    }
  }

  async end(): Promise<number | null> {
    this.child.stdin.end();
    if (this.child.exitCode === null) await once(this.child, 'close');
    return this.child.exitCode;
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
    const id = await running.waitsAt();
    await decide(server, reviewer.headers, id, 'allow');
    return id;
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

  test('mcp serve answers under /mcp/<name>, and a wrong configuration is refused with its place', async () => {
    const remote = await RemoteServer.start();
    remotes.push(remote);
    const port = await freePort();
    const file = join(folder, 'gateway.json');
    const box = {
      url: remote.url,
      agent: 'bot',
      secrets: { T: 'env:T' },
      headers: { 'X-Token': '{T}' },
    };
    const listen = { port };
    const origin = `http://localhost:${port}`;
    const config = { origin, listen, connections_max: 8, servers: { box } };
    writeFileSync(file, JSON.stringify({ ...config, servers: { box: { ...box, agent: 7 } } }));
    const refused = start(['serve', file], { T: 'secret-2' });
    assert.equal(await refused.end(), 2);
    assert.match(refused.err, /gateway\.json: \/servers\/box\/agent/);
    writeFileSync(file, JSON.stringify(config));
    const running = start(['serve', file], { T: 'secret-2' });
    while (!running.err.includes('serving /mcp/box')) await once(running.child.stderr, 'data');
    const call = (headers: Record<string, string>) =>
      fetch(`http://localhost:${port}/mcp/box`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
      });
    assert.equal((await call({})).status, 401);
    const listed = await call({ authorization: `Bearer ${env['COUNTERSIGN_KEY']}` });
    assert.match(await listed.text(), /"pay"/);
    assert.equal(remote.got.at(-1)?.headers['x-token'], 'secret-2');
    const idle = Array.from({ length: 20 }, () => connect(port, '127.0.0.1'));
    for (const socket of idle) socket.on('error', () => undefined);
    await Promise.all(idle.slice(0, 12).map(socket => once(socket, 'close')));
    assert.equal((await call({})).status, 401, 'connections that ask nothing keep no one out');
    for (const socket of idle) socket.destroy();
    running.child.kill('SIGTERM');
    assert.equal(await running.end(), 130);
  });

  test('wrap shows the change in every file of the client, writes it only when told to, and unwrap restores the bytes', () => {
    const [project = '', home = ''] = ['project', 'home'].map(name => join(folder, name));
    const files = [project, home].map(place => join(place, '.cursor', 'mcp.json'));
    const before = '{ "mcpServers": { "files": { "command": "npx", "args": ["server"] } } }';
    for (const file of files) {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, before);
    }
    const texts = () => files.map(file => readFileSync(file, 'utf8'));
    const run = (...args: readonly string[]) =>
      execFileSync(
        process.execPath,
        ['--conditions=source', program, 'mcp', ...args, '--client', 'cursor'],
        {
          cwd: project,
          env: { PATH: process.env['PATH'] ?? '', ...childEnvironment(), HOME: home },
          encoding: 'utf8',
        },
      );
    assert.match(
      run('wrap', '--agent', 'bot'),
      /(?:\+ .*countersign.*\n[\s\S]*repeat the command with --write[\s\S]*){2}/,
    );
    assert.deepEqual(texts(), [before, before]);
    run('wrap', '--agent', 'bot', '--write');
    const args = ['mcp', '--agent', 'bot', '--name', 'files', '--', 'npx', 'server'];
    for (const text of texts()) {
      assert.deepEqual(JSON.parse(text).mcpServers.files.args, args);
    }
    assert.match(run('wrap', '--agent', 'bot', '--write'), /Nothing to change/);
    run('unwrap', '--write');
    assert.deepEqual(texts(), [before, before]);
  });

  test('doctor proves by a canary that calls pass the gate, and finds a server that is not behind it', async () => {
    const log = join(folder, 'canary.log');
    const file = join(folder, 'doctor.json');
    // Both are called like the gateway. Only one of them is it.
    const programs = ['real', 'false'].map(name => join(folder, name, 'countersign'));
    const [real = '', lying = ''] = programs;
    for (const each of programs) mkdirSync(dirname(each));
    const node = `#!/bin/sh\nexec "${process.execPath}"`;
    writeFileSync(real, `${node} --conditions=source "${program}" "$@"\n`, { mode: 0o755 });
    writeFileSync(lying, `${node} "${toolServer}" "${log}"\n`, { mode: 0o755 });
    const args = ['mcp', '--name', 'box', '--', process.execPath, toolServer, log];
    const run = async (mcpServers: object) => {
      writeFileSync(file, JSON.stringify({ mcpServers }));
      const words = ['mcp', 'doctor', '--client', 'cursor', '--file', file, '--json'];
      const child = spawn(process.execPath, ['--conditions=source', program, ...words], {
        env: { PATH: process.env['PATH'] ?? '', ...childEnvironment(), ...env },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const parts: Buffer[] = [];
      child.stdout.on('data', part => parts.push(part));
      const [status] = await once(child, 'close');
      return { status, servers: JSON.parse(Buffer.concat(parts).toString()).servers };
    };
    const direct = { command: process.execPath, args: [toolServer, log] };
    const { status, servers } = await run({
      behind: { command: real, args },
      lying: { command: lying, args },
      direct,
    });
    assert.equal(status, 1);
    const says = servers.map((each: { ok: boolean; says: string }) => [each.ok, each.says]);
    assert.deepEqual(says, [
      [true, 'calls pass the gate. It answered the canary: pending.'],
      [false, 'the canary was answered by something that is no gateway.'],
      [false, 'it is not behind the gate. Its calls are not judged.'],
    ]);
    assert.equal((await run({ behind: { command: real, args } })).status, 0);
    const logged = readFileSync(log, 'utf8');
    assert.equal(logged.split('countersign_canary').length, 2, 'only the false gateway got it');
  });
});
