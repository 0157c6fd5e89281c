import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import type { Clock } from '@countersign/coordinator';
import { canonicalize, type JsonObject } from '@countersign/protocol/json';
import { LineReader } from './line-reader.ts';
import { SignerUnavailable } from './signer-error.ts';
import { lineBytesMax, parseAnswer, type SignerFault, type SignerRequest } from './signer-wire.ts';

interface Waiting {
  readonly resolve: (answer: JsonObject) => void;
  readonly reject: (error: SignerUnavailable) => void;
}

interface ChildOptions {
  /** The program and its arguments. */
  readonly command: readonly [string, ...string[]];
  /** Exactly the environment it gets. Nothing is inherited. */
  readonly env: Readonly<Record<string, string>>;
  readonly clock: Pick<Clock, 'pause'>;
}

const refusals: Readonly<Record<SignerFault, string>> = {
  malformed: 'the signer process found the request malformed',
  unavailable: 'the signer process has no key for this now; ask again',
  unusable: 'the keys of the signer process cannot be used; see what it printed',
};

/**
 * One life of a signer process. Any fault ends it: a late answer, a line that is not an answer, an answer without a
 * question. Everything that waits then fails, and later output is ignored.
 */
export class SignerChild {
  readonly exited: Promise<void>;
  readonly #process: ChildProcessByStdio<Writable, Readable, null>;
  readonly #clock: Pick<Clock, 'pause'>;
  readonly #reader = new LineReader(lineBytesMax);
  readonly #waiting = new Map<number, Waiting>();
  #asked = 0;
  #failure: string | null = null;

  constructor({ command: [program, ...args], env, clock }: ChildOptions) {
    this.#clock = clock;
    this.#process = spawn(program, args, { env: { ...env }, stdio: ['pipe', 'pipe', 'inherit'] });
    this.exited = new Promise(resolve => {
      this.#process.on('close', () => {
        this.fail('ended');
        resolve();
      });
      this.#process.on('error', () => {
        this.fail('could not be started; check its command');
        if (this.#process.pid === undefined) resolve();
      });
    });
    this.#process.stdin.on('error', () => this.fail('does not listen'));
    this.#process.stdout.on('data', (bytes: Buffer) => this.#hear(bytes));
  }

  get hasFailed(): boolean {
    return this.#failure !== null;
  }

  async request(request: SignerRequest, timeoutMilliseconds: number): Promise<JsonObject> {
    if (this.#failure !== null) throw unavailable(this.#failure);
    const id = ++this.#asked;
    const line = canonicalize({ id, request });
    const answered = new AbortController();
    const answer = new Promise<JsonObject>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
    });
    void this.#clock.pause(timeoutMilliseconds, answered.signal).then(() => {
      if (!answered.signal.aborted) this.fail(`did not answer within ${timeoutMilliseconds} ms`);
    });
    this.#process.stdin.write(`${line}\n`);
    try {
      return await answer;
    } finally {
      answered.abort();
    }
  }

  /** Ends the process for this reason. Only the first reason counts. */
  fail(reason: string): void {
    if (this.#failure !== null) return;
    this.#failure = reason;
    this.#process.kill('SIGKILL');
    for (const { reject } of this.#waiting.values()) reject(unavailable(reason));
    this.#waiting.clear();
  }

  #hear(bytes: Buffer): void {
    if (this.#failure !== null) return;
    const lines = this.#reader.push(bytes);
    if (lines === null) this.fail('sent an answer that is too long');
    else for (const line of lines) this.#take(line);
  }

  #take(line: Buffer): void {
    try {
      const answer = parseAnswer(line);
      const waiting = this.#waiting.get(answer.id);
      this.#waiting.delete(answer.id);
      if (waiting === undefined) this.fail('sent an answer without a request');
      else if (answer.ok) waiting.resolve(answer.answer);
      else waiting.reject(new SignerUnavailable(refusals[answer.fault]));
    } catch {
      this.fail('sent something that is not an answer');
    }
  }
}

function unavailable(reason: string): SignerUnavailable {
  return new SignerUnavailable(`the signer process ${reason}`);
}
