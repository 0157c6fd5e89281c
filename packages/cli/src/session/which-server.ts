import { serverAddress } from '@countersign/client/server-address';
import { ProtocolError } from '@countersign/protocol/reason';
import { type CommandIo, CommandRefused } from '../command.ts';
import { readSignIns } from './stored-sign-ins.ts';

export const defaultServer = 'http://localhost:7319';

/** The server a command talks to: --url, COUNTERSIGN_URL, that of the latest sign-in, else the one of this machine. */
export function whichServer(
  io: Pick<CommandIo, 'env' | 'homeFolder'>,
  { url }: { readonly url?: string | undefined },
): string {
  if (url !== undefined) return judgedServer(url, '--url');
  const set = io.env['COUNTERSIGN_URL'];
  if (set !== undefined && set !== '') return judgedServer(set, 'COUNTERSIGN_URL');
  return judgedServer(readSignIns(io).current ?? defaultServer, 'The stored sign-in');
}

/**
 * The address in its one spelling. Plain http across the network is refused, because anyone on the way could read the
 * token and answer in the name of the server. No option permits it. A tunnel makes such a server local.
 */
export function judgedServer(text: string, from: string): string {
  try {
    return serverAddress(text);
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    const url = URL.parse(text);
    if (url?.protocol === 'http:' && url.username === '' && url.password === '') {
      throw new CommandRefused(
        'not_permitted',
        `${from}: ${url.origin} is not encrypted. Anyone on the network could read your credential and answer in the name of the server.`,
        'Use its https address, or a tunnel: ssh -L 7319:localhost:7319 <server>',
        'options_malformed',
      );
    }
    throw new CommandRefused(
      'usage',
      `${from}: expected the address of a server, such as http://localhost:7319.`,
    );
  }
}
