// Goal: agents that other people make work through the gateway, and none of their calls passes it. Method: `npm run agents`
// starts each real agent with a model on loopback. `npm test` replays what each of them sent.

import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import {
  decide,
  freePort,
  type SignedIn,
  type StartedServer,
  startedServer,
} from '@countersign/server/testing';
import { childEnvironment, effort, programFile } from '@countersign/testing';
import {
  fakeModel,
  inspector,
  type RealAgent,
  realAgents,
  skipWithoutAgents,
} from './agents/real-agents.ts';
import { McpSession, mcpFolder, mcpPolicy, type Rpc, toolServer } from './testing/mcp-session.ts';

const scenarios = ['allowed', 'approved', 'rejected', 'continued', 'killed', 'changed'] as const;
type Scenario = (typeof scenarios)[number];

const plans = realAgents.flatMap(agent => scenarios.map(scenario => [agent, scenario] as const));
/** The agents, and the inspector. */
const runs = effort({ fast: 0, full: plans.length + 1, of: 'runs' });

/** A server whose pending requests can be awaited. */
class Judging {
  server: StartedServer;
  readonly reviewer: SignedIn;
  readonly key: string;
  static readonly #heard: (() => void)[] = [];

  private constructor(server: StartedServer, reviewer: SignedIn, key: string) {
    this.server = server;
    this.reviewer = reviewer;
    this.key = key;
  }

  static #start(more: { readonly folder?: string; readonly port?: number } = {}) {
    const logTo = (line: string) => {
      if (!line.includes('proposeAction')) return;
      for (const heard of Judging.#heard.splice(0)) heard();
    };
    return startedServer({ policy: mcpPolicy, logTo, ...more });
  }

  static async start(): Promise<Judging> {
    const server = await Judging.#start();
    const { authorization = '' } = await server.apiKey({
      verbs: ['propose', 'consume', 'observe'],
      agent_ids: ['bot'],
      executor: 'bot',
    });
    const reviewer = await server.person(['reviewer']);
    return new Judging(server, reviewer, authorization.slice('Bearer '.length));
  }

  /** The server ends, and comes back with what it stored. */
  async restart(): Promise<void> {
    const { folder, port } = this.server;
    await this.server.close();
    this.server = await Judging.#start({ folder, port });
  }

  /** The request that waits, once `isTime` says so. It looks after every proposal. */
  async waits(isTime: () => boolean = () => true): Promise<string> {
    for (;;) {
      const next = new Promise<void>(resolve => Judging.#heard.push(resolve));
      if (isTime()) {
        const { headers } = this.reviewer;
        const { body } = await this.server.call('GET', '/v1/requests?status=pending', { headers });
        const [first] = (body as { rows: { approval_request_id: string }[] }).rows;
        if (first !== undefined) return first.approval_request_id;
      }
      await next;
    }
  }
}

/** One agent, with its folder and what it and the MCP server did. */
class AgentRun {
  readonly #folder: string;
  readonly #agent: RealAgent;
  readonly #judging: Judging;

  constructor(agent: RealAgent, judging: Judging, folder: string) {
    this.#agent = agent;
    this.#judging = judging;
    this.#folder = folder;
  }

  #read(name: string): readonly Record<string, unknown>[] {
    const file = join(this.#folder, name);
    if (!existsSync(file)) return [];
    return readFileSync(file, 'utf8')
      .split('\n')
      .filter(line => line !== '')
      .map(line => JSON.parse(line));
  }

  /** The names of the tools that were called at the MCP server. */
  calls(): readonly unknown[] {
    return this.#read('upstream.log')
      .filter(({ method }) => method === 'tools/call')
      .map(({ params }) => (params as { name: string }).name);
  }

  /** What the model was told by its tools. */
  results(): readonly string[] {
    const last = this.#read('model.log').findLast(
      ({ toolMsgs, results, outs }) => ((toolMsgs ?? results ?? outs) as unknown[])?.length > 0,
    );
    const told = (last?.['toolMsgs'] ?? last?.['results'] ?? last?.['outs'] ?? []) as unknown[];
    return told.map(each => JSON.stringify(each));
  }

  change(tools: readonly object[]): void {
    writeFileSync(join(this.#folder, 'change.json'), JSON.stringify(tools));
  }

  async run(name: string, { rounds = 1, options = [] as readonly string[] }): Promise<void> {
    for (const file of ['model.log', 'upstream.log', 'sent.jsonl']) {
      rmSync(join(this.#folder, file), { force: true });
    }
    const port = await freePort();
    const call = { ...this.#agent.tool(name), args: { amount: 1 }, rounds };
    const log = join(this.#folder, 'model.log');
    const model = spawn(process.execPath, [fakeModel, String(port), JSON.stringify(call), log]);
    const program = programFile(new URL('../packages/cli/src/main.ts', import.meta.url));
    const file = (each: string) => join(this.#folder, each);
    const gateway = [
      ...[process.execPath, '--conditions=source', program, 'mcp', '--name', 'box'],
      ...[...options, '--'],
      ...[process.execPath, toolServer, file('upstream.log'), file('change.json')],
    ];
    const recorder = join(import.meta.dirname, 'agents', 'record-traffic.mjs');
    const entry = {
      command: process.execPath,
      args: [recorder, file('sent.jsonl'), ...gateway],
      env: {
        ...childEnvironment(),
        COUNTERSIGN_URL: this.#judging.server.origin,
        COUNTERSIGN_KEY: this.#judging.key,
        COUNTERSIGN_AGENT: 'bot',
      },
    };
    const model_url = `http://127.0.0.1:${port}`;
    const [[command = '', ...words], env] = this.#agent.prepare(this.#folder, entry, model_url);
    const child = spawn(command, words, {
      cwd: this.#folder,
      env: { PATH: process.env['PATH'] ?? '', HOME: this.#folder, TERM: 'dumb', CI: '1', ...env },
      stdio: ['ignore', 'ignore', 'ignore'],
      timeout: 240_000,
      killSignal: 'SIGKILL',
    });
    await once(child, 'close');
    model.kill();
  }

  /** What the agent sent, for the replay. */
  sent(): string {
    return readFileSync(join(this.#folder, 'sent.jsonl'), 'utf8');
  }
}

async function play(scenario: Scenario, agent: AgentRun, judging: Judging): Promise<void> {
  const decided = (decision: 'allow' | 'deny') =>
    judging.waits().then(id => decide(judging.server, judging.reviewer.headers, id, decision));
  switch (scenario) {
    case 'allowed': {
      await agent.run('read', {});
      assert.deepEqual(agent.calls(), ['read']);
      assert.match(agent.results().join(), /did read/);
      return;
    }
    case 'approved': {
      await Promise.all([agent.run('pay', {}), decided('allow')]);
      assert.deepEqual(agent.calls(), ['pay']);
      assert.match(agent.results().join(), /did pay/);
      return;
    }
    case 'rejected': {
      await Promise.all([agent.run('pay', {}), decided('deny')]);
      assert.deepEqual(agent.calls(), []);
      assert.match(agent.results().join(), /You asked for the tool/);
      return;
    }
    case 'continued': {
      const running = agent.run('pay', { rounds: 2, options: ['--hold', '4'] });
      // Approved only after the model was told that the call is pending.
      const id = await judging.waits(() => agent.results().length > 0);
      await decide(judging.server, judging.reviewer.headers, id, 'allow');
      await running;
      assert.deepEqual(agent.calls(), ['pay']);
      assert.match(agent.results()[0] ?? '', /You asked for the tool/);
      assert.match(agent.results()[1] ?? '', /did pay/);
      return;
    }
    case 'killed': {
      const running = agent.run('pay', {});
      const id = await judging.waits();
      await judging.restart();
      await decide(judging.server, judging.reviewer.headers, id, 'allow');
      await running;
      assert.deepEqual(agent.calls(), ['pay']);
      return;
    }
    case 'changed': {
      await agent.run('read', { options: ['--definitions', 'withhold'] });
      assert.deepEqual(agent.calls(), ['read']);
      agent.change([
        { name: 'read', description: 'Reads\u200b.', inputSchema: { type: 'object' } },
      ]);
      await agent.run('read', { options: ['--definitions', 'withhold'] });
      assert.deepEqual(agent.calls(), []);
      assert.doesNotMatch(agent.results().join(), /did read/);
    }
  }
}

describe('real agents through the gateway', { timeout: 3_600_000, concurrency: 1 }, () => {
  const missing = runs === 0 ? false : skipWithoutAgents();
  for (const [agent, scenario] of plans.slice(0, runs)) {
    test(`${agent.name}: ${scenario}`, { skip: missing }, async () => {
      const made = mcpFolder();
      const judging = await Judging.start();
      const run = new AgentRun(agent, judging, made.folder);
      try {
        await play(scenario, run, judging);
        const kept = join(import.meta.dirname, '..', '.cache', 'agents');
        mkdirSync(kept, { recursive: true });
        if (scenario === 'approved') writeFileSync(join(kept, `${agent.name}.jsonl`), run.sent());
      } finally {
        await judging.server.remove();
        made.remove();
      }
    });
  }
});

describe('the inspector through the gateway', { timeout: 600_000 }, () => {
  const missing = runs === 0 ? false : skipWithoutAgents();
  for (const title of ['it lists and calls the same tools'].slice(0, runs)) {
    test(title, { skip: missing }, async () => {
      const made = mcpFolder();
      const judging = await Judging.start();
      const plain = [process.execPath, toolServer, join(made.folder, 'upstream.log')];
      const program = programFile(new URL('../packages/cli/src/main.ts', import.meta.url));
      const gateway = [process.execPath, '--conditions=source', program, 'mcp', '--name', 'box'];
      const inspect = (server: readonly string[], ...method: readonly string[]) =>
        promisify(execFile)(process.execPath, [inspector, '--cli', ...server, ...method], {
          env: { PATH: process.env['PATH'] ?? '', HOME: made.folder },
        }).then(({ stdout }) => JSON.parse(stdout) as unknown);
      // The inspector reads options itself, and passes few variables on.
      const through = [join(made.folder, 'gateway')];
      const variables = Object.entries({
        ...childEnvironment(),
        COUNTERSIGN_URL: judging.server.origin,
        COUNTERSIGN_KEY: judging.key,
        COUNTERSIGN_AGENT: 'bot',
      }).map(([name, value]) => `${name}='${value}'`);
      const words = [...gateway, '--', ...plain].map(word => `'${word}'`);
      const script = `#!/bin/sh\nexec env ${[...variables, ...words].join(' ')}\n`;
      writeFileSync(through[0] ?? '', script, { mode: 0o755 });
      const call = ['--method', 'tools/call', '--tool-name', 'read', '--tool-arg', 'a=1'];
      try {
        for (const method of [['--method', 'tools/list'], call]) {
          assert.deepEqual(await inspect(through, ...method), await inspect(plain, ...method));
        }
      } finally {
        await judging.server.remove();
        made.remove();
      }
    });
  }
});

describe('what real agents sent, replayed', { timeout: 300_000 }, () => {
  let judging: Judging;
  before(async () => {
    judging = await Judging.start();
  });
  after(async () => {
    await judging.server.remove();
  });

  for (const { name } of realAgents) {
    test(`${name}: its call waits and runs once, and everything else passes as it was sent`, async () => {
      const file = join(import.meta.dirname, 'agents', 'recorded', `${name}.jsonl`);
      const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
      const made = mcpFolder();
      const { key, server, reviewer } = judging;
      const session = await McpSession.start({ url: server.origin, key, folder: made.folder });
      for (const line of lines) {
        session.write(`${line}\n`);
        const { id, method } = JSON.parse(line) as Rpc;
        if (id === undefined) continue;
        if (method === 'tools/call') {
          await decide(server, reviewer.headers, await session.waitsAt(), 'allow');
        }
        const answer = await session.heard(each => each.id === id && each.method === undefined);
        if (method === 'tools/call') {
          assert.equal(answer.result?.content?.[0]?.text, 'did pay {"amount":1}');
        }
      }
      await session.close();
      assert.equal(session.calls().length, 1);
      // The gateway writes calls itself, and an agent may cancel a call that was answered.
      const isPassed = (line: string) => !/tools\/call|notifications\/cancelled/.test(line);
      const got = readFileSync(session.logFile, 'utf8').trimEnd().split('\n');
      assert.deepEqual(got.filter(isPassed), lines.filter(isPassed));
      made.remove();
    });
  }
});
