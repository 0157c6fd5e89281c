import type { IncomingMessage } from 'node:http';
import { connect, type Fetch, type Gate } from '@countersign/client';

/** Gates over a server of Countersign, each with the rights of its key. `fetchFor` calls it for one hook. */
export function remoteGates(
  url: string,
  fetchFor?: (call: IncomingMessage) => Fetch,
): (key: string, agent: string, call: IncomingMessage) => Promise<Gate> {
  return (key, agent, call) => connect({ url, key, agent, fetch: fetchFor?.(call) });
}
