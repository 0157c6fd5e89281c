import type { Protection } from '../own/own-guard.ts';
import { mentionIn } from '../own/own-text.ts';
import { assessOwnAddress } from './own-addresses.ts';
import { assessOwnGit } from './own-git.ts';
import { naming, noteLists, onlyNames, tracers, usesList } from './own-lists.ts';
import { operandsOf, pathsIn } from './own-operand-list.ts';
import { assessOwnProgram, runtimes } from './own-programs.ts';
import { type Call, describe, type Scope } from './scope.ts';
import { isKnown, literal, type Value } from './value.ts';

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
  assessOwnGit(call, scope);
  const tell = (what: string): void =>
    scope.find('policy_tampering', 'critical', describe(call, what));
  noteLists(call, scope);
  if (onlyNames(call)) return;
  const reached = reachedBeforehand(call, scope);
  if (reached !== null) {
    scope.find('policy_tampering', reached.level, describe(call, reached.what));
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

/** What a call reaches without naming a file of ours: through a list, a process or a whole disk. */
function reachedBeforehand(
  call: Call,
  scope: Scope,
): { readonly level: 'high' | 'critical'; readonly what: string } | null {
  if (readsDisk(call)) return { level: 'high', what: 'reads a whole disk' };
  return usesList(call, scope) || looksIntoProcess(call)
    ? { level: 'critical', what: 'reaches for files or processes of the approval system' }
    : null;
}

const disk =
  /^(?:if=)?\/dev\/(?:r?disk\d|[sv]d[a-z]|xvd[a-z]|nvme\d|mmcblk\d|dm-\d|mapper\/|md\d|k?mem|kcore)/u;

/** A disk shows every file on it, whatever the rights of the files say. */
function readsDisk({ program, args }: Call): boolean {
  return (
    /^(dd|cat|head|tail|strings|grep|xxd|od|hexdump|cp|debugfs|dump|pv|gzip|zstd|partclone|ddrescue)$/u.test(
      program,
    ) && args.some(({ text }) => disk.test(text))
  );
}

/** Shows the memory or the environment of a process that it names by number, or of all. */
function looksIntoProcess({ program, args }: Call): boolean {
  const words = args.map(({ text }) => text);
  if (program === 'coredumpctl') return words.some(word => /^(dump|debug|gdb)$/u.test(word));
  if (program === 'nsenter') return words.some(word => /^(-t\d*|--target.*|-a|--all)$/u.test(word));
  if (/^(gcore|procdump)$/u.test(program)) return words.some(word => /^\d+$/u.test(word));
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

/** Looks at what a prefix such as `flock FILE command` is given itself. */
export function assessOwnPrefix(call: Call, words: readonly Value[], scope: Scope): void {
  for (const { text } of words.slice(0, 64))
    for (const path of pathsIn(text))
      if (scope.own.at(scope.path(literal(path)).text, scope.folders) === 'secret')
        scope.find('policy_tampering', 'critical', describe(call, path));
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
