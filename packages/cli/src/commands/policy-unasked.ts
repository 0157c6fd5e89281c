import type { UnaskedRow } from '@countersign/client/people';
import { parseActionBinding } from '@countersign/protocol/action';
import {
  type Command,
  type CommandIo,
  type CommandModule,
  type Output,
  output,
} from '../command.ts';
import { addHelp, addJson, addServer } from '../command-help.ts';
import { pastApi } from '../session/person-api.ts';
import { bold, dim, green, red, type StyledText, text } from '../terminal/styled-text.ts';
import { shortMoment } from '../terminal/time-left.ts';
import { wholeNumber } from '../whole-number.ts';

interface Options {
  readonly json?: boolean;
  readonly url?: string;
  readonly agent?: string;
  readonly tool?: string;
  readonly limit: number;
}

export const policyUnaskedCommand: CommandModule = {
  name: 'unasked',
  register(parent: Command, io: CommandIo): void {
    const command = parent
      .command('unasked')
      .summary('list what ran or was denied without asking anyone')
      .description(
        'Lists the actions that the policy allowed or denied without asking anyone, newest first. What is kept of them is set by retention in the policy.',
      )
      .option('--agent <id>', 'only of this agent')
      .option('--tool <name>', 'only of this tool')
      .option('--limit <count>', 'how many, at most 200', wholeNumber(1, 200), 50);
    addHelp(addServer(addJson(command)), {
      examples: [
        ['countersign policy unasked --agent billing-bot', 'what this agent did unasked'],
        ['countersign policy unasked --tool shell --json', 'with everything that was kept'],
      ],
      exits: ['not_permitted', 'unreachable'],
    }).action((options: Options) => run(io, options));
  },
};

async function run(io: CommandIo, options: Options): Promise<void> {
  const out = output(io, options.json);
  const api = await pastApi(io, options);
  const rows: UnaskedRow[] = [];
  let looked = 0;
  let after: string | null = null;
  do {
    const page = await api.listUnasked(
      {
        limit: options.limit - rows.length,
        after,
        ...(options.agent === undefined ? {} : { agent_id: options.agent }),
        ...(options.tool === undefined ? {} : { tool_name: options.tool }),
      },
      { signal: io.signal },
    );
    rows.push(...page.rows);
    looked += page.looked;
    after = page.next;
  } while (after !== null && rows.length < options.limit);
  out.json({ rows, looked, next: after });
  print(out, rows);
}

function print(out: Output, rows: readonly UnaskedRow[]): void {
  if (rows.length === 0) {
    out.line(dim('Nothing was allowed or denied without a question.'));
    return;
  }
  out.table(
    rows.map(row => [
      dim(shortMoment(row.decided_at)),
      row.verdict === 'allow' ? green('allowed') : red('denied'),
      row.agent_id,
      bold(row.tool_name),
      whatWasKept(row),
      dim(row.policy_rule_id),
    ]),
    { head: ['when', '', 'agent', 'tool', 'what is kept', 'rule'] },
  );
}

const shownMax = 60;

function whatWasKept({ values, kept, resource, action_text }: UnaskedRow): StyledText {
  if (kept === null) return dim('its digest');
  if (!values) return dim('you may not see it');
  if (action_text !== null) {
    const parameters = JSON.stringify(parseActionBinding(JSON.parse(action_text)).parameters);
    const shown = parameters.length > shownMax ? `${parameters.slice(0, shownMax)}…` : parameters;
    return text`${shown}`;
  }
  return resource === null
    ? dim(kept === 'resource' ? 'no resource' : 'erased')
    : text`${resource}`;
}
