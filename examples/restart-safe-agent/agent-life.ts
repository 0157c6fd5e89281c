import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** What one life of the agent came to. */
interface Life {
  /** The request that it found or made. */
  readonly ticket: string | null;
  readonly outcome: string | null;
  readonly killed: boolean;
}

interface Birth {
  readonly url: string;
  readonly key: string;
  /** What it is to pay. */
  readonly invoice: number;
  /** Where the payments are written down. */
  readonly ledger: string;
  /** When it is to be killed; never where nothing is said. */
  readonly killedAt?: string;
  /** Called when it waits for a decision. */
  readonly onWaiting: (ticket: string) => Promise<unknown>;
}

/** Starts the agent, and answers once it has ended. */
export async function live({ url, key, ledger, invoice, ...more }: Birth): Promise<Life> {
  const program = fileURLToPath(new URL('./agent.ts', import.meta.url));
  const child = fork(program, [url, ledger, `${invoice}`, more.killedAt ?? ''], {
    execArgv: ['--conditions=source'],
    env: { ...process.env, COUNTERSIGN_KEY: key },
  });
  const said: { ticket: string | null; outcome: string | null } = { ticket: null, outcome: null };
  let answering: Promise<unknown> | null = null;
  child.on('message', (message: { waiting?: true }) => {
    const { waiting, ...words } = message;
    Object.assign(said, words);
    if (waiting && said.ticket !== null && more.killedAt !== 'waiting') {
      answering ??= more.onWaiting(said.ticket);
    }
  });
  const [, signal] = (await once(child, 'exit')) as [number | null, string | null];
  await answering;
  return { ...said, killed: signal === 'SIGKILL' };
}
