import type { Protection } from '../own/own-guard.ts';
import { mentionIn } from '../own/own-text.ts';
import { assessOwnAddress } from './own-addresses.ts';
import { operandsOf } from './own-operand-list.ts';
import { type Call, describe, type Scope } from './scope.ts';
import { isKnown, literal, UNKNOWN, type Value } from './value.ts';

/** Programs that say a name, or show that a file is there, and show nothing of what is in it. */
const naming = new Set(
  (
    'echo printf : true false test [ [[ cd pushd popd pwd ls dir ll la tree exa eza lsd stat file du df basename dirname realpath readlink which type ' +
    'mkdir export declare local readonly typeset set unset alias unalias wc sleep exit return shift trap ulimit umask history man info help apropos ' +
    'gh glab hub jira notify-send say logger wall read mapfile readarray'
  ).split(' '),
);

/** Programs whose words are for people or are code that its own judge reads. */
const prose = new Set(
  'echo printf git gh glab hub jira notify-send say logger wall commitlint cz grep egrep fgrep rg ag ack man'.split(
    ' ',
  ),
);

/** Looks for the product's own files, addresses and switches among everything that a program is given (OF-1 to OF-4). */
export function assessOwnOperands(call: Call, scope: Scope): void {
  const { own, folders } = scope;
  assessOwnAddress(call, scope);
  assessOwnProgram(call, scope);
  const tell = (what: string): void =>
    scope.find('policy_tampering', 'critical', describe(call, what));
  noteLists(call, scope);
  if (naming.has(call.program)) return;
  if (usesList(call, scope) || looksIntoProcess(call)) {
    tell('reaches for files or processes of the approval system');
    return;
  }
  const list = operandsOf(call, scope.cwd);
  for (const { text, tree, written = false, usual = false } of list.paths) {
    const at = own.at(text, folders);
    if (isTold(at, list.writes || written)) {
      tell(text);
      return;
    }
    if (tree && isTold(own.above(text, folders), list.writes)) {
      scope.find(
        'policy_tampering',
        usual ? 'high' : 'critical',
        describe(call, `${text} holds files of the approval system`),
      );
      return;
    }
  }
  if (prose.has(call.program) && !list.writes) return;
  for (const text of list.texts) {
    const found = mentionIn(text, own, folders);
    if (found !== null && (found.protection === 'secret' || found.hidden || list.writes)) {
      tell('names a file of the approval system');
      return;
    }
  }
  if (isInside(scope) && list.paths.length === 0 && list.texts.length > 0)
    tell('runs in a folder of the approval system');
}

/** Look into a running process, or record what it does. */
const tracers =
  /^(gdb|lldb|strace|ltrace|py-spy|reptyr|rbspy|perf|bpftrace|dtrace|dtruss|uftrace|sysdig|trace-cmd)$/u;

/** Shows the memory or the environment of a process that it names by number, or of all. */
function looksIntoProcess({ program, args }: Call): boolean {
  const words = args.map(({ text }) => text);
  if (program === 'coredumpctl') return words.some(word => /^(dump|debug|gdb)$/u.test(word));
  if (program === 'nsenter') return words.some(word => /^(-t\d*|--target.*|-a|--all)$/u.test(word));
  if (/^(gcore|procdump)$/u.test(program)) return words.some(word => !word.startsWith('-'));
  if (tracers.test(program) || (runtimes.has(program) && words[0] === 'inspect'))
    return words.some(
      (word, at) =>
        /^(-p|--pid|--attach-pid|--process)=?\d+$/u.test(word) ||
        (/^(-p|--pid|--attach-pid|--process)$/u.test(words[at - 1] ?? '') && /^\d+$/u.test(word)),
    );
  // `ps e` prints environments, `ps -e` does not.
  return (
    program === 'ps' &&
    words.some(
      word => /^[a-z]*e[a-z]*$/u.test(word) && !/^-/u.test(words[words.indexOf(word) - 1] ?? ''),
    )
  );
}

function isTold(found: Protection | null, writes: boolean): boolean {
  return found === 'secret' || (found === 'safeguard' && writes);
}

/** True if the shell stands in a folder whose files are secret. */
function isInside(scope: Scope): boolean {
  return scope.cwd !== '.' && scope.own.at(scope.cwd, scope.folders) === 'secret';
}

/** `strace -o FILE` and `script FILE` run a program and write a file of their own. */
export function assessOwnOutput(call: Call, scope: Scope): void {
  const { program, args } = call;
  if (usesList(call, scope) || looksIntoProcess(call))
    scope.find('policy_tampering', 'critical', describe(call, 'looks into a process'));
  for (const [at, arg] of args.slice(0, 64).entries()) {
    const isNamed = /^(-o|--output|--log-out)$/u.test(args[at - 1]?.text ?? '');
    const isLast = program === 'script' && at === args.length - 1 && !arg.text.startsWith('-');
    if ((isNamed || isLast) && isOwnPath(scope, arg))
      scope.find('policy_tampering', 'critical', describe(call, arg.text));
  }
}

/** True if the file may not be written by an agent. */
export function isOwnPath(scope: Scope, target: Value): boolean {
  return scope.own.at(scope.path(target).text, scope.folders) !== null;
}

/** Looks at one file about to be read. */
export function assessOwnRead(scope: Scope, source: Value, by: string): void {
  const { text } = scope.path(source);
  if (!isKnown(source) && /^[^a-z]{0,3}$/iu.test(text)) return;
  if (scope.own.at(text, scope.folders) === 'secret')
    scope.find('policy_tampering', 'critical', `${by}: a file of the approval system`);
}

/** Looks at what `find` hands to a program: a wildcard there means every folder below. */
export function assessOwnFound(scope: Scope, found: readonly Value[], program: string): void {
  if (naming.has(program)) return;
  for (const { text } of found.slice(0, 32)) {
    const deep = text.replace(/\/([^/]*[*?[][^/]*)$/u, '/**/$1');
    if (deep !== text && scope.own.at(scope.path(literal(deep)).text, scope.folders) === 'secret')
      scope.find('policy_tampering', 'critical', 'find: a file of the approval system');
  }
}

/** Looks at one tree about to be removed or moved. */
export function holdsOwnPath(scope: Scope, target: Value): boolean {
  return scope.own.above(scope.path(target).text, scope.folders) !== null;
}

const runtimes = new Set('node nodejs bun deno tsx ts-node'.split(' '));
const stoppers = new Set(
  'pkill killall systemctl service launchctl pm2 supervisorctl rc-service skill taskkill'.split(
    ' ',
  ),
);
const ownEntry =
  /(^|\/)(\.bin\/countersign|@countersign\/cli\/.{1,200}|cli\/(src|dist)\/main\.[cm]?[jt]s|countersign(\.[cm]?js)?)$/u;

const containers = /^(docker|podman|nerdctl)$/u;

function isOwnProgram({ text }: Value, _at: number, words: readonly Value[]): boolean {
  if (words.some(word => /^-[a-z]*r/iu.test(word.text))) return false;
  return /(^|\/)bin\/countersign$|^countersign$/u.test(text);
}

function sharesVolumes({ text }: Value, at: number, words: readonly Value[]): boolean {
  return (
    /countersign/iu.test(text) &&
    /^--volumes-from/u.test(text.startsWith('--') ? text : (words[at - 1]?.text ?? ''))
  );
}

/** Our own command started through its runtime, and our own process stopped. */
function assessOwnProgram(call: Call, scope: Scope): void {
  const { program, args } = call;
  const words = args.slice(0, 64);
  if (runtimes.has(program)) {
    const at = words.findIndex(({ text }) => ownEntry.test(text.replaceAll('\\', '/')));
    if (at >= 0)
      scope.runner.argv(scope, [literal('countersign'), ...args.slice(at + 1)], call.stdin);
    const named = words.findIndex(({ text }) =>
      /^npm:(@countersign\/cli|countersign)(@.*)?$/u.test(text),
    );
    if (named >= 0)
      scope.runner.argv(scope, [literal('countersign'), ...args.slice(named + 1)], call.stdin);
  } else if (/^(yarn|pnpm|npm|bun)$/u.test(program) && words[0]?.text === 'countersign') {
    scope.runner.argv(scope, args, call.stdin);
  } else if (
    /^(yarn|pnpm|npm|bun)$/u.test(program) &&
    /^(run|run-script)$/u.test(words[0]?.text ?? '') &&
    words[1]?.text === 'countersign'
  ) {
    const rest = args.slice(2).filter(({ text }) => text !== '--');
    scope.runner.argv(scope, [literal('countersign'), ...rest], call.stdin);
  } else if (/^(ln|cp|install|mv)$/u.test(program) && words.some(isOwnProgram)) {
    scope.find('policy_tampering', 'critical', describe(call, 'gives our program another name'));
  } else if (containers.test(program) && words.some(sharesVolumes)) {
    scope.find(
      'policy_tampering',
      'critical',
      describe(call, 'takes the volumes of the approval system'),
    );
  } else if (
    stoppers.has(program) &&
    words.some(({ text }) => /countersign/iu.test(text)) &&
    !words.some(({ text }) =>
      /^(status|show|is-active|is-enabled|cat|list|print|logs?|jlist)$/u.test(text),
    )
  )
    scope.find(
      'policy_tampering',
      'critical',
      describe(call, 'stops or changes the approval system'),
    );
}

const sourceFile =
  /\.(tsx?|jsx?|mjs|cjs|py|go|rs|java|rb|php|c|h|cpp|cs|md|txt|html|css|log|pyc|snap)["']?$/u;

/** Remembers that the output of a command names our own files or processes. */
function noteLists({ program, args }: Call, scope: Scope): void {
  const { own, folders, machine } = scope;
  const words = args.slice(0, 100).map(({ text }) => text);
  if (/^(pgrep|pidof|lsof|fuser)$/u.test(program)) {
    if (
      words.some(
        word =>
          /countersign/iu.test(word) ||
          // The server is a process of Node.
          /^node(js)?$/u.test(word) ||
          own.isPort(word.replace(/^.*:|\/tcp$/gu, '')),
      )
    )
      machine.listsOwn = true;
    if (program === 'fuser' && machine.listsOwn && words.some(word => /^-[a-z]*k/u.test(word)))
      scope.find('policy_tampering', 'critical', 'fuser: stops the approval system');
    return;
  }
  if (program === 'git' && words[0] === 'ls-files') {
    const others = words.some(word => /^(-[a-z]*o[a-z]*|--others)$/u.test(word));
    if (others && !words.includes('--exclude-standard')) noteHere(scope);
    return;
  }
  if (!/^(ls|dir|find|gfind|fd|fdfind|locate|plocate)$/u.test(program)) return;
  if (words.some(word => sourceFile.test(word))) return;
  if (words.every(word => word.startsWith('-'))) noteHere(scope);
  const isFind = program !== 'ls' && program !== 'dir';
  for (const { text } of args.slice(0, 100)) {
    if (text.startsWith('-')) continue;
    const path = scope.path(literal(text)).text;
    if (own.at(path, folders) === 'secret' || (isFind && own.above(path, folders) === 'secret'))
      machine.listsOwn = true;
  }
}

/** Remembers that a command lists the folder it runs in, where secrets of ours lie in it. */
function noteHere(scope: Scope): void {
  const here = scope.path(literal('./.')).text;
  if (scope.own.above(here, scope.folders) === 'secret') scope.machine.listsHere = true;
}

/** Remembers that a name of ours went into a program that makes other text of it. */
export function noteAssembled({ args }: Call, input: Value, scope: Scope): void {
  const given = [input, ...args].map(({ text }) => text.slice(0, 4096)).join(' ');
  if (scope.own.isMentioned(given)) scope.machine.listsOwn = true;
}

/** `fd secret -x cat` looks for a part of a name and runs a program on what it finds. */
function findsOwn({ program, args }: Call, { own }: Scope): boolean {
  if (!/^(fd|fdfind)$/u.test(program)) return false;
  const words = args.slice(0, 64).map(({ text }) => text);
  const run = words.findIndex(word => /^(-x|-X|--exec|--exec-batch)$/u.test(word));
  const wanted = words.find(word => !word.startsWith('-'))?.toLowerCase() ?? '';
  if (run < 0 || naming.has(words[run + 1] ?? '') || wanted.length < 3) return false;
  return own.names.some(name => name.includes(wanted));
}

/** Programs that show or take what is in the files they are given. */
const showing = new Set(
  'cat bat head tail less more nl tac strings xxd od hexdump base64 cp tar zip curl scp rsync grep sed awk'.split(
    ' ',
  ),
);

/** True if the program works on a list that names something of ours. */
function usesList(call: Call, scope: Scope): boolean {
  const { program, args, stdin } = call;
  if (findsOwn(call, scope)) return true;
  if (scope.machine.listsHere && stdin !== null && /^(xargs|parallel)$/u.test(program)) {
    if (args.some(({ text }) => showing.has(text))) return true;
  }
  if (!scope.machine.listsOwn) return false;
  const isList = args.some(({ text }) => /^(-T|-@|--files-from.*|--from-file.*)$/u.test(text));
  if (isList || (stdin !== null && /^(cpio|pax|afio)$/u.test(program))) return true;
  if (stdin !== null && /^(xargs|parallel)$/u.test(program)) {
    const inner = args.find(({ text }) => /^[a-z]/u.test(text))?.text ?? 'echo';
    return !naming.has(inner);
  }
  const stops = /^(kill|gcore)$/u.test(program) || tracers.test(program);
  return args.some(
    ({ text, origins }) =>
      text.includes(UNKNOWN) && (stops || origins.has('generated') || origins.has('encoded')),
  );
}
