// Goal: `countersign mcp --edge`, with a key of `countersign keys make --edge`, allows in its own process what policy plainly
// allows, and asks the server about everything else. Method: both commands, a real server of Countersign that goes away and
// comes back, and a process as the MCP server.

import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import {
  decide,
  type SignedIn,
  type StartedServer,
  startedServer,
} from '@countersign/server/testing';
import { mcpPolicy, type Rpc, toolServer } from './testing/mcp-session.ts';
import { SignedInTerminal } from './testing/signed-in-terminal.ts';

/** The command under way, in this process, as a client speaks to it. */
class EdgeSession {
  readonly #input = new PassThrough();
  readonly #running: ReturnType<SignedInTerminal['begin']>;
  readonly #messages: Rpc[] = [];
  readonly #heard: (() => void)[] = [];
  #id = 0;
  errors = '';

  constructor(terminal: SignedInTerminal, key: string, words: readonly string[]) {
    const env = { COUNTERSIGN_KEY: key, COUNTERSIGN_AGENT: 'bot' };
    this.#running = terminal.begin(['mcp', '--name', 'box', ...words], { env, input: this.#input });
    let held = '';
    this.#running.stdout.on('data', bytes => {
      const lines = `${held}${bytes}`.split('\n');
      held = lines.pop() ?? '';
      this.#messages.push(...lines.map(line => JSON.parse(line)));
      this.#wake();
    });
    this.#running.stderr.on('data', bytes => {
      this.errors += bytes;
      this.#wake();
    });
  }

  #wake(): void {
    for (const heard of this.#heard.splice(0)) heard();
  }

  async request(method: string, params: object): Promise<Rpc> {
    this.#id += 1;
    const id = this.#id;
    this.#input.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    return this.until(() => this.#messages.find(message => message.id === id));
  }

  async call(name: string, given: object): Promise<string> {
    const { result } = await this.request('tools/call', { name, arguments: given });
    return result?.content?.[0]?.text ?? '';
  }

  async until<T>(found: () => T | undefined): Promise<T> {
    for (;;) {
      const value = found();
      if (value !== undefined) return value;
      await new Promise<void>(resolve => this.#heard.push(resolve));
    }
  }

  end(): Promise<number> {
    this.#input.end();
    return this.#running.ended;
  }
}

describe('an MCP gateway at an edge', { timeout: 120_000 }, () => {
  let server: StartedServer;
  let operator: SignedIn;
  let reviewer: SignedIn;
  let terminal: SignedInTerminal;
  let proposals = 0;
  const start = (more: { readonly folder?: string; readonly port?: number } = {}) =>
    startedServer({
      policy: mcpPolicy,
      logTo: line => {
        if (line.includes('proposeAction')) proposals += 1;
      },
      ...more,
    });
  before(async () => {
    server = await start();
    operator = await server.person(['operator']);
    reviewer = await server.person(['reviewer']);
    terminal = await SignedInTerminal.at(server, operator);
  });
  after(async () => {
    await server.remove();
    terminal.remove();
  });

  test('allowed calls pass without the server, the others are asked of it, and it is told of all of them', async () => {
    const folder = terminal.path('edge');
    const options = ['--agent', 'bot', '--executor', 'bot', '--edge', folder, '--json'];
    const made = await terminal.run(['keys', 'make', 'a gateway', ...options]);
    assert.equal(made.code, 0, made.errors);
    const { secret, credential } = JSON.parse(made.output) as {
      secret: string;
      credential: { credential_id: string; verbs: string[] };
    };
    assert.deepEqual([...credential.verbs].sort(), ['consume', 'edge', 'observe', 'propose']);
    assert.equal(statSync(folder).mode & 0o077, 0, 'the private key is for one user');

    const log = join(terminal.folder, 'upstream.log');
    const command = [process.execPath, toolServer, log];
    const session = new EdgeSession(terminal, secret, ['--edge', folder, '--', ...command]);
    const clientInfo = { name: 'a test', version: '1' };
    const hello = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
    await session.request('initialize', hello);

    // The first calls go to the server, until the edge has its snapshot.
    let here = 0;
    for (let n = 0; here === 0; n++) {
      const asked = proposals;
      assert.match(await session.call('read', { n }), /^did read/);
      if (proposals === asked) here += 1;
    }

    const { folder: data, port } = server;
    await server.close();
    assert.equal(await session.call('read', { alone: true }), 'did read {"alone":true}');
    here += 1;
    server = await start({ folder: data, port });

    const asked = proposals;
    const paying = session.call('pay', { amount: 1 });
    const id = await session.until(() => /ar_[0-9a-f]{32}/.exec(session.errors)?.[0]);
    assert.equal(proposals, asked + 1);
    await decide(server, reviewer.headers, id, 'allow');
    assert.equal(await paying, 'did pay {"amount":1}');
    assert.match(await session.call('forbidden', {}), /has not run/);

    assert.equal(await session.end(), 0);
    const { body } = await server.call('GET', '/v1/edges', { headers: operator.headers });
    const { edges } = body as {
      edges: {
        edge_id: string;
        decisions: number;
        contradicted: number;
        gap_count: number;
        overdue: unknown[];
      }[];
    };
    const told = edges.find(({ edge_id }) => edge_id === credential.credential_id);
    assert.ok((told?.decisions ?? 0) >= here, `${told?.decisions} of at least ${here}`);
    assert.deepEqual([told?.contradicted, told?.gap_count, told?.overdue], [0, 0, []]);
  });
});
