import { isSharedBucket } from '../action/web-address.ts';
import type { CallRule } from './code-call.ts';
import type { CodeDeed } from './code-deed.ts';
import { type CodeValue, HOLE, textOf } from './code-value.ts';
import { mails } from './mail-rules.ts';
import { parametersOf, serves } from './service-rules.ts';
import { jsonOf } from './value-json.ts';

function text(value: CodeValue | undefined): string | null {
  return value?.kind === 'text' ? value.text : null;
}

const programCalls =
  /(^|\.)(os\.(system|popen|exec[lv]p?e?|spawn[lv]p?e?|startfile)|subprocess\.(run|call|check_call|check_output|Popen|getoutput|getstatusoutput)|commands\.(getoutput|getstatusoutput)|pty\.spawn|pexpect\.(spawn|run)|create_subprocess_(shell|exec)|child_process(\.promises)?\.(exec|execSync|spawn|spawnSync|execFile|execFileSync|fork)|promisify\.(exec|execFile)|execa|execaSync|execaCommand|execaCommandSync|execa\.(command|commandSync|sync)|shelljs\.exec|shell\.exec|Bun\.(spawn|spawnSync)|Deno\.(Command|run)|exec_command|get_ipython\.(system|getoutput|run_cell_magic)|invoke\.run|fabric\..{0,40}\.run|Connection\.(run|sudo|local)|sh\.(bash|sh)|zx\.\$|\$)$/u;

/** `exec("ls")`, `spawn("ls", ["-a"])`, `run(["ls", "-a"], shell=True)`. */
const runsProgram: CallRule = ({ path, given }) => {
  if (!programCalls.test(path)) return null;
  const [first, second] = given.positional;
  const stated = first ?? given.named.get('args') ?? given.named.get('command');
  if (stated === undefined) return [{ kind: 'hidden', what: path }];
  if (stated.kind === 'list') return [words(stated.items)];
  const command = text(stated);
  if (command === null) return [{ kind: 'hidden', what: path }];
  const options = second?.kind === 'object' ? second : given.positional[2];
  const listed = options?.kind === 'object' ? options.members.get('args') : undefined;
  const more = second?.kind === 'list' ? second : listed?.kind === 'list' ? listed : undefined;
  if (more !== undefined) return [words([stated, ...more.items])];
  if (/(^|\.)(exec[lv]|spawn[lv])/u.test(path) && given.positional.length > 2)
    return [words(given.positional.slice(/spawn/u.test(path) ? 2 : 1))];
  if (/create_subprocess_exec$/u.test(path)) return [words(given.positional)];
  return [{ kind: 'shell', text: command }];
};

function words(items: readonly CodeValue[]): CodeDeed {
  return { kind: 'argv', argv: items.map(textOf) };
}

/** The programs of the module `sh`: `sh.rm("-rf", path)`. */
const runsByName: CallRule = ({ names, given }) =>
  names[0] === 'sh' && names.length === 2 && names[1] !== undefined
    ? [{ kind: 'argv', argv: [names[1], ...given.positional.map(textOf)] }]
    : null;

const evaluates: CallRule = ({ path, given }) => {
  if (
    !/^(builtins\.|__builtins__\.|globalThis\.|window\.)?(eval|exec|Function|compile)$|(^|\.)vm\.runIn\w{1,20}$/u.test(
      path,
    )
  )
    return null;
  const code = text(given.positional.at(path.endsWith('Function') ? -1 : 0));
  // What is not known is found in the text of the code.
  return code === null || code.includes(HOLE) ? [] : [{ kind: 'code', text: code }];
};

const statement =
  /^\s{0,200}(?:--[^\n]{0,500}\n\s{0,200}|\/\*(?!!)[^*]{0,500}\*\/\s{0,200})*(?:\/\*!\d{0,6}\s{0,20})?\(?\s{0,20}(select|insert|update|delete|drop|truncate|alter|create|grant|revoke|merge|replace|call|exec|execute|copy|vacuum|lock|do|set|with|explain|begin|declare|rename|prepare|attach|pragma|reindex|cluster|refresh|values|show|load|unload|rollback|commit|start|describe|desc|export\s+data|purge|undrop|restore|backup|kill|flush|optimize|analyze|noaudit|audit|deny|msck|dbcc)\b|^[^'"]{0,500}\w\/\*\*\/\w/iu;
const sqlMethods =
  /(^|\.)(execute|executemany|executescript|exec_driver_sql|execute_query|execute_sql|query|rawQuery|raw|\$executeRaw|\$executeRawUnsafe|\$queryRaw|\$queryRawUnsafe|exec|run|all|get|each|prepare|read_sql|read_sql_query|read_sql_table|sql|unsafe|fetch|fetchrow|fetchval|fetch_all|scalar|scalars|mogrify|submit|runQuery|batch|copy_expert|pd\.read_sql)$/u;

/** What a driver is called in front of a template: sql`update …`. */
const sqlTags = /^(?:sql|pg|db|tx|trx|client|query|conn|connection)$/iu;

const runsSql: CallRule = ({ path, given, inMemory, tag }) => {
  if (!sqlMethods.test(path) && !(tag !== undefined && sqlTags.test(tag))) return null;
  const [first] = given.positional;
  const options = first?.kind === 'object' ? first.members : given.named;
  const found =
    text(first) ??
    text(
      options.get('text') ?? options.get('sql') ?? options.get('query') ?? options.get('statement'),
    );
  if (found === null || !statement.test(found)) return null;
  return inMemory ? [] : [{ kind: 'sql', text: found.replaceAll(HOLE, 'x') }];
};

const mutation = /^\s{0,200}(?:#[^\n]{0,500}\n\s{0,200})*mutation\b/u;

/** `execute(gql("mutation { … }"))`: the text goes to a service, and is judged as one that a tool sends. */
const runsGraphql: CallRule = ({ path, given }) => {
  const [first] = given.positional;
  const isQuery =
    /(^|\.)gql$/u.test(path) || sqlMethods.test(path) || /(^|\.)(mutate|graphql)$/u.test(path);
  const options = first?.kind === 'object' ? first.members : given.named;
  const found = text(first) ?? text(options.get('query') ?? options.get('mutation'));
  if (!isQuery || found === null || !mutation.test(found)) return null;
  return [
    {
      kind: 'call',
      tool: 'graphql.execute',
      parameters: { query: found.replaceAll(HOLE, 'x') },
    },
  ];
};

const removals =
  /(^|\.)(os\.(remove|unlink|rmdir|removedirs)|shutil\.rmtree|rmtree|fs(\.promises)?\.(rm|rmSync|unlink|unlinkSync|rmdir|rmdirSync|remove|removeSync|emptyDir|emptyDirSync)|fs\/promises\.(rm|unlink|rmdir)|fs-extra\.\w{2,20}|rimraf|rimrafSync|rimraf\.\w{2,10}|del|deleteAsync|deleteSync|unlinkSync|rmSync|Deno\.remove(Sync)?|pathlib\.Path\.(unlink|rmdir)|Path\.(unlink|rmdir)|shelljs\.rm)$/u;

const removes: CallRule = ({ path, given, before }) => {
  if (!removals.test(path)) return null;
  const onPath = /Path\.(unlink|rmdir)$/u.test(path);
  const values = onPath ? (before.at(-1)?.positional ?? []) : given.positional.slice(0, 1);
  const paths = values.flatMap(value =>
    // A name that may be any of several has one on each line.
    value.kind === 'list' ? value.items.map(textOf) : textOf(value).split('\n'),
  );
  return [
    {
      kind: 'removal',
      paths: paths.length > 0 ? paths : [HOLE],
      recursive: !/unlink|\.remove$/u.test(path),
    },
  ];
};

/** `to_sql(if_exists="replace")`, `write.mode("overwrite").saveAsTable(…)`. */
const replaces: CallRule = ({ path, given, before, inMemory }) => {
  const mode = text(
    given.named.get('if_exists') ?? given.named.get('mode') ?? given.named.get('disposition'),
  );
  const earlier = before.some(
    step => step.name === 'mode' && text(step.positional[0]) === 'overwrite',
  );
  if (/(^|\.)(to_sql|to_gbq|write_pandas)$/u.test(path)) {
    const engine = given.named.get('con') ?? given.positional[1];
    if (inMemory && engine === undefined) return [];
    if (engine?.kind === 'memory') return [];
    return mode === 'replace' || mode === 'delete_rows'
      ? [{ kind: 'replacement', what: path }]
      : [];
  }
  if (
    /(^|\.)(saveAsTable|insertInto|jdbc|overwrite|writeTo)$/u.test(path) &&
    (earlier || mode === 'overwrite')
  )
    return [{ kind: 'replacement', what: path }];
  return null;
};

const saving =
  /^(to_(?:csv|parquet|json|excel|pickle|feather|orc)|parquet|csv|json|orc|text|save|saveAsTextFile|writeParquet|write_(?:parquet|csv|json|ndjson))$/u;

/** `frame.to_csv("s3://partner-…")`, `frame.write.parquet(…)`: data goes to a place where others can fetch it. */
const savesAway: CallRule = ({ names, given }) => {
  if (!saving.test(names.at(-1) ?? '') || names.includes('read')) return null;
  const target = text(given.positional[0] ?? given.named.get('path'));
  if (target === null || !isSharedBucket(target)) return null;
  const bucket = target.replace(/^[a-z0-9]+:/iu, 's3:');
  return [{ kind: 'argv', argv: ['aws', 's3', 'cp', 'data', bucket] }];
};

/** Object mappers that make the tables anew, with nothing in them. */
const rebuilds: CallRule = ({ path, given }) => {
  const [first] = given.positional;
  const forced =
    given.named.get('force') ??
    given.named.get('dropSchema') ??
    (first?.kind === 'object'
      ? (first.members.get('force') ?? first.members.get('dropSchema'))
      : first);
  if (
    /(^|\.)(drop_all|dropDatabase|dropSchema|dropAllTables|drop_database|resetDatabase)$/u.test(
      path,
    )
  )
    return [{ kind: 'replacement', what: path }];
  if (!/(^|\.)(sync|synchronize)$/u.test(path) || forced?.kind !== 'flag' || !forced.value)
    return null;
  return [{ kind: 'replacement', what: path }];
};

const clients =
  /^(requests|httpx|axios|got|ky|superagent|needle|urllib3|aiohttp|session|http|client|api|fetch|\$|jQuery)$/iu;
const methods = /^(get|head|options|post|put|patch|delete|request)$/u;

function isRequest(names: readonly string[]): boolean {
  const [last = '', owner = ''] = [names.at(-1), names.at(-2)];
  if (last === 'fetch' || last === '$fetch') return true;
  if (names.length === 1) return /^(axios|got|ky)$/u.test(last);
  return methods.test(last) && clients.test(owner);
}

/** Requests over HTTP are judged as those of the tool for it. */
const requests: CallRule = ({ names, given }) => {
  const last = names.at(-1) ?? '';
  if (!isRequest(names)) return null;
  const values = given.positional;
  const object = values.find(value => value.kind === 'object');
  const options = object?.kind === 'object' ? object.members : given.named;
  const asked =
    last === 'request' && values.length > 1 ? textOf(values[0] ?? { kind: 'unknown' }) : null;
  const stated = options.get('method');
  const method = asked ?? text(stated) ?? (methods.test(last) && last !== 'request' ? last : 'get');
  const address = values[asked === null ? 0 : 1] ?? given.named.get('url');
  const url = address === undefined ? '' : textOf(address);
  // A path on the server under test, or of the page itself, has no host of its own.
  if (/^(get|head|options)$/iu.test(method)) return [];
  const body =
    given.named.get('json') ??
    given.named.get('data') ??
    options.get('body') ??
    options.get('data');
  const local = /^https?:\/\/(localhost|127\.|0\.0\.0\.0|\[::1\])/u.test(url);
  if (local) return [];
  return [
    {
      kind: 'call',
      tool: 'http.request',
      parameters: {
        method: method.toUpperCase(),
        url: url.replaceAll(HOLE, 'x'),
        ...(body === undefined ? {} : { body: jsonOf(body, 0) }),
      },
    },
  ];
};

/** Libraries that speak for a program: `repo.git.push("--force")` is `git push --force`. */
const speaks: CallRule = ({ names, given }) => {
  const own = names.at(-1) ?? '';
  const texts = given.positional.map(textOf);
  if (names.at(-2) === 'git' && names.length > 2)
    return [{ kind: 'argv', argv: ['git', own.replaceAll('_', '-'), ...texts] }];
  if (own !== 'push' || !names.some(part => part === 'remotes' || part === 'remote')) return null;
  const force = given.named.get('force');
  const forced = force !== undefined && !(force.kind === 'flag' && !force.value);
  return [{ kind: 'argv', argv: ['git', 'push', ...(forced ? ['--force'] : []), ...texts] }];
};

/** Orders at an exchange or a broker. */
const trades: CallRule = ({ names, given }) => {
  const own = names.at(-1) ?? '';
  if (!/(market|limit|buy|sell|stop|submit|place)_?(buy_?|sell_?)?order$/iu.test(own)) return null;
  return [{ kind: 'call', tool: 'trading.place_order', parameters: parametersOf(given, []) }];
};

const pathWrites = /(^|\.)Path\.(write_text|write_bytes|touch|symlink_to|hardlink_to|chmod)$/u;

const fileWrites =
  /^(fs|fsp|promises|fs\/promises|Deno|Bun)\.(promises\.)?(writeFile|appendFile|createWriteStream|truncate|write|writeTextFile)(Sync)?$/u;
const fileMoves =
  /^(fs|fsp|promises|fs\/promises|Deno)\.(promises\.)?(copyFile|rename|cp|symlink|link)(Sync)?$/u;

/** What is written to a path that the code puts together. */
const writes: CallRule = ({ path, given, before }) => {
  if (pathWrites.test(path))
    return [{ kind: 'write', path: textOf(before.at(-1)?.positional[0] ?? { kind: 'unknown' }) }];
  if (fileWrites.test(path) || fileMoves.test(path)) {
    const file = text(given.positional[fileMoves.test(path) ? 1 : 0]);
    return file === null || file.includes(HOLE) ? null : [{ kind: 'write', path: file }];
  }
  if (!/^(open|io\.open|codecs\.open)$/u.test(path)) return null;
  const mode = text(given.named.get('mode') ?? given.positional[1]) ?? 'r';
  const file = text(given.positional[0]);
  return file !== null && /[wax+]/u.test(mode) ? [{ kind: 'write', path: file }] : [];
};

const secretReads =
  /(^|\.)(secrets?(Manager|Client)?\.(get|getBytes|get_?secret|read|fetch|access)|get_?secret(_?value)?|access_?secret(_?version)?|read_secret(_version)?|get_password)$/iu;

/** `dbutils.secrets.get("prod", "key")`, `client.get_secret_value(…)`. */
const readsSecrets: CallRule = ({ path, names }) =>
  names.length > 1 && secretReads.test(path)
    ? [{ kind: 'call', tool: 'secrets.get_secret', parameters: {} }]
    : null;

/** Mail of a script beside the mailbox: `GmailApp.sendEmail("a@b.example", …)`, `message.forward("a@b.example")`. */
const passesMailOn: CallRule = ({ names, given, times }) => {
  const own = names.at(-1) ?? '';
  const first = text(given.positional[0]);
  if (!/^(?:forward|forwardTo|sendEmail|redirect)$/u.test(own) || !first?.includes('@'))
    return null;
  const mass = times === null ? { filter: '*' } : {};
  const tool = own === 'sendEmail' ? 'email.send' : 'email.forward';
  return [{ kind: 'call', tool, parameters: { to: first, ...mass } }];
};

/** In this order: the most telling first. */
export const callRules: readonly CallRule[] = [
  runsProgram,
  runsByName,
  evaluates,
  runsSql,
  runsGraphql,
  savesAway,
  replaces,
  rebuilds,
  removes,
  writes,
  speaks,
  mails,
  passesMailOn,
  readsSecrets,
  trades,
  requests,
  serves,
];
