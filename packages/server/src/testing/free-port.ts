import { createServer } from 'node:net';

/** Below the ports that systems give to outgoing connections. One of those could take a free port before its server does. */
const firstPort = 12_000;
const portCount = 16_000;

/** Processes that run beside each other begin at different places. */
let next = (process.pid * 101) % portCount;

/** A port of loopback that is free, and that this process has not handed out before. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < portCount; tries++) {
    const port = firstPort + (next++ % portCount);
    if (await isFree(port)) return port;
  }
  throw new Error('expected a free port');
}

function isFree(port: number): Promise<boolean> {
  return new Promise((found, failed) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' || error.code === 'EACCES' ? found(false) : failed(error),
    );
    probe.listen(port, '127.0.0.1', () => probe.close(() => found(true)));
  });
}
