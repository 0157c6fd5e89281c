import type { Value } from './value.ts';

// Which operands of a program are files that it writes.

/** Write the second of two operands. */
const secondIsOutput: ReadonlySet<string> = new Set(['uniq']);

/** Further options behind which a program takes a file that it writes. */
const outputs: Readonly<Record<string, RegExp>> = {
  curl: /^(-c|-D|--(cookie-jar|dump-header|trace|trace-ascii|stderr|etag-save|libcurl|hsts|alt-svc|output-dir))$/u,
  wget: /^(-a|-P|--(append-output|save-cookies|hsts-file|warc-file|rejected-log|directory-prefix))$/u,
  psql: /^(-L|--log-file)$/u,
  tcpdump: /^-w$/u,
  sort: /^--output$/u,
};

/** True for the file that an option such as `-o` names, and for operands that are written. */
export function isOutput(
  program: string,
  before: string,
  plain: readonly Value[],
  arg: Value,
): boolean {
  if (program === 'ssh') return false;
  if (/^(-o|-O|--?out|--output(-file|-document)?|--outfile|--to|--dest|--log-?file)$/u.test(before))
    return true;
  if (
    /^--(out|output[a-z-]{0,20}|outfile|append-output|save-cookies|log-?file|dump-header)=/u.test(
      arg.text,
    )
  )
    return true;
  const also = Object.hasOwn(outputs, program) ? outputs[program] : undefined;
  if (also?.test(before) === true) return true;
  if (program === 'script') return arg === plain.at(-1);
  if (program === 'python' && plain.some(({ text }) => text === 'json.tool'))
    return plain.indexOf(arg) > 1;
  return secondIsOutput.has(program) && plain.indexOf(arg) === 1;
}

const databases = new Set(
  'sqlite3 duckdb psql mysql mariadb clickhouse clickhouse-client clickhouse-local'.split(' '),
);
/** Statements and commands of their shells that write a file. */
const writingSql =
  /\b(writefile|into\s+(outfile|dumpfile|file)|copy\b[^;]{0,400}\bto|attach|vacuum\s+into|lo_export|export\s+database)\b|^\s{0,8}[.\\](output|once|backup|save|log|clone|archive|open|o|out|g)\b/iu;

/** True for a client of a database that is told to write a file. */
export function writesBySql(program: string, args: readonly Value[]): boolean {
  return databases.has(program) && args.some(({ text }) => writingSql.test(text));
}
