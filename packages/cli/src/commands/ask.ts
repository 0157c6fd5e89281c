import { findRequest } from '../card/find-request.ts';
import { type Command, type CommandIo, type CommandModule, output } from '../command.ts';
import { addHelp, addJson, addServer } from '../command-help.ts';
import { personApi } from '../session/person-api.ts';
import { withFreshProof } from '../session/with-fresh-proof.ts';
import { bold, dim, green, text } from '../terminal/styled-text.ts';

interface Options {
  readonly json?: boolean;
  readonly url?: string;
}

export const askCommand: CommandModule = {
  name: 'ask',
  register(parent: Command, io: CommandIo): void {
    const command = parent
      .command('ask')
      .summary('ask the agent a question about its request; the request stays open')
      .description(
        'Asks the agent something about a pending request. The request stays open, and its deadline does not move. The answer is shown on the card as unverified words.',
      )
      .argument('<request>', 'the id of the request, its beginning, or its short code')
      .argument('<question>', 'the question, at most 1,000 characters');
    addHelp(addServer(addJson(command)), {
      examples: [['countersign ask ar_4f1c "Which invoice is it?"', 'then read countersign show']],
      exits: ['denied', 'not_permitted', 'unreachable', 'lapsed', 'interrupted'],
    }).action((named: string, question: string, options: Options) =>
      run(io, named, question, options),
    );
  },
};

async function run(
  io: CommandIo,
  named: string,
  question: string,
  options: Options,
): Promise<void> {
  const out = output(io, options.json);
  const { api } = await personApi(io, options);
  const id = await findRequest(api, named, io.signal);
  // The words reach a model as those of this person. The stored sign-in says nothing in their name.
  const { questions, status } = await withFreshProof(io, out, options, ({ api: confirmed }) =>
    confirmed.question(id, question.trim(), { signal: io.signal }),
  );
  const asked = questions.at(-1);
  out.line(
    text`${green('✓')} ${bold('Asked.')} The request stays open. Read the answer: countersign show ${id} ${dim(asked?.question_id ?? '')}`,
  );
  out.json({ approval_request_id: id, status, question_id: asked?.question_id ?? null });
}
