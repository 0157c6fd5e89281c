import { Readable } from 'node:stream';
import { filePins, HttpGateway, upstreamUrl } from '@countersign/mcp-gateway';
import type { FastifyInstance } from 'fastify';
import type { App } from '../app.ts';
import type { McpSettings } from './mcp-settings.ts';

type GatewayOptions = ConstructorParameters<typeof HttpGateway>[0];

/**
 * The MCP gateway in this server. It is an execution point like any other: it asks the routes of this server with the
 * credential of its caller, and has no rights of its own.
 */
export function openGateway(
  app: App,
  http: FastifyInstance,
  settings: McpSettings,
  pinsFolder: string,
): HttpGateway {
  return new HttpGateway({
    countersign: app.origin,
    fetch: fetchHere(app, http),
    upstreams: settings.servers.map(server => {
      const { name, url, agent, definitions, hold, bearer, headers } = server;
      const all = {
        ...headers,
        ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }),
      };
      return {
        name,
        url: upstreamUrl(url),
        headers: async () => all,
        agent,
        definitions,
        hold: hold ?? undefined,
        offersApprovalTools: server.approval_tools,
        showsPages: server.show_pages,
        sealed: new Map(Object.entries(server.seal)),
        pins: identity => filePins(settings.pins ?? pinsFolder, identity),
      };
    }),
    origin: app.origin,
    hosts: app.settings.hosts,
    origins: settings.origins,
    authorizationServers: settings.authorization_servers,
    bytesMax: settings.message_bytes,
    log: words => app.log.info({ gateway: 'mcp' }, words),
  });
}

/** Calls the routes of this server without the network. */
function fetchHere(app: App, http: FastifyInstance): NonNullable<GatewayOptions['fetch']> {
  const { host } = new URL(app.origin);
  return async (url, { method, headers, body, signal }) => {
    const answer = await http.inject({
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
