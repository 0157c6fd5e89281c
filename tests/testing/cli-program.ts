import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, type Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { type CommandIo, exitCodes, runProgram } from '@countersign/cli';
import { childEnvironment, programFile } from '@countersign/testing';
import { type ScreenOptions, TerminalScreen } from './terminal-screen.ts';

const program = programFile(new URL('../../packages/cli/src/main.ts', import.meta.url));

interface Finished {
  readonly code: number;
  readonly output: string;
  readonly errors: string;
}

interface Surroundings {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Everything that is typed, or what is typed as it goes on. */
  readonly input?: string | PassThrough;
}

interface CommandUnderWay {
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** Its exit code. */
  readonly ended: Promise<number>;
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

  /** Without a terminal, as a script runs it, and in this process: a command reads nothing of the process itself. */
  async run(args: readonly string[], options: Surroundings = {}): Promise<Finished> {
    const { stdout, stderr, ended } = this.begin(args, options);
    const [output, errors, code] = await Promise.all([text(stdout), text(stderr), ended]);
    return { code, output, errors };
  }

  /** The same, to be listened to while it runs. */
  begin(
    args: readonly string[],
    { env = {}, cwd = this.folder, input = '' }: Surroundings = {},
  ): CommandUnderWay {
    const stdin = typeof input === 'string' ? new PassThrough().end(input) : input;
    const [stdout, stderr] = [new PassThrough(), new PassThrough()];
    const variables: Record<string, string | undefined> = {
      PATH: process.env['PATH'],
      ...this.env,
      ...env,
    };
    let code = 0;
    const io: CommandIo = {
      stdin,
      stdout,
      stderr,
      env: variables,
      cwd,
      homeFolder: variables['HOME'] ?? this.folder,
      isTty: false,
      columns: 100,
      rows: 24,
      colours: { stdout: false, stderr: false },
      now: () => new Date(),
      signal: new AbortController().signal,
      endWith: end => {
        code = typeof end === 'number' ? end : exitCodes[end].status;
      },
    };
    const ended = runProgram(io, args).then(() => {
      stdout.end();
      stderr.end();
      return code;
    });
    return { stdout, stderr, ended };
  }

  /** The same in a process of its own, for commands that read their settings from the folder they are started in. */
  runProcess(args: readonly string[], options: { cwd?: string } = {}): Promise<Finished> {
    const child = spawn(process.execPath, ['--conditions=source', program, ...args], {
      cwd: options.cwd ?? this.folder,
      env: { PATH: process.env['PATH'], ...childEnvironment(), ...this.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const spoken = [text(child.stdout), text(child.stderr)] as const;
    return new Promise((finished, failed) => {
      child.once('error', failed);
      child.once('close', code => {
        Promise.all(spoken).then(
          ([output, errors]) => finished({ code: code ?? -1, output, errors }),
          failed,
        );
      });
    });
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
