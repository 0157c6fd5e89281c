import type { Command, CommandIo, CommandModule } from '../command.ts';
import { policyCheckCommand } from './policy-check.ts';
import { policyExplainCommand } from './policy-explain.ts';
import { policyProposalsCommand } from './policy-proposals.ts';
import { policyReplayCommand } from './policy-replay.ts';
import { policyRequestCommand } from './policy-request.ts';
import { policyStatusCommand } from './policy-status.ts';
import { policyTestCommand } from './policy-test.ts';
import { policyToolsCommand } from './policy-tools.ts';
import { policyUnaskedCommand } from './policy-unasked.ts';

const parts: readonly CommandModule[] = [
  policyCheckCommand,
  policyTestCommand,
  policyExplainCommand,
  policyReplayCommand,
  policyToolsCommand,
  policyUnaskedCommand,
  policyProposalsCommand,
  policyStatusCommand,
  policyRequestCommand,
];

export const policyCommand: CommandModule = {
  name: 'policy',
  register(parent: Command, io: CommandIo): void {
    const policy = parent
      .command('policy')
      .summary('check, test, explain, replay and change policies')
      .description(
        'Checks, tests, explains and replays policy documents, shows what is in force and asks for a change. Most of it needs no server.',
      );
    for (const part of parts) part.register(policy, io);
  },
};
