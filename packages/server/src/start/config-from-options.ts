import { readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Places } from './open-parts.ts';
import {
  ConfigRefused,
  pathsFrom,
  problemsIn,
  readConfig,
  type SecretPlace,
  ServerConfig,
} from './server-config.ts';
import type { ServerOptionValues } from './server-options.ts';

/**
 * The facts of the process and the machine that decide where the parts of a server are. The composition root reads
 * them.
 */
export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly homeFolder: string;
}

/** The configuration file, if one is named, with what the command line says in its place. */
export function configFrom(
  values: ServerOptionValues,
  { env }: Pick<Surroundings, 'env'>,
): ServerConfig {
  const { config: file, data, database } = values;
  const written: Partial<ServerConfig> = file === undefined ? {} : configAt(file, env);
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

/** The default places: beside each other here, the anchor away from them. */
export function placesFrom(
  { config: file }: ServerOptionValues,
  { data, database }: ServerConfig,
  { homeFolder, env }: Pick<Surroundings, 'homeFolder'> & Partial<Pick<Surroundings, 'env'>>,
): Places {
  const here = file === undefined ? '.' : dirname(file);
  const folder = data ?? join(here, 'countersign-data');
  return {
    data: folder,
    keys: `${folder}-keys`,
    anchor: join(homeFolder, '.countersign', `${anchorName(folder, database)}.anchor`),
    policy: [join(here, 'policy.yaml')],
    host: '127.0.0.1',
    port: 7319,
    user: {
      home: homeFolder,
      signIns: signInsOf(homeFolder, env ?? {}),
      ...(file === undefined ? {} : { configFile: file }),
    },
  };
}

/** Where the command line of this user stores its sign-ins. */
function signInsOf(homeFolder: string, env: Surroundings['env']): string {
  const own = env['COUNTERSIGN_CONFIG'];
  if (own !== undefined && own !== '') return own;
  const shared = env['XDG_CONFIG_HOME'];
  const folder = shared === undefined || shared === '' ? join(homeFolder, '.config') : shared;
  return join(folder, 'countersign');
}

/** Each store has its own. What names a database is neither its user nor its password. */
function anchorName(folder: string, database: string | undefined): string {
  const url = database === undefined ? null : URL.parse(database);
  const host = url?.searchParams.get('host') ?? url?.host ?? '';
  const name = database === undefined ? resolve(folder) : `postgres-${host}${url?.pathname ?? ''}`;
  return name.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-|-$/g, '');
}

function numberOf(text: string): number {
  return /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
}

function configAt(file: string, env: Surroundings['env']): ServerConfig {
  const folder = dirname(resolve(file));
  const lookUp = (place: SecretPlace): string | undefined => {
    if ('env' in place) return env[place.env];
    const path = resolve(folder, place.file);
    return isFile(path) ? readFileSync(path, 'utf8').trimEnd() : undefined;
  };
  return pathsFrom(folder, readConfig(file, readFileSync(file, 'utf8'), lookUp));
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}
