import type { Call, Scope } from './scope.ts';
import { literal, UNKNOWN, type Value, withOrigins } from './value.ts';

/** Programs that say a name, or show that a file is there, and show nothing of what is in it. */
export const naming = new Set(
  (
    'echo printf : true false test [ [[ cd pushd popd pwd ls dir ll la tree exa eza lsd stat file du df basename dirname realpath readlink which type ' +
    'mkdir export declare local readonly typeset set unset alias unalias wc sleep exit return shift trap ulimit umask history man info help apropos ' +
    'gh glab hub jira notify-send say logger wall read mapfile readarray'
  ).split(' '),
);

/** A call of such a program. `man -l` shows the file that it is given. */
export function onlyNames({ program, args }: Call): boolean {
  const opens = Object.hasOwn(opening, program) ? opening[program] : undefined;
  return naming.has(program) && !args.some(({ text }) => opens?.test(text) === true);
}

/** The words with which such a program opens a file after all, and shows what is in it. */
const opening: Readonly<Record<string, RegExp>> = {
  man: /^(-[a-z]*l|--local-file)|\//u,
  info: /^(-f|--file)/u,
  file: /^(-[a-zA-Z]*f|--files-from)/u,
  du: /^--files0-from/u,
  wc: /^--files0-from/u,
  history: /^-[a-z]*[ranw]/u,
  say: /^(-f|--input-file)/u,
  logger: /^(-f|--file)/u,
  tree: /^--fromfile/u,
  wall: /^[^-]/u,
  gh: /^download$/u,
};

/** Look into a running process, or record what it does. */
export const tracers =
  /^(gdb|lldb|strace|ltrace|py-spy|reptyr|rbspy|perf|bpftrace|dtrace|dtruss|uftrace|sysdig|trace-cmd|frida|frida-trace|jattach|rr|volatility|avml|bcc)$/u;

/** `fd -u`: also what git ignores, and not only files of a kind. */
const unrestricted =
  /^(?!.* (-[a-zA-Z]*e|--extension)).* (-[a-zA-Z]*[uIH][a-zA-Z]*|--no-ignore|--unrestricted|--hidden)/u;

const sourceFile =
  /\.(tsx?|jsx?|mjs|cjs|py|go|rs|java|rb|php|c|h|cpp|cs|md|txt|html|css|log|pyc|snap)["']?$/u;

/** Remembers that the output of a command names our own files or processes. */
export function noteLists({ program, args }: Call, scope: Scope): void {
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
  if (/^(locate|plocate|mdfind)$/u.test(program)) {
    const parts = words.filter(word => /^[^-/].{3}/u.test(word)).map(word => word.toLowerCase());
    if (parts.some(part => own.names.some(name => name.includes(part)))) machine.listsOwn = true;
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

/** Marks the output of a command that lists a folder in which secrets of ours lie, and takes the mark off counts. */
export function markListed(call: Call, scope: Scope, output: Value): Value {
  if (listsFolder(call, scope)) return withOrigins(output, 'listed');
  if (!output.origins.has('listed') || !losesNames(call)) return output;
  return { ...output, origins: new Set([...output.origins].filter(name => name !== 'listed')) };
}

function listsFolder({ program, args }: Call, scope: Scope): boolean {
  const words = args.slice(0, 100).map(({ text }) => text);
  if (program === 'git' && words[0] === 'ls-files') {
    const others = words.some(word => /^(-[a-z]*o[a-z]*|--others)$/u.test(word));
    return others && !words.includes('--exclude-standard') && isAbove('./.', scope);
  }
  const lists = Object.hasOwn(listing, program) ? listing[program] : undefined;
  if (lists === undefined || !lists.test(shortened(words))) return false;
  if (words.some(word => sourceFile.test(word))) return false;
  if (args.some(({ text, glob }) => glob && /^(\.\/)?\*$/u.test(text)))
    return isAbove('./.', scope);
  const folders = words.filter(word => !word.startsWith('-'));
  const named = /^(ls|dir|vdir|exa|eza|lsd|tree|du)$/u.test(program) ? folders : [];
  return (named.length === 0 ? ['./.'] : named).some(folder => isAbove(folder, scope));
}

/** True if files of ours lie in the folder that the shell stands in. */
export function holdsOwnFiles(scope: Scope): boolean {
  return scope.own.above(scope.path(literal('./.')).text, scope.folders) !== null;
}

const everyName = /^/u;
/** Programs that list what is in a folder, and with which words they do. */
const listing: Readonly<Record<string, RegExp>> = {
  ls: everyName,
  dir: everyName,
  vdir: everyName,
  exa: everyName,
  eza: everyName,
  lsd: everyName,
  tree: / -[a-zA-Z]*f/u,
  du: / (-[a-zA-Z]*a[a-zA-Z]*|--all) /u,
  compgen: / -[a-zA-Z]*[fGo]| -A file/u,
  stat: /%n/u,
  realpath: /\*/u,
  basename: /\*/u,
  readlink: /\*/u,
  dirname: /\*/u,
  rg: /(?=.* --files )(?=.* (-[a-zA-Z]*u[a-zA-Z]*|--no-ignore|--unrestricted|--hidden) )/u,
  fd: unrestricted,
  fdfind: unrestricted,
};

function isAbove(folder: string, scope: Scope): boolean {
  return scope.own.above(scope.path(literal(folder)).text, scope.folders) === 'secret';
}

/** Counts and sums are no names, and `grep '\.ts$'` leaves only names that we keep no secrets under. */
function losesNames({ program, args }: Call): boolean {
  if (/^(wc|cksum|md5sum|sha256sum|stat|du|file)$/u.test(program)) return true;
  if (!/^([ef]?grep|rg)$/u.test(program)) return false;
  const words = args.map(({ text }) => text);
  if (words.some(word => /^-[a-zA-Z]*[vLc]/u.test(word))) return false;
  const pattern = words.find(word => !word.startsWith('-')) ?? '';
  return sourceFile.test(pattern.replaceAll('\\', '').replace(/\$$/u, ''));
}

/** Remembers that a name of ours went into a program that makes other text of it. */
export function noteAssembled({ args }: Call, input: Value, scope: Scope): void {
  const given = [input, ...args].map(({ text }) => text.slice(0, 4096)).join(' ');
  if (scope.own.isMentioned(given)) scope.machine.listsOwn = true;
}

/** `fd secret -x cat` looks for a part of a name and runs a program on what it finds. */
function findsOwn({ program, args }: Call, scope: Scope): boolean {
  if (!/^(fd|fdfind)$/u.test(program)) return false;
  const words = args.slice(0, 64).map(({ text }) => text);
  const run = words.findIndex(word => /^(-x|-X|--exec|--exec-batch)$/u.test(word));
  if (run >= 0 && showing.has(words[run + 1] ?? '') && unrestricted.test(shortened(words)))
    return isAbove('./.', scope);
  const wanted = words.find(word => !word.startsWith('-'))?.toLowerCase() ?? '';
  if (run < 0 || naming.has(words[run + 1] ?? '') || wanted.length < 3) return false;
  return scope.own.names.some(name => name.includes(wanted));
}

/** Programs that show, take or change what is in the files they are given. */
export const showing = new Set(
  (
    'cat bat batcat head tail less more nl tac strings xxd od hexdump base64 base32 cp mv install ln tar zip gzip bzip2 xz zstd curl wget scp rsync ' +
    'grep egrep fgrep sed awk gawk perl sort uniq cut paste tee dd truncate rm shred openssl gpg age jq yq'
  ).split(' '),
);

const fromList = new RegExp(`^(\\./)?${UNKNOWN}`, 'u');

/** True if the program opens files whose names came from a list of a folder that holds our secrets. */
function opensListed({ program, args, stdin }: Call): boolean {
  if (/^(xargs|parallel)$/u.test(program))
    return stdin?.origins.has('listed') === true && args.some(({ text }) => showing.has(text));
  const takesList = /^(tar|gtar|bsdtar|rsync|zip|7z|cpio|rclone|restic)$/u.test(program);
  return args.some(
    ({ text, origins }) =>
      origins.has('listed') &&
      ((showing.has(program) && fromList.test(text)) ||
        (takesList && /(^|=)\/dev\/fd\//u.test(text))),
  );
}

/** The words of a call in one line. A long word is no option, and would take the patterns long. */
function shortened(words: readonly string[]): string {
  return ` ${words.map(word => word.slice(0, 40)).join(' ')} `;
}

/** True if the program works on a list that names something of ours. */
export function usesList(call: Call, scope: Scope): boolean {
  const { program, args, stdin } = call;
  if (findsOwn(call, scope)) return true;
  if (opensListed(call)) return true;
  if (!scope.machine.listsOwn) return false;
  const isList = args.some(({ text }) => /^(-T|-@|--files-from.*|--from-file.*)$/u.test(text));
  if (isList || (stdin !== null && /^(cpio|pax|afio)$/u.test(program))) return true;
  if (stdin !== null && /^(xargs|parallel)$/u.test(program)) {
    const inner = args.find(({ text }) => /^[a-z]/u.test(text))?.text ?? 'echo';
    return !naming.has(inner);
  }
  const stops =
    /^(kill|gcore)$/u.test(program) ||
    tracers.test(program) ||
    (program === 'node' && args[0]?.text === 'inspect');
  return args.some(
    ({ text, origins }) =>
      text.includes(UNKNOWN) && (stops || origins.has('generated') || origins.has('encoded')),
  );
}
