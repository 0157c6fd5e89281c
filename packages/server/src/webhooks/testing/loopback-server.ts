import { createServer, type Server, type Socket } from 'node:net';
import type { TestContext } from 'node:test';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';

/** A server of raw bytes on loopback that counts what reaches it. */
interface LoopbackServer {
  readonly port: number;
  /** Connections at the level of TCP. */
  connections(): number;
  /** Everything that was received, in order of arrival. */
  received(): string;
  /** Resolves with a connection once it has sent the end of a request's headers. */
  nextRequest(): Promise<Socket>;
  /** What every connection from now on is told before it says anything. */
  greet(text: string): void;
  /** Resolves once nothing more can arrive. */
  stop(): Promise<void>;
}

/** `respond` is called with each connection once the headers of a request have arrived. */
export async function startLoopbackServer(
  context: TestContext,
  respond: (socket: Socket) => void = () => {},
  tls?: TlsOptions,
): Promise<LoopbackServer> {
  let connections = 0;
  let received = '';
  let greeting = '';
  const sockets = new Set<Socket>();
  const requested: Socket[] = [];
  const waiting: ((socket: Socket) => void)[] = [];
  const serve = (socket: Socket): void => {
    let own = '';
    let asked = false;
    socket.on('error', () => {});
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString('latin1');
      own += chunk.toString('latin1');
      if (asked || !own.includes('\r\n\r\n')) return;
      asked = true;
      respond(socket);
      const next = waiting.shift();
      if (next === undefined) requested.push(socket);
      else next(socket);
    });
  };
  const server: Server = tls === undefined ? createServer(serve) : createTlsServer(tls, serve);
  server.on('connection', socket => {
    connections += 1;
    sockets.add(socket);
    if (greeting !== '') socket.write(greeting);
    socket.on('error', () => {});
  });
  // A client that turns away from the certificate is what some tests are about.
  server.on('tlsClientError', () => {});
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const stop = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy();
    await new Promise(resolve => server.close(resolve));
  };
  context.after(stop);
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('expected a port');
  return {
    port: address.port,
    connections: () => connections,
    received: () => received,
    greet: text => {
      greeting = text;
    },
    stop,
    nextRequest: () =>
      new Promise(resolve => {
        const ready = requested.shift();
        if (ready === undefined) waiting.push(resolve);
        else resolve(ready);
      }),
  };
}
