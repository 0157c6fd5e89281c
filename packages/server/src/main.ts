import { randomUUID } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Clock } from '@countersign/coordinator';
import pino from 'pino';
import { createLogger } from './observability/logger.ts';
import type { Places, ProcessPorts } from './open-parts.ts';
import { rememberedTimestamp } from './remembered-timestamp.ts';
import {
  ConfigRefused,
  pathsFrom,
  problemsIn,
  readConfig,
  type SecretPlace,
  ServerConfig,
} from './server-config.ts';
import { explained } from './start-words.ts';

const usage = `countersign-server <command> [options]

  serve        answer agents and people until it is told to stop
  doctor       look at everything a server rests on, and say what is wrong
  new-epoch    after a copy of the data was put back: void what is open, and go on

  --config <file>   YAML; what stands in it is described in docs/operating/serving.md
  --data <folder>   SQLite store (default ./countersign-data)
  --database <url>  Postgres store instead
  --policy <path>   a policy document or a folder of them; may be repeated (default ./policy.yaml)
  --port <number>   default 7319
  --host <address>  default 127.0.0.1
  --origin <url>    how browsers reach it (default http://localhost:<port>)
  --log-level <l>   debug, info, warn, error or silent; to the error output, one JSON object a line
  --reason <text>   why a new epoch begins; it is kept for ever
  --json            what doctor found, for programs
`;

const options = {
  config: { type: 'string' },
  data: { type: 'string' },
  database: { type: 'string' },
  policy: { type: 'string', multiple: true },
  port: { type: 'string' },
  host: { type: 'string' },
  origin: { type: 'string' },
  'log-level': { type: 'string' },
  reason: { type: 'string' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

type Values = ReturnType<typeof parseArgs<{ options: typeof options }>>['values'];

interface Command {
  readonly values: Values;
  readonly config: ServerConfig;
  readonly places: Places;
  readonly ports: ProcessPorts;
}

/** What a command needs is loaded once it is known that there is something to do. */
const commands = new Map<string, (command: Command) => Promise<number>>([
  ['serve', serve],
  ['doctor', doctor],
  ['new-epoch', newEpoch],
]);

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options });
  const [name, ...more] = positionals;
  if (values.help === true) {
    process.stdout.write(usage);
    return 0;
  }
  const command = commands.get(name ?? '');
  if (command === undefined || more.length > 0) {
    const unknown = command === undefined ? name : more[0];
    const problem = unknown === undefined ? '' : `There is no command "${unknown}".\n\n`;
    process.stderr.write(`${problem}${usage}`);
    return 2;
  }
  const config = configOf(values);
  const home = values.config === undefined ? '.' : dirname(values.config);
  const places = defaultPlaces(config, home);
  return command({ values, config, places, ports: processPorts(config.log_level) });
}

async function serve({ config, places, ports }: Command): Promise<number> {
  const { runServer } = await import('./run-server.ts');
  await runServer(config, places, ports, stopSignal);
  return 0;
}

async function newEpoch({ values, config, places, ports }: Command): Promise<number> {
  const { runNewEpoch } = await import('./run-new-epoch.ts');
  await runNewEpoch(config, places, ports, values.reason ?? '');
  return 0;
}

async function doctor({ values, config, places, ports }: Command): Promise<number> {
  const { examinationText, examine } = await import('./doctor/examine.ts');
  const examination = await examine(config, places, ports);
  process.stdout.write(
    values.json === true
      ? `${JSON.stringify(examination, null, 2)}\n`
      : examinationText(examination),
  );
  return examination.findings.some(({ level }) => level === 'wrong') ? 1 : 0;
}

/** Where things are when nobody says: beside each other here, the anchor away from them. */
function defaultPlaces({ data, database }: ServerConfig, home: string): Places {
  const folder = data ?? join(home, 'countersign-data');
  return {
    data: folder,
    keys: `${folder}-keys`,
    anchor: join(homedir(), '.countersign', `${anchorName(folder, database)}.anchor`),
    policy: [join(home, 'policy.yaml')],
    host: '127.0.0.1',
    port: 7319,
  };
}

/** Each store has its own. What names a database is neither its user nor its password. */
function anchorName(folder: string, database: string | undefined): string {
  const url = database === undefined ? null : URL.parse(database);
  const host = url?.searchParams.get('host') ?? url?.host ?? '';
  const name = database === undefined ? resolve(folder) : `postgres-${host}${url?.pathname ?? ''}`;
  return name.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-|-$/g, '');
}

function configOf(values: Values): ServerConfig {
  const { config: file, data, database } = values;
  const written: Partial<ServerConfig> = file === undefined ? {} : configAt(file);
  // Each of these two takes the place of the other.
  const { data: _data, database: _database, ...rest } = written;
  const given = Object.entries({
    data,
    database,
    policy: values.policy,
    host: values.host,
    origin: values.origin,
    port: values.port === undefined ? undefined : numberOf(values.port),
    log_level: values['log-level'],
  }).filter(([, value]) => value !== undefined);
  const base = data === undefined && database === undefined ? written : rest;
  const parsed = ServerConfig.safeParse({ ...base, ...Object.fromEntries(given) });
  if (parsed.success) return parsed.data;
  const problems = problemsIn(parsed.error).map(
    ({ steps, problem }) =>
      `--${problem.replace('log_level', 'log-level')}${steps.length > 1 ? ' (in the configuration)' : ''}`,
  );
  throw new ConfigRefused(problems.join('\n'));
}

function numberOf(text: string): number {
  return /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
}

function configAt(file: string): ServerConfig {
  const folder = dirname(resolve(file));
  const lookUp = (place: SecretPlace): string | undefined => {
    if ('env' in place) return process.env[place.env];
    const path = resolve(folder, place.file);
    return isFile(path) ? readFileSync(path, 'utf8').trimEnd() : undefined;
  };
  return pathsFrom(folder, readConfig(file, readFileSync(file, 'utf8'), lookUp));
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

function processPorts(level: string): ProcessPorts {
  const clock: Clock = {
    now: rememberedTimestamp(Date.now),
    pause: (milliseconds, signal) =>
      sleep(milliseconds, undefined, { signal }).catch(() => undefined),
  };
  return {
    clock,
    ids: { uuid: () => randomUUID() },
    // To the error output, so that what is printed for people can be read alone.
    log: createLogger({ level, destination: pino.destination({ dest: 2, sync: false }) }),
    monotonicSeconds: () => performance.now() / 1000,
    print,
  };
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Asked for once, the server stops in order; asked again, the process ends at once. */
function stopSignal(): Promise<void> {
  return new Promise(stop => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.once(signal, () => stop());
    }
  });
}

// A server goes on, and stops in order, where nobody reads any more what it prints.
process.stdout.on('error', () => undefined);

try {
  process.exitCode = await main();
} catch (error) {
  const isUsage = (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS') === true;
  const told = isUsage
    ? `${(error as Error).message.replace(/\. To specify[\s\S]*$/, '.')}\n\n${usage}`
    : (explained(error) ??
      (error instanceof Error ? (error.stack ?? error.message) : 'It failed.'));
  process.stderr.write(`${told.trimEnd()}\n`);
  process.exitCode = isUsage ? 2 : 1;
}
