import type { CommandModule } from '../command.ts';
import { addHelp, addJson } from '../command-help.ts';

export interface PauseOptions {
  readonly reason?: string;
  readonly agent?: string;
  readonly json?: boolean;
  readonly browser?: boolean;
}

export const guardPauseCommand: CommandModule = {
  name: 'pause',
  register(parent, io) {
    const command = parent
      .command('pause')
      .argument('<time>', 'how long, such as 10m; at most 60m')
      .summary('pause a guard for a short time, with a passkey')
      .description(
        'Opens the browser, where you confirm the pause with a passkey. Until the pause ends, calls that you alone could approve run and are recorded, and you are not asked. What the policy denies stays denied, and critical risk still asks. The pause ends by itself. Without a server there is no pause.',
      )
      .option('--reason <words>', 'why; it is kept in the log')
      .option('--agent <agent>', 'which agent, where several are guarded here')
      .option('--no-browser', 'print the address and open nothing')
      .action(async (time: string, options: PauseOptions) => {
        const { pauseGuard } = await import('../guard/pause-guard.ts');
        await pauseGuard(io, time, options);
      });
    addHelp(addJson(command), {
      examples: [
        [
          'countersign guard pause 10m --reason "bisecting, 40 rebuilds"',
          'pause the one guard of this machine',
        ],
        ['countersign guard resume', 'end the pause now'],
      ],
      exits: ['not_permitted', 'unreachable', 'interrupted'],
    });
  },
};

export const guardResumeCommand: CommandModule = {
  name: 'resume',
  register(parent, io) {
    const command = parent
      .command('resume')
      .summary('end the pause of a guard now')
      .description('Ends the pause of a guard now. It takes no passkey: stopping is always easy.')
      .option('--agent <agent>', 'which agent, where several are guarded here')
      .action(async (options: PauseOptions) => {
        const { resumeGuard } = await import('../guard/pause-guard.ts');
        await resumeGuard(io, options);
      });
    addHelp(addJson(command), {
      examples: [['countersign guard resume --agent codex', 'ask again about calls of Codex']],
      exits: ['not_permitted', 'unreachable'],
    });
  },
};
