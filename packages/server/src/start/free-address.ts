import { createServer } from 'node:net';

/**
 * Resolves if this process could listen there, and throws the error of the system otherwise. Asked before anything is
 * opened: a second server would otherwise bring its own policy into force before it finds the address taken.
 */
export function tryAddress(host: string, port: number): Promise<void> {
  return new Promise((free, taken) => {
    const probe = createServer();
    probe.once('error', taken);
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => free()));
  });
}
