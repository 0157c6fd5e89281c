/** One option of the command line of a server. */
export interface ServerOption {
  readonly name: string;
  /** What follows it, as help shows it; null where nothing does. */
  readonly value: string | null;
  readonly repeats: boolean;
  readonly does: string;
}

/** Where a server is and what it works with. Every program that opens one understands these, in these words. */
export const serverOptions = [
  {
    name: 'config',
    value: '<file>',
    repeats: false,
    does: 'a YAML file; docs/operating/serving.md describes it',
  },
  {
    name: 'data',
    value: '<folder>',
    repeats: false,
    does: 'SQLite store (default ./countersign-data)',
  },
  { name: 'database', value: '<url>', repeats: false, does: 'Postgres store instead' },
  {
    name: 'policy',
    value: '<path>',
    repeats: true,
    does: 'a policy document or a folder of them; may be repeated (default ./policy.yaml)',
  },
  { name: 'port', value: '<number>', repeats: false, does: 'default 7319' },
  { name: 'host', value: '<address>', repeats: false, does: 'default 127.0.0.1' },
  {
    name: 'origin',
    value: '<url>',
    repeats: false,
    does: 'how browsers reach it (default http://localhost:<port>)',
  },
  {
    name: 'log-level',
    value: '<level>',
    repeats: false,
    does: 'debug, info, warn, error or silent; to standard error, one JSON object per line (default info, on a terminal warn)',
  },
] as const satisfies readonly ServerOption[];

type Option = (typeof serverOptions)[number];

/** What the command line said, by the names above. */
export type ServerOptionValues = {
  readonly [O in Option as O['name']]?:
    | (O['repeats'] extends true ? readonly string[] : string)
    | undefined;
};

/** Of everything a parser of command lines found, what is about the server. */
export function serverOptionValues(found: Readonly<Record<string, unknown>>): ServerOptionValues {
  return Object.fromEntries(
    serverOptions
      .map(({ name }) => [name, found[name]] as const)
      .filter(([, value]) => value !== undefined),
  );
}
