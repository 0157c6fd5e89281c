import type { CommandModule } from '../command.ts';
import { output } from '../command.ts';
import { addHelp, addJson, addServer } from '../command-help.ts';
import type { GuardOptions } from '../guard/install-guard.ts';
import { guardCheckCommand } from './guard-check.ts';
import { guardPauseCommand, guardResumeCommand } from './guard-pause.ts';

export const guardCommand: CommandModule = {
  name: 'guard',
  register(parent, io) {
    const command = parent
      .command('guard')
      .summary('put a coding agent behind the gate')
      .description(
        'Installs the hook of a coding agent: claude-code, codex, gemini, copilot, opencode, cursor or pi. From then on each tool call is judged by the policy before it runs, and refused where it cannot be judged. The command shows what it changes and keeps a copy.',
      )
      .argument('<agent>', 'the agent, such as claude-code')
      .option('--user', 'for this person, in every project (default)')
      .option('--project', 'for this folder')
      .option('--managed', 'for everyone on this machine; a project cannot switch it off')
      .option(
        '--headless',
        'a call that waits ends the run; resume it after the decision (claude-code)',
      )
      .option('--remove', 'take the guard away again')
      .option('--name <name>', 'the agent in policies (default: the agent and this machine)')
      .option('--key-file <path>', 'the file that contains the key, where one was made before')
      .option('--starter <folder>', 'write the starter policy into this folder')
      .option('--program <path>', 'the program of the agent, where it is not on the path')
      .option('--write', 'change the files without a question')
      .action(async (agent: string, options: GuardOptions) => {
        const { installGuard, removeGuard } = await import('../guard/install-guard.ts');
        const out = output(io, options.json);
        const { SettingsUnreadable } = await import('@countersign/guard');
        try {
          await (options.remove === true ? removeGuard : installGuard)(io, out, agent, options);
        } catch (error) {
          if (!(error instanceof SettingsUnreadable)) throw error;
          const { CommandRefused } = await import('../command.ts');
          throw new CommandRefused('failed', error.message);
        }
      });
    addHelp(addJson(addServer(command)), {
      examples: [
        ['countersign guard claude-code', 'guard Claude Code for this person'],
        ['countersign guard codex --project', 'guard Codex in this folder'],
        ['countersign guard claude-code --remove', 'take the guard away'],
        ['countersign guard check', 'prove that every agent is guarded'],
      ],
      exits: ['not_permitted', 'unreachable'],
    });
    guardCheckCommand.register(command, io);
    guardPauseCommand.register(command, io);
    guardResumeCommand.register(command, io);
  },
};
