import type { InsightsQuery } from '@countersign/client/people';
import { type InsightsTable, insightsTables } from '@countersign/wire/insights';
import { Option } from 'commander';
import {
  type Command,
  type CommandIo,
  type CommandModule,
  CommandRefused,
  output,
} from '../command.ts';
import { addHelp, addJson, addServer } from '../command-help.ts';
import { overviewLines, shownTables } from '../insight-tables.ts';
import { pastApi } from '../session/person-api.ts';
import { safeText } from '../terminal/safe-text.ts';
import { bold } from '../terminal/styled-text.ts';
import { wholeNumber } from '../whole-number.ts';

interface Options {
  readonly json?: boolean;
  readonly url?: string;
  readonly days: number;
  readonly agent?: string;
  readonly tool?: string;
  readonly table?: InsightsTable;
  readonly csv?: boolean;
}

export const insightsCommand: CommandModule = {
  name: 'insights',
  register(parent: Command, io: CommandIo): void {
    const command = parent
      .command('insights')
      .summary('show the outcome of actions, and how long decisions took')
      .description(
        'Shows the outcome of actions and how long decisions took, by rule, agent and tool. The numbers are those of the page Insights. They name no person; your own pace is shown to you alone.',
      )
      .option('--days <count>', 'how many days in UTC, today included', wholeNumber(1, 366), 30)
      .option('--agent <id>', 'only of one agent')
      .option('--tool <name>', 'only of one tool')
      .addOption(
        new Option('--table <name>', 'only one table; days has a row for each day').choices(
          insightsTables,
        ),
      )
      .option('--csv', 'print the table of --table as CSV');
    addHelp(addServer(addJson(command)), {
      examples: [
        ['countersign insights', 'the last 30 days'],
        ['countersign insights --days 7 --agent billing-bot', 'one week of one agent'],
        ['countersign insights --table rules --csv > rules.csv', 'a table for others'],
      ],
      exits: ['not_permitted', 'unreachable', 'interrupted'],
    }).action((options: Options) => run(io, options));
  },
};

async function run(io: CommandIo, options: Options): Promise<void> {
  const { table, csv = false, json = false } = options;
  if (csv && json) throw new CommandRefused('usage', 'Expected --csv or --json, and not both.');
  if (csv && table === undefined) {
    throw new CommandRefused('usage', 'Expected --table with --csv: one table is one file.');
  }
  if (json && table !== undefined) {
    throw new CommandRefused('usage', 'Expected --json without --table: it prints all numbers.');
  }
  const api = await pastApi(io, options);
  const query = queryOf(options);
  if (csv && table !== undefined) {
    const text = await api.insightsTable(table, query, { signal: io.signal });
    // A program gets the exact bytes. For a terminal, control characters are spelled out, because a terminal would obey
    // them.
    io.stdout.write(io.isTty ? text.split('\r\n').map(safeText).join('\n') : text);
    return;
  }
  const out = output(io, json);
  const answer = await api.insights(query, { signal: io.signal });
  out.json(answer);
  for (const line of overviewLines(answer)) out.line(line);
  for (const { title, head, rows } of shownTables(answer, table ?? null)) {
    out.line();
    out.line(bold(title));
    if (rows.length === 0) out.line('Nothing was counted in this period.');
    else out.table(rows, { head });
  }
}

function queryOf({ days, agent, tool }: Options): InsightsQuery {
  return {
    days,
    ...(agent === undefined ? {} : { agent_id: agent }),
    ...(tool === undefined ? {} : { tool_name: tool }),
  };
}
