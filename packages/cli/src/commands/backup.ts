import { type Command, type CommandIo, type CommandModule, output } from '../command.ts';
import { addHelp, addJson } from '../command-help.ts';
import { addServerOptions, describedServer } from '../server-command.ts';
import { bold, dim, green, text } from '../terminal/styled-text.ts';

export const backupCommand: CommandModule = {
  name: 'backup',
  register(parent, io) {
    const command = parent
      .command('backup <file>')
      .summary('copy the store, while the server runs')
      .description(
        'Copies a SQLite store, at one point in time, into a file. The server may keep running. Use the same options as for serve.',
      )
      .action((file: string, options: { readonly json?: boolean }, self: Command) =>
        act(io, file, self, options),
      );
    addHelp(addJson(addServerOptions(command)), {
      examples: [
        ['countersign backup monday.db', 'the store of this folder'],
        ['countersign backup monday.db --data data', 'the store in another folder'],
      ],
    });
  },
};

async function act(
  io: CommandIo,
  file: string,
  command: Command,
  { json }: { readonly json?: boolean },
): Promise<void> {
  const out = output(io, json);
  const { backUpStore } = await import('../store-copies.ts');
  const { withProgress } = await import('../terminal/progress.ts');
  const server = await describedServer(io, command);
  const made = await withProgress(io, `Copying to ${file} …`, () => backUpStore(io, server, file));
  out.json(made);
  out.line(text`${green('✓')} ${bold(made.file)}  ${made.requests} requests, epoch ${made.epoch}`);
  out.line(dim(`Back up the keys too, in another place: ${made.keys}*`));
  out.line(dim('Do not back up the anchor. It detects that an old copy was restored.'));
}
