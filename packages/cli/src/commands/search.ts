import {
  type FoundRow,
  type SearchOutcome,
  type SearchQuestion,
  searchCalls,
} from '@countersign/client/people';
import { requestOutcomes } from '@countersign/protocol/request';
import { type RiskLevel, riskLevels } from '@countersign/protocol/value';
import { Option } from 'commander';
import { clipped, riskText } from '../card/row-texts.ts';
import {
  type Command,
  type CommandIo,
  type CommandModule,
  CommandRefused,
  output,
} from '../command.ts';
import { addHelp, addJson, addServer } from '../command-help.ts';
import { personApi } from '../session/person-api.ts';
import { safeText } from '../terminal/safe-text.ts';
import { bold, dim, type StyledText, styled, text } from '../terminal/styled-text.ts';
import { shortMoment } from '../terminal/time-left.ts';
import { wholeNumber } from '../whole-number.ts';

interface SearchOptions {
  readonly json?: boolean;
  readonly url?: string;
  readonly agent?: string;
  readonly tool?: string;
  readonly rule?: string;
  readonly risk?: RiskLevel;
  readonly person?: string;
  readonly outcome?: SearchOutcome;
  readonly from?: string;
  readonly before?: string;
  readonly csv?: boolean;
  readonly limit: number;
}

export const searchCommand: CommandModule = {
  name: 'search',
  register(parent: Command, io: CommandIo): void {
    const command = parent
      .command('search [words...]')
      .summary('find requests by the words in their values')
      .description(
        'Finds the requests whose values have all of the words, newest first. Letter case, accents and spaces inside numbers make no difference. You find what you may see.',
      )
      .option('--agent <id>', 'only of one agent')
      .option('--tool <name>', 'only for one tool')
      .option('--rule <id>', 'only those that one rule stopped')
      .addOption(new Option('--risk <level>', 'only of one level of risk').choices(riskLevels))
      .option('--person <id>', 'only those that one person decided')
      .addOption(
        new Option('--outcome <outcome>', 'only with one outcome').choices(requestOutcomes),
      )
      .option('--from <time>', 'asked at this time or later, such as 2026-10-01')
      .option('--before <time>', 'asked before this time')
      .option('--csv', 'print everything that was found as CSV')
      .option('--limit <count>', 'how many at most', wholeNumber(1, 1000), 50);
    addHelp(addServer(addJson(command)), {
      examples: [
        ['countersign search SE35 5000', 'requests with this account'],
        ['countersign search --outcome rejected --from 2026-11-01', 'what was rejected since then'],
        ['countersign search nordvik --csv > nordvik.csv', 'a table for others'],
      ],
      exits: ['not_permitted', 'unreachable', 'interrupted'],
    }).action((words: readonly string[], options: SearchOptions) => run(io, words, options));
  },
};

async function run(io: CommandIo, words: readonly string[], options: SearchOptions): Promise<void> {
  if (options.csv === true && options.json === true) {
    throw new CommandRefused('usage', 'Expected --csv or --json, and not both.');
  }
  const question = questionOf(words, options);
  const { api } = await personApi(io, options);
  const { search, exportFound } = api.with(searchCalls);
  if (options.csv === true) {
    const { body } = await exportFound(question, 'csv', { signal: io.signal });
    if (body === null) return;
    const decoder = new TextDecoder();
    for await (const chunk of body) {
      const part = decoder.decode(chunk, { stream: true });
      // A program gets the exact bytes. For a terminal, control characters are spelled out, because a terminal would
      // obey them.
      io.stdout.write(io.isTty ? part.split('\r\n').map(safeText).join('\n') : part);
    }
    return;
  }
  const out = output(io, options.json);
  const rows: FoundRow[] = [];
  let after: string | null = null;
  let found = '';
  do {
    const limit = Math.min(100, options.limit - rows.length);
    const page: Awaited<ReturnType<typeof search>> = await search(
      { ...question, limit, after },
      { signal: io.signal },
    );
    rows.push(...page.rows);
    after = page.next;
    found = countWords(page.count, page.is_more);
  } while (after !== null && rows.length < options.limit);
  for (const row of rows) out.jsonLine(row);
  if (rows.length > 0) {
    out.table(rows.map(cellsOf), { head: ['asked', 'outcome', 'risk', 'agent', 'what', 'found'] });
  }
  out.line(dim(rows.length === 0 ? 'No request was found.' : `${found}, newest first.`));
}

function countWords(count: number, isMore: boolean): string {
  const number = count.toLocaleString('en');
  if (isMore) return `More than ${number} requests`;
  return count === 1 ? '1 request' : `${number} requests`;
}

function cellsOf(row: FoundRow): StyledText[] {
  const { found } = row;
  return [
    dim(shortMoment(row.requested_at)),
    styled(row.ended),
    riskText(row.risk_level),
    clipped(row.agent_id, 24),
    clipped(row.title, 80),
    found === null
      ? styled('')
      : text`${dim(clipped(found.path, 24))} ${clipped(found.before, 20)}${bold(clipped(found.match, 40))}${clipped(found.after, 20)}`,
  ];
}

function questionOf(words: readonly string[], options: SearchOptions): SearchQuestion {
  const { agent, tool, rule, risk, person, outcome, from, before } = options;
  return {
    ...(words.length === 0 ? {} : { text: words.join(' ') }),
    ...(agent === undefined ? {} : { agent_id: agent }),
    ...(tool === undefined ? {} : { tool_name: tool }),
    ...(rule === undefined ? {} : { rule_id: rule }),
    ...(risk === undefined ? {} : { risk_level: risk }),
    ...(person === undefined ? {} : { person_id: person }),
    ...(outcome === undefined ? {} : { outcome }),
    ...(from === undefined ? {} : { from: timeOf('--from', from) }),
    ...(before === undefined ? {} : { before: timeOf('--before', before) }),
  };
}

function timeOf(option: string, given: string): string {
  const time = /^\d{4}-\d{2}-\d{2}(?:T|$)/.test(given) ? new Date(given) : new Date(Number.NaN);
  if (!Number.isNaN(time.getTime())) return time.toISOString();
  throw new CommandRefused('usage', `Expected a time such as 2026-10-01 with ${option}.`);
}
