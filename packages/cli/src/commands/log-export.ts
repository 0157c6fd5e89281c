import { closeSync, writeSync } from 'node:fs';
import { resolve } from 'node:path';
import type { LogRow } from '@countersign/protocol/log';
import type { Result } from '@countersign/protocol/reason';
import type { StreamHead } from '@countersign/protocol/stream';
import {
  type Command,
  type CommandIo,
  type CommandModule,
  CommandRefused,
  output,
} from '../command.ts';
import { addHelp, addJson, addServer } from '../command-help.ts';
import { openPrivately } from '../private-output.ts';
import { personApi } from '../session/person-api.ts';
import { withProgress } from '../terminal/progress.ts';
import { safeJson } from '../terminal/safe-text.ts';
import { bold, dim, green, text } from '../terminal/styled-text.ts';

interface Options {
  readonly json?: boolean;
  readonly url?: string;
  readonly epoch?: number;
  readonly output?: string;
}

export const logExportCommand: CommandModule = {
  name: 'export',
  register(parent: Command, io: CommandIo): void {
    const command = parent
      .command('export')
      .summary('export the whole log and verify it')
      .description(
        'Exports the whole log, one event per line, and verifies it at the same time: every digest, every link, and the signed root. For operators.',
      )
      .option('-o, --output <file>', 'the file to write; without it, the output')
      .option('--epoch <number>', 'an earlier epoch of the store', Number);
    addHelp(addServer(addJson(command)), {
      examples: [['countersign log export -o log.jsonl', 'everything, for an auditor']],
      exits: ['not_permitted', 'unreachable', 'interrupted'],
    }).action((_: Options, self: Command) => run(io, self.optsWithGlobals()));
  },
};

async function run(io: CommandIo, options: Options): Promise<void> {
  const toFile = options.output !== undefined && options.output !== '-';
  if (options.json === true && !toFile) {
    throw new CommandRefused('usage', 'Expected --output together with --json.');
  }
  const out = output(io, options.json);
  const { pastCalls } = await import('@countersign/client/people');
  const { api } = await personApi(io, options);
  const { checkpointOf } = await import('./log-check.ts');
  const { logVerifier } = await import('@countersign/protocol/log');
  const { parseStrict } = await import('@countersign/protocol/json');
  const head = await checkpointOf(api, options.epoch ?? null, io.signal);
  const sink = toFile ? fileSink(io, options.output ?? '') : outputSink(io);
  // A stream may begin in the log of an earlier epoch, so the logs of earlier epochs are read and verified first.
  const heads = new Map<string, StreamHead>();
  let count = 0;
  try {
    await withProgress(io, 'Exporting and verifying the log', async () => {
      for (let epoch = 1; epoch <= head.epoch; epoch++) {
        const last = epoch === head.epoch;
        const until = last ? head : await checkpointOf(api, epoch, io.signal);
        const verifier = logVerifier({ heads });
        count = 0;
        for await (const line of api.with(pastCalls).exportLog({ epoch }, { signal: io.signal })) {
          const row = parseStrict(line);
          if (last) sink.write(line, row);
          expectOk(verifier.add(row as unknown as LogRow));
          count += 1;
          if (count === until.size) expectOk(verifier.check(until));
        }
        if (count < until.size) {
          throw altered(`expected ${until.size} events, found ${count}`, 'log_size_mismatch');
        }
      }
    });
  } finally {
    sink.close();
  }
  const words = text`${green('✓')} ${bold(`${count.toLocaleString('en')} events`)}, ${head.size.toLocaleString('en')} of them under the signed root ${dim(head.root)}`;
  if (toFile) out.line(words);
  else out.note(words);
  out.json({ events: count, covered: head.size, root: head.root, origin: head.origin });
}

function expectOk(verdict: Result<undefined>): void {
  if (!verdict.ok) throw altered(verdict.refusal.detail, verdict.refusal.code);
}

interface Sink {
  write(line: string, value: unknown): void;
  close(): void;
}

/** A file gets the exact bytes. */
function fileSink(io: CommandIo, file: string): Sink {
  const handle = openPrivately(resolve(io.cwd, file));
  return { write: line => writeSync(handle, `${line}\n`), close: () => closeSync(handle) };
}

/** The output may be a terminal, so what it would obey is written as an escape that every parser reads back. */
function outputSink(io: CommandIo): Sink {
  return {
    write: (_, value) => {
      io.stdout.write(`${safeJson(value)}\n`);
    },
    close: () => undefined,
  };
}

function altered(why: string, code: string): CommandRefused {
  return new CommandRefused(
    'failed',
    `The log does not verify: ${why}. Do not rely on the part that was exported.`,
    'Tell the operator of the server, and compare the log with published checkpoints.',
    code,
  );
}
