import { HttpGateway, upstreamUrl } from '@countersign/mcp-gateway';
import type { FastifyInstance } from 'fastify';
import type { App } from '../app.ts';
import { fetchHere } from '../http/fetch-here.ts';
import type { McpSettings } from './mcp-settings.ts';

/**
 * The MCP gateway in this server. It is an execution point like any other: it asks the routes of this server with the
 * credential of its caller, and has no rights of its own.
 */
export function openGateway(app: App, http: FastifyInstance, settings: McpSettings): HttpGateway {
  return new HttpGateway({
    countersign: app.origin,
    fetchFor: fetchHere(app, http),
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
        boundMeta: server.meta,
      };
    }),
    origin: app.origin,
    hosts: app.settings.hosts,
    origins: settings.origins,
    authorizationServers: settings.authorization_servers,
    bytesMax: settings.message_bytes,
    // Asking costs little here: it is this very process that answers.
    recheckMilliseconds: 1000,
    sessionKey: app.secrets.derive('mcp_session', 'marks', app.origin),
    log: words => app.log.info({ gateway: 'mcp' }, words),
  });
}
