import { createServer } from 'node:http';
import { resolve } from 'node:path';
import { type CommandIo, type CommandModule, CommandRefused } from '../command.ts';
import { addHelp } from '../command-help.ts';
import { readGatewayConfig } from '../mcp/gateway-config.ts';
import { gatewayLog } from '../mcp/gateway-log.ts';
import { headersWith, parseSecret, readSecrets } from '../mcp/upstream-secrets.ts';
import { whichServer } from '../session/which-server.ts';

/** A time limit, so that a caller who sends slowly does not block other callers. */
const limits = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 2000,
  maxHeaderSize: 16_384,
};

interface Options {
  readonly json?: boolean;
  readonly server?: string;
}

export const mcpServeCommand: CommandModule = {
  name: 'serve',
  register(parent, io) {
    const command = parent
      .command('serve')
      .summary('put remote MCP servers behind one address')
      .description(
        'Serves /mcp/<name> over HTTP for any number of clients and remote MCP servers. Callers authenticate with their own Countersign key or token. The credentials of the MCP servers stay with the gateway.',
      )
      .argument('<file>', 'the configuration, as JSON')
      .option(
        '--server <address>',
        'the Countersign server (default: COUNTERSIGN_URL, the sign-in, http://localhost:7319)',
      )
      .option('--json', 'log in JSON lines, for programs')
      .action((file: string, options: Options) => act(io, file, options));
    addHelp(command, {
      examples: [['countersign mcp serve gateway.json', 'serve the MCP servers of gateway.json']],
      exits: ['interrupted'],
    });
  },
};

async function act(io: CommandIo, file: string, options: Options): Promise<void> {
  const config = readGatewayConfig(resolve(io.cwd, file));
  const { HttpGateway, upstreamUrl } = await import('@countersign/mcp-gateway');
  const log = gatewayLog(io, options);
  const upstreams = Object.entries(config.servers).map(([name, server]) => {
    const secrets = Object.entries(server.secrets).map(([key, from]) =>
      parseSecret(`${key}=${from}`),
    );
    const lines = Object.entries(server.headers).map(([key, value]) => `${key}: ${value}`);
    return {
      name,
      url: upstreamUrl(server.url),
      headers: async () => headersWith(lines, await readSecrets(io, secrets)),
      agent: server.agent,
      definitions: server.definitions,
      hold: server.hold,
      offersApprovalTools: server.approval_tools,
      showsPages: server.show_pages,
      sealed: new Map(Object.entries(server.seal)),
      boundMeta: server.meta,
    };
  });
  // A secret that is missing is told now, and not to the first caller.
  for (const upstream of upstreams) await upstream.headers();
  const gateway = new HttpGateway({
    countersign: whichServer(io, { url: options.server }),
    upstreams,
    origin: new URL(config.origin).origin,
    hosts: config.hosts,
    origins: config.origins,
    authorizationServers: config.authorization_servers,
    bytesMax: config.message_bytes,
    log,
  });
  const { capConnections } = await import('@countersign/server');
  const server = createServer(limits, (call, answer) => void gateway.handle(call, answer));
  // All callers come through a proxy with one address. So the limit per address equals the whole limit.
  const { connections_max: most } = config;
  const proxies = { networks: [], header: 'x-forwarded-for' } as const;
  capConnections(server, { most, mostPerAddress: most, proxies });
  const { host, port } = config.listen;
  await new Promise<void>((listening, failed) => {
    server.once('error', failed);
    server.listen(port, host, listening);
  }).catch((error: Error) => {
    throw new CommandRefused('failed', `Cannot listen on ${host}:${port}: ${error.message}`);
  });
  log(`serving ${upstreams.map(({ name }) => `/mcp/${name}`).join(', ')} on ${host}:${port}`);
  if (!io.signal.aborted) {
    await new Promise(stopped => io.signal.addEventListener('abort', stopped, { once: true }));
  }
  server.close();
  await gateway.close();
  server.closeAllConnections();
  io.endWith('interrupted');
}
