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
      .summary('start a new epoch after data were restored by other means')
      .description(
        'Starts a new epoch of a store whose data were restored by other means, such as a Postgres dump. Every open approval becomes void. Stop every server first. Use the same options as for serve.',
      )
      .requiredOption('--reason <text>', 'the reason; it is kept permanently')
      .action(async (options: Options, self: Command) => {
        const out = output(io, options.json);
        const said: string[] = [];
        const { newEpoch } = await import('@countersign/server');
        await newEpoch(await describedServer(io, self, line => said.push(line)), options.reason);
        out.json({ said });
        for (const line of said) out.line(line);
      });
    addHelp(addJson(addServerOptions(command)), {
      examples: [['countersign new-epoch --reason "the disk died"', 'void every open approval']],
    });
  },
};
