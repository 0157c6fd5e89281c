import type { CommandIo, CommandModule } from '../command.ts';
import { output } from '../command.ts';
import { addHelp, addJson, addServer } from '../command-help.ts';
import { green, text } from '../terminal/styled-text.ts';

interface Options {
  readonly url?: string;
  readonly json?: boolean;
}

export const signOutCommand: CommandModule = {
  name: 'sign-out',
  register(parent, io) {
    const command = parent
      .command('sign-out')
      .summary('sign this terminal out')
      .description('Signs this terminal out, at the server and on this machine.')
      .action((options: Options) => act(io, options));
    addHelp(addJson(addServer(command)), {
      examples: [['countersign sign-out', 'at the server you signed in to last']],
      exits: ['unreachable'],
    });
  },
};

async function act(io: CommandIo, options: Options): Promise<void> {
  const out = output(io, options.json);
  const { whichServer } = await import('../session/which-server.ts');
  const { forgetSignIn, readSignIns } = await import('../session/stored-sign-ins.ts');
  const server = whichServer(io, options);
  const signIn = readSignIns(io).servers[server];
  if (signIn === undefined) {
    out.line(text`You are not signed in at ${server}.`);
    out.json({ server, signed_out: false });
    return;
  }
  // The sign-in is removed here first. Whatever the server answers, this terminal no longer acts for the person.
  forgetSignIn(io, server);
  await endAtServer(io, server, signIn.token);
  out.line(text`${green('✓')} Signed out at ${server}`);
  out.json({ server, signed_out: true });
}

async function endAtServer(io: CommandIo, server: string, token: string): Promise<void> {
  const { ApiProblem, createPersonApi } = await import('@countersign/client/people');
  try {
    await createPersonApi({ url: server, token }).signOut({ signal: io.signal });
  } catch (error) {
    // If the session is already over, signing out has succeeded.
    if (!(error instanceof ApiProblem) || error.status !== 401) throw error;
  }
}
