import type { ShownStatus } from '@countersign/client/people';
import { openedStatuses } from '@countersign/protocol/request';
import { Option } from 'commander';
import { countWords, cutWords, readInbox } from '../card/inbox-rows.ts';
import { noneWords, rowTexts } from '../card/row-texts.ts';
import {
  type Command,
  type CommandIo,
  type CommandModule,
  CommandRefused,
  output,
} from '../command.ts';
import { addHelp, addJson, addServer } from '../command-help.ts';
import { personApi } from '../session/person-api.ts';
import { dim } from '../terminal/styled-text.ts';
import { wholeNumber } from '../whole-number.ts';

interface InboxOptions {
  readonly json?: boolean;
  readonly url?: string;
  readonly forMe?: boolean;
  readonly all?: boolean;
  readonly agent?: string;
  readonly tool?: string;
  readonly status?: ShownStatus;
  readonly limit: number;
}

export const inboxCommand: CommandModule = {
  name: 'inbox',
  register(parent: Command, io: CommandIo): void {
    const command = parent
      .command('inbox')
      .summary('list the requests that wait for a decision, read and decide them')
      .description(
        'Lists the requests that wait for a decision, the earliest deadline first. At a terminal the list stays open and up to date: move with the arrow keys, open with Enter. Through a pipe it is printed once.',
      )
      .option('--for-me', 'only what you may decide now')
      .option('--all', 'requests of every status, newest first')
      .addOption(
        new Option('--status <status>', 'requests with this status').choices(openedStatuses),
      )
      .option('--agent <id>', 'only of one agent')
      .option('--tool <name>', 'only for one tool')
      .option('--limit <count>', 'how many at most', wholeNumber(1, 1000), 50);
    addHelp(addServer(addJson(command)), {
      examples: [
        ['countersign inbox', 'the waiting requests, kept up to date'],
        ['countersign inbox --for-me --json', 'one JSON document per line, for programs'],
        ['countersign inbox --status denied --agent billing-bot', 'what was rejected'],
      ],
      exits: ['not_permitted', 'unreachable', 'interrupted'],
    }).action((options: InboxOptions) => run(io, options));
  },
};

async function run(io: CommandIo, options: InboxOptions): Promise<void> {
  if (options.all === true && options.status !== undefined) {
    throw new CommandRefused('usage', 'Expected --all or --status, and not both.');
  }
  const out = output(io, options.json);
  const { api, server } = await personApi(io, options);
  const status = statusOf(options);
  const { forMe = false, agent, tool, limit } = options;
  const read = () => readInbox(api, { status, forMe, agent, tool, limit }, io.signal);
  if (io.isTty && !out.isJson && io.env['TERM'] !== 'dumb') {
    const { visitInbox } = await import('../card/visit-inbox.ts');
    await visitInbox(io, out, { api, server, status, read });
    return;
  }
  const inbox = await read();
  const { rows } = inbox;
  for (const row of rows) out.jsonLine(row);
  if (rows.length === 0) out.line(dim(noneWords(status)));
  else {
    out.table(
      rows.map(row => rowTexts(row, io.now())),
      { head: ['left', 'status', 'risk', 'you', 'request', 'agent', 'what'] },
    );
    const cut = cutWords(inbox);
    if (cut !== null) out.line(dim(`${countWords(inbox, status)}. ${cut}`));
  }
}

/** Null for every status. */
function statusOf({ all, status = 'pending' }: InboxOptions): ShownStatus | null {
  return all === true ? null : status;
}
