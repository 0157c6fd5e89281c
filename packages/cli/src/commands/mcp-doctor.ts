import { readFileSync } from 'node:fs';
import type { CanaryAnswer } from '@countersign/mcp-gateway';
import { Option } from 'commander';
import { type CommandIo, type CommandModule, CommandRefused, output } from '../command.ts';
import { addHelp, addJson } from '../command-help.ts';
import { clientConfigs, configPlaces } from '../mcp/client-configs.ts';
import { readEntries } from '../mcp/read-entries.ts';
import { bold, green, red, text } from '../terminal/styled-text.ts';

interface Options {
  readonly client?: string;
  readonly file?: string;
  readonly only?: string;
  readonly url?: string;
  readonly keyFile?: string;
  readonly json?: boolean;
}

interface Found {
  readonly server: string;
  readonly ok: boolean;
  readonly says: string;
}

const bytesMax = 16_777_216;
const canaryMilliseconds = 60_000;

export const mcpDoctorCommand: CommandModule = {
  name: 'doctor',
  register(parent, io) {
    const command = parent
      .command('doctor')
      .summary('prove that calls of a client pass the gate')
      .description(
        'Makes a canary call the way the client would. A gateway asks the gate about it and answers with a mark that only the holder of the key can make. Nothing else can answer it. The canary never reaches an MCP server.',
      )
      .addOption(
        new Option('--client <client>', 'the client whose configuration is examined').choices(
          Object.keys(clientConfigs),
        ),
      )
      .option('--file <path>', 'only this file (default: all files that the client reads)')
      .option('--only <server>', 'only this server of the client')
      .option('--url <address>', 'a gateway over HTTP, such as http://localhost:7319/mcp/github')
      .option(
        '--key-file <path>',
        'the file that contains the key of the agent (default: COUNTERSIGN_KEY)',
      )
      .action((options: Options) => act(io, options));
    addHelp(addJson(command), {
      examples: [
        ['countersign mcp doctor --client cursor', 'examine every server of Cursor'],
        [
          'countersign mcp doctor --url https://approve.example.com/mcp/github',
          'examine a gateway',
        ],
      ],
      exits: ['failed'],
    });
  },
};

async function act(io: CommandIo, options: Options): Promise<void> {
  const { client, url } = options;
  if ((client === undefined) === (url === undefined)) {
    throw new CommandRefused('usage', 'Expected either --client or --url.');
  }
  const found =
    url === undefined
      ? await examineClient(io, options, client ?? '')
      : [await examineUrl(io, options, url)];
  if (found.length === 0) {
    const what = options.only === undefined ? 'MCP server' : 'such server';
    throw new CommandRefused('failed', `The client has no ${what}.`);
  }
  const out = output(io, options.json);
  out.json({ servers: found });
  for (const { server, ok, says } of found) {
    out.line(text`${ok ? green('✓') : red('✗')} ${bold(server)}: ${says}`);
  }
  if (found.some(({ ok }) => !ok)) io.endWith('failed');
}

async function examineClient(
  io: CommandIo,
  options: Options,
  client: string,
): Promise<readonly Found[]> {
  const { files, form } = configPlaces(io, { ...options, client });
  const { ProcessUpstream } = await import('@countersign/mcp-gateway');
  const servers = files
    .flatMap(file => readEntries(readFileSync(file, 'utf8'), form))
    .filter(({ name }) => options.only === undefined || name === options.only);
  const found: Found[] = [];
  for (const { title, command, env: own, isBehindTheGate } of servers) {
    if (command === null || !isBehindTheGate) {
      const says = 'it is not behind the gate. Its calls are not judged.';
      found.push({ server: title, ok: false, says });
      continue;
    }
    const env = { ...io.env, ...own };
    const keyAt = command.indexOf('--key-file');
    const keyFile = keyAt < 0 ? undefined : command[keyAt + 1];
    const key = keyOf(env, keyFile ?? options.keyFile);
    const quiet = { write: () => true } as unknown as NodeJS.WritableStream;
    const place = new ProcessUpstream({ command, cwd: io.cwd, env, bytesMax, stderr: quiet });
    found.push({ server: title, ...said(await ask(io, place, key)) });
  }
  return found;
}

async function examineUrl(io: CommandIo, options: Options, url: string): Promise<Found> {
  const { HttpUpstream, upstreamUrl } = await import('@countersign/mcp-gateway');
  const key = keyOf(io.env, options.keyFile);
  const agent = io.env['COUNTERSIGN_AGENT'];
  const place = new HttpUpstream({
    url: upstreamUrl(url),
    headers: async () => ({
      authorization: `Bearer ${key}`,
      ...(agent === undefined ? {} : { 'countersign-agent': agent }),
    }),
    bytesMax,
    log: () => undefined,
  });
  return { server: url, ...said(await ask(io, place, key)) };
}

async function ask(
  io: CommandIo,
  place: Parameters<typeof import('@countersign/mcp-gateway').askCanary>[0],
  key: string,
): Promise<CanaryAnswer> {
  const { askCanary, RequestStates } = await import('@countersign/mcp-gateway');
  const signal = AbortSignal.any([io.signal, AbortSignal.timeout(canaryMilliseconds)]);
  return askCanary(place, new RequestStates(key), signal);
}

function keyOf(env: CommandIo['env'], file: string | undefined): string {
  const key = file === undefined ? env['COUNTERSIGN_KEY'] : readKey(file);
  if (key !== undefined && key !== '') return key;
  throw new CommandRefused('failed', 'COUNTERSIGN_KEY is not set, and no file contains the key.');
}

function readKey(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    throw new CommandRefused('failed', `The key cannot be read from ${file}.`);
  }
}

function said(answer: CanaryAnswer): Pick<Found, 'ok' | 'says'> {
  switch (answer.kind) {
    case 'passed':
      return { ok: true, says: `calls pass the gate. It answered the canary: ${answer.verdict}.` };
    case 'not_asked':
      return { ok: false, says: `the gateway could not ask the gate: ${answer.why}.` };
    case 'other_key':
      return { ok: false, says: 'a gateway answered, but not with this key.' };
    case 'no_gateway':
      return { ok: false, says: 'the canary was answered by something that is no gateway.' };
    case 'no_answer':
      return { ok: false, says: `the canary got no answer: ${answer.why}.` };
  }
}
