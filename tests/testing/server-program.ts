import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import {
  type Called,
  type CallOptions,
  callServer,
  headersAfter,
  type SoftwareAuthenticator,
  testBrowser,
} from '@countersign/server/testing';
import { childEnvironment, programFile } from '@countersign/testing';

const program = programFile(new URL('../../packages/server/src/main.ts', import.meta.url));

export interface ProgramPlace {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
}

interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** The program as a person starts it, and all that it says. */
export class ServerProgram {
  readonly #child: ChildProcess;
  readonly ended: Promise<Ended>;
  output = '';
  errors = '';
  readonly #listeners = new Set<() => void>();
  static readonly #running = new Set<ServerProgram>();

  constructor(args: readonly string[], { cwd, env = {} }: ProgramPlace, runs = [program]) {
    this.#child = spawn(
      process.execPath,
      ['--conditions=source', '--disable-warning=ExperimentalWarning', ...runs, ...args],
      {
        cwd,
        env: { PATH: process.env['PATH'], ...childEnvironment(), ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    this.#child.stdout?.setEncoding('utf8').on('data', text => this.#hear('output', text));
    this.#child.stderr?.setEncoding('utf8').on('data', text => this.#hear('errors', text));
    ServerProgram.#running.add(this);
    this.ended = new Promise((ended, failed) => {
      this.#child.once('error', failed);
      this.#child.once('close', (code, signal) => {
        ServerProgram.#running.delete(this);
        ended({ code, signal });
        for (const listener of this.#listeners) listener();
      });
    });
  }

  /** What a test that failed has left behind would keep its file from ending. */
  static async endAll(): Promise<void> {
    await Promise.all([...ServerProgram.#running].map(each => each.stop('SIGKILL')));
  }

  /** Resolves once the output has it; fails where the program ends before. */
  said(pattern: RegExp): Promise<RegExpExecArray> {
    return new Promise((found, failed) => {
      const look = (): void => {
        const match = pattern.exec(this.output);
        const { exitCode, signalCode } = this.#child;
        if (match !== null) found(match);
        else if (exitCode === null && signalCode === null) return;
        else failed(new Error(`expected ${pattern}, found\n${this.output}${this.errors}`));
        this.#listeners.delete(look);
      };
      this.#listeners.add(look);
      look();
    });
  }

  /** Asks the program to stop, and returns how it ended. */
  stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<Ended> {
    this.#child.kill(signal);
    return this.ended;
  }

  #hear(stream: 'output' | 'errors', text: string): void {
    this[stream] += text;
    for (const listener of this.#listeners) listener();
  }
}

/** Runs a command to its end. */
export async function runProgram(
  args: readonly string[],
  place: ProgramPlace,
): Promise<{ readonly code: number | null; readonly output: string; readonly errors: string }> {
  const run = new ServerProgram(args, place);
  const { code } = await run.ended;
  return { code, output: run.output, errors: run.errors };
}

export interface CallableServer {
  call(method: string, path: string, options?: CallOptions): Promise<Called>;
}

export function serverAt(origin: string): CallableServer {
  return { call: (method, path, options) => callServer(origin, method, path, options) };
}

/** Enters through a link with a passkey; answers the headers of the browser that did. */
export async function enter(
  link: string,
  passkey: SoftwareAuthenticator,
  servers: { readonly asked?: CallableServer; readonly answered?: CallableServer } = {},
): Promise<Readonly<Record<string, string>>> {
  const { origin, hash } = new URL(link);
  const { asked = serverAt(origin), answered = serverAt(origin) } = servers;
  const token = hash.slice(1);
  const headers = { origin };
  const { key_digest, browser_key } = testBrowser;
  const started = await asked.call('POST', '/v1/invitations/redeem/options', {
    headers,
    body: { token, key_digest },
  });
  assert.equal(started.status, 200, JSON.stringify(started.body));
  const { challenge, options } = started.body as { challenge: string; options: unknown };
  const response = passkey.create(options, origin);
  const joined = await answered.call('POST', '/v1/invitations/redeem', {
    headers,
    body: { token, challenge, response, browser_key, name: 'Ada' },
  });
  assert.equal(joined.status, 201, JSON.stringify(joined.body));
  return headersAfter(origin, joined);
}
