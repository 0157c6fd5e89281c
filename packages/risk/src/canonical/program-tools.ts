import type { JsonObject, JsonValue } from '@countersign/protocol/json';
import { isList } from '../action/survey.ts';
import { splitWords } from '../action/words.ts';
import { isKnownProgram } from '../shell/program-names.ts';

/** A tool that is named after a program, and the words its name adds: `kubectl_delete` is `kubectl delete`. */
interface ProgramTool {
  readonly program: string;
  readonly words: readonly string[];
}

/** Programs of many commands, which tools carry in longer names: `run_kubectl`, `aws_cli`, `git_push`. */
const suites: ReadonlySet<string> = new Set(
  `git kubectl helm terraform tofu docker podman aws gcloud gsutil bq az gh glab npm pnpm yarn pip pipx uv cargo heroku vercel
  netlify flyctl fly rclone rsync ansible systemctl journalctl doctl eksctl oc argocd flux pulumi
  vault consul nomad wrangler supabase firebase sfdx sf stripe okta op apt brew kafka ssh scp curl wget crontab iptables
  openssl gpg make bazel gradle mvn dotnet rails artisan wp drush minikube kind k9s istioctl cdk sam serverless`.split(
    /\s+/,
  ),
);
/** Programs whose names are also what any tool may be called. */
const anyTool: ReadonlySet<string> = new Set(
  `exec command time script watch parallel retry code run test read write set export source type history find sort join split
  op env eval print wait kill mail who date cut paste look more less file tree link install patch diff jobs alias let local
  return trap umask unset shift cd open start stop true false yes at batch cat head tail touch top free uptime tools tool
  node java ruby php perl lua scala julia deno bun r screen entr rush page view edit ex invoke`.split(
    /\s+/,
  ),
);
const shells: ReadonlySet<string> = new Set(
  'bash sh zsh dash ksh ash fish pwsh powershell'.split(' '),
);
/** What these are told as a text is a statement, or code. */
const clients: ReadonlySet<string> = new Set(
  `psql pgcli mysql mycli mariadb sqlite sqlite3 duckdb sqlcmd snowsql cqlsh trino cockroach usql sqlplus isql influx
  clickhouse-client mongo mongosh redis-cli valkey-cli python python2 python3 pypy pypy3 ipython irb pry osascript awk sed
  jq`.split(/\s+/),
);
const plumbing: ReadonlySet<string> = new Set(
  'cli run exec execute command commands call tool invoke cmd mcp client shell terminal use perform do the a raw any'.split(
    ' ',
  ),
);
const wordKeys = ['args', 'argv', 'arguments', 'flags', 'options', 'command_args'] as const;
const textKeys = [
  'command',
  'cmd',
  'subcommand',
  'sub_command',
  'args',
  'arguments',
  'cli_command',
  'command_line',
  'input',
  'flags',
  'options',
] as const;
const mostWords = 1000;

/** The name without the server before it. */
function ownName(tool: string): string {
  return tool
    .slice(tool.search(/[^./]{0,256}$/u))
    .replace(/^.{0,256}__/u, '')
    .toLowerCase();
}

const plainName = /^[a-z][a-z0-9.+-]{1,30}$/u;

/**
 * A tool that is a program, with a list of its words, is a command line whatever else tools of that name do:
 * `cat { args: ["x"] }`. Null where the tool is not.
 */
export function programCall(tool: string, parameters: JsonObject): ProgramCall | null {
  const [program, own] = [tool.toLowerCase(), ownName(tool)];
  const name = [program, own].find(
    each =>
      plainName.test(each) && isKnownProgram(each) && (each === program || !plumbing.has(each)),
  );
  const key = wordKeys.find(each => wordsIn(parameters[each]) !== null);
  if (name === undefined || key === undefined || shells.has(name)) return null;
  if (programKeys.some(each => parameters[each] !== undefined)) return null;
  const { [key]: list, ...rest } = parameters;
  const words = wordsIn(list) ?? [];
  const whole = words[0] === name || words[0]?.endsWith(`/${name}`) === true;
  return { tool: 'shell', parameters: { ...rest, argv: whole ? words : [name, ...words] } };
}

/** Under these another program is named, and the tool is only what starts it. */
const programKeys = ['command', 'cmd', 'program', 'executable', 'binary', 'file', 'exe'] as const;

interface ProgramCall {
  readonly tool: string;
  readonly parameters: JsonObject;
}

/** `azure_cli` is `az`. */
const vendors: ReadonlyMap<string, string> = new Map([
  ['azure', 'az'],
  ['google', 'gcloud'],
  ['amazon', 'aws'],
  ['kubernetes', 'kubectl'],
  ['github', 'gh'],
]);

function programTool(tool: string): ProgramTool | null {
  const name = ownName(tool);
  if (shells.has(name)) return { program: name, words: [] };
  if (!anyTool.has(name) && plainName.test(name) && isKnownProgram(name))
    return { program: name, words: [] };
  const spoken = splitWords(tool);
  const words = spoken
    .filter(word => !plumbing.has(word))
    .map(word => (spoken.includes('cli') ? (vendors.get(word) ?? word) : word));
  const at = words.findIndex(word => suites.has(word));
  const program = words[at];
  if (program === undefined) return null;
  // `github.git.push`: what stands before the program is the server.
  return { program, words: words.slice(at + 1).filter(word => word !== program) };
}

function wordsIn(value: JsonValue | undefined): readonly string[] | null {
  if (value === undefined || !isList(value) || value.length === 0) return null;
  const words: string[] = [];
  for (const member of value.slice(0, mostWords)) {
    if (typeof member === 'string') words.push(member);
    else if (typeof member === 'number') words.push(String(member));
    else return null;
  }
  return words;
}

type ProgramLine = { readonly argv: readonly string[] } | { readonly text: string };

/** What a tool that is named after a program is told to do, with the program in front. */
export function programCommand(tool: string, parameters: JsonObject): ProgramLine | null {
  const named = programTool(tool);
  if (named === null) return null;
  return remoteCommand(named, parameters) ?? plainCommand(named, parameters);
}

function remoteCommand(named: ProgramTool, parameters: JsonObject): ProgramLine | null {
  if (named.program !== 'ssh') return null;
  const text = textKeys.map(key => parameters[key]).find(value => typeof value === 'string');
  const listed = [...wordKeys, 'command', 'cmd']
    .map(key => wordsIn(parameters[key]))
    .find(found => found !== null);
  const argv = remoteLine(parameters, listed ?? null, text ?? '');
  return argv === null ? null : { argv };
}

function plainCommand({ program, words }: ProgramTool, parameters: JsonObject): ProgramLine | null {
  const texts = textKeys.map(key => parameters[key]).filter(value => typeof value === 'string');
  const list = wordKeys.map(key => wordsIn(parameters[key])).find(found => found !== null);
  const listed = list ?? wordsIn(parameters['command']) ?? wordsIn(parameters['cmd']) ?? null;
  const [text = ''] = texts;
  if (listed === null) {
    if (texts.length === 0 || shells.has(program) || clients.has(program)) return null;
    const whole = texts.join(' ').trim();
    return startsWithProgram(whole, program)
      ? { text: whole }
      : { text: [program, ...words, whole].join(' ') };
  }
  const first = listed[0] ?? '';
  if (first === program || first.endsWith(`/${program}`)) return { argv: listed };
  if (shells.has(program) && !first.startsWith('-') && isKnownProgram(first))
    return { argv: listed };
  const sub = list === undefined || /\s/u.test(text.trim()) || text === program ? '' : text.trim();
  return { argv: [program, ...words, ...(sub === '' ? [] : [sub]), ...listed] };
}

const hostKeys = ['host', 'hostname', 'server', 'target', 'machine', 'node', 'address'] as const;

/** What `ssh_exec` runs on the machine that stands beside it, as one line for a shell there. */
function remoteLine(
  parameters: JsonObject,
  listed: readonly string[] | null,
  text: string,
): readonly string[] | null {
  const line = listed === null ? text.trim() : listed.join(' ').trim();
  const host = hostKeys.map(key => parameters[key]).find(value => typeof value === 'string');
  const first = /^[\w./+-]{1,64}/u.exec(line)?.[0] ?? '';
  if (line === '' || first.startsWith('-') || first === 'ssh') return null;
  if (host === undefined && !isKnownProgram(first.slice(first.lastIndexOf('/') + 1))) return null;
  const where = host?.trim() ?? '';
  return [
    'ssh',
    /^[\w@.:[\]-]{1,255}$/u.test(where) && !where.startsWith('-') ? where : 'remote',
    line,
  ];
}

/** The text is the whole command line, or the line of another program. */
function startsWithProgram(text: string, program: string): boolean {
  // `RAILS_ENV=production bin/rails db:reset`: words before a program stand only at the beginning of a line.
  if (/^[A-Za-z_]\w{0,60}=\S{0,200}\s/u.test(text)) return true;
  const first = /^[\w./+-]{1,64}/u.exec(text)?.[0] ?? '';
  const base = first.slice(first.lastIndexOf('/') + 1).toLowerCase();
  return base === program || (/\s/u.test(text) && isKnownProgram(base) && !anyTool.has(base));
}
