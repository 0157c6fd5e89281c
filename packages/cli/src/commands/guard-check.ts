import { type CommandIo, type CommandModule, output } from '../command.ts';
import { addHelp, addJson } from '../command-help.ts';
import { tellFindings } from '../guard/tell-findings.ts';

interface Options {
  readonly json?: boolean;
  readonly program?: string;
}

export const guardCheckCommand: CommandModule = {
  name: 'check',
  register(parent, io) {
    const command = parent
      .command('check')
      .argument('[agent]', 'only this agent; every agent that is guarded here otherwise')
      .summary('prove that the agents of this machine are guarded')
      .description(
        'Reads what each agent loads, asks the server as its hook would, and starts the agent itself with a model on this machine that makes one canary call. The guard must refuse it. The canary does nothing anywhere.',
      )
      .option('--program <path>', 'the program of the agent, where it is not on the path')
      .action((agent: string | undefined, options: Options) => act(io, agent, options));
    addHelp(addJson(command), {
      examples: [
        ['countersign guard check', 'every agent that is guarded here'],
        ['countersign guard check codex', 'Codex alone'],
      ],
      exits: ['failed'],
    });
  },
};

async function act(io: CommandIo, named: string | undefined, options: Options): Promise<void> {
  const out = output(io, options.json);
  const { examineGuard, examineGuards } = await import('../guard/examine-guard.ts');
  const { findInstaller } = await import('../guard/install-guard.ts');
  const findings =
    named === undefined
      ? await examineGuards(io)
      : [await examineGuard(io, await findInstaller(named), options.program)];
  const { reportFindings } = await import('../guard/report-findings.ts');
  await reportFindings(io, findings);
  out.json({ agents: findings });
  if (findings.length === 0)
    out.line('No agent is guarded on this machine. Run: countersign guard claude-code');
  tellFindings(out, findings);
  if (findings.some(({ state }) => state === 'not_guarded')) io.endWith('failed');
}
