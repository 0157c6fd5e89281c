import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { programFile } from '@countersign/testing';

interface WorkerOptions {
  /** What to run the worker under, such as a shell that sets a limit. */
  readonly command?: readonly string[];
  /** The user to run it as; the one who runs the tests by default. */
  readonly uid?: number;
}

/** Another process that advances an anchor, tells each count that was acknowledged in a line, and can be killed. */
export class AdvancingWorker {
  /** Whole lines only: what a kill cut off was never said. */
  readonly lines: string[] = [];
  readonly ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  readonly #child: ChildProcess;
  #hasEnded = false;
  #wake: () => void = () => undefined;

  constructor(
    args: readonly (string | number)[],
    { command = [], ...identity }: WorkerOptions = {},
  ) {
    const script = programFile(new URL('./advancing-worker.ts', import.meta.url));
    const node = [process.execPath, script, ...args.map(String)];
    const [program = process.execPath, ...rest] = [...command, ...node];
    this.#child = spawn(program, rest, { stdio: ['ignore', 'pipe', 'inherit'], ...identity });
    let cut = '';
    this.#child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      const lines = (cut + text).split('\n');
      cut = lines.pop() ?? '';
      this.lines.push(...lines);
      this.#wake();
    });
    // Unlike `exit`, `close` comes after everything that was said has arrived.
    this.ended = once(this.#child, 'close').then(([code, signal]) => {
      this.#hasEnded = true;
      this.#wake();
      return { code, signal };
    });
  }

  /** Waits until that many lines were said, or the process has ended. */
  async said(count: number): Promise<void> {
    while (this.lines.length < count && !this.#hasEnded) {
      await new Promise<void>(resolve => {
        this.#wake = resolve;
      });
    }
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }
}
