import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { childEnvironment } from '@countersign/testing';
import { type ScreenOptions, TerminalScreen } from './terminal-screen.ts';

const program = fileURLToPath(new URL('../../packages/cli/bin/countersign.js', import.meta.url));

interface Finished {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

/** A machine of its own for the command line: a home folder, a folder to work in, and an environment of nothing else. */
export class CliPlace {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;

  constructor(env: Readonly<Record<string, string>> = {}) {
    this.folder = mkdtempSync(join(tmpdir(), 'countersign-cli-'));
    this.env = { HOME: this.folder, ...env };
  }

  path(...names: readonly string[]): string {
    return join(this.folder, ...names);
  }

  /** In a terminal. */
  screen(args: readonly string[], options: Partial<ScreenOptions> = {}): TerminalScreen {
    return new TerminalScreen(process.execPath, ['--conditions=source', program, ...args], {
      cwd: this.folder,
      ...options,
      env: { ...childEnvironment(), ...this.env, ...options.env },
    });
  }

  /** Without a terminal, as a script runs it. */
  run(
    args: readonly string[],
    {
      env = {},
      cwd = this.folder,
      input,
    }: { env?: Record<string, string>; cwd?: string; input?: string } = {},
  ): Promise<Finished> {
    return new Promise((finished, failed) => {
      const child = spawn(process.execPath, ['--conditions=source', program, ...args], {
        cwd,
        env: { PATH: process.env['PATH'], ...childEnvironment(), ...this.env, ...env },
        stdio: ['pipe', 'pipe', 'pipe'],
      });
      let output = '';
      let errors = '';
      child.stdout.setEncoding('utf8').on('data', text => {
        output += text;
      });
      child.stderr.setEncoding('utf8').on('data', text => {
        errors += text;
      });
      child.stdin.on('error', () => undefined);
      child.stdin.end(input ?? '');
      child.once('error', failed);
      child.once('close', code => finished({ code, output, errors }));
    });
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
