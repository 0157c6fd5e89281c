import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { programFile } from '@countersign/testing';
import { type Called, type CallOptions, callServer } from './call-server.ts';
import { freePort } from './free-port.ts';
import type { ProgramOptions, Question } from './server-program.ts';
import type { SignedIn } from './started-server.ts';

/** A server in a process of its own, so that it can be killed as a machine would kill it. */
export interface ServerProcess {
  readonly pid: number;
  readonly origin: string;
  readonly port: number;
  person(roles: readonly string[]): Promise<SignedIn>;
  apiKey(
    facts: Omit<Extract<Question, { make: 'apiKey' }>, 'make'>,
  ): Promise<Readonly<Record<string, string>>>;
  call(method: string, path: string, options?: CallOptions): Promise<Called>;
  /** Ends it without a word; resolves once it is gone. */
  kill(): Promise<void>;
  /** Asks it to stop; resolves with its exit code once it has. */
  stop(): Promise<number | null>;
}

type Message =
  | { readonly ready: true; readonly heldBack: string | null }
  | { readonly id: number; readonly answer: never };

export async function startServerProcess(options: ProgramOptions): Promise<ServerProcess> {
  const port = options.port ?? (await freePort());
  const origin = `http://localhost:${port}`;
  const program = programFile(new URL('./server-program.ts', import.meta.url));
  const child = fork(program, [JSON.stringify({ ...options, port })], {
    execArgv: ['--conditions=source'],
  });
  // Each question waits for the end of the process as well.
  child.setMaxListeners(0);
  await readiness(child);
  const waiting = new Map<number, (answer: never) => void>();
  child.on('message', (message: Message) => {
    if ('id' in message) waiting.get(message.id)?.(message.answer);
  });
  let asked = 0;
  const ask = <T>(question: Question): Promise<T> =>
    new Promise((answered, failed) => {
      const id = ++asked;
      waiting.set(id, answered as (answer: never) => void);
      child.once('exit', () => failed(new Error('the server process is gone')));
      child.send({ id, asked: question });
    });
  const end = async (signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> => {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
    const gone = once(child, 'exit');
    child.kill(signal);
    const [code] = (await gone) as [number | null];
    return code;
  };
  return {
    pid: child.pid ?? 0,
    origin,
    port,
    person: roles => ask({ make: 'person', roles }),
    apiKey: facts => ask({ make: 'apiKey', ...facts }),
    call: (method, path, { headers = {}, body } = {}) =>
      callServer(origin, method, path, {
        // A person's browser is on the page of whichever replica it calls.
        headers: { ...headers, ...('origin' in headers ? { origin } : {}) },
        body,
      }),
    kill: async () => {
      await end('SIGKILL');
    },
    stop: () => end('SIGTERM'),
  };
}

function readiness(child: ChildProcess): Promise<void> {
  return new Promise((ready, failed) => {
    child.once('exit', code => failed(new Error(`the server process ended with ${code}`)));
    child.once('message', (message: Message) => {
      if ('ready' in message && message.heldBack === null) ready();
      else failed(new Error(JSON.stringify(message)));
    });
  });
}
