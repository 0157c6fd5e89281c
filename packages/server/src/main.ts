import { homedir } from 'node:os';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { examinationText } from './doctor/examination-text.ts';
import {
  type DescribedServer,
  describeServer,
  examineServer,
  newEpoch,
  serve,
} from './start/server-commands.ts';
import { serverOptions, serverOptionValues } from './start/server-options.ts';
import { explained } from './start/start-words.ts';

const usage = `countersign-server <command> [options]

  serve        serve agents and people until it is stopped
  doctor       check everything that a server depends on, and say what is wrong
  new-epoch    after a copy of the data was restored: void every open approval and continue

${serverOptions.map(({ name, value, does }) => `  ${`--${name} ${value}`.padEnd(19)} ${does}`).join('\n')}
  --reason <text>     why a new epoch starts; it is kept permanently
  --json              the findings of doctor, for programs
`;

const options = {
  ...Object.fromEntries(
    serverOptions.map(({ name, repeats }) => [
      name,
      { type: 'string' as const, multiple: repeats },
    ]),
  ),
  reason: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean' },
} as const satisfies ParseArgsConfig['options'];

type Values = Readonly<Record<string, unknown>>;

const commands = new Map<string, (server: DescribedServer, values: Values) => Promise<number>>([
  [
    'serve',
    async server => {
      await serve(server, stopSignal);
      return 0;
    },
  ],
  [
    'doctor',
    async (server, { json }) => {
      const examination = await examineServer(server);
      const words =
        json === true ? `${JSON.stringify(examination, null, 2)}\n` : examinationText(examination);
      process.stdout.write(words);
      return examination.findings.some(({ level }) => level === 'wrong') ? 1 : 0;
    },
  ],
  [
    'new-epoch',
    async (server, { reason }) => {
      await newEpoch(server, typeof reason === 'string' ? reason : '');
      return 0;
    },
  ],
]);

async function main(): Promise<number> {
  const parsed = parseArgs({ allowPositionals: true, options });
  const [name, ...more] = parsed.positionals;
  const values: Values = parsed.values;
  if (values['help'] === true) {
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
  const isLogSeen = process.stderr.isTTY === true;
  const world = { env: process.env, homeFolder: homedir(), isLogSeen, print };
  return command(await describeServer(serverOptionValues(values), world), values);
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

// A server continues, and stops in order, even when its output has no reader any more.
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
