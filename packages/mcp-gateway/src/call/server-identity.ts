import { type Digest, sha256 } from '@countersign/protocol/crypto';
import { ProtocolError } from '@countersign/protocol/reason';

/** Which server of tools a call goes to: the name that the operator gave it, and how it is reached. */
export interface ServerIdentity {
  readonly name: string;
  readonly digest: Digest;
}

/** Where a server of tools is. Credentials are not part of it. */
export type ServerPlace = { readonly command: readonly string[] } | { readonly url: string };

export function serverIdentity(name: string, place: ServerPlace): ServerIdentity {
  // Two underscores end the name in `mcp__name__tool`.
  if (!/^[A-Za-z0-9](?:[A-Za-z0-9.-]|_(?!_)){0,63}$/u.test(name) || name.endsWith('_')) {
    throw new ProtocolError(
      'options_malformed',
      '/name',
      'expected the name of a server: 1 to 64 letters, digits, dots, hyphens or single underscores',
    );
  }
  const where = 'command' in place ? { command: [...place.command] } : { url: place.url };
  return { name, digest: sha256({ form: 'mcp-server-1', name, ...where }) };
}
