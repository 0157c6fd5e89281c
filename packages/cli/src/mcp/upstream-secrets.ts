import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { type CommandIo, CommandRefused } from '../command.ts';

/** Where a secret of a server of tools comes from. The client of the gateway never sees it. */
type Source = 'env' | 'file' | 'command';

export interface UpstreamSecret {
  readonly name: string;
  readonly source: Source;
  readonly where: string;
}

const commandMilliseconds = 30_000;
const secretBytesMax = 65_536;

/** `NAME=env:OTHER`, `NAME=file:/run/secrets/token` or `NAME=command:pass show token`. */
export function parseSecret(text: string): UpstreamSecret {
  const [, name, source, where] =
    /^([A-Za-z_][A-Za-z0-9_]{0,127})=(env|file|command):(.+)$/su.exec(text) ?? [];
  if (name === undefined || source === undefined || where === undefined) {
    throw new CommandRefused(
      'usage',
      'Expected --secret as NAME=env:VARIABLE, NAME=file:PATH or NAME=command:WORDS.',
    );
  }
  return { name, source: source as Source, where };
}

/** Reads the secrets now. One that is missing refuses: the server would otherwise run without its credential. */
export async function readSecrets(
  io: Pick<CommandIo, 'env'>,
  secrets: readonly UpstreamSecret[],
): Promise<Readonly<Record<string, string>>> {
  const read = secrets.map(async secret => [secret.name, await readSecret(io, secret)] as const);
  return Object.fromEntries(await Promise.all(read));
}

async function readSecret(
  io: Pick<CommandIo, 'env'>,
  { name, source, where }: UpstreamSecret,
): Promise<string> {
  const value = await foundAt(io, source, where).catch(() => undefined);
  if (value !== undefined && value !== '') return value;
  throw new CommandRefused('failed', `The secret ${name} could not be read from its ${source}.`);
}

async function foundAt(
  io: Pick<CommandIo, 'env'>,
  source: Source,
  where: string,
): Promise<string | undefined> {
  if (source === 'env') return io.env[where];
  if (source === 'file') return readFileSync(where, 'utf8').replace(/\r?\n$/u, '');
  const { stdout } = await promisify(execFile)('/bin/sh', ['-c', where], {
    timeout: commandMilliseconds,
    maxBuffer: secretBytesMax,
    env: { ...io.env },
  });
  return stdout.replace(/\r?\n$/u, '');
}

/** `Authorization: Bearer {TOKEN}` with the secrets filled in. */
export function headersWith(
  templates: readonly string[],
  secrets: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const headers = templates.map(template => {
    const [, name, value] = /^([A-Za-z0-9!#$%&'*+.^_`|~-]+):\s*(.*)$/u.exec(template) ?? [];
    if (name === undefined || value === undefined) {
      throw new CommandRefused('usage', 'Expected --header as "Name: value".');
    }
    const filled = value.replace(/\{([A-Za-z_][A-Za-z0-9_]*)\}/gu, (_, key: string) => {
      const secret = secrets[key];
      if (secret !== undefined) return secret;
      throw new CommandRefused(
        'usage',
        `The header ${name} uses {${key}}, which no --secret names.`,
      );
    });
    return [name.toLowerCase(), filled] as const;
  });
  return Object.fromEntries(headers);
}
