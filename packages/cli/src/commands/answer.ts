import {
  type Command,
  type CommandIo,
  type CommandModule,
  CommandRefused,
  output,
} from '../command.ts';
import { addHelp, addJson, addServer } from '../command-help.ts';
import { exitOfCode } from '../explain-error.ts';
import { whichServer } from '../session/which-server.ts';
import { bold, dim, green, text } from '../terminal/styled-text.ts';

interface Options {
  readonly json?: boolean;
  readonly url?: string;
}

export const answerCommand: CommandModule = {
  name: 'answer',
  register(parent: Command, io: CommandIo): void {
    const command = parent
      .command('answer')
      .summary('answer a question of a reviewer, as the agent')
      .description(
        'Answers the oldest open question of a reviewer, with the key of the agent in COUNTERSIGN_KEY. The words are shown as unverified, and decide nothing.',
      )
      .argument('<request>', 'the id of the request')
      .argument('<answer>', 'the answer, at most 2,000 characters');
    addHelp(addServer(addJson(command)), {
      examples: [['countersign answer ar_4f1c "Invoice INV-20931"', 'answer the question']],
      exits: ['denied', 'not_permitted', 'unreachable', 'lapsed', 'interrupted'],
    }).action((named: string, words: string, options: Options) => run(io, named, words, options));
  },
};

async function run(io: CommandIo, id: string, words: string, options: Options): Promise<void> {
  const out = output(io, options.json);
  const key = io.env['COUNTERSIGN_KEY'];
  if (key === undefined || key === '') {
    throw new CommandRefused('usage', 'Expected the key of the agent in COUNTERSIGN_KEY.');
  }
  const { httpTransport } = await import('@countersign/client');
  const agent = httpTransport({ url: whichServer(io, options), key });
  const read = await agent.read(id, { signal: io.signal });
  if (!read.ok) throw refusedWith(read.refusal);
  const open = read.value.questions.find(({ answer }) => answer === null);
  if (open === undefined) {
    throw new CommandRefused(
      'failed',
      'The request has no open question.',
      null,
      'question_not_found',
    );
  }
  const answered = await agent.answer(id, open.question_id, words, { signal: io.signal });
  if (!answered.ok) throw refusedWith(answered.refusal);
  out.line(
    text`${green('✓')} ${bold('Answered.')} The request still waits. ${dim(open.question_id)}`,
  );
  out.json({ approval_request_id: id, question_id: open.question_id });
}

function refusedWith({ code, detail }: { readonly code: string; readonly detail: string }) {
  return new CommandRefused(exitOfCode(code, 400), `Not answered: ${detail}.`, null, code);
}
