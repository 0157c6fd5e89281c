import type { PersonApi } from '@countersign/client/people';
import { type CommandIo, CommandRefused } from '../command.ts';
import { readSignIns } from './stored-sign-ins.ts';
import { whichServer } from './which-server.ts';

export interface SignedInApi {
  readonly api: PersonApi;
  /** Scheme, host and port of the server. */
  readonly server: string;
}

/** The calls of the person who is signed in at the server in question; refuses where no one is signed in. */
export async function personApi(
  io: CommandIo,
  options: { readonly url?: string | undefined },
): Promise<SignedInApi> {
  const server = whichServer(io, options);
  const signIn = readSignIns(io).servers[server];
  if (signIn === undefined || Date.parse(signIn.expires_at) <= io.now().getTime()) {
    const problem =
      signIn === undefined
        ? `You are not signed in at ${server}.`
        : `Your sign-in at ${server} has ended.`;
    throw new CommandRefused('not_permitted', problem, signInRemedy(server), 'not_authenticated');
  }
  const { createPersonApi } = await import('@countersign/client/people');
  return { api: createPersonApi({ url: server, token: signIn.token }), server };
}

/** The same, with the calls about what happened before. */
export async function pastApi(io: CommandIo, options: { readonly url?: string | undefined }) {
  const { pastCalls } = await import('@countersign/client/people');
  const { api } = await personApi(io, options);
  return api.with(pastCalls);
}

/** The calls that need no session: signing in. */
export async function openApi(server: string): Promise<PersonApi> {
  const { createPersonApi } = await import('@countersign/client/people');
  return createPersonApi({ url: server });
}

export function signInRemedy(server: string): string {
  return `Sign in: countersign sign-in --url ${server}`;
}
