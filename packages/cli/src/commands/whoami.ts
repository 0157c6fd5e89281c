import type { CommandIo, CommandModule } from '../command.ts';
import { output } from '../command.ts';
import { addHelp, addJson, addServer } from '../command-help.ts';
import { bold, dim, text } from '../terminal/styled-text.ts';
import { minutesUntil } from '../terminal/time-left.ts';

interface Options {
  readonly url?: string;
  readonly json?: boolean;
}

export const whoamiCommand: CommandModule = {
  name: 'whoami',
  register(parent, io) {
    const command = parent
      .command('whoami')
      .summary('show who is signed in at this terminal')
      .description(
        'Shows who is signed in at this terminal, at which server, with which roles and until when.',
      )
      .action((options: Options) => act(io, options));
    addHelp(addJson(addServer(command)), {
      examples: [['countersign whoami', 'at the server you signed in to last']],
      exits: ['not_permitted', 'unreachable'],
    });
  },
};

async function act(io: CommandIo, options: Options): Promise<void> {
  const out = output(io, options.json);
  const { personApi } = await import('../session/person-api.ts');
  const { api, server } = await personApi(io, options);
  const session = await api.session({ signal: io.signal });
  const { name, email, person_id, roles, is_recent, recent_until, expires_at } = session;
  out.line(text`${bold(name ?? person_id)}${email === null ? '' : ` <${email}>`}`);
  const proof = is_recent
    ? `fresh for ${minutesUntil(io, recent_until)}`
    : 'too old to change keys and people; sign in again for that';
  out.table(
    [
      [dim('server'), server],
      [dim('person'), person_id],
      [dim('roles'), roles.length === 0 ? 'none' : roles.join(', ')],
      [dim('proof'), proof],
      [dim('session'), `ends in ${minutesUntil(io, expires_at)}`],
    ],
    { indent: 2 },
  );
  out.json({ server, ...session });
}
