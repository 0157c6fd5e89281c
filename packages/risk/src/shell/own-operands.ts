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
  if (usesList(call, scope) || setsSwitch(call, scope)) {
    tell('uses a list of what belongs to the approval system, or sets its switches');
    return;
  }
  const list = operandsOf(call, scope.cwd);
  for (const { text, tree } of list.paths) {
    const at = own.at(text, folders);
    if (at === 'secret' || (at === 'safeguard' && list.writes)) {
      tell(text);
      return;
    }
    if (tree && isTold(own.above(text, folders), list.writes)) {
      tell(`${text} holds files of the approval system`);
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

function isTold(found: Protection | null, writes: boolean): boolean {
  return found === 'secret' || (found === 'safeguard' && writes);
}

/** True if the shell stands in a folder whose files are secret. */
function isInside(scope: Scope): boolean {
  return scope.cwd !== '.' && scope.own.at(scope.cwd, scope.folders) === 'secret';
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

/** Our own command started through its runtime, and our own process stopped. */
function assessOwnProgram(call: Call, scope: Scope): void {
  const { program, args } = call;
  const words = args.slice(0, 64);
  if (runtimes.has(program)) {
    const at = words.findIndex(({ text }) => ownEntry.test(text.replaceAll('\\', '/')));
    if (at >= 0)
      scope.runner.argv(scope, [literal('countersign'), ...args.slice(at + 1)], call.stdin);
  } else if (/^(yarn|pnpm|npm|bun)$/u.test(program) && words[0]?.text === 'countersign') {
    scope.runner.argv(scope, args, call.stdin);
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
        word => /countersign/iu.test(word) || own.isPort(word.replace(/^.*:|\/tcp$/gu, '')),
      )
    )
      machine.listsOwn = true;
    if (program === 'fuser' && machine.listsOwn && words.some(word => /^-[a-z]*k/u.test(word)))
      scope.find('policy_tampering', 'critical', 'fuser: stops the approval system');
    return;
  }
  if (!/^(ls|dir|find|gfind|fd|fdfind|locate|plocate)$/u.test(program)) return;
  if (words.some(word => sourceFile.test(word))) return;
  const isFind = program !== 'ls' && program !== 'dir';
  for (const { text } of args.slice(0, 100)) {
    if (text.startsWith('-')) continue;
    const path = scope.path(literal(text)).text;
    if (own.at(path, folders) === 'secret' || (isFind && own.above(path, folders) === 'secret'))
      machine.listsOwn = true;
  }
}

/** True if the program works on a list that names something of ours. */
function usesList({ program, args, stdin }: Call, scope: Scope): boolean {
  if (!scope.machine.listsOwn) return false;
  const isList = args.some(({ text }) => /^(-T|-@|--files-from.*|--from-file.*)$/u.test(text));
  if (stdin !== null && (/^(cpio|pax|afio)$/u.test(program) || isList)) return true;
  if (stdin !== null && /^(xargs|parallel)$/u.test(program)) {
    const inner = args.find(({ text }) => /^[a-z]/u.test(text))?.text ?? 'echo';
    return !naming.has(inner);
  }
  const stops = /^(kill|gdb|lldb|strace|ltrace|gcore)$/u.test(program);
  return args.some(
    ({ text, origins }) => text.includes(UNKNOWN) && (stops || origins.has('generated')),
  );
}

/** `docker run -e COUNTERSIGN_URL=…` and its like. */
function setsSwitch({ program, args }: Call, scope: Scope): boolean {
  if (prose.has(program)) return false;
  return args.slice(0, 200).some(({ text }) => {
    const name = /^(?:--?[a-z-]{1,20}=?)?([A-Z][A-Z0-9_]{2,80})=/u.exec(text)?.[1];
    return name !== undefined && scope.own.steers(name);
  });
}
