import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Reading } from './closed-loop.ts';

/** A process that answers commands (see answer-commands.ts). One command at a time. */
export class MeasuredProcess {
  readonly #child: ChildProcess;
  readonly #lines: AsyncIterator<string>;
  #complaints = '';

  private constructor(command: string, args: readonly string[]) {
    this.#child = spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'] });
    const { stdout, stderr } = this.#child;
    if (stdout === null || stderr === null) throw new Error('a measured process has output');
    stderr.on('data', text => {
      this.#complaints = `${this.#complaints}${text}`.slice(-2000);
    });
    this.#child.on('error', error => {
      this.#complaints = error.message;
    });
    this.#lines = createInterface({ input: stdout })[Symbol.asyncIterator]();
  }

  /** Starts a file under the Node that runs this one; `wrapper` is a command that starts it in turn. */
  static async start(
    args: readonly string[],
    wrapper: readonly string[] = [],
  ): Promise<MeasuredProcess> {
    const flags = ['--conditions=source', '--disable-warning=ExperimentalWarning'];
    const [command = process.execPath, ...rest] = [...wrapper, process.execPath, ...flags, ...args];
    const started = new MeasuredProcess(command, rest);
    await started.#answer();
    return started;
  }

  async ask(command: { readonly do: string } & Record<string, unknown>): Promise<unknown> {
    this.#child.stdin?.write(`${JSON.stringify(command)}\n`);
    return this.#answer();
  }

  async cycles(loop: { seconds: number; callers: number; shape?: string }): Promise<Reading> {
    return (await this.ask({ do: 'cycles', ...loop })) as Reading;
  }

  /** Lets it come to its end by itself. */
  async close(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const exited = new Promise(resolve => this.#child.once('exit', resolve));
    const impatient = setTimeout(() => this.#child.kill('SIGKILL'), 10_000);
    this.#child.stdin?.end();
    await exited;
    clearTimeout(impatient);
  }

  async #answer(): Promise<unknown> {
    for (;;) {
      const { value, done } = await this.#lines.next();
      if (done === true) throw new Error(this.#complaints.trim() || 'it ended without a word');
      // What a library prints of its own accord is not an answer.
      if (!value.startsWith('{')) continue;
      const answer = JSON.parse(value) as { error?: string };
      if (answer.error !== undefined) throw new Error(answer.error);
      return answer;
    }
  }
}
