import { agentPrograms } from './agent-programs.ts';
import { assessEnvironment } from './assess-environment.ts';
import { backupPrograms } from './backup-programs.ts';
import { builtins } from './builtins.ts';
import { isCarrier, runCarried } from './carriers.ts';
import { cloudPrograms } from './cloud-programs.ts';
import { cmdletJudge } from './cmdlet-programs.ts';
import { containerPrograms } from './container-programs.ts';
import { databasePrograms } from './database-programs.ts';
import { filePrograms } from './file-programs.ts';
import { madeBy } from './generated-outputs.ts';
import { gitPrograms } from './git.ts';
import { interpreters } from './interpreters.ts';
import { machinePrograms } from './machine-programs.ts';
import { networkPrograms } from './network-programs.ts';
import { type Options, parseOptions } from './options.ts';
import { markListed } from './own-lists.ts';
import { assessOwnOperands, assessOwnOutput, assessOwnPrefix } from './own-operands.ts';
import { assessOverlay } from './own-overlays.ts';
import { assessSwitchWords } from './own-switch-words.ts';
import { packagePrograms } from './package-programs.ts';
import { assessPolicyOperands } from './policy-operands.ts';
import { isKnownProgram } from './program-names.ts';
import { runFile } from './run-file.ts';
import { type Call, describe, type FunctionBody, type Scope } from './scope.ts';
import { secretPrograms } from './secret-programs.ts';
import { assessOperands, textPrograms, whereabouts } from './text-programs.ts';
import { assessUnknown } from './unknown-programs.ts';
import { display, isKnown, literal, UNKNOWN, unknown, type Value } from './value.ts';
import { type Wrapper, wrappers } from './wrappers.ts';

/** Judges one call and gives its output, or undefined where that is only known when it runs. */
export type Judge = (call: Call, scope: Scope) => Value | undefined;

type CallFunction = (body: FunctionBody, args: readonly Value[]) => Value;

const judges: ReadonlyMap<string, Judge> = new Map(
  [
    textPrograms,
    filePrograms,
    machinePrograms,
    networkPrograms,
    packagePrograms,
    containerPrograms,
    cloudPrograms,
    databasePrograms,
    secretPrograms,
    gitPrograms,
    interpreters,
    agentPrograms,
    backupPrograms,
    builtins,
  ].flatMap(table => Object.entries(table)),
);

/** The names in all tables. `program-names.ts` has the same list for readers that must not load the grammars. */
export function judgedPrograms(): readonly string[] {
  return [...judges.keys(), ...Object.keys(wrappers)];
}

/** Finds out which program a command line starts, through any number of prefixes, and judges it. */
export function runCommand(
  scope: Scope,
  words: readonly Value[],
  stdin: Value | null,
  env: ReadonlyMap<string, Value>,
  callFunction?: CallFunction,
): Value {
  const [head, ...args] = words;
  if (head === undefined) return literal('');
  const alias = scope.aliases.get(head.text);
  if (alias !== undefined) return runAlias(scope, alias, head.text, args, stdin);
  const body = scope.functions.get(head.text);
  if (body && callFunction) {
    if (scope.calling.has(head.text)) return unknown();
    scope.calling.add(head.text);
    const output = callFunction(body, args);
    scope.calling.delete(head.text);
    return output;
  }
  const program = programName(head);
  if (program === null) {
    scope.find(
      'opaque_payload',
      'high',
      `the program is not known beforehand: ${display(head.text)}`,
    );
    return unknown(['generated']);
  }
  const call: Call = { program, args, stdin, env };
  assessEnvironment(call, scope);
  assessSwitchWords(call, scope);
  if (head.text.includes('/') && runFile(scope, head, args, 'program'))
    return unknown(['generated']);
  if (isLoader(program)) return runLoaded(call, scope);
  const wrapper = wrapperOf(program, args);
  if (wrapper) {
    assessOwnOutput(call, scope);
    assessOwnPrefix(call, prefixOf(call, wrapper), scope);
    return runWrapped(call, wrapper, within(call, wrapper, scope));
  }
  if (isAskedAbout(args)) return unknown();
  if (isInitialiser(program, args)) return literal('');
  assessOwnOperands(call, scope);
  assessOverlay(call, scope);
  assessPolicyOperands(call, scope);
  const maker = madeBy(call);
  if (maker !== undefined && scope.machine.makes.length < 100)
    scope.machine.makes.push([maker, scope.cwd]);
  const judge = judges.get(program) ?? cmdletJudge(program);
  if (isCarrier(program)) runCarried(call, scope, isKnownProgram);
  if (judge) return markListed(call, scope, judge(call, scope) ?? outputOf(call));
  runCarried(call, scope, isKnownProgram);
  assessOperands(call, scope);
  assessUnknown(call, scope);
  return outputOf(call);
}

/** The dynamic linker, called by its own name, runs the program that follows its options. */
function isLoader(program: string): boolean {
  return /^ld(-linux[\w-]{0,20}|-musl-[\w-]{1,20}|)\.so(\.[0-9]{1,2})?$/u.test(program);
}

function runLoaded({ args, stdin }: Call, scope: Scope): Value {
  const options = parseOptions(args, {
    long: ['preload', 'library-path', 'argv0', 'audit', 'inhibit-rpath'],
    stopAtOperand: true,
  });
  for (const library of options.values.get('preload') ?? [])
    scope.find('unknown_code', 'high', `the linker loads ${display(library.text)}`);
  return scope.runner.argv(scope, options.operands, stdin);
}

/** What a program prints that is not simulated: something made from all it was given. */
function outputOf(call: Call): Value {
  const given = [...(call.stdin ? [call.stdin] : []), ...call.args];
  return unknown([...given.flatMap(value => [...value.origins]), 'generated']);
}

/** Our own command under the names of its package and of its file. */
const ownProgram = /(^|\/)(@countersign\/cli(@.{0,40})?|countersign@.{1,40})$/u;

/** `/usr/bin/python3.12` is `python`; null if wildcards or unknown text decide which program it is. */
function programName(head: Value): string | null {
  const text = head.text.replaceAll('\\', '/');
  if (ownProgram.test(text)) return 'countersign';
  const base = text.slice(text.lastIndexOf('/') + 1);
  if (base === '' || base.includes(UNKNOWN) || head.text.length > 1024) return null;
  if (head.glob && /[*?]/u.test(head.text)) return null;
  const name = base.toLowerCase().replace(/\.(exe|cmd|bat|com)$/u, '');
  return name.replace(
    /^(python|pip|node|ruby|perl|php|lua|psql|gcc|clang|java)[0-9.]{1,8}$/u,
    '$1',
  );
}

/** `--help` and `--version` alone do nothing else, for every program that is worth listing. */
function isAskedAbout(args: readonly Value[]): boolean {
  return (
    args.length === 1 &&
    ['--help', '--version', '-version', '--usage'].includes(args[0]?.text ?? '')
  );
}

/** Tools whose output is meant for `eval`, and sets up the tool itself. */
function isInitialiser(program: string, args: readonly Value[]): boolean {
  const [verb = '', next = ''] = args.map(arg => arg.text);
  // `conda env export` describes an environment, and sets up nothing.
  if (program === 'conda' && verb === 'env' && next !== '') return false;
  if (['dircolors', 'register-python-argcomplete', 'lesspipe'].includes(program)) return true;
  if (program === 'ssh-agent') return args.every(arg => arg.text.startsWith('-'));
  if (
    !/^(init|hook|export|env|activate|shellenv|docker-env|completion|shell\.bash|virtualenv-init)$/u.test(
      verb,
    )
  )
    return false;
  return /^(brew|pyenv|rbenv|nodenv|jenv|goenv|direnv|opam|fnm|mise|zoxide|starship|minikube|conda|kubectl|gh|helm|npm|pip|luarocks|atuin|thefuck)$/u.test(
    program,
  );
}

function runAlias(
  scope: Scope,
  alias: string,
  name: string,
  args: readonly Value[],
  stdin: Value | null,
): Value {
  // An alias may use its own name for the program behind it; bash does not expand it twice.
  const inner = scope.fork();
  inner.aliases.delete(name);
  return scope.runner.text(inner, literal([alias, ...args.map(quotedWord)].join(' ')), stdin);
}

function quotedWord(value: Value): string {
  return isKnown(value) ? `'${value.text.replaceAll("'", "'\\''")}'` : UNKNOWN;
}

function wrapperOf(program: string, args: readonly Value[]): Wrapper | undefined {
  if (!Object.hasOwn(wrappers, program)) return undefined;
  const wrapper = wrappers[program];
  // Tools that wrap only in one of their subcommands are known by the separator.
  if (wrapper?.after !== undefined && !args.some(arg => arg.text === wrapper.after))
    return undefined;
  return wrapper;
}

/** The words before the command behind a prefix. */
function prefixOf({ args }: Call, wrapper: Wrapper): readonly Value[] {
  if (wrapper.after !== undefined) return args.slice(0, indexOf(args, wrapper.after));
  const { firstOperand } = parseOptions(args, { ...wrapper, stopAtOperand: true });
  return args.slice(0, firstOperand + (wrapper.operands ?? 0));
}

function indexOf(args: readonly Value[], text: string): number {
  return args.findIndex(arg => arg.text === text);
}

/** The shell in whose folder the command behind a prefix runs: `env -C FOLDER command`. */
function within({ args }: Call, wrapper: Wrapper, scope: Scope): Scope {
  if (wrapper.folder === undefined) return scope;
  const { values } = parseOptions(args, { ...wrapper, stopAtOperand: true });
  const [folder] = wrapper.folder.flatMap(name => values.get(name) ?? []);
  if (folder === undefined) return scope;
  const inner = scope.fork();
  inner.cwd = isKnown(folder) ? scope.path(folder).text : unknown().text;
  return inner;
}

function runWrapped(call: Call, wrapper: Wrapper, scope: Scope): Value {
  if (call.program === 'parallel') return runParallel(call, scope);
  if (wrapper.privileged) return runAsRoot(call, wrapper, scope);
  const split = call.program === 'env' ? splitString(call.args) : null;
  return split === null
    ? unwrap(call, wrapper, scope)
    : scope.runner.text(scope, split, call.stdin);
}

/** If root only reads, and reads no secret, the command counts as a read. Every other command of root asks. */
function runAsRoot(call: Call, wrapper: Wrapper, scope: Scope): Value {
  const { machine } = scope;
  const options = parseOptions(call.args, { ...wrapper, stopAtOperand: true });
  const [first] = options.operands.slice(wrapper.operands ?? 0);
  const before = { changes: machine.changes, findings: machine.findings.length };
  machine.changes = false;
  const output = unwrap(call, wrapper, scope);
  const reads = !machine.changes && machine.findings.length === before.findings;
  machine.changes ||= before.changes;
  if ((!reads || first === undefined) && !isOnlyAsking(call.program, options.flags))
    scope.find('privilege', 'high', `${call.program} ${display(first?.text ?? '')}`);
  return output;
}

/** `env -S 'a b' c`: the text is split into the first words, and all that follows belongs to the command. */
function splitString(args: readonly Value[]): Value | null {
  const at = args.findIndex(arg => /^-[a-zA-Z0]{0,5}S|^--split-string(=|$)/u.test(arg.text));
  const option = args[at];
  if (option === undefined || args.slice(0, at).some(arg => !/^(-|\w+=)/u.test(arg.text)))
    return null;
  const attached = /^(?:-[a-zA-Z0]{0,5}S|--split-string=)(.+)$/su.exec(option.text)?.[1];
  const rest = args.slice(attached === undefined ? at + 2 : at + 1);
  const text = attached ?? args[at + 1]?.text ?? '';
  return { ...option, text: [text, ...rest.map(quotedWord)].join(' ') };
}

function unwrap(call: Call, wrapper: Wrapper, scope: Scope): Value {
  const { program, args, stdin } = call;
  const options = parseOptions(args, {
    ...wrapper,
    stopAtOperand: true,
    short: (wrapper.short ?? '') + shortCodes(wrapper),
  });
  if (program === 'command' && (options.flags.has('v') || options.flags.has('V')))
    return whereabouts(options.operands);
  const outputs = (wrapper.code ?? []).flatMap(name =>
    (options.values.get(name) ?? []).map(code => scope.runner.text(scope, code, stdin)),
  );
  const { rest, env } = wrappedIn(call, wrapper, options);
  const late = lateCode(wrapper, rest);
  if (late !== undefined) {
    outputs.push(scope.runner.text(scope, late, stdin));
  } else if (wrapper.sources) {
    const sources = program === 'watch' ? [literal(rest.map(({ text }) => text).join(' '))] : rest;
    for (const code of sources) outputs.push(scope.runner.text(scope, code, stdin));
  } else if (rest.length > 0) {
    outputs.push(scope.nested(unknown(), () => runCommand(scope, rest, stdin, env)));
  } else if (program === 'env') {
    return assessEnvironmentDump(call, scope);
  }
  return outputs[0] ?? unknown();
}

/** The command behind a prefix, and the variables that the prefix sets for it. */
function wrappedIn(
  call: Call,
  wrapper: Wrapper,
  options: Options,
): { readonly rest: readonly Value[]; readonly env: ReadonlyMap<string, Value> } {
  const { args } = call;
  const separator =
    wrapper.after === undefined ? -1 : args.findIndex(arg => arg.text === wrapper.after);
  const words =
    separator >= 0 ? args.slice(separator + 1) : options.operands.slice(wrapper.operands ?? 0);
  const env = new Map(call.env);
  // `env -i` takes all variables away, the home folder among them.
  const isEmptied = options.flags.has('i') || options.flags.has('ignore-environment');
  if (call.program === 'env' && isEmptied) env.set('HOME', literal(''));
  let at = 0;
  for (; wrapper.assigns && at < words.length; at++) {
    const word = words[at];
    if (word === undefined || !/^[A-Za-z_][A-Za-z0-9_]*=/u.test(word.text)) break;
    const equals = word.text.indexOf('=');
    env.set(word.text.slice(0, equals), { ...word, text: word.text.slice(equals + 1) });
  }
  return { rest: words.slice(at), env };
}

/** Options may also follow the operands of the prefix itself: `flock FILE -c CODE`. */
function lateCode(wrapper: Wrapper, [option, code]: readonly Value[]): Value | undefined {
  const isCode =
    option?.text.startsWith('-') === true &&
    (wrapper.code ?? []).includes(option.text.replace(/^-{1,2}/u, ''));
  return isCode ? code : undefined;
}

function shortCodes(wrapper: Wrapper): string {
  return (wrapper.code ?? []).filter(name => name.length === 1).join('');
}

/** `sudo -l` lists rights, `-v` and `-k` handle the timestamp. */
function isOnlyAsking(program: string, flags: ReadonlySet<string>): boolean {
  return (
    program === 'sudo' && (flags.has('l') || flags.has('list') || flags.has('k') || flags.has('V'))
  );
}

/** `parallel cmd ::: operands` runs the command with each of them; without a command each operand is one. */
function runParallel({ args, stdin }: Call, scope: Scope): Value {
  const words = parseOptions(args, { ...wrappers['parallel'], stopAtOperand: true }).operands;
  if (words.length === 0) return stdin === null ? unknown() : scope.runner.text(scope, stdin, null);
  const inputs = words.findIndex(word => /^:::\+?$/u.test(word.text));
  const command = (inputs < 0 ? words : words.slice(0, inputs)).filter(word => word.text !== '{}');
  const operands = inputs < 0 ? [unknown(['generated'])] : words.slice(inputs + 1);
  const [first] = command;
  if (first === undefined) {
    for (const operand of operands.slice(0, 64)) scope.runner.text(scope, operand, null);
    return unknown();
  }
  if (command.length === 1 && /\s/u.test(first.text)) return scope.runner.text(scope, first, null);
  return scope.nested(unknown(), () =>
    runCommand(scope, [...command, ...operands], null, new Map()),
  );
}

function assessEnvironmentDump(call: Call, scope: Scope): Value {
  if (scope.narrowed) return unknown();
  scope.find('secret_access', 'high', describe(call, 'prints the whole environment'));
  return unknown(['secret']);
}
