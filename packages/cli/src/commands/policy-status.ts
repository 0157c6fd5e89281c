import {
  ApiProblem,
  type PersonApi,
  type PolicyFacts,
  type PolicyPreview,
} from '@countersign/client/people';
import { previewLines } from '../card/preview-lines.ts';
import type { Command, CommandIo, CommandModule, Output } from '../command.ts';
import { output } from '../command.ts';
import { addHelp, addJson, addServer } from '../command-help.ts';
import { personApi } from '../session/person-api.ts';
import { bold, dim, text, yellow } from '../terminal/styled-text.ts';

interface Options {
  readonly json?: boolean;
  readonly url?: string;
}

export const policyStatusCommand: CommandModule = {
  name: 'status',
  register(parent: Command, io: CommandIo): void {
    const command = parent
      .command('status')
      .summary('show what is in force, and what the files of the server say besides')
      .description(
        'Shows the policy version in force, which changes of Countersign need approval, how the files of the server differ from what is in force, and, for an operator, which pending requests would end once they are in force.',
      );
    addHelp(addServer(addJson(command)), {
      examples: [['countersign policy status', 'the policy of the server']],
      exits: ['not_permitted', 'unreachable'],
    }).action(async (options: Options) => {
      const out = output(io, options.json);
      const { api } = await personApi(io, options);
      const policy = await api.policy({ signal: io.signal });
      const { version, governance, pending } = policy;
      const preview =
        pending === null || pending.version === null ? null : await previewOf(api, io.signal);
      out.json({ version, governance, pending, preview });
      print(out, policy);
      if (preview !== null) {
        out.line();
        for (const line of previewLines(preview)) out.line(line);
      }
      if (pending?.version && governance !== null) {
        out.line('Ask for it with: countersign policy request');
      }
    });
  },
};

function print(out: Output, { version, governance, pending }: PolicyFacts): void {
  out.line(text`${bold(version)} is in force`);
  if (governance === null) out.line(dim('No change of Countersign needs approval.'));
  for (const [kind, chain] of Object.entries(governance ?? {})) {
    out.line(text`  a change of ${kind} needs the chain ${chain}`);
  }
  if (pending === null) {
    out.line(dim('The files of the server say the same.'));
    return;
  }
  const { problems, difference } = pending;
  out.line();
  if (pending.version === null) {
    out.line(yellow('The files of the server have problems and are not in force:'));
    for (const problem of problems) out.line(text`  ${problem}`);
    return;
  }
  out.line(text`${yellow('pending')} The files of the server say ${bold(pending.version)}`);
  for (const problem of problems) out.line(text`  ${problem}`);
  for (const { of, lines } of difference) {
    out.line(text`  ${bold(of)}`);
    for (const line of lines.split('\n')) out.line(text`    ${line}`);
  }
}

/** Null where the person is no operator. */
async function previewOf(
  api: PersonApi,
  signal: AbortSignal | undefined,
): Promise<PolicyPreview | null> {
  try {
    return await api.previewPolicy(signal === undefined ? {} : { signal });
  } catch (error) {
    if (error instanceof ApiProblem && error.code === 'not_permitted') return null;
    throw error;
  }
}
