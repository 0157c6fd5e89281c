import { readFileSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import type { ConversationHost } from '@countersign/client';
import type { DefinitionMode, Upstream } from '@countersign/mcp-gateway';
import { ProtocolError } from '@countersign/protocol/reason';
import { Option } from 'commander';
import { type CommandIo, type CommandModule, CommandRefused } from '../command.ts';
import { addHelp } from '../command-help.ts';
import { gatewayLog } from '../mcp/gateway-log.ts';
import { guessedName } from '../mcp/server-name.ts';
import {
  headersWith,
  parseSecret,
  readSecrets,
  type UpstreamSecret,
} from '../mcp/upstream-secrets.ts';
import { whichServer } from '../session/which-server.ts';
import { mcpDoctorCommand } from './mcp-doctor.ts';
import { mcpServeCommand } from './mcp-serve.ts';
import { mcpUnwrapCommand, mcpWrapCommand } from './mcp-wrap.ts';

interface Options {
  readonly json?: boolean;
  readonly url?: string;
  readonly server?: string;
  readonly name?: string;
  readonly agent?: string;
  readonly keyFile?: string;
  readonly hold?: number;
  readonly definitions: DefinitionMode;
  readonly secret?: readonly UpstreamSecret[];
  readonly header?: readonly string[];
  readonly session?: string;
  readonly approvalTools?: boolean;
  readonly showPages?: boolean;
  readonly hostKeyFile?: string;
  readonly seal?: ReadonlyMap<string, readonly string[]>;
  readonly messageBytes: number;
  readonly edge?: string;
  readonly meta?: readonly string[];
}

export const mcpCommand: CommandModule = {
  name: 'mcp',
  register(parent, io) {
    const command = parent
      .command('mcp')
      .summary('put an MCP server behind the gate')
      .description(
        'Stands between an MCP client and an MCP server. Every tool call is judged by the policy. A call that needs approval waits for a decision, and then runs exactly once. Everything else passes unchanged. Use it as the command of the server in the configuration of the client.',
      )
      .argument('[command...]', 'the program that is the MCP server, and its arguments, after --')
      .option('--url <address>', 'the address of a remote MCP server, instead of a command')
      .option(
        '--server <address>',
        'the Countersign server (default: COUNTERSIGN_URL, the sign-in, http://localhost:7319)',
      )
      .option(
        '--name <name>',
        'the name of the MCP server in policies (default: after its package or host)',
      )
      .option(
        '--agent <name>',
        'the agent in whose name calls are proposed (default: COUNTERSIGN_AGENT)',
      )
      .option(
        '--key-file <path>',
        'the file that contains the key of the agent (default: COUNTERSIGN_KEY)',
      )
      .option(
        '--hold <seconds>',
        'how long a call waits before the model is told that it is pending (default: by client)',
        seconds,
      )
      .addOption(
        new Option(
          '--definitions <mode>',
          'what happens to a tool whose definition is new or changed',
        )
          .choices(['allow', 'mark', 'withhold'])
          .default('allow'),
      )
      .option(
        '--secret <source>',
        'a secret for the MCP server: NAME=env:VARIABLE, NAME=file:PATH or NAME=command:WORDS; may be repeated',
        collectSecret,
      )
      .option(
        '--header <line>',
        'a header for a remote MCP server; {NAME} is a secret; may be repeated',
        collect,
      )
      .option('--approval-tools', 'offer the model tools that tell how its requests were decided')
      .option('--show-pages', 'let the client ask its person to open the page of a request')
      .option(
        '--host-key-file <path>',
        'let the person before the client decide there, where policy admits the assurance conversation',
      )
      .option(
        '--seal <tool:pointer>',
        'an argument that only the gateway and the MCP server see, such as pay:/card/number; may be repeated',
        collectSeal,
      )
      .option(
        '--meta <member>',
        'a member of _meta that the MCP server acts on: it is bound like an argument; may be repeated',
        collect,
      )
      .option(
        '--edge <folder>',
        'allow here what policy plainly allows; the folder of an edge, whose key has the verb edge',
      )
      .option('--session <name>', 'the session that the calls belong to')
      .option('--message-bytes <count>', 'the largest message that passes', bytes, 16_777_216)
      .action((words: string[], options: Options) => act(io, words, options));
    addHelp(command.option('--json', 'log in JSON lines, for programs'), {
      examples: [
        [
          'countersign mcp -- npx -y @modelcontextprotocol/server-filesystem .',
          'a server that is a program',
        ],
        [
          "countersign mcp --url https://mcp.example.com/mcp --secret TOKEN=env:EXAMPLE_TOKEN --header 'Authorization: Bearer {TOKEN}'",
          'a remote server',
        ],
      ],
      exits: ['not_run', 'interrupted'],
    });
    for (const part of [mcpServeCommand, mcpWrapCommand, mcpUnwrapCommand, mcpDoctorCommand])
      part.register(command, io);
  },
};

async function act(io: CommandIo, words: readonly string[], options: Options): Promise<void> {
  const { url, session = null, messageBytes: bytesMax } = options;
  if ((url === undefined) === (words.length === 0)) {
    throw new CommandRefused('usage', 'Expected either a command after -- or --url.');
  }
  const agent = options.agent ?? io.env['COUNTERSIGN_AGENT'] ?? '';
  const key = keyOf(io, options);
  if (key === '' || agent === '') {
    throw new CommandRefused(
      'not_run',
      `${key === '' ? 'COUNTERSIGN_KEY' : 'COUNTERSIGN_AGENT'} is not set.`,
      'Make a key for an agent that may propose and consume: countersign keys make --help',
    );
  }
  const { connect, conversationHost, createGate, toolReports } = await import(
    '@countersign/client'
  );
  const {
    isSessionName,
    readHostKey,
    RequestStates,
    Seals,
    serverIdentity,
    serverRecords,
    serveStdio,
    sessionNameExpected,
    ToolDefinitions,
  } = await import('@countersign/mcp-gateway');
  if (session !== null && !isSessionName(session)) {
    throw new CommandRefused('usage', sessionNameExpected);
  }
  const place = url === undefined ? { command: words } : { url };
  const server = serverIdentity(options.name ?? guessedName(place), place);
  const countersign = whichServer(io, { url: options.server });
  const log = gatewayLog(io, options);
  const report = toolReports({ url: countersign, key });
  const records = serverRecords({ report, agent, server, log });
  const edge = await edgeOf(options, { url: countersign, key }, log);
  const why = await serveStdio({
    gate:
      edge === null ? await connect({ url: countersign, key, agent }) : createGate(edge, { agent }),
    server,
    states: new RequestStates(key),
    hold: options.hold,
    offersApprovalTools: options.approvalTools,
    showsPages: options.showPages,
    host: hostOf(options, { url: countersign, key }, { conversationHost, readHostKey }),
    seals: options.seal && new Seals(options.seal, key),
    boundMeta: options.meta,
    requestUrl: id => `${countersign}/requests/${id}`,
    log,
    upstream: await upstreamOf(io, words, options, log),
    definitions: new ToolDefinitions({
      server: server.name,
      mode: options.definitions,
      records,
      log,
    }),
    input: io.stdin as Readable,
    output: io.stdout as Writable,
    bytesMax,
    session,
    signal: io.signal,
  });
  log(why);
  await edge?.close();
  if (why.startsWith('the server of tools')) io.endWith('failed');
}

/** What allows calls in this process; null where each of them is asked of the server. */
async function edgeOf(
  { edge: folder }: Options,
  server: { readonly url: string; readonly key: string },
  log: (text: string) => void,
) {
  if (folder === undefined) return null;
  const { openEdge } = await import('@countersign/edge');
  return openEdge({
    ...server,
    folder,
    onFault: ({ code, detail }) => log(`calls go to the server: ${detail} (${code})`),
  });
}

/** What vouches for the person before the client; none where no key of a host is named. */
function hostOf(
  { hostKeyFile: file }: Options,
  server: { readonly url: string; readonly key: string },
  {
    conversationHost,
    readHostKey,
  }: Pick<typeof import('@countersign/client'), 'conversationHost'> &
    Pick<typeof import('@countersign/mcp-gateway'), 'readHostKey'>,
): ConversationHost | undefined {
  if (file === undefined) return undefined;
  try {
    return conversationHost({ ...server, ...readHostKey(readFileSync(file, 'utf8')) });
  } catch (error) {
    const why = error instanceof ProtocolError ? error.message : 'the file cannot be read';
    throw new CommandRefused('not_run', `The key of the host in ${file} is not usable: ${why}.`);
  }
}

/** A key in a file does not show in the configuration of a client. */
function keyOf(io: CommandIo, { keyFile }: Options): string {
  if (keyFile === undefined) return io.env['COUNTERSIGN_KEY'] ?? '';
  try {
    return readFileSync(keyFile, 'utf8').trim();
  } catch {
    throw new CommandRefused('not_run', `The key cannot be read from ${keyFile}.`);
  }
}

async function upstreamOf(
  io: CommandIo,
  command: readonly string[],
  { url, secret = [], header = [], messageBytes: bytesMax }: Options,
  log: (line: string) => void,
): Promise<Upstream> {
  const { HttpUpstream, ProcessUpstream, upstreamUrl } = await import('@countersign/mcp-gateway');
  const secrets = await readSecrets(io, secret);
  if (url !== undefined) {
    headersWith(header, secrets);
    return new HttpUpstream({
      url: upstreamUrl(url),
      headers: async () => headersWith(header, await readSecrets(io, secret)),
      bytesMax,
      log,
    });
  }
  // The server of tools must not be able to decide for the agent, so it does not get the agent's credential.
  const passed = Object.entries(io.env).filter(([name]) => !name.startsWith('COUNTERSIGN_'));
  const env = { ...Object.fromEntries(passed), ...secrets };
  return new ProcessUpstream({ command, cwd: io.cwd, env, bytesMax, stderr: io.stderr });
}

function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

function collectSeal(
  value: string,
  before: ReadonlyMap<string, readonly string[]> = new Map(),
): ReadonlyMap<string, readonly string[]> {
  const [, tool = '', path] = /^([^:]+):(\/.*)$/su.exec(value) ?? [];
  if (path === undefined) {
    throw new CommandRefused('usage', 'Expected --seal as TOOL:POINTER, such as pay:/card/number.');
  }
  return new Map([...before, [tool, [...(before.get(tool) ?? []), path]]]);
}

function collectSecret(
  value: string,
  before: readonly UpstreamSecret[] = [],
): readonly UpstreamSecret[] {
  return [...before, parseSecret(value)];
}

function seconds(value: string): number {
  const count = Number(value);
  if (!Number.isFinite(count) || count <= 0 || count > 86_400)
    throw new CommandRefused('usage', 'Expected a number of seconds, such as 50.');
  return count;
}

function bytes(value: string): number {
  const count = Number(value);
  if (!Number.isInteger(count) || count < 1024 || count > 2 ** 28)
    throw new CommandRefused('usage', 'Expected a number of bytes from 1024 to 268435456.');
  return count;
}
