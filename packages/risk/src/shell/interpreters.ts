import { unknownLanguage } from '../canonical/unknown-language.ts';
import { judgeEditor } from './editor-programs.ts';
import { assessWrite } from './file-effects.ts';
import { isUrl } from './hosts.ts';
import { assessCode } from './inline-code.ts';
import {
  hasOption,
  type OptionGrammar,
  type Options,
  optionValue,
  parseOptions,
} from './options.ts';
import { assessCmd, assessPowershell } from './powershell.ts';
import type { Judge } from './run-command.ts';
import { runFile } from './run-file.ts';
import { type Call, describe, type Scope } from './scope.ts';
import { assessOperands } from './text-programs.ts';
import { assessTask, isRehearsed } from './unknown-programs.ts';
import { display, isKnown, joinValues, literal, type Value } from './value.ts';

const judgeShell: Judge = (call, scope) => {
  const options = parseOptions(call.args, {
    short: 'oO',
    long: ['rcfile', 'init-file'],
    stopAtOperand: true,
  });
  const rc = optionValue(options, 'rcfile', 'init-file');
  if (rc) runFile(scope, rc, [], 'shell');
  const [first, ...rest] = options.operands;
  if (hasOption(options, 'n') && !options.flags.has('c')) return undefined;
  if (options.flags.has('c')) {
    const inner = scope.fork();
    rest.slice(0, 32).forEach((arg, i) => {
      inner.variables.set(String(i), [arg]);
    });
    inner.variables.set('@', rest.slice(1));
    return first ? scope.runner.text(inner, first, call.stdin) : undefined;
  }
  if (
    first === undefined ||
    options.flags.has('s') ||
    first.text === '-' ||
    first.text === '/dev/stdin'
  ) {
    if (call.stdin) return scope.runner.text(scope, call.stdin, null);
    scope.find('unknown_code', 'medium', describe(call, 'a shell that waits for commands'));
    return undefined;
  }
  if (!runFile(scope, first, rest, 'shell'))
    runScript({ ...call, args: options.operands }, first, scope);
  return undefined;
};

const takingBack =
  /^--?(no-dry-?run|apply|execute|commit|force|live|really|for-real|confirm|yes|y|run|write|no-?op=false)(=|$)/u;

/** A script that the project keeps, told by its own switch to change nothing. */
function isDryRun(call: Call, file: Value, scope: Scope): boolean {
  const path = scope.path(file);
  if (path.place !== 'project' || path.segments[0] === '..') return false;
  const dry = ['--dry-run', '--dryrun', '--dry_run', '--what-if', '--check-only'];
  return isRehearsed(call.args, dry) && !call.args.some(({ text }) => takingBack.test(text));
}

/** A script of the project: its content is not seen here, its name and arguments are. */
function runScript(call: Call, file: Value, scope: Scope): void {
  if (isUrl(file.text)) {
    scope.change();
    scope.find('remote_code', 'critical', describe(call, `runs ${file.text}`));
    return;
  }
  if (!isKnown(file)) {
    scope.change();
    scope.find('opaque_payload', 'high', describe(call, 'a file not known beforehand'));
    return;
  }
  const before = scope.machine.changes;
  scope.find('unknown_code', 'medium', describe(call, `runs ${file.text}`));
  if (isDryRun(call, file, scope)) {
    scope.machine.changes = before;
    return;
  }
  scope.change();
  const name = file.text.slice(file.text.lastIndexOf('/') + 1).replace(/\.[a-z]{1,4}$/u, '');
  assessTask(call, name, scope);
}

interface Language extends OptionGrammar {
  /** Options whose value is code. */
  readonly code: readonly string[];
}

const languages: Readonly<Record<string, Language>> = {
  python: { code: ['c'], short: 'cmWXQ', stopAtOperand: true },
  node: {
    code: ['e', 'eval', 'p', 'print', 'pe'],
    short: 'epr',
    long: ['eval', 'print', 'require', 'import', 'loader', 'env-file', 'test-name-pattern'],
    stopAtOperand: true,
  },
  bun: {
    code: ['e', 'eval', 'p', 'print'],
    short: 'epr',
    long: ['eval', 'print'],
    stopAtOperand: true,
  },
  perl: { code: ['e', 'E'], short: 'eEMmIF', stopAtOperand: true },
  ruby: { code: ['e'], short: 'eIrEF', stopAtOperand: true },
  php: { code: ['r', 'B', 'R', 'E', 'run'], short: 'rBREfcdz', long: ['run'], stopAtOperand: true },
  lua: { code: ['e'], short: 'el', stopAtOperand: true },
  osascript: { code: ['e'], short: 'el', stopAtOperand: true },
  rscript: { code: ['e'], short: 'e', stopAtOperand: true },
  julia: {
    code: ['e', 'eval', 'E', 'print'],
    short: 'eEL',
    long: ['eval', 'print'],
    stopAtOperand: true,
  },
  elixir: { code: ['e', 'eval'], short: 'erS', long: ['eval'], stopAtOperand: true },
  groovy: { code: ['e'], short: 'e', stopAtOperand: true },
  scala: { code: ['e'], short: 'e', stopAtOperand: true },
  jshell: { code: [] },
  tclsh: { code: [], stopAtOperand: true },
  expect: { code: ['c'], short: 'c', stopAtOperand: true },
  ghc: { code: ['e'], short: 'eo', stopAtOperand: true },
  // Code of a tool, in a language that no grammar here reads.
  [unknownLanguage]: { code: ['c'], short: 'c', stopAtOperand: true },
};

function judgeLanguage(language: string, grammar: Language): Judge {
  return (call, scope) => {
    // In clusters such as `perl -ne` or `-lane` the code option may come last, which the parser handles.
    const options = parseOptions(call.args, grammar);
    const codes = grammar.code.flatMap(name => options.values.get(name) ?? []);
    const module = language === 'python' ? optionValue(options, 'm') : undefined;
    const [first, ...rest] = options.operands;
    if (module) return runModule(call, module, options.operands, scope);
    if (codes.length > 0) {
      judgeCodes(language, codes, options, { call, scope });
      return undefined;
    }
    if (language === 'node' && ['check', 'c', 'test'].some(flag => options.flags.has(flag)))
      return undefined;
    if (first === undefined || first.text === '-' || first.text === '/dev/stdin') {
      if (call.stdin) assessCode(scope, language, call.stdin);
      return undefined;
    }
    if (first.stream) {
      assessCode(scope, language, first.stream);
      return undefined;
    }
    const written = scope.written(scope.path(first));
    if (written && !written.origins.has('network')) assessCode(scope, language, written);
    else if (!runFile(scope, first, rest, 'interpreter'))
      return scriptOf(language, call, first, options.operands, scope);
    return undefined;
  };
}

/** Code that stands in the command line itself. */
function judgeCodes(
  language: string,
  codes: readonly Value[],
  { flags, operands }: Options,
  { call, scope }: { readonly call: Call; readonly scope: Scope },
): void {
  for (const code of codes) {
    assessCode(scope, language, code);
    if (language === 'expect') runSpawned(code, scope);
  }
  // `perl -pi -e` and `ruby -pi -e` write the files they read.
  if (flags.has('i') && (language === 'perl' || language === 'ruby'))
    for (const file of operands)
      assessWrite(scope, file, {
        by: `${language} -i`,
        replaces: scope.path(file).place !== 'project',
      });
  assessOperands({ ...call, args: operands }, scope);
}

/** Expect writes the command lines it starts without quotes. */
function runSpawned(code: Value, scope: Scope): void {
  for (const line of code.text.split(/[\n;]/u).slice(0, 200)) {
    const command = /^\s{0,20}(?:spawn|exec|system)\s(.{1,2000})$/su.exec(line)?.[1];
    if (command) scope.runner.text(scope, literal(command), null);
  }
}

/** Scripts that are known programs themselves, such as `python manage.py`, are judged as those. */
function scriptOf(
  language: string,
  call: Call,
  first: Value,
  operands: readonly Value[],
  scope: Scope,
): Value | undefined {
  const base = first.text.slice(first.text.lastIndexOf('/') + 1);
  if (
    [
      'manage.py',
      'artisan',
      'setup.py',
      'rails',
      'rake',
      'console',
      'composer.phar',
      'wp-cli.phar',
    ].includes(base)
  ) {
    return scope.runner.argv(scope, [literal(base), ...operands.slice(1)], call.stdin);
  }
  if (
    language === 'bun' &&
    [
      'test',
      'install',
      'i',
      'add',
      'remove',
      'run',
      'x',
      'build',
      'publish',
      'create',
      'pm',
      'update',
      'outdated',
    ].includes(first.text)
  ) {
    return scope.runner.argv(scope, [literal('bun-pm'), ...operands], call.stdin);
  }
  assessOperands({ ...call, args: operands.slice(1) }, scope);
  runScript({ ...call, args: operands }, first, scope);
  return undefined;
}

function runModule(
  call: Call,
  module: Value,
  operands: readonly Value[],
  scope: Scope,
): Value | undefined {
  const at = call.args.findIndex(arg => arg.text === '-m' || arg.text.endsWith('m'));
  const rest = module
    ? call.args.slice(
        call.args.findIndex(arg => arg === module || arg.text.endsWith(module.text)) + 1,
      )
    : operands;
  if (/^(http\.server|simplehttpserver)$/iu.test(module.text)) {
    scope.find(
      'access_change',
      rest.some(arg => /127\.0\.0\.1|localhost/u.test(arg.text)) ? 'medium' : 'high',
      'serves files to the network',
    );
    return undefined;
  }
  if (
    /^(json\.tool|venv|compileall|py_compile|unittest|doctest|timeit|cprofile|ast|this|site|zipfile|tarfile|calendar)$/iu.test(
      module.text,
    )
  ) {
    scope.change();
    const folder = rest.find(({ text }) => !text.startsWith('-'));
    if (/^venv$/iu.test(module.text) && folder) scope.machine.created.add(scope.path(folder).text);
    return undefined;
  }
  return scope.runner.argv(
    scope,
    [literal(module.text), ...(at >= 0 ? rest : operands)],
    call.stdin,
  );
}

const judgeDeno: Judge = (call, scope) => {
  const [verb, ...rest] = call.args;
  if (verb?.text === 'eval') {
    const code = parseOptions(rest).operands[0];
    if (code) assessCode(scope, 'deno', code);
  } else if (verb?.text === 'run' || verb?.text === 'install') {
    const file = parseOptions(rest).operands[0];
    if (file && (isUrl(file.text) || /^(npm|jsr):/u.test(file.text)))
      scope.find(
        'remote_code',
        isUrl(file.text) ? 'critical' : 'high',
        describe(call, `runs ${display(file.text)}`),
      );
    else if (file && !runFile(scope, file, [], 'interpreter'))
      runScript({ ...call, args: rest }, file, scope);
  } else scope.change();
  return undefined;
};

const judgePowershell: Judge = (call, scope) => {
  const at = call.args.findIndex(arg =>
    /^[-/](c|co|com|command|commandw?i?t?h?a?r?g?s?)$/iu.test(arg.text),
  );
  const encoded = call.args.some(arg =>
    /^[-/](e|ec|en|enc|enco|encod|encode|encoded|encodedc[a-z]*)$/iu.test(arg.text),
  );
  if (encoded) scope.find('remote_code', 'critical', describe(call, 'runs an encoded command'));
  const file = call.args.findIndex(arg => /^[-/](f|file)$/iu.test(arg.text));
  if (file >= 0) {
    const script = call.args[file + 1];
    if (script && !runFile(scope, script, [], 'interpreter'))
      runScript({ ...call, args: call.args.slice(file + 1) }, script, scope);
    return undefined;
  }
  const words =
    at >= 0
      ? call.args.slice(at + 1)
      : call.args.filter(
          arg =>
            !arg.text.startsWith('-') &&
            !/^(bypass|hidden|unrestricted|remotesigned)$/iu.test(arg.text),
        );
  const code = words.length > 0 ? joinValues(words, ' ') : call.stdin;
  if (code && !encoded) assessPowershell(scope, code);
  return undefined;
};

const judgeCmd: Judge = (call, scope) => {
  const at = call.args.findIndex(arg => /^\/{1,2}[ck]$/iu.test(arg.text));
  if (at >= 0) assessCmd(scope, joinValues(call.args.slice(at + 1), ' '));
  return undefined;
};

export const interpreters: Readonly<Record<string, Judge>> = {
  ...Object.fromEntries(
    'sh bash zsh dash ksh ash mksh fish rbash csh tcsh xonsh elvish'
      .split(' ')
      .map(name => [name, judgeShell]),
  ),
  ...Object.fromEntries(
    Object.entries(languages).map(([name, grammar]) => [name, judgeLanguage(name, grammar)]),
  ),
  pypy: judgeLanguage('python', languages['python'] ?? { code: ['c'] }),
  pypy3: judgeLanguage('python', languages['python'] ?? { code: ['c'] }),
  nodejs: judgeLanguage('node', languages['node'] ?? { code: ['e'] }),
  tsx: judgeLanguage('node', languages['node'] ?? { code: ['e'] }),
  'ts-node': judgeLanguage('node', languages['node'] ?? { code: ['e'] }),
  ipython: judgeLanguage('python', languages['python'] ?? { code: ['c'] }),
  deno: judgeDeno,
  ...Object.fromEntries(
    'vim vi nvim ex view gvim emacs nano ed pico micro code'
      .split(' ')
      .map(name => [name, judgeEditor]),
  ),
  powershell: judgePowershell,
  pwsh: judgePowershell,
  cmd: judgeCmd,
  gdb: (call, scope) => {
    for (const code of parseOptions(call.args, {
      short: 'x',
      long: ['ex', 'eval-command'],
      singleDash: true,
    }).values.get('ex') ?? []) {
      const command = /^(?:shell|!|pipe)\s?(.{1,2000})$/su.exec(code.text)?.[1];
      if (command) scope.runner.text(scope, literal(command), null);
    }
    scope.find('unknown_code', 'medium', describe(call, 'a debugger'));
    return undefined;
  },
  tmux: (call, scope) => runLast(call, scope),
  screen: (call, scope) => runLast(call, scope),
};

/** Terminal multiplexers run their last argument, or the keys they are told to send. */
function runLast(call: Call, scope: Scope): undefined {
  const words = call.args.filter(arg => !/^(Enter|C-m|-.*)$/u.test(arg.text));
  const code = words.at(-1);
  if (code && /\s/u.test(code.text)) scope.runner.text(scope, code, null);
  else scope.find('unknown_code', 'medium', describe(call, 'a session'));
  return undefined;
}
