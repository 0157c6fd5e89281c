import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What an answer is changed into on its way; the same value passes it on. */
export type Lie = (path: string, body: string) => string;

/** An attacker between a terminal and its server, who changes the answers. */
export interface LyingServer {
  readonly origin: string;
  lie: Lie;
  close(): Promise<void>;
}

export async function startLyingServer(truth: string): Promise<LyingServer> {
  const lying: { lie: Lie } = { lie: (_, body) => body };
  const server = createServer((request, response) => {
    void (async () => {
      const { method = 'GET', url = '/', headers } = request;
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const kept = ['authorization', 'content-type', 'idempotency-key', 'accept'] as const;
      const sent = Object.fromEntries(
        kept.flatMap(name => (headers[name] === undefined ? [] : [[name, `${headers[name]}`]])),
      );
      const answer = await fetch(`${truth}${url}`, {
        method,
        headers: sent,
        ...(chunks.length === 0 ? {} : { body: Buffer.concat(chunks).toString() }),
      });
      const body = lying.lie(url, await answer.text());
      response.writeHead(answer.status, {
        'content-type': answer.headers.get('content-type') ?? 'text/plain',
      });
      response.end(body);
    })().catch(() => response.destroy());
  });
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening));
  return Object.assign(lying, {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>(closed => {
        server.closeAllConnections();
        server.close(() => closed());
      }),
  });
}
