import type { CommandIo, CommandModule } from '../command.ts';
import { output } from '../command.ts';
import { addHelp, addJson, addServer } from '../command-help.ts';
import { bold, green, text } from '../terminal/styled-text.ts';

interface Options {
  readonly url?: string;
  readonly json?: boolean;
  readonly browser: boolean;
}

export const signInCommand: CommandModule = {
  name: 'sign-in',
  register(parent, io) {
    const command = parent
      .command('sign-in')
      .summary('sign this terminal in, through the browser')
      .description(
        'Signs this terminal in. You confirm it in a browser where you are signed in, by the code that is shown in both places.',
      )
      .option('--no-browser', 'print the address, open nothing')
      .action((options: Options) => act(io, options));
    addHelp(addJson(addServer(command)), {
      examples: [
        ['countersign sign-in', 'at the server of this machine'],
        ['countersign sign-in --url https://approve.example.com', 'at another one'],
      ],
      exits: ['not_permitted', 'unreachable', 'interrupted'],
    });
  },
};

async function act(io: CommandIo, options: Options): Promise<void> {
  const out = output(io, options.json);
  const { whichServer } = await import('../session/which-server.ts');
  const { signIn } = await import('../session/sign-in.ts');
  const server = whichServer(io, options);
  const { person_id, name, roles, expires_at } = await signIn(io, out, server, options);
  out.line(text`${green('✓')} Signed in at ${server} as ${bold(name ?? person_id)}`);
  out.json({ server, person_id, name, roles, expires_at });
}
