import { joined, type Operand } from './own-packers.ts';
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

/** Put their operands under the same name into the folder that is named last. */
const placing: ReadonlySet<string> = new Set(
  'cp mv install ln rsync scp copy-item move-item ditto gcp gmv ginstall aws gsutil gcloud rclone azcopy s3cmd mc'.split(
    ' ',
  ),
);
/** Keep what they fetch under its own name. */
const fetching: ReadonlySet<string> = new Set(
  'aria2c axel http https xh gh lftp you-get'.split(' '),
);

/** Where files come to lie whose name is kept: `cp /tmp/policy.yaml .` writes `./policy.yaml`. */
export function placedBy(
  program: string,
  args: readonly Value[],
  plain: readonly Value[],
  cwd: string,
): readonly Operand[] {
  if (fetching.has(program)) return fetchedBy(program, args, plain, cwd);
  if (!placing.has(program)) return [];
  const at = args.findIndex(({ text }) => /^(-[a-zA-Z]*t|--target-directory)$/u.test(text));
  const target =
    args.find(({ text }) => text.startsWith('--target-directory='))?.text.slice(19) ??
    (at < 0 ? plain.at(-1)?.text : args[at + 1]?.text);
  if (target === undefined || target.length > 1024) return [];
  return plain
    .filter(({ text }) => text !== target && text.length < 1024)
    .slice(0, 64)
    .map(({ text }) => `${target}/${text.replace(/\/+$/u, '').split(/[/:]/u).at(-1) ?? ''}`)
    .filter(text => !/\/(\.{0,2}|\*)$/u.test(text))
    .map(text => ({ text: joined(cwd, text), tree: false, written: true }));
}

/** `axel https://host/policy.yaml`, `gh release download -p policy.yaml`. */
function fetchedBy(
  program: string,
  args: readonly Value[],
  plain: readonly Value[],
  cwd: string,
): readonly Operand[] {
  const has = (...options: readonly string[]) => args.some(({ text }) => options.includes(text));
  if (/^(https?|xh)$/u.test(program) && !has('--download', '-d')) return [];
  if (program === 'gh' && !has('download')) return [];
  return plain
    .slice(0, 64)
    .map(
      ({ text }) =>
        text
          .replace(/[?#].*$/u, '')
          .split('/')
          .at(-1) ?? '',
    )
    .filter(name => name !== '')
    .map(name => ({ text: joined(cwd, name), tree: false, written: true }));
}
