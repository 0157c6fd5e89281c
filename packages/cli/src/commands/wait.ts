import { InvalidArgumentError } from 'commander';
import { awaitChange, type WaitedFacts } from '../card/await-change.ts';
import { findRequest } from '../card/find-request.ts';
import { exitOfOutcome, printOutcome } from '../card/tell-outcome.ts';
import {
  type Command,
  type CommandIo,
  type CommandModule,
  CommandRefused,
  output,
} from '../command.ts';
import { addHelp, addJson, addServer } from '../command-help.ts';
import { exitOfCode, unreachable } from '../explain-error.ts';
import { personApi } from '../session/person-api.ts';
import { whichServer } from '../session/which-server.ts';
import { withProgress } from '../terminal/progress.ts';

interface Options {
  readonly json?: boolean;
  readonly url?: string;
  readonly timeout?: number;
}

type Read = (after: number | null, seconds: number, signal: AbortSignal) => Promise<WaitedFacts>;

export const waitCommand: CommandModule = {
  name: 'wait',
  register(parent: Command, io: CommandIo): void {
    const command = parent
      .command('wait')
      .summary('wait until a request is decided; the exit code tells the outcome')
      .description(
        'Waits until a request is decided. It acts as the signed-in person or, with COUNTERSIGN_KEY, as the agent that asked. Stopping the wait changes nothing.',
      )
      .argument('<request>', 'the id of the request; when signed in, its beginning is enough')
      .option('--timeout <time>', 'stop waiting after this time, such as 90s, 15m or 2h', readTime);
    addHelp(addServer(addJson(command)), {
      examples: [
        ['countersign wait ar_4f1c', 'until the request is decided or expires'],
        ['countersign wait ar_4f1c --timeout 5m && ./deploy', 'continue only if it was approved'],
      ],
      exits: [
        'denied',
        'pending',
        'not_permitted',
        'unreachable',
        'lapsed',
        'unknown_outcome',
        'interrupted',
      ],
    }).action((named: string, options: Options) => run(io, named, options));
  },
};

async function run(io: CommandIo, named: string, options: Options): Promise<void> {
  const out = output(io, options.json);
  const { id, read } = await readerFor(io, named, options);
  const seconds = options.timeout ?? null;
  const over = await withProgress(io, `Waiting for a decision on ${id}`, () =>
    awaitChange({
      read,
      isOver: ({ status }) => status !== 'pending',
      signal: io.signal,
      seconds,
      onSilence: () => out.note('The server does not answer; still trying.'),
    }),
  );
  if (over === null) {
    throw new CommandRefused(
      'pending',
      'No decision arrived in the given time. The request is unchanged.',
      `Wait again: countersign wait ${id}`,
      'request_pending',
    );
  }
  printOutcome(out, over);
  out.json(over);
  io.endWith(exitOfOutcome(over));
}

/** As the agent where its key is at hand, else as the person. */
async function readerFor(
  io: CommandIo,
  named: string,
  options: Options,
): Promise<{ readonly id: string; readonly read: Read }> {
  const key = io.env['COUNTERSIGN_KEY'];
  if (key === undefined || key === '') {
    const { api } = await personApi(io, options);
    const { timeout } = options;
    const limits = timeout === undefined ? [] : [AbortSignal.timeout(timeout * 1000)];
    const id = await findRequest(api, named, AbortSignal.any([io.signal, ...limits]));
    return {
      id,
      read: (after, seconds, signal) =>
        api.getRequest(id, after === null ? { signal } : { wait: seconds, after, signal }),
    };
  }
  const { httpTransport } = await import('@countersign/client');
  const agent = httpTransport({ url: whichServer(io, options), key });
  return {
    id: named,
    read: async (after, seconds, signal) => {
      const read = await (after === null
        ? agent.read(named, { signal })
        : agent.wait(named, { after, milliseconds: seconds * 1000, signal }));
      if (read.ok) return read.value;
      const { code, detail } = read.refusal;
      if (code === 'server_unreachable') throw unreachable(detail);
      throw new CommandRefused(
        exitOfCode(code, 400),
        `The command cannot wait for this request: ${detail}.`,
        null,
        code,
      );
    },
  };
}

const unitSeconds: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600 };

function readTime(value: string): number {
  const [, count, unit = 's'] = /^(\d{1,7})([smh])?$/.exec(value) ?? [];
  if (count === undefined)
    throw new InvalidArgumentError('Expected a time such as 90s, 15m or 2h.');
  return Number(count) * (unitSeconds[unit] ?? 1);
}
