import { intentWords } from '@countersign/card';
import type { HoldFacts, PersonApi } from '@countersign/client/people';
import { holdLines } from '../card/hold-lines.ts';
import { clipped, riskText } from '../card/row-texts.ts';
import {
  type Command,
  type CommandIo,
  type CommandModule,
  CommandRefused,
  type Output,
  output,
} from '../command.ts';
import { addHelp, addJson, addServer } from '../command-help.ts';
import { personApi } from '../session/person-api.ts';
import { withFreshProof } from '../session/with-fresh-proof.ts';
import { askChoice } from '../terminal/prompts.ts';
import { bold, dim, green, text } from '../terminal/styled-text.ts';
import { minutesUntil } from '../terminal/time-left.ts';

interface Options {
  readonly json?: boolean;
  readonly url?: string;
  readonly proceed?: boolean;
  readonly cancel?: boolean;
}

export const holdCommand: CommandModule = {
  name: 'hold',
  register(parent: Command, io: CommandIo): void {
    const command = parent
      .command('hold')
      .summary('list the halted conversations, read what an agent wrote, and answer')
      .description(
        'An agent that asks for a go-ahead is halted until a person answers. Without an id this lists the holds. With an id it shows what the agent wrote, and takes one of two answers. Proceed approves no action: each call still gets its own decision. Anything else means no. A person confirms Proceed in the browser.',
      )
      .argument('[hold]', 'the id of the hold, or its beginning')
      .option('--proceed', 'let the agent continue')
      .option('--cancel', 'stop the plan of the agent');
    addHelp(addServer(addJson(command)), {
      examples: [
        ['countersign hold', 'the holds that stand'],
        ['countersign hold hold_4be2', 'what the agent wrote; asks for the answer at a terminal'],
        ['countersign hold hold_4be2 --cancel', 'stop the plan'],
      ],
      exits: ['not_permitted', 'unreachable', 'lapsed', 'interrupted'],
    }).action((named: string | undefined, options: Options) => run(io, named, options));
  },
};

async function run(io: CommandIo, named: string | undefined, options: Options): Promise<void> {
  if (options.proceed === true && options.cancel === true) {
    throw new CommandRefused('usage', 'Expected --proceed or --cancel, and not both.');
  }
  const out = output(io, options.json);
  const { api } = await personApi(io, options);
  if (named === undefined) return list(io, out, api);
  const id = await findHold(api, named, io.signal);
  const facts = await api.getHold(id, { signal: io.signal });
  const chosen = options.proceed === true ? 'Proceed' : options.cancel === true ? 'Cancel' : null;
  if (facts.status === 'placed' && facts.may_answer) {
    await api.renderHold(id, { signal: io.signal });
  }
  for (const line of out.isJson ? [] : holdLines(facts, io)) out.line(line);
  const answer = chosen ?? (await askedAnswer(io, out, facts));
  if (answer === null) return out.json(facts);
  const answered = await withFreshProof(io, out, options, ({ api: confirmed }) =>
    confirmed.answerHold(id, answer, { signal: io.signal }),
  );
  out.json(answered);
  out.line(
    answered.proceed
      ? text`${green('✓')} ${bold('Proceed.')} The agent continues. No action was approved. ${dim(id)}`
      : text`${green('✓')} ${bold('Cancel.')} The plan of the agent ends. ${dim(id)}`,
  );
}

async function list(io: CommandIo, out: Output, api: PersonApi): Promise<void> {
  const { holds } = await api.listHolds({ signal: io.signal });
  out.json({ holds });
  if (holds.length === 0) return out.line(dim('No conversation is halted.'));
  out.table(
    holds.map(({ hold, may_answer }) => [
      minutesUntil(io, hold.expires_at),
      riskText(hold.intent.risk_level),
      may_answer ? green('yes') : dim('no'),
      clipped(hold.agent_id ?? '–', 24),
      clipped(hold.session_id, 24),
      clipped(intentWords(hold.intent), 80),
      hold.hold_id.slice(0, 13),
    ]),
    { head: ['left', 'risk', 'you', 'agent', 'session', 'it seems to want', 'hold'] },
  );
}

/** The answer of a person at a terminal; null where no person can be asked, or nothing is open. */
async function askedAnswer(
  io: CommandIo,
  out: Output,
  { status, may_answer }: HoldFacts,
): Promise<'Proceed' | 'Cancel' | null> {
  if (!io.isTty || out.isJson || status !== 'placed' || !may_answer) return null;
  const chosen = await askChoice(io, 'Your answer', [
    { value: 'Cancel', label: 'Cancel', hint: 'the plan of the agent ends' },
    { value: 'Proceed', label: 'Proceed', hint: 'the agent continues; no action is approved' },
    { value: 'Later', label: 'Answer later' },
  ]);
  return chosen === 'Later' ? null : chosen;
}

/** The hold that the person means: its id, or the beginning of one that stands. */
async function findHold(api: PersonApi, named: string, signal: AbortSignal): Promise<string> {
  if (/^hold_[0-9a-f]{32}$/.test(named)) return named;
  const start = named.startsWith('hold_') ? named : `hold_${named}`;
  const { holds } = await api.listHolds({ signal });
  const ids = holds.map(({ hold }) => hold.hold_id).filter(id => id.startsWith(start));
  const [one, another] = ids;
  if (one !== undefined && another === undefined) return one;
  throw new CommandRefused(
    one === undefined ? 'failed' : 'usage',
    one === undefined
      ? 'No hold that stands has an id that begins like this.'
      : `${ids.length} holds begin like this.`,
    one === undefined ? 'List them: countersign hold' : 'Give more of the id.',
    one === undefined ? 'hold_not_found' : undefined,
  );
}
