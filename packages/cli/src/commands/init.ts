import { type CommandIo, type CommandModule, CommandRefused, output } from '../command.ts';
import { addHelp, addJson } from '../command-help.ts';
import type { StarterName } from '../starters.ts';
import { bold, cyan, dim, green, type StyledText } from '../terminal/styled-text.ts';

interface Options {
  readonly starter?: string;
  readonly force?: boolean;
  readonly json?: boolean;
}

export const initCommand: CommandModule = {
  name: 'init',
  register(parent, io) {
    const command = parent
      .command('init [folder]')
      .summary('write a starter policy')
      .description(
        'Writes policy.yaml, and the cases that test it, into a folder. It overwrites files only with --force.',
      )
      .option(
        '--starter <name>',
        'starter, coding-agent, guarded-agent, terminal, database or finance; without it, the command asks',
      )
      .option('--force', 'overwrite what is there')
      .action((folder: string | undefined, options: Options) => act(io, folder, options));
    addHelp(addJson(command), {
      examples: [
        ['countersign init', 'choose one, into this folder'],
        ['countersign init rules --starter coding-agent', 'without a question, into ./rules'],
      ],
      exits: ['interrupted'],
    });
  },
};

async function act(io: CommandIo, folder = '.', options: Options): Promise<void> {
  const out = output(io, options.json);
  const { askChoice } = await import('../terminal/prompts.ts');
  const { starters, writeStarter } = await import('../starters.ts');
  const { starter: named } = options;
  const starter = starters.find(({ name }) => name === named);
  if (named !== undefined && starter === undefined) {
    const names = starters.map(({ name }) => name).join(', ');
    throw new CommandRefused('usage', `--starter: expected one of ${names}.`);
  }
  if (named === undefined && (!io.isTty || out.isJson)) {
    const names = starters.map(({ name }) => name).join(', ');
    throw new CommandRefused(
      'usage',
      `Expected --starter with one of ${names}, because there is no terminal to ask at.`,
    );
  }
  const chosen =
    starter?.name ??
    (await askChoice(
      io,
      'What do your agents do?',
      starters.map(({ name, label, hint }) => ({ value: name, label, hint })),
    ));
  const { policy, tests } = writeStarter(io.cwd, folder, chosen, options.force === true);
  out.json({ starter: chosen, written: [policy, ...(tests === null ? [] : [tests])] });
  out.table([
    [green('✓'), bold(policy), 'the rules'],
    ...(tests === null
      ? []
      : [[green('✓'), bold(tests), 'test cases: the answers that the rules should give']]),
  ]);
  out.line();
  out.line('Next');
  out.table(
    [
      [cyan(`countersign policy test ${policy}`), dim('check that the rules give these answers')],
      nextStep(chosen, policy),
    ],
    { indent: 2 },
  );
}

/** What the author of the policy does next to decide under it. */
function nextStep(starter: StarterName, policy: string): StyledText[] {
  if (starter === 'terminal') {
    const command = `countersign exec --policy ${policy} --data approvals -- git push --force`;
    return [cyan(command), dim('run a command under them, and decide at this terminal')];
  }
  const serve =
    policy === 'policy.yaml' ? 'countersign serve' : `countersign serve --policy ${policy}`;
  return [cyan(serve), dim('start the server with them, and decide in the inbox')];
}
