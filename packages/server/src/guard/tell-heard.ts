import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { HeardHook } from '@countersign/guard';

const quietMilliseconds = 60_000;
const knownMax = 1000;

/** Calls one route of this server for one hook. */
type FetchFor = (call: IncomingMessage) => (url: string, init: RequestInit) => Promise<Response>;

/**
 * Says that a hook asked, at most once in a minute for each key. It calls the route with the key of the hook, so that only
 * a key of the agent is counted. The hook is answered without waiting for it.
 */
export function tellHeard(
  origin: string,
  fetchFor: FetchFor,
  log: (words: string) => void,
): (hook: HeardHook, call: IncomingMessage) => void {
  const told = new Map<string, number>();
  return ({ key, agentId, agent }, call) => {
    const name = createHash('sha256').update(`${agentId}\0${key}`).digest('hex');
    const now = performance.now();
    if (now - (told.get(name) ?? Number.NEGATIVE_INFINITY) < quietMilliseconds) return;
    const [oldest] = told.keys();
    if (told.size >= knownMax && oldest !== undefined) told.delete(oldest);
    told.delete(name);
    told.set(name, now);
    fetchFor(call)(`${origin}/v1/guards/seen`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify({ agent_id: agentId, agent }),
    })
      // The answer must be read, or the call never ends.
      .then(response => response.arrayBuffer())
      .catch(() => log('a guard that asked could not be noted'));
  };
}
