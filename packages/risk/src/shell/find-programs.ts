import { assessRemoval, assessWrite } from './file-effects.ts';
import { parseOptions } from './options.ts';
import { assessOwnFound } from './own-operands.ts';
import type { Judge } from './run-command.ts';
import type { Scope } from './scope.ts';
import { isKnown, joinValues, literal, unknown, type Value } from './value.ts';

/**
 * What `find` would name for the action at an index: its start paths, narrowed by `-name` where that alone
 * decides, so that what `find . -name __pycache__` removes is judged as `./__pycache__`.
 */
function foundBy(args: readonly Value[], action: number): Value[] {
  const isOption = (arg: Value) => /^-[HLPDO]/u.test(arg.text);
  const first = args.findIndex(arg => /^[-(!]/u.test(arg.text) && !isOption(arg));
  const starts = args.slice(0, first < 0 ? args.length : first).filter(arg => !isOption(arg));
  if (starts.length === 0) starts.push(literal('.'));
  const names = namesBefore(args, action);
  if (names === null) return starts.map(start => ({ ...start, glob: true }));
  return starts.flatMap(start =>
    names.map(name => ({ ...joinValues([start, name], '/'), glob: true })),
  );
}

/** The names that must match for an action to happen; null if it may happen to others. */
function namesBefore(args: readonly Value[], action: number): readonly Value[] | null {
  const names: Value[] = [];
  const paths: Value[] = [];
  let alternatives = 1;
  let depth = 0;
  // `-not -path x` beside other tests only narrows; as an alternative it lets in everything else.
  let excludes = false;
  for (let i = action - 1; i >= 0; i--) {
    const text = args[i]?.text ?? '';
    if (isNegation(text)) {
      if (args[i + 1]?.text === '(') return null;
      excludes = true;
    } else if (text === ')') depth++;
    else if (text === '(') depth--;
    else if (text === '-o' || text === '-or' || text === ',') {
      if (depth === 0) break;
      alternatives++;
    }
    const value = args[i + 1];
    if (isNegation(args[i - 1]?.text ?? '')) continue;
    if (/^-i?name$/u.test(text) && value) names.push(value);
    else if (/^-i?(path|wholename)$/u.test(text) && value) paths.push(value);
  }
  return excludes && alternatives > 1 ? null : narrowest(names, paths, alternatives);
}

function isNegation(text: string): boolean {
  return text === '!' || text === '-not';
}

/** What the tests leave, by the names and the paths that they ask for; null where they leave anything. */
function narrowest(
  names: readonly Value[],
  paths: readonly Value[],
  alternatives: number,
): readonly Value[] | null {
  const [folder] = paths;
  // `-path '*x*' -name y` finds what is called the one below what is called the other.
  if (alternatives === 1 && folder && names.length > 0)
    return names.slice(-1).map(name => joinValues([folder, name], '/'));
  const all = [...names, ...paths];
  if (all.length === 0 || all.length < alternatives) return null;
  // Without alternatives every test narrows further, so that the narrowest may decide.
  return alternatives > 1 ? all : all.slice(-1);
}

const judgeFind: Judge = (call, scope) => {
  // Every action looks back over the tests before it, hence the limit.
  const args = call.args.slice(0, 500);
  if (args.length < call.args.length)
    scope.find('opaque_payload', 'high', 'find with more tests than can be looked at');
  for (let i = 0; i < args.length; i++) {
    const text = args[i]?.text ?? '';
    if (text === '-delete')
      assessRemoval(scope, foundBy(args, i), { by: 'find -delete', recursive: true });
    else if (/^-(exec|execdir|ok|okdir)$/u.test(text)) {
      const end = args.findIndex(
        (arg, at) =>
          at > i && (arg.text === ';' || (arg.text === '+' && args[at - 1]?.text === '{}')),
      );
      const inner = args.slice(i + 1, end < 0 ? args.length : end);
      const found = foundBy(args, i);
      assessOwnFound(scope, found, inner[0]?.text ?? '');
      runFound(inner, found, scope);
      i += inner.length;
    } else if (/^-f(print|ls|print0|printf)$/u.test(text)) {
      const target = args[++i];
      if (target) assessWrite(scope, target, { by: 'find', replaces: true, content: unknown() });
    }
  }
  return { ...unknown(['generated']), stream: joinFound(foundBy(args, args.length)) };
};

/** What was found, one after the other, for the reader of the list. */
function joinFound(found: readonly Value[]): Value {
  return { ...joinValues(found, '\n'), glob: true };
}

/** Runs the command with `{}` replaced by everything found. */
function runFound(words: readonly Value[], found: readonly Value[], scope: Scope): void {
  const shown = words.flatMap(word => {
    if (word.text === '{}') return found;
    const [first] = found;
    if (!word.text.includes('{}') || first === undefined) return [word];
    return [{ ...word, text: word.text.replaceAll('{}', first.text), glob: true }];
  });
  // Inside `sh -c '… $0 $1 …' {}` the names arrive as parameters.
  scope.runner.argv(scope, shown, null);
}

/** `xargs` runs a command with what it reads as operands; `-I` puts it into the middle. */
const judgeXargs: Judge = (call, scope) => {
  const options = parseOptions(call.args, {
    short: 'IiELlnPsda',
    long: [
      'replace',
      'max-args',
      'max-procs',
      'max-lines',
      'delimiter',
      'arg-file',
      'max-chars',
      'eof',
    ],
    stopAtOperand: true,
  });
  const command = options.operands.length > 0 ? options.operands : [literal('echo')];
  const mark =
    options.values.get('I')?.[0]?.text ??
    options.values.get('replace')?.[0]?.text ??
    (options.flags.has('i') ? '{}' : undefined);
  const input = fedBy(call.stdin);
  const words =
    mark === undefined || mark === ''
      ? [...command, ...input]
      : command.flatMap(word => {
          if (word.text === mark) return input;
          if (!word.text.includes(mark)) return [word];
          return [
            {
              ...word,
              text: word.text.replaceAll(mark, input[0]?.text ?? unknown().text),
              glob: true,
            },
          ];
        });
  return scope.runner.argv(scope, words, null);
};

/** The operands a pipe delivers: known words, the finds of `find`, or something not known. */
function fedBy(stdin: Value | null): readonly Value[] {
  const source = stdin?.stream ?? stdin;
  if (source && isKnown(source)) {
    const words = source.text
      .slice(0, 16_384)
      .split(/\s/u)
      .filter(word => word !== '');
    return words.slice(0, 64).map(text => ({ ...source, text }));
  }
  return [{ ...unknown(stdin?.origins ?? ['generated']), glob: true }];
}

export const findPrograms: Readonly<Record<string, Judge>> = {
  find: judgeFind,
  gfind: judgeFind,
  fd: (call, scope) => {
    const at = call.args.findIndex(arg => /^(-x|-X|--exec|--exec-batch)$/u.test(arg.text));
    if (at >= 0)
      scope.runner.argv(scope, [...call.args.slice(at + 1), { ...unknown(), glob: true }], null);
    return undefined;
  },
  xargs: judgeXargs,
  gxargs: judgeXargs,
};
