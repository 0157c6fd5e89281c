import type { Call, Scope } from './scope.ts';
import { isKnown, literal, UNKNOWN, type Value } from './value.ts';

/**
 * Known programs that also run another one, wherever in their arguments it stands. A program that no table knows is
 * looked through in the same way.
 */
const carriers: ReadonlySet<string> = new Set(
  `script man zip sort split cmake wget tcpdump openvpn nc ncat netcat socat asciinema nodemon chokidar fzf go apt apt-get java rpm
  just screen gcloud aws az heroku fly flyctl ansible salt pdsh pssh clush fab knife bolt consul nomad ip wsl lxc machinectl
  multipass limactl crictl oc conda mamba nvm nix guix devbox distrobox toolbox nerdctl ssh-agent dc lftp sftp mosh octave
  gnuplot r erl julia elixir tclsh cargo task gdb pm2 ttyd vagrant lerna foreman honcho pdflatex xelatex lualatex latex at
  batch crontab dotenvx onchange reflex capsh systemd-nspawn flatpak-spawn start-stop-daemon git sops direnv expect doctl
  railway eksctl vercel netlify dtach abduco zellij byobu run-parts watchman-make entr inotifywait`.split(
    /\s+/,
  ),
);

/** Of these only the options run something: their operands are commands of their own, and `aws s3 rm` is not `rm`. */
const suites: ReadonlySet<string> = new Set(
  'git go apt apt-get java rpm cargo gcloud aws az wget tcpdump sort split zip doctl vercel netlify eksctl man fzf'.split(
    ' ',
  ),
);
/** Programs whose names are also verbs of other programs: only what looks like a path or an option may follow. */
const verbs: ReadonlySet<string> = new Set(
  'rm mv cp ls cat ps du ln mkdir touch echo df dd chmod chown clear tar rmdir push pull'.split(
    ' ',
  ),
);

/** Programs whose names are also words that stand in any command line. */
const words: ReadonlySet<string> = new Set(
  `exec command time script watch parallel retry code run test read write set export source type history sort join split op env
  eval print wait who date cut paste look more less file tree link install patch diff jobs alias let local return trap umask
  unset shift open start stop true false yes at batch head tail top free tools tool page view edit ex screen entr r w as
  go make find kill mail dig host service mount at link users id login passwd chronic apply config build deploy next fly
  railway render task just nix salt bolt fab consul nomad vault flux gem bundle poetry rush uv sam cdk serve node java ruby
  php perl lua scala julia deno bun help list get show status log logs`.split(/\s+/),
);
const running =
  /^-{1,2}(exec|execute|command|commands|cmd|run|shell|sh-exec|lua-exec|script|scripts|eval|hook|preview|filter|pager|open-files-in-pager|compress-program|unzip-command|use-askpass|extcmd|rsh|program|launcher|wrapper|callback|action|entrypoint|upload-pack|receive-pack|up|down|route-up|ex|config|bind|parameters|args|ssh-command|(on|pre|post|before|after|start|stop|when)[-_a-z]{0,30}|[cexzCTOSPDa]|TT|XX:On[A-Za-z]{1,30})$/u;
/** Options whose value can be nothing else than a command. */
const commanding =
  /^-{1,2}(exec|command|cmd|shell|sh-exec|run|ssh-command|unzip-command|preview)$/u;
const wordy =
  /^-{1,2}(m|msg|message|title|body|description|desc|comment|notes?|reason|subject|text|prompt|summary|label|query|search|grep|pattern|regex)$/u;
const syntax = /[-/|;&$<>*~]/u;
const prose =
  /\b(the|a|an|to|of|is|was|were|for|and|or|with|failed|from|this|that|not|please|should|will|has|have|by|in|on)\b/iu;
const longestText = 4096;
const mostArguments = 200;
const mostInner = 32;

type KnowsProgram = (name: string) => boolean;

/** Runs what the arguments of a program look as if they ran. Only what that finds is added. */
export function runCarried(call: Call, scope: Scope, knows: KnowsProgram): void {
  const args = call.args.slice(0, mostArguments);
  const separator = args.findIndex(arg => arg.text === '--');
  if (separator >= 0) runWords(args.slice(separator + 1), scope, knows);
  let found = separator >= 0;
  for (let i = 0; i < args.length; i++) {
    const arg = args[i];
    if (arg === undefined || arg.text === '--') break;
    const [option, attached] = optionOf(arg);
    if (option !== null) {
      // The value of an option for words is no command, whatever it looks like.
      if (wordy.test(option)) i += attached === undefined ? 1 : 0;
      else runOption(option, attached ?? args[i + 1], attached !== undefined, call, scope, knows);
      continue;
    }
    if (suites.has(call.program)) continue;
    if (/\s/u.test(arg.text.trim())) runText(arg, false, scope, knows);
    else if (!found && startsCommand(arg, args[i + 1], knows)) {
      found = true;
      scope.runner.argv(scope, args.slice(i), null);
    }
  }
  if (call.stdin !== null && isKnown(call.stdin) && readsCommands.has(call.program))
    for (const line of call.stdin.text.split('\n', 100)) runText(literal(line), true, scope, knows);
}

function runOption(
  option: string,
  value: Value | undefined,
  attached: boolean,
  { program }: Call,
  scope: Scope,
  knows: KnowsProgram,
): void {
  const runs = running.test(option);
  if (value === undefined || !(attached || runs)) return;
  const told = commanding.test(option) || (option === '-c' && isCarrier(program));
  if (told && /[\s;|&]/u.test(value.text)) scope.runner.text(scope, value, null);
  else runText(value, runs, scope, knows);
}

export function isCarrier(program: string): boolean {
  return carriers.has(program);
}

const readsCommands: ReadonlySet<string> = new Set(['at', 'batch', 'crontab', 'parallel', 'tclsh']);

/** `--name=value`, `-Xvalue` and `name=value` come apart; null where the argument is no option. */
function optionOf(arg: Value): readonly [string | null, Value | undefined] {
  const { text } = arg;
  const equals = text.indexOf('=');
  if (equals > 0 && /^-{0,2}[\w:.-]{1,64}$/u.test(text.slice(0, equals)))
    return [text.slice(0, equals), { ...arg, text: text.slice(equals + 1) }];
  if (!text.startsWith('-') || text.length < 2) return [null, undefined];
  if (/^-[A-Za-z][^\s]{0,40}\s/u.test(text))
    return [text.slice(0, 2), { ...arg, text: text.slice(2) }];
  return [text, undefined];
}

function startsCommand(arg: Value, next: Value | undefined, knows: KnowsProgram): boolean {
  if (next === undefined || !isKnown(arg) || arg.text.length > 256) return false;
  const base = arg.text.slice(arg.text.lastIndexOf('/') + 1);
  if (!/^[a-z][a-z0-9._+-]{1,40}$/u.test(base) || words.has(base) || !knows(base)) return false;
  return !verbs.has(base) || arg.text !== base || /^[-/~.]/u.test(next.text);
}

function runWords(args: readonly Value[], scope: Scope, knows: KnowsProgram): void {
  const [first] = args;
  if (first === undefined) return;
  if (/\s/u.test(first.text.trim())) runText(first, true, scope, knows);
  else if (first.text.startsWith('-'))
    runCarried({ program: '', args, stdin: null, env: new Map() }, scope, knows);
  else if (knows(first.text.slice(first.text.lastIndexOf('/') + 1)))
    scope.runner.argv(scope, args, null);
}

/** A text that is a command, or that has one in quotes or brackets. */
function runText(value: Value, told: boolean, scope: Scope, knows: KnowsProgram): void {
  const text = value.text
    .trim()
    .replace(/^([|!@]|exec=|x:;|(EXEC|SYSTEM|SHELL):)+/u, '')
    .trim();
  if (text === '' || text.length > longestText) return;
  if (isCommand(text, told, knows)) {
    scope.runner.text(scope, { ...value, text }, null);
    return;
  }
  let left = mostInner;
  for (const match of text.matchAll(/["'`{([]([^"'`{}[\]]{3,2000})["'`})\]]/gu)) {
    const inner = (match[1] ?? '').trim();
    if (isCommand(inner, true, knows)) scope.runner.text(scope, { ...value, text: inner }, null);
    left -= 1;
    if (left === 0) return;
  }
  // A line of cron has its times first.
  const scheduled = /^(?:@[a-z]{3,10}|(?:[\d*,/-]{1,20}\s{1,4}){5})\s{0,4}(.{3,2000})$/u.exec(
    text,
  )?.[1];
  if (scheduled !== undefined) scope.runner.text(scope, { ...value, text: scheduled }, null);
}

function isCommand(text: string, told: boolean, knows: KnowsProgram): boolean {
  const bare = text.replace(/^([A-Za-z_]\w{0,40}=[^\s]{0,200}\s{1,4})+/u, '');
  const first = /^[\w./+-]{1,128}/u.exec(bare)?.[0] ?? '';
  const base = first.slice(first.lastIndexOf('/') + 1).toLowerCase();
  const rest = bare.slice(first.length);
  if (base === '' || !knows(base) || /^[^\s|;&<>]/u.test(rest)) return false;
  if (told) return rest !== '' || text.includes(UNKNOWN);
  if (rest.trim() === '') return false;
  return words.has(base)
    ? syntax.test(rest) && !prose.test(rest)
    : syntax.test(rest) || !prose.test(rest);
}
