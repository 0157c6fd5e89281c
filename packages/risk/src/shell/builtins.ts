import { assessAssignment } from './assess-environment.ts';
import { parseOptions } from './options.ts';
import type { Judge } from './run-command.ts';
import { runFile } from './run-file.ts';
import type { Call, Scope } from './scope.ts';
import { isSecretPath } from './sensitive-paths.ts';
import { display, isKnown, joinValues, literal, unknown, type Value } from './value.ts';

const judgeDeclare: Judge = (call, scope) => {
  const options = parseOptions(call.args);
  for (const operand of options.operands) {
    assessAssignment(operand.text, scope);
    const equals = operand.text.indexOf('=');
    if (equals > 0)
      scope.assign(operand.text.slice(0, equals), [
        { ...operand, text: operand.text.slice(equals + 1) },
      ]);
  }
  const lists = options.operands.length === 0 && call.program !== 'local';
  if (lists && (call.args.length === 0 || options.flags.has('p') || options.flags.has('x'))) {
    scope.find('secret_access', 'high', `${call.program} prints the whole environment`);
    return unknown(['secret']);
  }
  return literal('');
};

const judgeSource: Judge = ({ args, stdin }, scope) => {
  const [file] = args;
  if (file === undefined) return undefined;
  if (stdin !== null && /^(\/dev\/(stdin|fd\/0)|\/proc\/self\/fd\/0)$/u.test(file.text))
    return scope.runner.text(scope, stdin, null);
  if (!runFile(scope, file, args.slice(1), 'shell') && !isSecretPath(scope.path(file)))
    noteScript(scope, file);
  return literal('');
};

/** A script of the project is run as it is; where it comes from elsewhere, runFile has said so. */
function noteScript(scope: Scope, file: Value): void {
  scope.change();
  if (!isKnown(file) && !file.text.includes('/'))
    scope.find('opaque_payload', 'high', `sources a file not known beforehand`);
  else if (scope.path(file).place === 'outside')
    scope.find('unknown_code', 'high', `sources ${display(file.text)}`);
}

const judgeCd: Judge = ({ args }, scope) => {
  const target = parseOptions(args).operands[0];
  if (target === undefined) scope.cwd = '~';
  else if (target.text === '-') scope.cwd = unknown().text;
  else if (isKnown(target) && !target.glob) scope.cwd = scope.path(target).text;
  else scope.cwd = target.text.includes('/') ? target.text : unknown().text;
  return literal('');
};

export const builtins: Readonly<Record<string, Judge>> = {
  export: judgeDeclare,
  declare: judgeDeclare,
  typeset: judgeDeclare,
  local: judgeDeclare,
  readonly: judgeDeclare,
  cd: judgeCd,
  pushd: judgeCd,
  popd: (_, scope) => {
    scope.cwd = unknown().text;
    return literal('');
  },
  source: judgeSource,
  '.': judgeSource,
  eval: ({ args, stdin }, scope) => {
    const code = joinValues(args.length > 0 ? args : [literal('')], ' ');
    return scope.nested(unknown(), () => scope.runner.text(scope, code, stdin));
  },
  alias: ({ args }, scope) => {
    for (const { text } of args) {
      const equals = text.indexOf('=');
      if (equals > 0) scope.aliases.set(text.slice(0, equals), text.slice(equals + 1));
    }
    return literal('');
  },
  unalias: () => literal(''),
  trap: ({ args }, scope) => {
    const [handler] = parseOptions(args).operands;
    // The handler runs later, when variables may have other values. So its removals are judged at their worst.
    if (handler && handler.text !== '' && handler.text !== '-')
      scope.machine.traps.push({ scope, handler });
    return literal('');
  },
  read: ({ args, stdin }, scope) => {
    for (const name of parseOptions(args, { short: 'adinNptu' }).operands) {
      const input = stdin ?? unknown(['generated']);
      scope.assign(name.text, [
        isKnown(input) && !input.text.includes('\n')
          ? input
          : { ...unknown(input.origins), glob: true },
      ]);
    }
    return literal('');
  },
  mapfile: readLines,
  readarray: readLines,
  set: ({ args }, scope) => {
    if (args.length === 0) {
      scope.find('secret_access', 'high', 'set prints all variables');
      return unknown(['secret']);
    }
    const operands = args[0]?.text === '--' ? args.slice(1) : [];
    if (operands.length > 0) {
      scope.variables.set('@', operands);
      operands.slice(0, 32).forEach((operand, i) => {
        scope.variables.set(String(i + 1), [operand]);
      });
    }
    if (args.some(arg => arg.text === 'history') && args.some(arg => arg.text === '+o'))
      scope.find('audit_tampering', 'high', 'switches the shell history off');
    return literal('');
  },
  shift: (_, scope) => {
    const rest = (scope.variables.get('@') ?? []).slice(1);
    scope.variables.set('@', rest);
    for (let i = 0; i < 32; i++) scope.variables.set(String(i + 1), [rest[i] ?? literal('')]);
    return literal('');
  },
  unset: ({ args }, scope) => {
    for (const { text } of args) {
      scope.variables.delete(text);
      if (text.startsWith('HIST')) scope.find('audit_tampering', 'high', `unsets ${display(text)}`);
    }
    return literal('');
  },
  history: ({ args }, scope) => {
    const { flags } = parseOptions(args, { short: 'd' });
    if (flags.has('c') || flags.has('d') || flags.has('w'))
      scope.find('audit_tampering', 'high', 'clears the shell history');
    return undefined;
  },
  enable: ({ args }, scope) => {
    if (parseOptions(args).flags.has('f'))
      scope.find('unknown_code', 'high', 'loads a shell builtin from a file');
    return undefined;
  },
};

/** `mapfile -t names` takes the lines of its input into a list. */
function readLines({ args, stdin }: Call, scope: Scope): Value {
  const name = parseOptions(args, { short: 'dnOsuCc' }).operands[0]?.text ?? 'MAPFILE';
  scope.assign(name, [unknown(stdin?.origins ?? [])]);
  return literal('');
}
