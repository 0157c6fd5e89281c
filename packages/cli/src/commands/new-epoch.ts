import { type Command, type CommandModule, output } from '../command.ts';
import { addHelp, addJson } from '../command-help.ts';
import { addServerOptions, describedServer } from '../server-command.ts';

interface Options {
  readonly reason: string;
  readonly takePolicy?: boolean;
  readonly json?: boolean;
}

export const newEpochCommand: CommandModule = {
  name: 'new-epoch',
  register(parent, io) {
    const command = parent
      .command('new-epoch')
      .summary('start a new epoch after a restore, or out of a dead end')
      .description(
        'Starts a new epoch of a store whose data were restored by other means, such as a Postgres dump, or whose governance no one can complete. Every open approval becomes void. Stop every server first. Use the same options as for serve.',
      )
      .requiredOption('--reason <text>', 'the reason; it is kept permanently')
      .option(
        '--take-policy',
        'put the policy files in force without an approval, where no one can complete a chain of the governance; the log keeps that',
      )
      .action(async (options: Options, self: Command) => {
        const out = output(io, options.json);
        const said: string[] = [];
        const { newEpoch } = await import('@countersign/server');
        const server = await describedServer(io, self, line => said.push(line));
        await newEpoch(server, options.reason, options.takePolicy === true);
        out.json({ said });
        for (const line of said) out.line(line);
      });
    addHelp(addJson(addServerOptions(command)), {
      examples: [
        ['countersign new-epoch --reason "the disk died"', 'void every open approval'],
        [
          'countersign new-epoch --take-policy --reason "both approvers left"',
          'leave a governance that no one can complete',
        ],
      ],
    });
  },
};
