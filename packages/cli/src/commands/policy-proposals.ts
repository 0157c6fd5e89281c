import type { PolicyProposal } from '@countersign/client/people';
import { type Command, type CommandIo, type CommandModule, output } from '../command.ts';
import { addHelp, addJson, addServer } from '../command-help.ts';
import { pastApi } from '../session/person-api.ts';
import { bold, dim, text } from '../terminal/styled-text.ts';
import { shortMoment } from '../terminal/time-left.ts';
import { wholeNumber } from '../whole-number.ts';

interface Options {
  readonly json?: boolean;
  readonly url?: string;
  readonly approvals: number;
}

export const policyProposalsCommand: CommandModule = {
  name: 'proposals',
  register(parent: Command, io: CommandIo): void {
    const command = parent
      .command('proposals')
      .summary('list what people approve again and again')
      .description(
        'Lists actions that people approved again and again and never rejected, with a condition for each. Changes nothing. For operators.',
      )
      .option('--approvals <count>', 'how many approvals make a proposal', wholeNumber(2, 100), 5);
    addHelp(addServer(addJson(command)), {
      examples: [['countersign policy proposals --approvals 10', 'approved ten times or more']],
      exits: ['not_permitted', 'unreachable'],
    }).action((options: Options) => run(io, options));
  },
};

async function run(io: CommandIo, options: Options): Promise<void> {
  const out = output(io, options.json);
  const api = await pastApi(io, options);
  const found = await api.policyProposals({
    approvals_min: options.approvals,
    signal: io.signal,
  });
  out.json(found);
  const { proposals, looked } = found;
  if (proposals.length === 0) {
    const among = `the latest ${looked} decided requests`;
    out.line(
      `No action was approved ${options.approvals} times without a rejection among ${among}.`,
    );
    return;
  }
  for (const proposal of proposals) for (const line of linesOf(proposal)) out.line(line);
  out.line(dim('Nothing was changed. To stop asking, narrow the rule with the condition shown.'));
}

function linesOf(proposal: PolicyProposal) {
  const { title, agent_id, approvals, first_at, last_at, policy_rule_id, condition } = proposal;
  const when = `${shortMoment(first_at)} to ${shortMoment(last_at)}`;
  return [
    text`${bold(title)}`,
    text`  ${agent_id}, approved ${`${approvals}`} times, never rejected, ${dim(when)}`,
    text`  ${dim('asked by the rule')} ${policy_rule_id}`,
    ...(condition === null ? [] : [text`  ${dim('condition')} ${condition}`]),
    text``,
  ];
}
