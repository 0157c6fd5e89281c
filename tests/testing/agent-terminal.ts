import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { freePort } from '@countersign/server/testing';
import { childEnvironment, programFile } from '@countersign/testing';
import { guardedAgents, linkPrograms } from '../agents/guarded-agents.ts';
import { fakeModel } from '../agents/real-agents.ts';
import { GuardedSite } from './guarded-site.ts';
import { answerTerminal } from './served-place.ts';
import { TerminalScreen } from './terminal-screen.ts';

const main = programFile(new URL('../../packages/cli/src/main.ts', import.meta.url));

/** A real agent in a terminal, as a person uses it, behind the guard and with a model on loopback. */
export class AgentTerminal {
  readonly site: GuardedSite;
  readonly agent: string;
  readonly home = mkdtempSync(join(tmpdir(), 'agent-'));
  readonly project = join(this.home, 'shop');
  readonly #path: string;
  #model: ChildProcess | null = null;

  private constructor(site: GuardedSite, agent: string) {
    this.site = site;
    this.agent = agent;
    this.#path = linkPrograms(this.home);
    mkdirSync(this.project);
    writeFileSync(join(this.home, 'key'), site.key);
  }

  static async start(agent: string, policy?: string): Promise<AgentTerminal> {
    const terminal = new AgentTerminal(await GuardedSite.start(`${agent}.test`, policy), agent);
    const { origin } = terminal.site.server;
    const words = ['guard', agent, '--write', '--url', origin, '--name', `${agent}.test`];
    const screen = terminal.cli(...words, '--key-file', join(terminal.home, 'key'));
    assert.equal(await screen.ended, 0, screen.text());
    return terminal;
  }

  #screen(program: string, words: readonly string[], env: Readonly<Record<string, string>>) {
    const path = `${this.#path}:${process.env['PATH'] ?? ''}`;
    return new TerminalScreen(program, words, {
      cwd: this.project,
      env: { ...childEnvironment(), PATH: path, HOME: this.home, ...env },
    });
  }

  /** Our own command line, in the home of this person. */
  cli(...words: readonly string[]): TerminalScreen {
    return this.#screen(process.execPath, ['--conditions=source', main, ...words], {});
  }

  /** Signs the person in, as a person does in a terminal and a browser. */
  async signIn(): Promise<void> {
    const { origin } = this.site.server;
    const screen = this.cli('sign-in', '--url', origin);
    const [, code = ''] = await screen.shows(/shows the code (\S+)/);
    await answerTerminal(origin, this.site.reviewer.headers, code, 'confirm');
    assert.equal(await screen.ended, 0, screen.text());
  }

  /** Starts the agent with a model that asks for this command, and nothing else. */
  async open(command: string, words: readonly string[] = []): Promise<TerminalScreen> {
    const agent = guardedAgents.find(({ name }) => name === this.agent) ?? assert.fail();
    const port = await freePort();
    const call = JSON.stringify(agent.call(command));
    const log = join(this.home, 'model.log');
    this.#model?.kill();
    this.#model = spawn(process.execPath, [fakeModel, String(port), call, log]);
    const model = `http://127.0.0.1:${port}`;
    for (const [file, text] of Object.entries(agent.settings)) {
      mkdirSync(dirname(join(this.home, file)), { recursive: true });
      writeFileSync(join(this.home, file), text.replace('__MODEL__', model));
    }
    return this.#screen(join(this.#path, agent.program[0]), words, agent.env(model));
  }

  async close(): Promise<void> {
    this.#model?.kill();
    TerminalScreen.endAll();
    await this.site.server.remove();
    rmSync(this.home, { recursive: true, force: true });
  }
}
