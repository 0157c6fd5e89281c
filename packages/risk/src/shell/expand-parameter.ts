import type { ParameterExpansionPart, Word } from 'unbash';
import type { Scope } from './scope.ts';
import { isKnown, literal, unknown, type Value } from './value.ts';

/** Variables every shell has, by a value that stands for the usual one. */
const usual: Readonly<Record<string, string>> = {
  HOME: '~',
  PWD: '.',
  OLDPWD: '.',
  TMPDIR: '/tmp',
  TMP: '/tmp',
  TEMP: '/tmp',
  RUNNER_TEMP: '/tmp/runner',
  IFS: ' \t\n',
  SHELL: '/bin/bash',
  BASH: '/bin/bash',
  '0': 'bash',
  $: '4242',
  '!': '4243',
  '?': '0',
  '#': '0',
  RANDOM: '4',
  SECONDS: '1',
  UID: '1000',
  LINENO: '1',
  HOSTNAME: 'localhost',
};

/** The value of a variable: assigned by the script, or one that every shell has. */
export function lookUp(scope: Scope, name: string): readonly Value[] | undefined {
  const assigned = scope.variables.get(name === '*' ? '@' : name);
  if (assigned) return assigned;
  return Object.hasOwn(usual, name) ? [literal(usual[name] ?? '')] : undefined;
}

/** Expands `${name…}` with the operations that can be done on known text. */
export function expandParameter(
  part: ParameterExpansionPart,
  scope: Scope,
  textOf: (word: Word | undefined) => Value,
): readonly Value[] {
  const { operation, prefix, parameter, index } = part;
  if (prefix === '#') return [literal('1')];
  let values = lookUp(scope, parameter);
  if (prefix === '!') {
    const name = values?.[0];
    values = name && isKnown(name) ? lookUp(scope, name.text) : undefined;
  } else if (values && index) {
    values = elements(values, index.value);
  } else if (values && parameter !== '@' && parameter !== '*') {
    values = values.slice(0, 1);
  }
  if (operation?.type === 'Default') {
    return applyDefault(
      operation.operator,
      values,
      () => textOf(operation.operand),
      scope,
      parameter,
    );
  }
  if (values === undefined) return [unknown([], [parameter])];
  return operation === undefined ? values : values.map(value => operate(value, operation, textOf));
}

function elements(values: readonly Value[], index: string): readonly Value[] {
  if (index === '@' || index === '*') return values;
  const at = Number(index);
  const element = Number.isInteger(at) ? values.at(at) : undefined;
  return [element ?? unknown(values.flatMap(value => [...value.origins]))];
}

function applyDefault(
  operator: string,
  values: readonly Value[] | undefined,
  operand: () => Value,
  scope: Scope,
  name: string,
): readonly Value[] {
  const isSet = values?.some(value => value.text !== '') ?? false;
  if (operator.endsWith('+')) return [operand()];
  if (isSet && values) return values;
  const value = operand();
  if (operator.endsWith('?')) return [unknown([], [name])];
  if (operator.endsWith('=')) scope.assign(name, [value]);
  return [{ ...value, variables: [...value.variables, name] }];
}

type Operation = NonNullable<ParameterExpansionPart['operation']>;

function operate(
  value: Value,
  operation: Operation,
  textOf: (word: Word | undefined) => Value,
): Value {
  const lost: Value = { ...value, text: unknown().text, glob: true };
  if (!isKnown(value)) return lost;
  const { text } = value;
  switch (operation.type) {
    case 'CaseModification':
      return { ...value, text: changeCase(text, operation.operator) };
    case 'Slice': {
      const from = Number(operation.offset.value);
      const length = operation.length === undefined ? text.length : Number(operation.length.value);
      if (!Number.isInteger(from) || !Number.isInteger(length) || length < 0) return lost;
      const start = from < 0 ? text.length + from : from;
      return { ...value, text: text.slice(start, start + length) };
    }
    case 'Replace': {
      const pattern = textOf(operation.pattern);
      const replacement = textOf(operation.replacement);
      if (
        !isKnown(pattern) ||
        !isKnown(replacement) ||
        /[*?[]/u.test(pattern.text) ||
        pattern.text === ''
      )
        return lost;
      if (text.length * (replacement.text.length + 1) > 1_000_000) return lost;
      const changed =
        operation.operator === '//'
          ? text.replaceAll(pattern.text, () => replacement.text)
          : text.replace(pattern.text, () => replacement.text);
      return { ...value, text: changed };
    }
    case 'Remove': {
      const pattern = textOf(operation.operand);
      return isKnown(pattern) ? removed(value, operation.operator, pattern.text, lost) : lost;
    }
    default:
      return lost;
  }
}

/** `${x#pattern}` for plain text and for a star at one end, which covers how scripts use it. */
function removed(value: Value, operator: string, pattern: string, lost: Value): Value {
  const { text } = value;
  const atStart = operator.startsWith('#');
  if (!/[*?[]/u.test(pattern)) {
    if (atStart)
      return { ...value, text: text.startsWith(pattern) ? text.slice(pattern.length) : text };
    return {
      ...value,
      text: text.endsWith(pattern) ? text.slice(0, text.length - pattern.length) : text,
    };
  }
  const plain = atStart ? pattern.slice(1) : pattern.slice(0, -1);
  const star = atStart ? pattern.charAt(0) : pattern.at(-1);
  if (star !== '*' || plain === '' || /[*?[]/u.test(plain)) return lost;
  const isLong = operator.length === 2;
  const at = atStart === isLong ? text.lastIndexOf(plain) : text.indexOf(plain);
  if (at < 0) return value;
  return { ...value, text: atStart ? text.slice(at + plain.length) : text.slice(0, at) };
}

function changeCase(text: string, operator: string): string {
  const head = text.charAt(0);
  if (operator === '^^') return text.toUpperCase();
  if (operator === ',,') return text.toLowerCase();
  return (operator === '^' ? head.toUpperCase() : head.toLowerCase()) + text.slice(1);
}
