import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { childEnvironment, programFile } from '@countersign/testing';

const modules = fileURLToPath(new URL('../../node_modules', import.meta.url));
const program = programFile(new URL('../../packages/cli/src/main.ts', import.meta.url));

/** The reader's machine: one shell that keeps its variables from block to block, and programs in the background. */
export class DocumentShell {
  readonly folder: string;
  readonly #shell: ChildProcess;
  readonly #background: ChildProcess[] = [];
  readonly #env: Record<string, string>;
  #heard = '';
  output = '';
  #changed: () => void = () => undefined;
  #blocks = 0;

  constructor(env: Readonly<Record<string, string>>) {
    this.folder = mkdtempSync(join(tmpdir(), 'countersign-document-'));
    const bin = join(this.folder, '.bin');
    mkdirSync(bin);
    // What `npm install` would have put there.
    symlinkSync(modules, join(this.folder, 'node_modules'));
    const run = `exec "${process.execPath}" "${program}" "$@"\n`;
    this.#script(bin, 'countersign', run);
    this.#script(bin, 'npx', `[ "$1" = countersign ] || exit 127\nshift\n${run}`);
    this.#script(bin, 'node', `exec "${process.execPath}" "$@"\n`);
    this.#env = {
      PATH: [bin, process.env['PATH']].join(delimiter),
      HOME: join(this.folder, 'home'),
      NODE_OPTIONS: '--conditions=source --disable-warning=ExperimentalWarning',
      ...childEnvironment(),
      ...env,
    };
    mkdirSync(join(this.folder, 'home'));
    this.#shell = this.#start(['-s']);
  }

  write(name: string, text: string): void {
    writeFileSync(join(this.folder, name), text);
  }

  /** Runs a block to its end; fails where any of its commands does. */
  async run(text: string): Promise<string> {
    const mark = `end of block ${++this.#blocks}:`;
    this.#heard = '';
    this.#shell.stdin?.write(
      `set -o pipefail; trap 'echo "failed: $BASH_COMMAND"; echo "${mark} 1"' ERR\n${text}\ntrap - ERR; echo "${mark} 0"\n`,
    );
    const ended = new RegExp(`${mark} (\\d)`);
    for (;;) {
      const [, status] = ended.exec(this.#heard) ?? [];
      if (status === '0') return this.#heard;
      if (status !== undefined || this.#shell.exitCode !== null) {
        throw new Error(`expected the block to run, found\n${text}\n${this.output}`);
      }
      await new Promise<void>(changed => {
        this.#changed = changed;
      });
    }
  }

  /** Starts something that goes on, and resolves once it has said this. */
  async background(text: string, said: RegExp): Promise<string> {
    const child = this.#start(['-c', `exec ${text.trim()}`]);
    this.#background.push(child);
    this.#heard = '';
    for (;;) {
      if (said.test(this.#heard)) return this.#heard;
      if (child.exitCode !== null) throw new Error(`it ended\n${text}\n${this.output}`);
      await new Promise<void>(changed => {
        this.#changed = changed;
      });
    }
  }

  async remove(): Promise<void> {
    for (const child of [...this.#background, this.#shell]) {
      const ended = new Promise(done => child.once('close', done));
      if (child.exitCode !== null || child.signalCode !== null) continue;
      child.kill(child === this.#shell ? 'SIGKILL' : 'SIGTERM');
      await ended;
    }
    rmSync(this.folder, { recursive: true, force: true });
  }

  #start(args: readonly string[]): ChildProcess {
    const child = spawn('bash', ['--noprofile', '--norc', ...args], {
      cwd: this.folder,
      env: this.#env,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const hear = (text: string): void => {
      this.#heard += text;
      this.output += text;
      this.#changed();
    };
    child.stdout?.setEncoding('utf8').on('data', hear);
    child.stderr?.setEncoding('utf8').on('data', hear);
    child.once('close', () => this.#changed());
    return child;
  }

  #script(folder: string, name: string, body: string): void {
    const file = join(folder, name);
    writeFileSync(file, `#!/bin/sh\n${body}`);
    chmodSync(file, 0o755);
  }
}
