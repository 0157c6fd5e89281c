import { type Command, type CommandModule, output } from '../command.ts';
import { addHelp, addJson } from '../command-help.ts';
import { addServerOptions, describedServer } from '../server-command.ts';

interface Options {
  readonly console?: boolean;
  readonly reason?: string;
  readonly json?: boolean;
}

export const unlockCommand: CommandModule = {
  name: 'unlock',
  register(parent, io) {
    const command = parent
      .command('unlock')
      .summary('lift a lock: where to do it, or at the console of the server')
      .description(
        'An operator lifts a lock in the browser, with a passkey. A terminal cannot: an agent on this machine could use its stored sign-in. This command prints the address. With --console it lifts the lock in the store itself. Use that on the machine of the server, with the options of serve, if no operator can sign in.',
      )
      .argument('<lock>', 'the id of the lock, as countersign lock lists it')
      .option('--console', 'lift it in the store of this machine')
      .option('--reason <words>', 'the reason; it is kept permanently')
      .action(async (lock: string, options: Options, self: Command) => {
        const out = output(io, options.json);
        if (options.console !== true) {
          const { tellWhereToLift } = await import('../locks.ts');
          await tellWhereToLift(io, out, lock);
          return;
        }
        const { reasonFor } = await import('../card/reason-for.ts');
        const reason = await reasonFor(io, out, options.reason, 'Why is it lifted?');
        const { liftAtConsole } = await import('@countersign/server');
        const lifted = await liftAtConsole(await describedServer(io, self), lock, reason);
        out.json(lifted);
        out.line(`The lock ${lifted.lock_id} is lifted.`);
      });
    addHelp(addJson(addServerOptions(command)), {
      examples: [
        ['countersign unlock lock_4f1c', 'where an operator lifts it'],
        ['countersign unlock lock_4f1c --console --reason "the only operator"', 'in the store'],
      ],
      exits: ['not_permitted', 'unreachable'],
    });
  },
};
