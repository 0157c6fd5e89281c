import { ProtocolError } from '@countersign/protocol/reason';

/** Told, each time a client is made, what plain http to another machine gives away. */
export type PlainHttpWarning = (warning: string) => void;

/** As the URL parser spells them, whatever was written: numbers in any base become four decimals. */
const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

const warning =
  'WARNING: this client reaches Countersign over plain http on the network. Anyone on the way can read its key, and can answer in the name of the server: a forged answer lets an action run that no one approved. Use https.';

/**
 * The address of a server: https, or http to this very machine (TR-6). A signed grant protects what people approved,
 * but not the answer that policy allows an action without asking, nor the key of the caller.
 */
export function serverAddress(text: string, allowPlainHttp?: PlainHttpWarning): string {
  // Parsers of URLs disagree about these characters. A text with one of them may name two hosts.
  const url = !/[\s\\@\p{Cc}]/u.test(text) && URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || !isBare(url)) {
    throw refused('expected the address of a server, such as https://approvals.example.com');
  }
  if (isPlainHttp(url)) {
    if (allowPlainHttp === undefined) {
      throw refused(
        'expected https, or http to localhost; found http to another machine, where anyone on the way can answer in the name of the server',
      );
    }
    allowPlainHttp(warning);
  }
  // The parsed address, not the written text. Another parser could read another host from the text.
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

/** Whether calls to this address cross a network without encryption. */
export function isPlainHttp({
  protocol,
  hostname,
}: {
  readonly protocol: string;
  readonly hostname: string;
}): boolean {
  return protocol !== 'https:' && !loopback.test(hostname);
}

function isBare({ href }: URL): boolean {
  return !/[?#]/.test(href);
}

function refused(message: string): ProtocolError {
  return new ProtocolError('options_malformed', '/url', message);
}
