import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { programFile } from '@countersign/testing';

function workerPath(name: string): string {
  return programFile(new URL(`./${name}.ts`, import.meta.url));
}

/** Another process that runs a script of this folder, tells what it does in lines, and can be killed. */
export class WorkerProcess {
  /** Complete lines only: what a kill cut off was never said. */
  readonly lines: string[] = [];
  readonly exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  readonly #child: ChildProcess;
  #rest = '';
  #wake: () => void = () => undefined;

  constructor(name: string, args: readonly string[] = [], command: readonly string[] = []) {
    const all = [...command, process.execPath, workerPath(name), ...args];
    const [program = process.execPath, ...rest] = all;
    this.#child = spawn(program, rest, { stdio: ['pipe', 'pipe', 'inherit'] });
    this.#child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      const lines = (this.#rest + text).split('\n');
      this.#rest = lines.pop() ?? '';
      this.lines.push(...lines);
      this.#wake();
    });
    // Unlike `exit`, `close` comes after everything that was said has arrived.
    this.exited = once(this.#child, 'close').then(([code, signal]) => {
      this.#wake();
      return { code, signal };
    });
  }

  /** Waits until the lines satisfy the check. Fails where the process ends before they do. */
  async until(check: (lines: readonly string[]) => boolean): Promise<void> {
    let ended = false;
    void this.exited.then(() => {
      ended = true;
    });
    while (!check(this.lines)) {
      if (ended) throw new Error(`the process ended after: ${this.lines.slice(-3).join(' | ')}`);
      await new Promise<void>(resolve => {
        this.#wake = resolve;
      });
    }
  }

  say(line: string): void {
    this.#child.stdin?.write(`${line}\n`);
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }
}
