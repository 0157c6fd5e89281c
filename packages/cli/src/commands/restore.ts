import { type Command, type CommandIo, type CommandModule, output } from '../command.ts';
import { addHelp, addJson } from '../command-help.ts';
import { addServerOptions, describedServer } from '../server-command.ts';
import { bold, dim, green, text, yellow } from '../terminal/styled-text.ts';

interface Options {
  readonly reason: string;
  readonly replace?: boolean;
  readonly json?: boolean;
}

export const restoreCommand: CommandModule = {
  name: 'restore',
  register(parent, io) {
    const command = parent
      .command('restore <file>')
      .summary('restore a backup and start a new epoch')
      .description(
        'Restores a backup of a SQLite store and starts a new epoch. Every open approval becomes void, so an approval that was used after the backup cannot be used again. Stop the server first. Use the same options as for serve.',
      )
      .requiredOption('--reason <text>', 'the reason; it is kept permanently')
      .option('--replace', 'move the present store aside')
      .action((file: string, options: Options, self: Command) => act(io, file, self, options));
    addHelp(addJson(addServerOptions(command)), {
      examples: [
        ['countersign restore monday.db --reason "the disk died"', 'into an empty folder'],
        [
          'countersign restore monday.db --replace --reason "a bad upgrade"',
          'replace the present store',
        ],
      ],
    });
  },
};

async function act(io: CommandIo, file: string, command: Command, options: Options): Promise<void> {
  const out = output(io, options.json);
  const { restoreStore } = await import('../store-copies.ts');
  const said: string[] = [];
  const server = await describedServer(io, command, line => said.push(line));
  const restored = await restoreStore(io, server, file, options);
  const { store, aside, missing_keys } = restored;
  out.json({ restored: store, set_aside: aside, missing_keys, said });
  out.line(text`${green('✓')} ${bold(store)} is ${file}`);
  for (const line of said) out.line(`  ${line}`);
  if (aside !== null) out.line(dim(`The former store is at ${aside}`));
  if (missing_keys !== null) {
    out.note(yellow(`There were no keys at ${missing_keys}; new ones were made.`));
    out.note('  If you have the old keys, copy them there before you start the server:');
    out.note('  exporting earlier evidence needs them.');
  }
  out.line();
  out.line('Start the server again: countersign serve');
}
