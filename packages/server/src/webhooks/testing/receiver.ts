import { createServer, type ServerResponse } from 'node:http';
import type { TestContext } from 'node:test';

export interface Received {
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** A foreign HTTP server on loopback, which keeps what it was sent. */
export interface Receiver {
  readonly port: number;
  readonly url: string;
  readonly received: readonly Received[];
  /** How every request from now on is answered. */
  answerWith(respond: (response: ServerResponse) => void): void;
}

export async function startReceiver(context: TestContext): Promise<Receiver> {
  const received: Received[] = [];
  let respond = (response: ServerResponse): void => {
    response.writeHead(204).end();
  };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    );
    received.push({ headers, text: Buffer.concat(chunks).toString('utf8') });
    respond(response);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  context.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('expected a port');
  return {
    port: address.port,
    url: `http://127.0.0.1:${address.port}/hook`,
    received,
    answerWith: next => {
      respond = next;
    },
  };
}
