import type { JsonObject, JsonValue } from '@countersign/protocol/json';
import { isPassive } from '../action/effects.ts';
import { readName } from '../action/tool-name.ts';
import type { CodeDeed } from './code-deed.ts';
import { type CodeValue, type GivenArguments, HOLE, textOf } from './code-value.ts';
import { isComputing, isLocalName } from './made-objects.ts';
import { mails } from './mail-rules.ts';
import { jsonOf, memberList } from './value-json.ts';

/** One call in code: the names that lead to it, what it was given, and what the calls before it were given. */
export interface CodeCall {
  readonly path: string;
  readonly names: readonly string[];
  readonly given: GivenArguments;
  readonly before: readonly GivenArguments[];
  /** It happens for each of many: how many, or null where that is not known; 1 outside of loops. */
  readonly times: number | null;
  /** The object it is called on lives only while the code runs. */
  readonly inMemory: boolean;
}

/** A rule says what a call does, or null if it is not about that call. The first that answers decides. */
export type CallRule = (call: CodeCall) => readonly CodeDeed[] | null;

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
  /^\s{0,200}(--[^\n]{0,500}\n\s{0,200})*\(?\s{0,20}(select|insert|update|delete|drop|truncate|alter|create|grant|revoke|merge|replace|call|exec|execute|copy|vacuum|lock|do|set|with|explain|begin|declare|rename|prepare|attach|pragma|reindex|cluster|refresh|values|show|load|unload)\b/iu;
const sqlMethods =
  /(^|\.)(execute|executemany|executescript|exec_driver_sql|execute_query|execute_sql|query|rawQuery|raw|\$executeRaw|\$executeRawUnsafe|\$queryRaw|\$queryRawUnsafe|exec|run|all|get|each|prepare|read_sql|read_sql_query|read_sql_table|sql|unsafe|fetch|fetchrow|fetchval|fetch_all|scalar|scalars|mogrify|submit|runQuery|batch|copy_expert|pd\.read_sql)$/u;

const runsSql: CallRule = ({ path, given, inMemory }) => {
  if (!sqlMethods.test(path)) return null;
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

/** Methods of collections that any object may have; on an object that is not known they mean little. */
const everyday: ReadonlySet<string> = new Set(
  `remove clear pop discard reset flush close add append push set update get has keys values items sort reverse insert extend
  write read start stop run send emit on off once then catch finally map filter reduce forEach find some every join split
  render click type fill press submit select save load open post put patch apply call bind next done text test match exec
  move copy replace merge fork log info warn error debug setdefault update_one format drop dropna fillna rename clean
  fit predict transform plot show figure`.split(/\s+/),
);
const services =
  /^(boto3|stripe|Stripe|paypal|braintree|adyen|plaid|square|twilio|Twilio|sendgrid|sgMail|mailgun|postmark|resend|slack|slack_sdk|WebClient|google|googleapiclient|gcp|azure|aws|kubernetes|client|prisma|mongoose|typeorm|dataSource|entityManager|em|getRepository|repository|hubspot|ccxt|sequelize|knex|supabase|firebase|firebase_admin|admin|shopify|salesforce|Salesforce|sf|jira|github|Github|octokit|Octokit|gitlab|hubspot|zendesk|okta|auth0|cloudflare|docker|redis|elasticsearch|Elasticsearch|es|openai|snowflake|bigquery|airtable|notion|smtplib|SMTP|nodemailer|web3|w3|ethers|solana|pymongo|MongoClient|db|mongo|session|db_session|storage|s3|ec2|rds|iam|dynamodb|lambda_client|kms|route53|cloudformation|terraform|pulumi|heroku|vercel|netlify|digitalocean|fly|datadog|pagerduty|launchdarkly|segment|braze|intercom|mailchimp|klaviyo)$/u;
const graveDomains = [
  'money',
  'bank',
  'payroll',
  'rights',
  'infra',
  'secret',
  'audit',
  'approval',
  'message',
] as const;

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

/** What is written to a path that the code puts together. */
const writes: CallRule = ({ path, given, before }) => {
  if (pathWrites.test(path))
    return [{ kind: 'write', path: textOf(before.at(-1)?.positional[0] ?? { kind: 'unknown' }) }];
  if (!/^(open|io\.open|codecs\.open)$/u.test(path)) return null;
  const mode = text(given.named.get('mode') ?? given.positional[1]) ?? 'r';
  const file = text(given.positional[0]);
  return file !== null && /[wax+]/u.test(mode) ? [{ kind: 'write', path: file }] : [];
};

/** Everything else that a service does for the code, judged by the names as a tool is. */
const serves: CallRule = ({ names, given, before, inMemory, times }) => {
  const [root = '', own = ''] = [names[0], names.at(-1)];
  if (inMemory || isHeld(root)) return null;
  // `client.send(new DeleteBucketCommand(…))`: the command says it all.
  if (own === 'send' && isCommandObject(given.positional[0])) return [];
  const isCommand = /^[A-Z][A-Za-z]{3,60}Command$/u.test(own);
  if (names.length === 1 && !isCommand) return null;
  const verb = isCommand ? own.replace(/Command$/u, '') : own;
  const known = isCommand || names.some(part => part === 'objects' || services.test(part));
  const parameters: Record<string, JsonValue> = {
    ...parametersOf(given, before),
    ...reachOf(times),
  };
  const opens = Object.keys(parameters).some(key => guarding.test(key));
  const isModel = names.some(part => part === 'objects' || part === 'query');
  if (everyday.has(verb) && !known && !opens) return null;
  const tool = names.filter(part => part !== HOLE && part !== '?' && !plumbing.has(part)).join('.');
  const spreads = isModel || (known && times === null);
  if (!isTelling(verb, tool, opens, spreads)) return null;
  // A change of a model that nothing narrows is a change of all its rows.
  if (isModel && !before.some(step => selecting.test(step.name))) parameters['filter'] ??= '*';
  return [{ kind: 'call', tool: isCommand ? `aws.${verb}` : tool, parameters }];
};

/** Plain changes tell little by themselves; reads tell only where they read a secret. */
function isTelling(verb: string, tool: string, opens: boolean, spreads: boolean): boolean {
  const { effect, domains: own } = readName(verb);
  if (isPassive(effect) || effect === 'unknown') return own.has('secret');
  if (effect !== 'create' && effect !== 'update' && effect !== 'control') return true;
  if (opens || (effect === 'update' && spreads)) return true;
  const { domains } = readName(tool);
  return graveDomains.some(domain => domains.has(domain));
}

/** What happens in a loop over something unknown happens to all of it. */
function reachOf(times: number | null): JsonObject {
  if (times === null) return { filter: '*' };
  return times > 1 ? { count: times } : {};
}

function isCommandObject(value: CodeValue | undefined): boolean {
  return value?.kind === 'reached' && /Command$/u.test(value.names.at(-1) ?? '');
}

function isHeld(root: string): boolean {
  if (root === '' || isComputing(root)) return true;
  return root === 'self' || root === 'this' || root === 'cls' || isLocalName(root);
}

const guarding =
  /^(private|public|visibility|acl|role|roles|permission|permissions|admin|is_admin|is_superuser|is_staff|publicread|public_read|access|policy)$/iu;

const plumbing: ReadonlySet<string> = new Set(
  'objects filter all get first exclude client resource Client collection doc table from_ eq where api v1 core'.split(
    ' ',
  ),
);
const selecting =
  /^(filter|filter_by|where|exclude|find|eq|match|in_|lt|gt|lte|gte|neq|is_|doc|get|query|select|order_by)$/u;

/** The arguments as the parameters of a tool; what the calls before chose is the filter. */
function parametersOf(given: GivenArguments, before: readonly GivenArguments[]): JsonObject {
  const found: Record<string, JsonValue> = {};
  for (const step of before) {
    if (step.name === 'all') found['filter'] = '*';
    if (!selecting.test(step.name)) continue;
    const chosen = memberList(step);
    if (chosen.length === 0 && step.positional.length > 0) found['filter'] ??= '…';
    for (const [key, value] of chosen)
      if (/^(id|pk|uuid|_id|slug|email|.{1,30}_id)$/u.test(key)) found[key] = value;
      else
        found['filter'] = {
          ...(typeof found['filter'] === 'object' ? (found['filter'] as JsonObject) : {}),
          [key]: value,
        };
  }
  for (const [key, value] of memberList(given)) found[key] = value;
  return found;
}

/** In this order: the most telling first. */
export const callRules: readonly CallRule[] = [
  runsProgram,
  runsByName,
  evaluates,
  runsSql,
  replaces,
  rebuilds,
  removes,
  writes,
  speaks,
  mails,
  trades,
  requests,
  serves,
];
