import { type Command, type CommandModule, output } from '../command.ts';
import { addHelp, addJson } from '../command-help.ts';
import { addServerOptions, describedServer } from '../server-command.ts';

interface Options {
  readonly reason: string;
  readonly json?: boolean;
}

export const newEpochCommand: CommandModule = {
  name: 'new-epoch',
  register(parent, io) {
    const command = parent
      .command('new-epoch')
      .summary('after data were put back: void what is open')
      .description(
        'Begins a new epoch of a store whose data were put back by other means than restore, such as a copy of Postgres. Every open approval is void. Stop every server first, and give the options that serve gets.',
      )
      .requiredOption('--reason <text>', 'why; it is kept for ever')
      .action(async (options: Options, self: Command) => {
        const out = output(io, options.json);
        const said: string[] = [];
        const { newEpoch } = await import('@countersign/server');
        await newEpoch(await describedServer(io, self, line => said.push(line)), options.reason);
        out.json({ said });
        for (const line of said) out.line(line);
      });
    addHelp(addJson(addServerOptions(command)), {
      examples: [['countersign new-epoch --reason "the disk died"', 'void what was open']],
    });
  },
};
