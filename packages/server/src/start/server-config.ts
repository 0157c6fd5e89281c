import { resolve } from 'node:path';
import { type Document, isMap, isScalar, isSeq, LineCounter, parseDocument, visit } from 'yaml';
import * as z from 'zod';
import { ServerSettings } from './server-settings.ts';

const Path = z.string().min(1).max(4096);

const portForm = 'expected a whole number from 1 to 65535';
const originForm = 'expected http or https, a host and a port, such as https://approve.example.com';

/** Scheme, host and port; a browser writes no slash behind them, people do. */
const Origin = z
  .string()
  .refine(isOrigin, originForm)
  .transform(text => new URL(text).origin);

/** A configuration file: where the parts of a server are, and everything of its settings. */
export const ServerConfig = z
  .strictObject({
    /** The folder of a SQLite store. */
    data: Path.optional(),
    /** A Postgres connection string instead. */
    database: z.string().min(1).optional(),
    /** Policy documents, or folders of them. */
    policy: z.array(Path).min(1).optional(),
    keys: Path.optional(),
    key_passphrase: z.string().min(1).optional(),
    /** The secret that all replicas share; made and kept beside the keys where none is given. */
    secret: z.string().min(32).optional(),
    /** The anchor file, outside the data folder. With null there is none, and the server says what that costs. */
    anchor: Path.nullable().optional(),
    /** Folders that backups copy. The anchor must be in none of them: a restore would otherwise restore it as well. */
    backups: z.array(Path).default([]),
    /** Where signed heads of the log are kept outside the database. */
    checkpoint_file: Path.optional(),
    checkpoint_stdout: z.boolean().default(false),
    host: z.string().min(1).optional(),
    port: z.int(portForm).min(1, portForm).max(65_535, portForm).optional(),
    origin: Origin.optional(),
    /** By default that depends on the reader of the log. */
    log_level: z.enum(['debug', 'info', 'warn', 'error', 'silent']).optional(),
    settings: ServerSettings.prefault({}),
  })
  .refine(({ data, database }) => data === undefined || database === undefined, {
    path: ['database'],
    error: 'expected data or database, found both',
  });
export type ServerConfig = z.infer<typeof ServerConfig>;

/** A configuration cannot be used; the message says where and what to do. */
export class ConfigRefused extends Error {
  override readonly name = 'ConfigRefused';
}

/** Where a secret is, written in its place: `{ env: NAME }` or `{ file: path }`. */
export type SecretPlace = { readonly env: string } | { readonly file: string };

type LookUp = (place: SecretPlace) => string | undefined;

type Steps = readonly PropertyKey[];

/**
 * Reads a configuration. It contains no secrets: it names their places, and the composition root reads them from the
 * environment. All problems are reported at once, by line; none of them quotes the value, which may be a secret.
 */
export function readConfig(name: string, text: string, lookUp: LookUp): ServerConfig {
  const lines = new LineCounter();
  const document = parseDocument(text, {
    strict: true,
    uniqueKeys: true,
    prettyErrors: false,
    lineCounter: lines,
  });
  const problems: string[] = [];
  const tell = (offset: number, problem: string): void => {
    const { line, col } = lines.linePos(offset);
    problems.push(`${name}:${line || 1}:${col || 1}: ${problem}`);
  };
  for (const { pos, message } of [...document.errors, ...document.warnings]) {
    tell(pos[0], message.replace(/:? ["'][\s\S]*$/, ''));
  }
  visit(document, {
    Alias: (_key, node) => tell(node.range?.[0] ?? 0, 'expected a value, found an alias'),
  });
  refuse(problems);
  const tellAt = (steps: Steps, problem: string): void => tell(offsetOf(document, steps), problem);
  const given = withSecrets(document.toJS() ?? {}, [], lookUp, tellAt);
  refuse(problems);
  const parsed = ServerConfig.safeParse(given);
  if (parsed.success) return withoutSamples(parsed.data);
  for (const { steps, problem } of problemsIn(parsed.error)) tellAt(steps, problem);
  throw new ConfigRefused(problems.join('\n'));
}

/** A server with a configuration has a sample agent only where the configuration says so. */
function withoutSamples(config: ServerConfig): ServerConfig {
  const { settings } = config;
  return { ...config, settings: { ...settings, sample_agent: settings.sample_agent ?? false } };
}

/** What does not fit, each with the members that lead there. */
export function problemsIn({ issues }: z.ZodError): { steps: Steps; problem: string }[] {
  return issues.flatMap(issue => {
    const { path } = issue;
    if (issue.code !== 'unrecognized_keys') {
      const member = path.join('.') || 'the document';
      return [{ steps: path, problem: `${member}: ${issue.message}` }];
    }
    return issue.keys.map(key => {
      const steps = [...path, key];
      return { steps, problem: `${steps.join('.')}: there is no such member` };
    });
  });
}

/** Paths in a file are relative to the folder of that file. */
export function pathsFrom(folder: string, config: ServerConfig): ServerConfig {
  const from = (path: string) => resolve(folder, path);
  const { data, keys, anchor, backups, checkpoint_file, policy } = config;
  return {
    ...config,
    backups: backups.map(from),
    ...(data === undefined ? {} : { data: from(data) }),
    ...(keys === undefined ? {} : { keys: from(keys) }),
    ...(anchor === undefined || anchor === null ? {} : { anchor: from(anchor) }),
    ...(checkpoint_file === undefined ? {} : { checkpoint_file: from(checkpoint_file) }),
    ...(policy === undefined ? {} : { policy: policy.map(from) }),
  };
}

function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, pathname, search, hash, username, password } = new URL(text);
  const bare = pathname === '/' && [search, hash, username, password].every(part => part === '');
  return (protocol === 'http:' || protocol === 'https:') && bare;
}

function refuse(problems: readonly string[]): void {
  if (problems.length > 0) throw new ConfigRefused(problems.join('\n'));
}

function withSecrets(
  value: unknown,
  steps: Steps,
  lookUp: LookUp,
  tell: (steps: Steps, problem: string) => void,
): unknown {
  if (Array.isArray(value)) {
    return value.map((item, index) => withSecrets(item, [...steps, index], lookUp, tell));
  }
  if (typeof value !== 'object' || value === null) return value;
  const place = placeIn(value);
  if (place === null) {
    const members = Object.entries(value).map(([key, each]) => [
      key,
      withSecrets(each, [...steps, key], lookUp, tell),
    ]);
    return Object.fromEntries(members);
  }
  const found = lookUp(place);
  if (found !== undefined && found !== '') return found;
  const where = 'env' in place ? `the environment variable ${place.env}` : `the file ${place.file}`;
  tell(steps, `${steps.join('.')}: expected a value in ${where}, found none`);
  return undefined;
}

function placeIn(value: object): SecretPlace | null {
  const [[key, place] = [], ...more] = Object.entries(value);
  if (more.length > 0 || typeof place !== 'string') return null;
  return key === 'env' ? { env: place } : key === 'file' ? { file: place } : null;
}

/** Where the member is written, or the nearest one around it that is. */
function offsetOf(document: Document, steps: Steps): number {
  let node: unknown = document.contents;
  let offset = document.contents?.range?.[0] ?? 0;
  for (const step of steps) {
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && key.value === step);
      if (pair === undefined || !isScalar(pair.key)) break;
      offset = pair.key.range?.[0] ?? offset;
      node = pair.value;
    } else if (isSeq(node)) {
      node = node.items[Number(step)];
      if (isScalar(node) || isMap(node) || isSeq(node)) offset = node.range?.[0] ?? offset;
    }
  }
  return offset;
}
