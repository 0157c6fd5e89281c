// Goal: with the guard, no real agent runs a command that was not allowed, in every cell that the agent lets us reach. Method:
// `npm run agents` installs each agent, guards it with `countersign guard`, and drives it with a model on loopback. What ran is
// read from the disk.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { decide, freePort } from '@countersign/server/testing';
import { childEnvironment, effort, programFile } from '@countersign/testing';
import { type GuardedAgent, guardedAgents, linkPrograms } from './agents/guarded-agents.ts';
import { fakeModel, skipWithoutAgents } from './agents/real-agents.ts';
import { GuardedSite } from './testing/guarded-site.ts';

const cells = [
  'deny',
  'allow',
  'ask',
  'crash',
  'timeout',
  'silence',
  'missing program',
  'not loaded',
  'checked',
  'resumed',
  'changed',
] as const;
type Cell = (typeof cells)[number];

/** Only Claude Code can be resumed at a call. Codex runs no input but its own. */
const isReachable = ({ name }: GuardedAgent, cell: Cell): boolean =>
  (cell !== 'resumed' || name === 'claude-code') && (cell !== 'changed' || name !== 'codex');

const plans = guardedAgents.flatMap(agent =>
  cells.filter(cell => isReachable(agent, cell)).map(cell => [agent, cell] as const),
);
const runs = effort({ fast: 0, full: plans.length, of: 'runs' });

/** One agent with a home of its own, guarded by a server of its own. */
class GuardedRun {
  readonly agent: GuardedAgent;
  readonly site: GuardedSite;
  readonly home = mkdtempSync(join(tmpdir(), 'guarded-'));
  readonly project = join(this.home, 'shop');
  readonly #path: string;

  private constructor(agent: GuardedAgent, site: GuardedSite) {
    this.agent = agent;
    this.site = site;
    this.#path = linkPrograms(this.home);
    mkdirSync(this.project);
    writeFileSync(join(this.home, 'key'), site.key);
    for (const [file, text] of Object.entries(agent.settings)) {
      mkdirSync(dirname(join(this.home, file)), { recursive: true });
      writeFileSync(join(this.home, file), text);
    }
  }

  static async start(agent: GuardedAgent): Promise<GuardedRun> {
    return new GuardedRun(agent, await GuardedSite.start(`${agent.name}.test`));
  }

  async close(): Promise<void> {
    await this.site.server.remove();
    rmSync(this.home, { recursive: true, force: true });
  }

  get #env(): Record<string, string> {
    const path = `${this.#path}:${process.env['PATH'] ?? ''}`;
    return { PATH: path, HOME: this.home, TERM: 'dumb', CI: '1' };
  }

  async #run(program: string, words: readonly string[], env: object): Promise<[number, string]> {
    const child = spawn(program, words, {
      cwd: this.project,
      env: { ...this.#env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: 240_000,
      killSignal: 'SIGKILL',
    });
    let said = '';
    child.stdout.on('data', (part: Buffer) => (said += part.toString()));
    child.stderr.on('data', (part: Buffer) => (said += part.toString()));
    const [code] = (await once(child, 'close')) as [number];
    return [code, said];
  }

  cli(...words: string[]): Promise<[number, string]> {
    const main = programFile(new URL('../packages/cli/src/main.ts', import.meta.url));
    return this.#run(process.execPath, ['--conditions=source', main, ...words], childEnvironment());
  }

  async install(...more: string[]): Promise<void> {
    const { name } = this.agent;
    const key = join(this.home, 'key');
    const [code, said] = await this.cli(
      ...['guard', name, '--write', '--url', this.site.server.origin],
      ...['--name', `${name}.test`, '--key-file', key, ...more],
    );
    assert.equal(code, 0, said);
  }

  /** Lets the model ask for a command. Tells whether it ran, and what the model was told. */
  async ask(file: string): Promise<{ ran: boolean; told: string }> {
    const port = await freePort();
    const log = join(this.home, 'model.log');
    rmSync(log, { force: true });
    const call = JSON.stringify(this.agent.call(`touch ${file}`));
    const model = spawn(process.execPath, [fakeModel, String(port), call, log]);
    const address = `http://127.0.0.1:${port}`;
    for (const [file, text] of Object.entries(this.agent.settings)) {
      if (!text.includes('__MODEL__')) continue;
      writeFileSync(join(this.home, file), text.replace('__MODEL__', address));
    }
    const [, said] = await this.#run(
      join(this.#path, this.agent.program[0]),
      this.agent.words(address),
      this.agent.env(address),
    );
    model.kill();
    const told = existsSync(log) ? readFileSync(log, 'utf8') : '';
    // Either the model heard of its call, or the agent says that it stopped it.
    const isCalled = /"(?:results|outs|toolMsgs)":\[[^\]]/u.test(told);
    assert.ok(isCalled || /permission requested/u.test(said), 'the agent made no tool call');
    return { ran: existsSync(join(this.project, file)), told };
  }

  /** Runs Claude Code without a person. Tells the session in which a call was deferred. */
  async defer(file: string, more: readonly string[] = []): Promise<{ session: string }> {
    const port = await freePort();
    const call = JSON.stringify(this.agent.call(`touch ${file}`));
    const log = join(this.home, 'model.log');
    const model = spawn(process.execPath, [fakeModel, String(port), call, log]);
    const address = `http://127.0.0.1:${port}`;
    const resumes = more.length > 0;
    const words = this.agent.words(address).filter(word => !(resumes && word === 'go'));
    const [, said] = await this.#run(
      join(this.#path, this.agent.program[0]),
      [...words, '--output-format', 'json', ...more],
      this.agent.env(address),
    );
    model.kill();
    const [, session = ''] = /"session_id":"([^"]+)"/u.exec(said) ?? [];
    if (!resumes) assert.match(said, /tool_deferred/);
    return { session };
  }

  /** Changes what the hook reads. Codex no longer trusts a hook whose own text was changed. */
  edit(change: (text: string) => string): void {
    const setup = join(this.home, '.config', 'countersign', 'guard', `${this.agent.name}.json`);
    const { files } = JSON.parse(readFileSync(setup, 'utf8')) as { files: string[] };
    const own = this.agent.name === 'claude-code' ? files : [setup];
    for (const file of own) writeFileSync(file, change(readFileSync(file, 'utf8')));
  }

  get program(): string {
    return join(this.home, '.config', 'countersign', 'guard', 'countersign-hook.cjs');
  }
}

/** Something that holds the port of the server and answers badly. */
async function impostor(answer: 'nothing' | 'empty'): Promise<{ url: string; server: Server }> {
  const server = createServer((_call, response) => {
    if (answer === 'empty') response.writeHead(200).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

async function play(cell: Cell, run: GuardedRun): Promise<boolean> {
  const { origin } = run.site.server;
  switch (cell) {
    case 'deny': {
      const { ran, told } = await run.ask('denied');
      assert.match(told, /This file is not yours/);
      return ran;
    }
    case 'allow': {
      assert.equal((await run.ask('allowed')).ran, true);
      return false;
    }
    case 'ask': {
      run.edit(text =>
        text
          .replace(/("Countersign-Hold": |"hold": )"?\d+"?/u, '$1"1"')
          .replace('"hold": "1"', '"hold": 1'),
      );
      const { ran, told } = await run.ask('asked');
      assert.match(told, /a person has not decided yet/);
      const { headers } = run.site.reviewer;
      await decide(run.site.server, headers, await run.site.waiting(), 'allow');
      return ran;
    }
    case 'crash': {
      if (existsSync(run.program)) writeFileSync(run.program, 'throw new Error("crashed");\n');
      else run.edit(text => text.replaceAll(origin, 'http://127.0.0.1:9'));
      return (await run.ask('crashed')).ran;
    }
    case 'timeout': {
      const { url, server } = await impostor('nothing');
      run.edit(text =>
        text
          .replaceAll(origin, url)
          .replace(/"deadline": \d+/u, '"deadline": 2')
          .replace(/"timeout": 600,(?=\s+"onFailure": "block")/u, '"timeout": 2,'),
      );
      const { ran } = await run.ask('late');
      server.closeAllConnections();
      server.close();
      return ran;
    }
    case 'silence': {
      const { url, server } = await impostor('empty');
      run.edit(text => text.replaceAll(origin, url));
      const { ran } = await run.ask('silent');
      server.close();
      return ran;
    }
    case 'missing program': {
      rmSync(run.program, { force: true });
      rmSync(join(run.home, '.config/opencode/plugin/countersign.js'), { force: true });
      rmSync(join(run.home, '.pi/agent/extensions/countersign.js'), { force: true });
      // Claude Code starts no program. The server is what can be missing.
      if (run.agent.name === 'claude-code')
        run.edit(text => text.replaceAll(origin, 'http://127.0.0.1:9'));
      return (await run.ask('missing')).ran;
    }
    case 'not loaded': {
      const [code] = await run.cli('guard', run.agent.name, '--remove', '--write');
      assert.equal(code, 0);
      return (await run.ask('unguarded')).ran;
    }
    case 'resumed': {
      await run.install('--headless');
      const { session } = await run.defer('deferred');
      const { headers } = run.site.reviewer;
      await decide(run.site.server, headers, await run.site.waiting(), 'allow');
      assert.equal(existsSync(join(run.project, 'deferred')), false);
      await run.defer('deferred', ['--resume', session]);
      assert.equal(existsSync(join(run.project, 'deferred')), true);
      return false;
    }
    case 'changed': {
      const { args } = run.agent.call('touch changed') as { args: object };
      const [{ ran }, id] = await Promise.all([
        run.ask('change-me'),
        run.site.amendAndApprove({ ...args, cwd: run.project }),
      ]);
      assert.equal(existsSync(join(run.project, 'changed')), true);
      assert.deepEqual(await run.site.lastReceipt(id), {
        outcome: 'succeeded',
        isAsApproved: true,
      });
      return ran;
    }
    case 'checked': {
      const [code, said] = await run.cli('guard', 'check', run.agent.name);
      // pi takes its model from a file of the person, so that only its settings are read.
      const proof =
        run.agent.name === 'pi' ? /read from its settings/ : /a canary call of the agent/;
      assert.match(said, proof);
      assert.equal(code, 0, said);
      return false;
    }
  }
}

describe('real agents behind the guard', { timeout: 3_600_000, concurrency: 1 }, () => {
  const missing = runs === 0 ? false : skipWithoutAgents();
  for (const [agent, cell] of plans.slice(0, runs)) {
    test(`${agent.name}: ${cell}`, { skip: missing }, async context => {
      const run = await GuardedRun.start(agent);
      try {
        await run.install();
        const ran = await play(cell, run);
        context.diagnostic(`${agent.name}, ${cell}: ${ran ? 'RAN' : 'nothing ran unapproved'}`);
        assert.equal(ran, agent.open.includes(cell));
      } finally {
        await run.close();
      }
    });
  }
});
