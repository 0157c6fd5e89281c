import type { CommandModule } from '../command.ts';
import { addHelp, addJson, addServer } from '../command-help.ts';

const exits = ['not_permitted', 'unreachable', 'interrupted'] as const;

export interface AllowanceOptions {
  readonly url?: string;
  readonly json?: boolean;
  readonly reason?: string;
}

const endings = [
  {
    type: 'suspend',
    summary: 'suspend an allowance until its people confirm it again',
    description:
      'Suspends an allowance at once. It covers nothing until the people of its chain confirm it again in the browser. What it covered and was not started does not start.',
  },
  {
    type: 'revoke',
    summary: 'revoke an allowance permanently',
    description:
      'Revokes an allowance at once and permanently. What it covered and was not started does not start.',
  },
] as const;

export const allowanceCommand: CommandModule = {
  name: 'allowance',
  register(parent, io) {
    const command = parent
      .command('allowance')
      .summary('list, show, suspend and revoke allowances')
      .description(
        'Lists allowances, shows one, and suspends or revokes one. An allowance is made in the browser: it starts from a request, and the people of its chain sign it. Without arguments, it lists them.',
      );
    const list = command
      .command('list', { isDefault: true })
      .summary('list the allowances, those in force first')
      .description('Lists the allowances, those in force first.')
      .action(async (options: AllowanceOptions) => {
        const { listAllowances } = await import('../allowances.ts');
        await listAllowances(io, options);
      });
    addHelp(addJson(addServer(list)), {
      examples: [['countersign allowance', 'what is allowed without asking, and how often yet']],
      exits,
    });
    const show = command
      .command('show <allowance>')
      .summary('show the terms of an allowance')
      .description('Shows what an allowance covers, its limits, and who decided it.')
      .action(async (id: string, options: AllowanceOptions) => {
        const { showAllowance } = await import('../allowances.ts');
        await showAllowance(io, id, options);
      });
    addHelp(addJson(addServer(show)), {
      examples: [['countersign allowance show alw_0f…', 'its template and its limits']],
      exits,
    });
    for (const { type, summary, description } of endings) {
      const end = command
        .command(`${type} <allowance>`)
        .summary(summary)
        .description(description)
        .option('--reason <words>', 'the reason; it is kept permanently')
        .action(async (id: string, options: AllowanceOptions) => {
          const { endAllowance } = await import('../allowances.ts');
          await endAllowance(io, type, id, options);
        });
      addHelp(addJson(addServer(end)), {
        examples: [
          [`countersign allowance ${type} alw_0f… --reason "the contract ended"`, 'at once'],
        ],
        exits,
      });
    }
  },
};
