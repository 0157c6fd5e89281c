import { type Command, type CommandModule, output } from '../command.ts';
import { addHelp, addJson } from '../command-help.ts';
import { addServerOptions, describedServer } from '../server-command.ts';

interface Options {
  readonly reason: string;
  readonly json?: boolean;
}

export const repairClockCommand: CommandModule = {
  name: 'repair-clock',
  register(parent, io) {
    const command = parent
      .command('repair-clock')
      .summary('repair a store that has recorded a time in the future')
      .description(
        'Repairs a store that refuses every commit because its clock once ran ahead. It starts a new epoch: every open approval becomes void, and the log keeps both times and the reason. Correct the clock and stop every server first. Use the same options as for serve.',
      )
      .requiredOption('--reason <text>', 'the reason; it is kept permanently')
      .action(async (options: Options, self: Command) => {
        const out = output(io, options.json);
        const said: string[] = [];
        const { repairClock } = await import('@countersign/server');
        await repairClock(await describedServer(io, self, line => said.push(line)), options.reason);
        out.json({ said });
        for (const line of said) out.line(line);
      });
    addHelp(addJson(addServerOptions(command)), {
      examples: [
        ['countersign repair-clock --reason "NTP was a year ahead"', 'accept commits again'],
      ],
    });
  },
};
