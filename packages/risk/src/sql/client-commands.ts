import type { SqlFindings } from './sql-findings.ts';
import { shown } from './sql-findings.ts';
import type { SqlToken } from './sql-tokens.ts';
import { wordSet } from './word-set.ts';

const readingCommands = wordSet(`
  d dt du dn df di dv dp dx ds dm dg l z c connect conninfo x timing pset echo q quit h help a
  t h r p sf sv encoding errverbose crosstabview gx gdesc watch qecho warn if else endif elif
  g set unset u s m prompt copyright dconfig list
`);
const readingDots = wordSet(`
  tables schema indexes indices databases headers header mode show help quit exit width timer
  stats dbinfo fullschema eqp explain print separator nullvalue version open timeout bail lint
  changes columns maxrows
`);
const shells = new Set(['!', 'shell', 'system', 'sys']);
const files = wordSet(`
  i ir include include_relative gexec read e ef ev edit .
`);
const loading = new Set(['load']);
const writing = wordSet(`
  o w out write output once excel dump backup save archive clone log copy lo_export
`);
const changing = wordSet(`
  restore import lo_import lo_unlink recover password dbconfig parameter session filectrl
  limit testctrl
`);

/**
 * Judges the lines that a client keeps for itself (`\copy`, `\!`, `.dump`) and gives the text without them.
 * A backslash outside of literals is never SQL.
 */
export function assessClientCommands(
  sql: string,
  tokens: readonly SqlToken[],
  found: SqlFindings,
): string {
  let rest = '';
  let from = 0;
  for (const token of tokens) {
    if (token.start < from) continue;
    const backslash = token.kind === 'symbol' && token.value === '\\';
    const dotted =
      token.value === '.' && token.kind === 'symbol' && lineStart(sql, token.start, from);
    if (!backslash && !dotted) continue;
    const newline = sql.indexOf('\n', token.start);
    const end = newline < 0 ? sql.length : newline;
    assessCommand(sql.slice(token.start + 1, end), dotted, found);
    rest += `${sql.slice(from, token.start)};`;
    from = end;
  }
  return from === 0 ? sql : rest + sql.slice(from);
}

function lineStart(sql: string, at: number, from: number): boolean {
  let before = at - 1;
  while (before >= from && (sql[before] === ' ' || sql[before] === '\t')) before -= 1;
  return before < 0 || sql[before] === '\n';
}

function assessCommand(line: string, dotted: boolean, found: SqlFindings): void {
  const trimmed = line.trimStart();
  const first = trimmed[0] ?? '';
  const name =
    first === '!' || first === '.'
      ? first
      : (/^[A-Za-z_]{1,40}/.exec(trimmed)?.[0] ?? '').toLowerCase();
  const title = shown(`${dotted ? '.' : '\\'}${name}`);
  const words = trimmed.slice(0, 2_000).toLowerCase().split(/\s+/);
  const command: ClientCommand = { name, title, words, trimmed, dotted };
  commandRows.find(([fits]) => fits(command))?.[1](command, found);
}

/** One command of a client, which no server reads. */
interface ClientCommand {
  readonly name: string;
  readonly title: string;
  readonly words: readonly string[];
  readonly trimmed: string;
  readonly dotted: boolean;
}

/** What a command does. In order; the first row that fits decides, and a command without a row only reads. */
const commandRows: readonly (readonly [
  fits: (command: ClientCommand) => boolean,
  judge: (command: ClientCommand, found: SqlFindings) => void,
])[] = [
  [
    ({ name }) => shells.has(name),
    ({ title }, found) =>
      found.change('remote_code', 'high', `${title} runs a shell command`, null),
  ],
  [
    ({ name }) => files.has(name) || loading.has(name),
    ({ name, title }, found) =>
      found.change(
        loading.has(name) ? 'unknown_code' : 'opaque_payload',
        'high',
        `${title} runs what a file or a query says`,
        null,
      ),
  ],
  [
    ({ name, dotted, words }) => name === 'copy' && !dotted && words.includes('stdout'),
    ({ trimmed }, found) => found.include(found.inner(trimmed)),
  ],
  [
    ({ name, words }) => name === 'copy' && words.includes('from') && !words.includes('to'),
    ({ title, words }, found) => {
      found.change('data_write', 'medium', `${title} loads rows`, null);
      if (words.includes('program'))
        found.change('remote_code', 'high', `${title} runs a program`, null);
    },
  ],
  [
    ({ name }) => writing.has(name),
    ({ title, words, trimmed }, found) =>
      found.leaving(
        'data_leaving',
        words.includes('program') || trimmed.includes('|') ? 'critical' : 'high',
        `${title} writes data to a file or program`,
      ),
  ],
  [
    ({ name }) => changing.has(name),
    ({ name, title }, found) =>
      found.change(
        'data_write',
        'high',
        `${title} changes the database`,
        name === 'password' ? 'permission_change' : 'overwrite',
      ),
  ],
  [
    ({ name, dotted }) => !(dotted ? readingDots : readingCommands).has(name.replace(/\+$/, '')),
    ({ name, title, dotted }, found) => {
      if (!name.startsWith('d') || dotted)
        found.change('unparsable', 'high', `${title} is not a known command`, null);
    },
  ],
  [
    ({ name, words }) => /^(?:gx?|s)$/.test(name) && words.length > 1 && words[1] !== '',
    ({ title }, found) =>
      found.leaving('data_leaving', 'high', `${title} writes data to a file or program`),
  ],
];
