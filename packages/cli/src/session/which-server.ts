import { type CommandIo, CommandRefused } from '../command.ts';
import { readSignIns } from './stored-sign-ins.ts';

export const defaultServer = 'http://localhost:7319';

/** The server a command talks to: --url, COUNTERSIGN_URL, that of the latest sign-in, else the one of this machine. */
export function whichServer(
  io: Pick<CommandIo, 'env' | 'homeFolder'>,
  { url }: { readonly url?: string | undefined },
): string {
  if (url !== undefined) return serverAddress(url, '--url');
  const set = io.env['COUNTERSIGN_URL'];
  if (set !== undefined && set !== '') return serverAddress(set, 'COUNTERSIGN_URL');
  return readSignIns(io).current ?? defaultServer;
}

function serverAddress(text: string, from: string): string {
  const url = URL.parse(text);
  if (
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.username === '' &&
    url.password === ''
  ) {
    return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
  }
  throw new CommandRefused(
    'usage',
    `${from}: expected the address of a server, such as http://localhost:7319.`,
  );
}
