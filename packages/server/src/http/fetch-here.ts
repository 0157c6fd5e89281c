import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { App } from '../app.ts';
import { clientAddress, proxyRules } from './client-address.ts';

/**
 * Calls the routes of this server without the network. An unknown credential counts against the address that
 * sent it, not against this machine (DR-1).
 */
export function fetchHere(
  app: App,
  http: FastifyInstance,
): (call: IncomingMessage) => (url: string, init: RequestInit) => Promise<Response> {
  const { host } = new URL(app.origin);
  const rules = proxyRules(app.settings);
  return call =>
    async (url, { method, headers, body, signal }) => {
      const answer = await http.inject({
        remoteAddress: clientAddress(call.socket.remoteAddress, call.headers, rules),
        method: method === 'POST' ? 'POST' : 'GET',
        url: url.slice(app.origin.length),
        headers: { ...(headers as Readonly<Record<string, string>>), host },
        ...(typeof body === 'string' ? { payload: body } : {}),
        ...(signal == null ? {} : { signal }),
        payloadAsStream: true,
      });
      const kept = Object.entries(answer.headers).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, String(value)] as [string, string]],
      );
      const bytes = Readable.toWeb(answer.stream()) as ReadableStream<Uint8Array>;
      return new Response(answer.statusCode === 204 ? null : bytes, {
        status: answer.statusCode,
        headers: kept,
      });
    };
}
