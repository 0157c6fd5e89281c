import { createServer } from 'node:net';

/**
 * Resolves if this process could listen there, and throws what the system says otherwise. Asked before anything is
 * opened: a second server that finds out at the end has brought its own policy into force by then.
 */
export function tryAddress(host: string, port: number): Promise<void> {
  return new Promise((free, taken) => {
    const probe = createServer();
    probe.once('error', taken);
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => free()));
  });
}
