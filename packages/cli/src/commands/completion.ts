import { Argument } from 'commander';
import { type Command, type CommandIo, type CommandModule, output } from '../command.ts';
import { addHelp, addJson } from '../command-help.ts';
import { completionScript, type Shell, shells } from '../completion-script.ts';

export const completionCommand: CommandModule = {
  name: 'completion',
  register(parent: Command, io: CommandIo): void {
    const command = parent
      .command('completion')
      .summary('print a completion script for your shell')
      .description('Prints a script that completes commands and options in your shell.')
      .addArgument(new Argument('<shell>', 'which shell').choices(shells))
      .action((shell: Shell, { json }: { readonly json?: boolean }) => {
        const script = completionScript(parent, shell);
        if (json === true) output(io, json).json({ shell, script });
        else io.stdout.write(script);
      });
    addHelp(addJson(command), {
      examples: [
        ['source <(countersign completion bash)', 'for this session of bash'],
        ['source <(countersign completion zsh)', 'for this session of zsh'],
        ['countersign completion fish > countersign.fish', 'a file for fish'],
      ],
    });
  },
};
