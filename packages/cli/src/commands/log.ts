import { type Command, type CommandIo, type CommandModule, output } from '../command.ts';
import { addHelp, addJson, addServer } from '../command-help.ts';
import { openApi } from '../session/person-api.ts';
import { whichServer } from '../session/which-server.ts';
import { bold, dim, green, text, yellow } from '../terminal/styled-text.ts';
import type { CheckedLog } from './log-check.ts';
import { logExportCommand } from './log-export.ts';

interface Options {
  readonly json?: boolean;
  readonly url?: string;
  readonly epoch?: number;
}

export const logCommand: CommandModule = {
  name: 'log',
  register(parent: Command, io: CommandIo): void {
    const log = parent
      .command('log')
      .summary('check that the log continues what this machine last saw')
      .description(
        'Every event is in a log whose head is signed. This command checks the signature, and that the log continues the head that this machine saw last, without a gap or a change.',
      );
    addHelp(addServer(addJson(log)), {
      examples: [
        ['countersign log', 'check it, and remember its head'],
        ['countersign log checkpoint', 'print the signed head'],
        ['countersign log export -o log.jsonl', 'everything, for an auditor'],
      ],
      exits: ['not_permitted', 'unreachable'],
    }).action((options: Options) => verify(io, options));
    const check = log
      .command('verify')
      .summary('the same as countersign log')
      .description('Checks that the log continues what this machine last saw.');
    addHelp(addServer(addJson(check)), {
      examples: [['countersign log verify', 'check it, and remember its head']],
      exits: ['unreachable'],
    }).action((_: Options, command: Command) => verify(io, command.optsWithGlobals()));
    const head = log
      .command('checkpoint')
      .summary('print the signed head of the log')
      .description('Prints the signed head of the log. Store or publish it elsewhere.')
      .option('--epoch <number>', 'of an earlier epoch of the store', Number);
    addHelp(addServer(addJson(head)), {
      examples: [['countersign log checkpoint > checkpoint.txt', 'keep it outside the store']],
      exits: ['unreachable'],
    }).action((_: Options, command: Command) => checkpoint(io, command.optsWithGlobals()));
    logExportCommand.register(log, io);
  },
};

async function verify(io: CommandIo, options: Options): Promise<void> {
  const out = output(io, options.json);
  const server = whichServer(io, options);
  const { checkLog } = await import('./log-check.ts');
  const { recallLog, rememberLog } = await import('./log-memory.ts');
  const before = recallLog(io, server);
  const checked = await checkLog(await openApi(server), before, io.signal);
  const { kept, keys, checkpoint: head } = checked;
  rememberLog(io, server, {
    store_id: keys.store_id,
    ...kept,
    seen_at: io.now().toISOString(),
    keys: Object.fromEntries(keys.keys.map(({ kid, public_key }) => [kid, public_key.x])),
  });
  out.line(text`${green('✓')} ${bold(headline(checked))}`);
  out.table(
    [
      [dim('log'), head.origin],
      [dim('events'), text`${head.size.toLocaleString('en')}${growth(checked)}`],
      [dim('root'), head.root],
      [dim('signed by'), head.signers.map(({ name, key_id }) => `${name} ${key_id}`).join(', ')],
    ],
    { indent: 2 },
  );
  if (before === null) {
    out.line(
      yellow(
        '  The server named these keys. This machine sees them for the first time and compares them from now on.',
      ),
    );
  }
  for (const kid of checked.newKeys) out.line(yellow(`  New key since then: ${kid}`));
  if (checked.newEpoch) {
    out.line(
      yellow(
        `  A new epoch started: ${kept.epoch}. The store was restored; the earlier log ended correctly.`,
      ),
    );
  }
  out.json({
    ok: true,
    server,
    origin: head.origin,
    epoch: kept.epoch,
    size: head.size,
    root: head.root,
    first_seen: before === null,
    before:
      before === null ? null : { epoch: before.epoch, size: before.size, seen_at: before.seen_at },
    new_keys: checked.newKeys,
    new_epoch: checked.newEpoch,
  });
}

function headline({ before, newEpoch }: CheckedLog): string {
  if (before === null)
    return 'The head of the log is signed. This machine sees it for the first time.';
  return newEpoch
    ? 'The earlier log ended correctly, and a new one started.'
    : 'The log continues what this machine last saw.';
}

function growth({ before, checkpoint: head, newEpoch }: CheckedLog): string {
  if (before === null || newEpoch) return '';
  const more = head.size - before.size;
  return ` (${more === 0 ? 'none' : more.toLocaleString('en')} since ${before.seen_at.slice(0, 16).replace('T', ' ')} UTC)`;
}

async function checkpoint(io: CommandIo, options: Options): Promise<void> {
  const out = output(io, options.json);
  const api = await openApi(whichServer(io, options));
  const { epoch } = options;
  const kept = await api.checkpoint({
    signal: io.signal,
    ...(epoch === undefined ? {} : { epoch }),
  });
  for (const line of kept.note.replace(/\n$/, '').split('\n')) out.line(line);
  out.json(kept);
}
