import { isOutput, placedBy, writesBySql } from './own-outputs.ts';
import { joined, type Operand, packedBy } from './own-packers.ts';
import type { Call } from './scope.ts';
import { UNKNOWN, type Value } from './value.ts';

/** What a program is given, as far as it may name files. */
interface OperandList {
  readonly paths: readonly Operand[];
  /** Code and other long words, in which names may stand. */
  readonly texts: readonly string[];
  /** The program may change what it is given. */
  readonly writes: boolean;
}

const mostArguments = 400;

function set(names: string): ReadonlySet<string> {
  return new Set(names.split(/\s+/u));
}

/** Take a tree along whatever their options are. */
const carriers = set(
  `mv ln link tar gtar bsdtar zip 7z 7za 7zr rar cpio pax afio rsync rclone restic borg duplicity kopia rdiff-backup unison s3cmd azcopy mc ditto
  robocopy xcopy shred chmod chown chgrp chattr setfacl mount bindfs sshfs bwrap firejail chroot unshare proot nsenter systemd-nspawn squashfs mksquashfs
  genisoimage mkisofs xorriso rename mmv move-item compress-archive rmdir srm wipe trash gio serve http-server miniserve darkhttpd caddy croc wormhole
  magic-wormhole ffsend dump xfsdump transfer syncthing rgrep stow httpd thttpd lighttpd twistd webfsd uploadserver hdiutil asr fastmod codemod ruplacer`,
);
/** Take a tree along with one of these options. */
const carryingOptions: Readonly<Record<string, RegExp>> = {
  cp: /^(-[a-z]*[rRad][a-zA-Z]*|--recursive|--archive)$/u,
  'copy-item': /^-recurse$/iu,
  scp: /^-[a-zA-Z]*r/u,
  sftp: /^-[a-zA-Z]*r/u,
  rm: /^(-[a-zA-Z]*[rR]|--recursive)/u,
  grep: /^(-[a-zA-Z]*[rR][a-zA-Z]*|--recursive|--dereference-recursive|--directories=recurse)$/u,
  egrep: /^(-[a-zA-Z]*[rR][a-zA-Z]*|--recursive)$/u,
  fgrep: /^(-[a-zA-Z]*[rR][a-zA-Z]*|--recursive)$/u,
  zgrep: /^(-[a-zA-Z]*[rR][a-zA-Z]*|--recursive)$/u,
  rg: /^(-[a-zA-Z.]*(uu|\.)[a-zA-Z.]*|--hidden|--unrestricted)$/u,
  ag: /^(-[a-zA-Z]*[ua][a-zA-Z]*|--hidden|--unrestricted|--all-types)$/u,
  ack: /^--(hidden|all)$/u,
  diff: /^(-[a-zA-Z]*r|--recursive)/u,
  strings: /^-r$/u,
  fd: /^(-x|-X|--exec|--exec-batch)$/u,
  fdfind: /^(-x|-X|--exec|--exec-batch)$/u,
  aws: /^(--recursive|sync)$/u,
  gsutil: /^(-r|rsync|-R)$/u,
  gcloud: /^(--recursive|-r|rsync|scp)$/u,
  kubectl: /^cp$/u,
  docker: /^(cp|-v.*|--volume.*|--mount.*)$/u,
  podman: /^(cp|-v.*|--volume.*|--mount.*)$/u,
  nerdctl: /^(cp|-v.*|--volume.*|--mount.*)$/u,
  'docker-compose': /^(cp|-v.*|--volume.*)$/u,
  python: /^(http\.server|zipfile|tarfile|SimpleHTTPServer)$/u,
  php: /^-[St]$/u,
  ruby: /^-run$/u,
  az: /^(upload-batch|sync|--recursive)$/u,
  svn: /^--no-ignore$/u,
  busybox: /^(httpd|tar|cp|cpio|ftpd|rm|mv|ln)$/u,
  git: /^(-f|--force|-a|--all|-[a-z]*x[a-z]*|--no-ignore.*|archive)$/u,
};
/** Their last operand is where it goes, not what is taken. */
const withDestination = set(
  'cp mv ln link rsync scp sftp ditto rclone copy-item move-item xcopy robocopy aws gsutil gcloud',
);
const containers = set('docker podman nerdctl docker-compose');
/** The first operand is what they look for, or the code they run. */
const withPattern = set(
  'grep egrep fgrep zgrep rgrep rg ag ack sed gsed awk gawk mawk jq yq perl pgrep pkill',
);
const codePrograms = set('sed gsed awk gawk mawk perl jq yq');
/** Change what they are given in no case. */
const reading = set(
  `cat less more head tail bat nl tac grep egrep fgrep zgrep rgrep rg ag ack diff cmp comm jq yq strings sort uniq cut od xxd hexdump sha256sum sha1sum md5sum
  cksum file wc view yamllint jsonlint ajv check-jsonschema kubeconform conftest opa cue taplo git curl wget xmllint column fold tar zip cp scp rsync sed awk gawk
  gsed find fd xargs python node ruby perl php deno bun sh bash zsh dash vim vi nvim ex emacs nano ed pico micro code countersign gpg open xdg-open prettier eslint biome
  dprint yamlfmt source . env time sudo docker podman make npm npx pnpm yarn tsx ts-node sqlite3 psql`,
);
/** Editors that take commands as operands, and the commands by which they write. */
const editors = set('vim vi nvim gvim ex view emacs');
const saving =
  /^\+?:?(w|wq|x|wa|wqa|xa|up|update|sav|saveas|write)\b|\|\s{0,4}(w|wq|x|up|update)\b|\bwritefile\b|\bio\.open\b|\b(save-buffer|write-region|write-file)\b/u;
/** Put in place what their input says. */
const patching = set('patch ed ex');

/** A call, as its operands are read. */
interface Reading {
  readonly call: Call;
  readonly args: readonly Value[];
  readonly plain: readonly Value[];
  readonly carries: boolean;
  /** What it looks for, or the code that it runs. */
  readonly skipped: ReadonlySet<Value>;
  /** Where it goes, which is not what is taken. */
  readonly last: Value | undefined;
}

function readingOf(call: Call): Reading {
  const { program } = call;
  const args = call.args.slice(0, mostArguments);
  const plain = args.filter(arg => !arg.text.startsWith('-'));
  const hasPattern = withPattern.has(program) && !hasPatternOption(args);
  return {
    call,
    args,
    plain,
    carries: isCarrier(program, args),
    skipped: new Set<Value>(hasPattern ? plain.slice(0, 1) : []),
    last: hasDestination(program, args, plain) ? plain.at(-1) : undefined,
  };
}

/** The operands of a call that may be files, with the folder it runs in where it takes that along. */
export function operandsOf(call: Call, cwd: string): OperandList {
  const { program } = call;
  const reading = readingOf(call);
  const { args, plain, carries, skipped, last } = reading;
  const paths: Operand[] = [];
  const texts: string[] = [];
  const bases = [cwd, ...foldersOf(program, args, cwd)];
  const isLooking = program === 'git' && looksOnly(args);
  for (const [at, arg] of args.entries()) {
    if (isLooking || isTest(program, args[at - 1]?.text ?? '')) continue;
    texts.push(...textsOf(reading, arg));
    if (skipped.has(arg)) continue;
    const operand = operandOf(reading, at, arg);
    for (const text of pathsIn(arg.text))
      for (const base of bases) paths.push({ text: joined(base, text), ...operand });
  }
  paths.push(
    ...placedBy(program, args, plain, cwd),
    ...listedFor(call, cwd),
    ...packedBy(program, args, plain, cwd),
  );
  const runsInput = program === 'sed' && args.some(({ text }) => /(^|[;}/\s\d])e$/u.test(text));
  if (call.stdin !== null && isReadable(call.stdin) && (runsInput || !echoing.has(program)))
    texts.push(call.stdin.text);
  const operands = plain.length - skipped.size - (last === undefined ? 0 : 1);
  if (carries && takesCwd(program, args, operands)) paths.push({ text: cwd, tree: true });
  return { paths, texts, writes: writesOperands(program, args) };
}

/** Code and other long words in one argument. */
function textsOf({ call, skipped }: Reading, arg: Value): readonly string[] {
  if (skipped.has(arg)) return codePrograms.has(call.program) ? [arg.text] : [];
  return [
    ...(/[\s{}()[\]"'`]/u.test(arg.text) ? [arg.text] : []),
    ...(arg.stream === undefined ? [] : [arg.stream.text]),
  ];
}

/** What happens to the files that one argument names. */
function operandOf(reading: Reading, at: number, arg: Value): Omit<Operand, 'text'> {
  const { call, args, plain, carries, last } = reading;
  const { program } = call;
  const before = args[at - 1]?.text ?? '';
  const isMount = containers.has(program) && !isMountOption(before, arg.text);
  const whole = takenWhole(program, plain, before, arg.text);
  const isTaken = carries && arg !== last && (!isMount || plain.some(({ text }) => text === 'cp'));
  const isDevice = program === 'docker' && /^(device|src|source)=/u.test(arg.text);
  return {
    tree: whole !== null || isTaken || isFound(arg) || isDevice,
    written: !withPattern.has(program) && isOutput(program, before, plain, arg),
    usual: whole === 'usual',
  };
}

function writesOperands(program: string, args: readonly Value[]): boolean {
  return (
    !reading.has(program) ||
    patching.has(program) ||
    (program === 'yamlfmt' && !args.some(({ text }) => /^-{1,2}(lint|dry)/u.test(text))) ||
    writesBySql(program, args) ||
    (editors.has(program) && args.some(({ text }) => saving.test(text))) ||
    (/tar$/u.test(program) && isUnpacking(args)) ||
    (program === 'git' && args.some(({ text }) => text === 'apply' || text === 'am'))
  );
}

/** A folder that goes into an image, or whose files go into a cluster. Building the present folder is usual. */
function takenWhole(
  program: string,
  plain: readonly Value[],
  before: string,
  text: string,
): 'taken' | 'usual' | null {
  if (program === 'kubectl') {
    const isNamed = /^--from-(env-)?file=/u.test(text) || /^--from-(env-)?file$/u.test(before);
    return isNamed ? 'taken' : null;
  }
  if (!plain.slice(0, 2).some(word => /^(build|bud)$/u.test(word.text))) return null;
  if (/^-./u.test(before) || !/^([~/]|\.{1,2}(\/|$))/u.test(text)) return null;
  return /^[~/]/u.test(text) ? 'taken' : 'usual';
}

/** Take the names of files from their input. */
const transfers = set('sftp lftp ftp smbclient');
/** What the input tells such a program to transfer. */
function listedFor({ program, stdin }: Call, cwd: string): readonly Operand[] {
  if (!transfers.has(program)) return [];
  const words = (stdin?.text ?? '').split(/\s+/u, 64).filter(text => /[/~.]/u.test(text));
  return words.map(text => ({ text: joined(cwd, text), tree: true }));
}

function isReadable({ text }: Value): boolean {
  return text !== UNKNOWN && text.length > 3;
}

/** What `find` names: something below a folder, and not the folder. */
function isFound({ text, glob }: Value): boolean {
  return glob && !/[*?[]/u.test(text) && !text.includes(UNKNOWN);
}

/** Pass their input on, or look for a word in it. */
const echoing = set(
  'cat tee grep egrep fgrep rg head tail sort uniq wc less more tr cut column nl tac base64 gzip jq yq pbcopy xclip clip gh sed',
);
/** Take the folder they run in where they are given no other. */
const takesHere = set(
  'grep egrep fgrep rg ag ack rgrep serve http-server miniserve darkhttpd caddy busybox fastmod codemod',
);

/** True if a program that takes a tree along takes the folder it runs in. */
function takesCwd(program: string, args: readonly Value[], operands: number): boolean {
  if (program === 'git') return true;
  if (program === 'php' || program === 'python')
    return !args.some(({ text }) => /^(-t|-d|--directory.*)$/u.test(text));
  return takesHere.has(program) && operands <= 0;
}

function isCarrier(program: string, args: readonly Value[]): boolean {
  if (program === 'tar' || program === 'gtar' || program === 'bsdtar') return !isUnpacking(args);
  if (program === 'git') return isGitCarrier(args);
  if (isNarrow(args)) return false;
  if (carriers.has(program)) return true;
  const option = Object.hasOwn(carryingOptions, program) ? carryingOptions[program] : undefined;
  return option !== undefined && args.some(({ text }) => option.test(text));
}

function isUnpacking(args: readonly Value[]): boolean {
  const [first] = args;
  return (
    args.some(
      ({ text }) =>
        /^(--extract|--get|--list|-[a-zA-Z]*[xt][a-zA-Z]*)$/u.test(text) &&
        !/^-[a-zA-Z]*c/u.test(text),
    ) ||
    (/^[a-zA-Z]+$/u.test(first?.text ?? '') &&
      /[xt]/u.test(first?.text ?? '') &&
      !/[cru]/u.test(first?.text ?? ''))
  );
}

/** Subcommands of git that show no more of a file than what was committed, or only its name. */
function looksOnly(args: readonly Value[]): boolean {
  const verb = args.find(({ text }) => /^[a-z][a-z-]+$/u.test(text))?.text ?? '';
  if (args.some(({ text }) => /^(--no-index|--file(=.*)?|-f)$/u.test(text))) return false;
  return /^(grep|log|check-ignore|ls-files|ls-tree|status|diff|blame|config|remote|branch|fetch|pull|push|commit|tag|rev-parse|shortlog)$/u.test(
    verb,
  );
}

/** `add -f`, `clean -x` and `stash -a` take along what git ignores. */
function isGitCarrier(args: readonly Value[]): boolean {
  const words = args.map(({ text }) => text);
  const has = (option: RegExp) => words.some(word => option.test(word));
  if (has(/^--(no-index|no-exclude-standard)$/u)) return true;
  if (words.includes('add')) return has(/^(-[a-zA-Z]*f[a-zA-Z]*|--force)$/u);
  if (words.includes('clean')) return has(/^-[a-zA-Z]*[xX]/u);
  if (words.includes('stash')) return has(/^(-[a-z]*a[a-z]*|--all)$/u);
  return false;
}

const sourceName =
  /^["']?\*?\*?\/?\*\.\{?(tsx?|jsx?|mjs|cjs|py|go|rs|java|kt|rb|php|c|h|cc|cpp|hpp|cs|swift|md|mdx|txt|html?|s?css|svg|png|vue|svelte|snap|map|lock|xml|proto|graphql)/u;

/** Only files of a kind that we keep no secrets in, or without our folder. */
function isNarrow(args: readonly Value[]): boolean {
  return args.some(({ text }) => {
    const value = /^--(include|glob|iglob)=(.*)$/u.exec(text)?.[2];
    if (value !== undefined && sourceName.test(value)) return true;
    return /^--(exclude|exclude-dir|ignore-dir|ignore)=["']?(\.\/)?\.?(countersign|\*)/u.test(text);
  });
}

function hasPatternOption(args: readonly Value[]): boolean {
  return args.some(({ text }) => /^(-e|-f|--regexp.*|--file.*|--expression.*)$/u.test(text));
}

/** `rclone serve http FOLDER` hands the folder out and writes nothing. */
function hasDestination(program: string, args: readonly Value[], plain: readonly Value[]): boolean {
  return (
    withDestination.has(program) &&
    plain.length > 1 &&
    plain[0]?.text !== 'serve' &&
    !hasTarget(args)
  );
}

function hasTarget(args: readonly Value[]): boolean {
  return args.some(({ text }) => /^(-[a-zA-Z]*t|--target-directory.*)$/u.test(text));
}

/** `find . -name countersign.db` looks for a name and opens nothing. */
function isTest(program: string, before: string): boolean {
  return (
    /^(find|gfind|fd|fdfind)$/u.test(program) &&
    /^-i?(name|path|wholename|regex|iname)$|^-(E|-exclude)$/u.test(before)
  );
}

function isMountOption(before: string, text: string): boolean {
  return (
    /^(-v|--volume|--mount|--bind)$/u.test(before) ||
    /^(-v.|--volume=|--mount=|type=|device=)/u.test(text)
  );
}

/** `-C`, `--directory` and their like: other operands start from there. */
function foldersOf(program: string, args: readonly Value[], cwd: string): readonly string[] {
  if (
    !/^(g|bsd)?tar$|^(git|make|rsync|find|rg|zip|cpio|7z|npm|pnpm|yarn|env|docker|php|python)$/u.test(
      program,
    )
  )
    return [];
  const found: string[] = [];
  for (const [at, { text }] of args.entries()) {
    const value = /^(-C|--directory=|--cwd=|--prefix=)(.+)$/u.exec(text)?.[2];
    if (value !== undefined) found.push(joined(cwd, value));
    else if (/^(-C|--directory|--cwd|--prefix)$/u.test(text))
      found.push(joined(cwd, args[at + 1]?.text ?? ''));
  }
  return found.slice(0, 4);
}

/** The word, and what stands in it behind the signs by which programs take a file in an option. */
export function pathsIn(word: string): ReadonlySet<string> {
  const found = new Set<string>();
  if (word.length > 1024 || word.includes('\n') || word === UNKNOWN) return found;
  if (!word.startsWith('-')) found.add(word);
  // Git takes signs before a path: `:/policy.yaml`, `:(icase)POLICY.yaml`, `:!policy.yaml`.
  const spec = /^:(?:\([a-z,]{0,60}\)|[/!^]{1,3})(.+)$/u.exec(word)?.[1];
  if (spec !== undefined) found.add(spec);
  const option = /^-{1,2}[A-Za-z][\w-]{0,40}=(.+)$/u.exec(word)?.[1];
  if (option !== undefined) found.add(option);
  const short = /^-[A-Za-z](?=[./~])(.+)$/u.exec(word)?.[1];
  if (short !== undefined) found.add(short);
  for (const part of word.split(/[=,@]|:(?!\/\/)/u, 16))
    if (part !== '' && part !== word) found.add(part);
  return found;
}
