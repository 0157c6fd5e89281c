// Goal: the gateway changes nothing for the programs of others. Method: the official conformance suite and the clients and
// servers of other projects, with and without the gateway between them.

import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, test } from 'node:test';
import { HttpGateway } from '@countersign/mcp-gateway';
import { freePort, type StartedServer, startedServer } from '@countersign/server/testing';
import { childEnvironment, effort, programFile } from '@countersign/testing';
import { peerProgram, peersFolder, skipWithoutPeers } from './testing/mcp-peers.ts';
import { mcpFolder, mcpPolicy } from './testing/mcp-session.ts';

const command = programFile(new URL('../packages/cli/src/main.ts', import.meta.url));
const missing = skipWithoutPeers();

describe('the gateway and the programs of others', { timeout: 3_600_000, skip: missing }, () => {
  let server: StartedServer;
  let upstream: ChildProcess;
  let listener: Server;
  let env: Record<string, string> = {};
  let direct = '';
  let through = '';
  const made = mcpFolder();
  const bridges: ChildProcess[] = [];
  /** The address of a program that listens on loopback and prints its port. */
  const addressOf = async (child: ChildProcess): Promise<string> => {
    const lines = createInterface({ input: child.stdout as never });
    const [line] = (await once(lines, 'line')) as [string];
    return `http://localhost:${/\d+/.exec(line)?.[0]}/mcp`;
  };
  /** Puts a server that is a program on the network, for the suite. */
  const bridge = (words: readonly string[]): Promise<string> => {
    const file = join(peersFolder, 'stdio-bridge.mjs');
    const child = spawn(process.execPath, [file, ...words], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env,
    });
    bridges.push(child);
    return addressOf(child);
  };
  before(async () => {
    server = await startedServer({
      policy: mcpPolicy.replace('"mcp__box__read"', '"mcp__box__*"'),
    });
    const { authorization = '' } = await server.apiKey({
      verbs: ['propose', 'consume', 'observe'],
      agent_ids: ['bot'],
      executor: 'bot',
    });
    env = {
      PATH: process.env['PATH'] ?? '',
      ...childEnvironment(),
      HOME: made.folder,
      MEMORY_FILE_PATH: join(made.folder, 'memory.json'),
      COUNTERSIGN_URL: server.origin,
      COUNTERSIGN_KEY: authorization.slice('Bearer '.length),
      COUNTERSIGN_AGENT: 'bot',
    };
    upstream = spawn(process.execPath, [join(peersFolder, 'conformance-server.mjs')], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    direct = await addressOf(upstream);
    const port = await freePort();
    through = `http://localhost:${port}/mcp/box`;
    const gateway = new HttpGateway({
      countersign: server.origin,
      upstreams: [
        {
          name: 'box',
          url: new URL(direct),
          headers: async () => ({}),
          agent: 'bot',
          definitions: 'allow',
        },
      ],
      origin: `http://localhost:${port}`,
      hosts: [],
      origins: [`http://localhost:${port}`],
      authorizationServers: [],
      bytesMax: 16_777_216,
      log: () => undefined,
    });
    listener = createServer((call, answer) => {
      // The suite has no way to send a credential.
      call.headers.authorization = authorization;
      void gateway.handle(call, answer);
    });
    listener.listen(port, '127.0.0.1');
    await once(listener, 'listening');
  });
  after(async () => {
    listener?.closeAllConnections();
    listener?.close();
    upstream?.kill();
    for (const each of bridges) each.kill();
    await server?.remove();
    made.remove();
  });

  const suites = [
    ['0.2 for 2026-07-28', 'conformance-next', ['--requirements', '2026-07-28']],
    ['0.2 for 2025-11-25', 'conformance-next', ['--requirements', '2025-11-25']],
    ['0.1', 'conformance', []],
  ] as const;
  const all = (['HTTP', 'stdio'] as const).flatMap(way =>
    suites.map(suite => [way, ...suite] as const),
  );
  const count = effort({ fast: 1, full: all.length, of: 'suites' });
  for (const [way, title, suite, args] of all.slice(0, count)) {
    test(`the conformance suite ${title} over ${way} gives the same result with and without the gateway`, async () => {
      const run = (url: string) =>
        new Promise<string>(resolve => {
          const program = peerProgram(`@modelcontextprotocol/${suite}/dist/index.js`);
          const words = [program, 'server', '--url', url, ...args];
          execFile(process.execPath, words, { cwd: made.folder, timeout: 600_000 }, (_, out) => {
            const verdicts = out.split('\n').filter(text => /^[✓✗] |^Total:/.test(text));
            resolve(verdicts.join('\n'));
          });
        });
      const program = [process.execPath, join(peersFolder, 'conformance-server.mjs'), '--stdio'];
      const gateway = [
        process.execPath,
        '--conditions=source',
        command,
        'mcp',
        '--name',
        'box',
        '--',
      ];
      const urls =
        way === 'HTTP'
          ? [direct, through]
          : [await bridge(program), await bridge([...gateway, ...program])];
      const [without, withGateway] = await Promise.all(urls.map(run));
      assert.match(without ?? '', /Total: \d{2,} passed/);
      assert.equal(withGateway, without);
    });
  }

  const peers = [
    ['v1', 'filesystem', { name: 'list_allowed_directories', arguments: {} }],
    ['v2', 'memory', { name: 'read_graph', arguments: {} }],
    ['v1', 'everything', { name: 'echo', arguments: { message: 'hello' } }],
    ['v2', 'filesystem', { name: 'list_directory', arguments: { path: '.' } }],
    ['v1', 'memory', { name: 'read_graph', arguments: {} }],
    ['v2', 'everything', { name: 'get-sum', arguments: { a: 1, b: 2 } }],
  ] as const;
  const pairs = effort({ fast: 1, full: peers.length, of: 'pairs' });
  for (const [sdk, name, call] of peers.slice(0, pairs)) {
    test(`a client of SDK ${sdk} sees the server ${name} as it is and calls ${call.name}`, async () => {
      const program = peerProgram(`@modelcontextprotocol/server-${name}/dist/index.js`);
      const plain = [process.execPath, program, ...(name === 'filesystem' ? [made.folder] : [])];
      const gateway = ['--conditions=source', command, 'mcp', '--name', 'box', '--', ...plain];
      const drive = (words: readonly string[]) =>
        new Promise<unknown>((resolve, reject) => {
          const driver = join(peersFolder, 'drive-client.mjs');
          const [first = '', ...more] = words;
          execFile(
            process.execPath,
            [driver, sdk, JSON.stringify(call), first, ...more],
            { cwd: made.folder, timeout: 60_000, env },
            (error, out) => (error === null ? resolve(JSON.parse(out)) : reject(error)),
          );
        });
      const [without, withGateway] = [
        await drive(plain),
        await drive([process.execPath, ...gateway]),
      ];
      assert.deepEqual(withGateway, without);
    });
  }

  const questions = [
    ['tools/list'],
    ['resources/list'],
    ['prompts/list'],
    ['tools/call', '--tool-name', 'echo', '--tool-arg', 'message=hello'],
    ['prompts/get', '--prompt-name', 'simple-prompt'],
  ];
  const asked = effort({ fast: 0, full: questions.length, of: 'questions of the inspector' });
  for (const [method = '', ...more] of questions.slice(0, asked)) {
    test(`the inspector gets the same answer to ${method} with and without the gateway`, async () => {
      const inspector = peerProgram(
        '@modelcontextprotocol/inspector/clients/launcher/build/index.js',
      );
      const plain = [
        process.execPath,
        peerProgram('@modelcontextprotocol/server-everything/dist/index.js'),
      ];
      // The inspector takes options of the server for its own, and passes few variables on.
      const gateway = join(made.folder, 'gateway.sh');
      const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
      const words = [process.execPath, '--conditions=source', command, 'mcp', '--name', 'box'];
      const started = ['env', ...variables, ...words, '--', ...plain];
      const line = started.map(word => `'${word}'`).join(' ');
      writeFileSync(gateway, `#!/bin/sh\nexec ${line}\n`, { mode: 0o755 });
      const inspect = (server: readonly string[]) =>
        new Promise<string>((resolve, reject) => {
          const args = [inspector, '--cli', ...server, '--method', method, ...more];
          const options = { cwd: made.folder, timeout: 120_000, env };
          execFile(process.execPath, args, options, (error, out) =>
            error === null ? resolve(out) : reject(error),
          );
        });
      const without = await inspect(plain);
      assert.match(without, /"(tools|resources|prompts|content|messages)"/);
      assert.equal(await inspect([gateway]), without);
    });
  }
});
