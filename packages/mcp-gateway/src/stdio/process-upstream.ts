import { type ChildProcess, spawn } from 'node:child_process';
import { LineReader } from '../message/line-reader.ts';
import type { Upstream, UpstreamListener } from './upstream.ts';

interface ProcessOptions {
  readonly command: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly bytesMax: number;
  /** Where its error output goes, unchanged. */
  readonly stderr: NodeJS.WritableStream;
}

/** How long the process has to end after its input was closed, and again after it was told to stop. */
const graceMilliseconds = 2000;

/** A server of tools that is a process, and speaks in lines. */
export class ProcessUpstream implements Upstream {
  readonly #options: ProcessOptions;
  #child: ChildProcess | null = null;
  #ended: Promise<void> = Promise.resolve();

  constructor(options: ProcessOptions) {
    this.#options = options;
  }

  start(listener: UpstreamListener): void {
    const { command, cwd, env, bytesMax, stderr } = this.#options;
    const [program = '', ...words] = command;
    const child = spawn(program, words, { cwd, env, stdio: ['pipe', 'pipe', 'pipe'] });
    this.#child = child;
    let why = 'the server of tools has ended';
    child.on('error', () => {
      why = 'the server of tools could not be started';
    });
    // If the process ends during a write, its exit event reports that.
    child.stdin?.on('error', () => undefined);
    child.stderr?.on('data', bytes => stderr.write(bytes));
    const reading = readLines(child, bytesMax, listener).catch(() => undefined);
    this.#ended = new Promise<void>(resolve => {
      child.on('close', () => resolve());
      child.on('error', () => resolve());
    }).then(async () => {
      await reading;
      listener.ended(why);
    });
  }

  send(text: Buffer): Promise<void> {
    const input = this.#child?.stdin;
    if (input === null || input === undefined || !input.writable) {
      return Promise.reject(new Error('the server of tools has ended'));
    }
    return new Promise((resolve, reject) => {
      const isRoom = input.write(Buffer.concat([text, Buffer.from('\n')]), error => {
        if (error !== null && error !== undefined) reject(error);
        else if (!isRoom) resolve();
      });
      if (isRoom) resolve();
    });
  }

  /** Ends the process as the protocol says: first by closing its input, then by signals. */
  async close(): Promise<void> {
    const child = this.#child;
    if (child === null) return;
    child.stdin?.end();
    const steps = [() => child.kill('SIGTERM'), () => child.kill('SIGKILL')];
    for (const step of steps) {
      const timer = setTimeout(step, graceMilliseconds * (steps.indexOf(step) + 1));
      void this.#ended.then(() => clearTimeout(timer));
    }
    await this.#ended;
  }
}

async function readLines(
  child: ChildProcess,
  bytesMax: number,
  listener: UpstreamListener,
): Promise<void> {
  const reader = new LineReader(bytesMax);
  if (child.stdout === null) return;
  for await (const chunk of child.stdout) {
    for (const line of reader.read(chunk as Buffer)) await listener.message(line);
  }
}
