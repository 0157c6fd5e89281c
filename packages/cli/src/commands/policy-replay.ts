import type { PolicyReplay } from '@countersign/client/people';
import type { HistoryItem, Replay, ReplayedItem } from '@countersign/policy';
import { bundleState } from '../card/bundle-state.ts';
import {
  type Command,
  type CommandIo,
  type CommandModule,
  CommandRefused,
  type Output,
  output,
} from '../command.ts';
import { addHelp, addJson, addServer } from '../command-help.ts';
import { pastApi } from '../session/person-api.ts';
import { bold, dim, green, red, type StyledText, text, yellow } from '../terminal/styled-text.ts';
import { wholeNumber } from '../whole-number.ts';
import { loadPolicyFiles, readBytes, readPolicyFiles } from './policy-files.ts';

interface Options {
  readonly json?: boolean;
  readonly url?: string;
  readonly policy: string[];
  readonly limit: number;
  readonly bundles?: string[];
}

export const policyReplayCommand: CommandModule = {
  name: 'replay',
  register(parent: Command, io: CommandIo): void {
    const command = parent
      .command('replay')
      .summary('show what a changed policy would have answered in the past')
      .description('Shows what a changed policy would have answered to past requests.')
      .requiredOption('--policy <files...>', 'the changed documents')
      .option(
        '--limit <count>',
        'how many requests of the server, newest first',
        wholeNumber(1, 2000),
        500,
      )
      .option('--bundles <files...>', 'exported bundles instead of the history of a server');
    addHelp(addServer(addJson(command)), {
      examples: [
        ['countersign policy replay --policy new.yaml', 'on the history of the server'],
        ['countersign policy replay --policy new.yaml --bundles *.json', 'without a server'],
      ],
      exits: ['not_permitted', 'unreachable'],
    }).action((options: Options) => run(io, options));
  },
};

async function run(io: CommandIo, options: Options): Promise<void> {
  const out = output(io, options.json);
  const files = readPolicyFiles(io, options.policy);
  // Found here, a problem has its file and line.
  const policy = await loadPolicyFiles(files);
  const replayed =
    options.bundles === undefined
      ? await replayThere(io, options, files)
      : await replayHere(io, options.bundles, policy);
  print(out, replayed);
  out.json(replayed);
}

async function replayThere(
  io: CommandIo,
  options: Options,
  files: ReturnType<typeof readPolicyFiles>,
): Promise<Replayed> {
  const api = await pastApi(io, options);
  return api.replayPolicy({ files, limit: options.limit }, { signal: io.signal });
}

async function replayHere(
  io: CommandIo,
  paths: readonly string[],
  policy: Awaited<ReturnType<typeof loadPolicyFiles>>,
): Promise<Replayed> {
  const { replay } = await import('@countersign/policy');
  const items: HistoryItem[] = [];
  for (const path of paths) items.push(await historyItem(path, readBytes(io, path)));
  return { ...replay(items, policy), unasked: 0, unasked_not_kept: 0, asked_not_kept: 0 };
}

/** What a bundle says was asked, evaluated and answered. Whether it is true is for `verify`. */
async function historyItem(path: string, bytes: Uint8Array): Promise<HistoryItem> {
  const { parseActionText } = await import('@countersign/protocol/action');
  const { parseEvidenceBundle } = await import('@countersign/protocol/bundle');
  const { parseStrict } = await import('@countersign/protocol/json');
  try {
    const bundle = parseEvidenceBundle(parseStrict(bytes, { bytesMax: 2 ** 26, depthMax: 64 }));
    const state = await bundleState(bundle);
    const { action } = bundle;
    if (state === null || action === null) throw new Error('without its action');
    const { policy_decision, request, resolution } = state;
    const outcome = resolution?.outcome ?? null;
    return {
      id: policy_decision.policy_decision_id,
      action: parseActionText(action),
      context: policy_decision.context,
      verdict: policy_decision.verdict,
      resolution: outcome === 'allow' ? 'allowed' : outcome === 'deny' ? 'denied' : outcome,
      chain: policy_decision.verdict === 'require_approval' ? request.approval_chain_id : null,
    };
  } catch {
    throw new CommandRefused(
      'failed',
      `${path}: expected an evidence bundle that still has its action, found something else.`,
      'Export one: countersign bundle <id> -o bundle.json',
    );
  }
}

/** What was asked, and what of the rest was kept. */
type Replayed = Replay & Pick<PolicyReplay, 'unasked' | 'unasked_not_kept' | 'asked_not_kept'>;

function print(out: Output, replayed: Replayed): void {
  const { total, unchanged, newly_asked, newly_allowed, newly_denied } = replayed;
  const { newly_allowed_that_a_person_denied: reversed, newly_asked_that_policy_denied: softer } =
    replayed;
  const { unasked, unasked_not_kept, asked_not_kept } = replayed;
  out.line(
    text`${bold(`${total} ${total === 1 ? 'action' : 'actions'}`)} of the past, under ${replayed.policy_version}`,
  );
  if (unasked > 0) out.line(dim(`${unasked} of them were answered without asking anyone`));
  if (unasked_not_kept > 0) {
    out.line(
      dim(
        `${unasked_not_kept} more unasked actions cannot be evaluated again: the policy kept no parameters (retention)`,
      ),
    );
  }
  if (asked_not_kept > 0) {
    out.line(
      dim(`${asked_not_kept} more requests cannot be evaluated again: their actions were erased`),
    );
  }
  out.line();
  const row = (count: number, word: StyledText, means: string) => [
    `${count}`.padStart(6),
    count === 0 ? dim(word) : word,
    dim(means),
  ];
  out.table([
    row(unchanged, text`the same`, 'answered as before'),
    row(newly_denied.length, red('newly denied'), 'would be refused immediately'),
    row(newly_asked.length, yellow('newly asked'), 'would be put to a person'),
    ...(softer.length === 0
      ? []
      : [row(softer.length, text`  of these`, 'the policy then in force denied')]),
    row(replayed.asked_of_others.length, yellow('asked of others'), 'another chain would decide'),
    row(newly_allowed.length, green('newly allowed'), 'would run without being asked'),
    ...(reversed.length === 0 ? [] : [row(reversed.length, red('  of these'), 'a person denied')]),
  ]);
  section(out, red('A person denied these; they would now run without being asked'), reversed);
  const others = newly_allowed.filter(({ id }) => !reversed.some(each => each.id === id));
  section(out, bold('Newly allowed'), others);
  section(out, bold('Newly denied'), newly_denied);
  section(out, bold('Newly asked'), newly_asked);
  section(out, bold('Asked of others'), replayed.asked_of_others);
}

const shownMax = 20;

function section(out: Output, title: StyledText, items: readonly ReplayedItem[]): void {
  if (items.length === 0) return;
  out.line();
  out.line(title);
  for (const { id, before, after, policy_rule_id, reason, resolution } of items.slice(
    0,
    shownMax,
  )) {
    const answered = resolution === null ? '' : `, then ${resolution}`;
    out.line(text`  ${id}  ${dim(`${before}${answered} →`)} ${after}`);
    out.line(dim(`      ${policy_rule_id}: ${reason}`));
  }
  const more = items.length - shownMax;
  if (more > 0) out.line(dim(`  and ${more} more; --json lists all of them`));
}
