import { type CommandIo, type CommandModule, CommandRefused, output } from '../command.ts';
import { addHelp, addJson, addServer } from '../command-help.ts';
import { dim, green, text } from '../terminal/styled-text.ts';
import { shortMoment } from '../terminal/time-left.ts';

interface Options {
  readonly url?: string;
  readonly json?: boolean;
}

export const deadLettersCommand: CommandModule = {
  name: 'dead-letters',
  register(parent, io) {
    const command = parent
      .command('dead-letters')
      .summary('undelivered messages')
      .description('Messages that could not be delivered after many attempts. For operators.');
    const list = command
      .command('list', { isDefault: true })
      .summary('list undelivered messages and the reasons')
      .description('Lists undelivered messages and the reasons.')
      .action((options: Options) => listLetters(io, options));
    addHelp(addJson(addServer(list)), {
      examples: [['countersign dead-letters', 'the list']],
      exits: ['not_permitted', 'unreachable'],
    });
    const retry = command
      .command('retry <id>')
      .summary('queue one message again')
      .description('Queues one undelivered message again.')
      .action((id: string, options: Options) => retryLetter(io, id, options));
    addHelp(addJson(addServer(retry)), {
      examples: [['countersign dead-letters retry 17', 'try number 17 again']],
      exits: ['not_permitted', 'unreachable'],
    });
  },
};

async function listLetters(io: CommandIo, options: Options): Promise<void> {
  const out = output(io, options.json);
  const { personApi } = await import('../session/person-api.ts');
  const { api } = await personApi(io, options);
  const { rows } = await api.deadLetters({ signal: io.signal });
  out.json({ dead_letters: rows });
  if (rows.length === 0) out.line('There are no undelivered messages.');
  else {
    out.table(
      rows.map(({ id, topic, tries, died_at, problem }) => [
        `${id}`,
        topic,
        `${tries} tries`,
        dim(shortMoment(died_at)),
        problem,
      ]),
      { head: ['id', 'topic', '', 'last attempt', 'problem'] },
    );
  }
}

async function retryLetter(io: CommandIo, id: string, options: Options): Promise<void> {
  if (!/^\d{1,15}$/.test(id)) {
    throw new CommandRefused('usage', 'Expected the number of a dead letter, such as 17.');
  }
  const out = output(io, options.json);
  const { withFreshProof } = await import('../session/with-fresh-proof.ts');
  await withFreshProof(io, out, options, ({ api }) =>
    api.retryDeadLetter(Number(id), { signal: io.signal }),
  );
  out.line(text`${green('✓')} ${id} is queued again.`);
  out.json({ id: Number(id), retried: true });
}
