import type { AllowanceAsked } from '@countersign/client/people';
import type { LineKind } from './allowance-words.ts';

type Line = AllowanceAsked['template'][number];
type Leaf = Extract<Line, { equals: unknown }>['equals'];

/** One parameter: what this request has, and what the person chose to cover. */
export interface TemplateRow {
  readonly path: string;
  readonly value: Leaf;
  readonly kind: LineKind;
  /** What stands in the field beside it. */
  readonly bound: string;
  readonly choices: readonly LineKind[];
}

/** Every parameter as it is in the request, and the ways in which its line may be loosened. */
export function rowsOf(
  template: readonly { readonly path: string; readonly equals: Leaf }[],
  any: readonly string[],
  realPaths: readonly string[],
): TemplateRow[] {
  return template.map(({ path, equals: value }) => ({
    path,
    value,
    kind: 'exactly',
    bound: typeof value === 'string' || typeof value === 'number' ? String(value) : '',
    choices: choicesFor(path, value, any, realPaths),
  }));
}

function choicesFor(
  path: string,
  value: Leaf,
  any: readonly string[],
  realPaths: readonly string[],
): LineKind[] {
  const choices: LineKind[] = ['exactly'];
  if (typeof value === 'number') choices.push('at_most', 'at_least');
  if (typeof value === 'string' || typeof value === 'number') choices.push('one_of');
  if (typeof value === 'string' && (realPaths.includes(path) || /^https?:\/\//.test(value))) {
    choices.push('under');
  }
  if (any.includes(path)) choices.push('any');
  return choices;
}

/** The line of a row, or null where its field cannot be read: the message stands under the row. */
export function lineOf({ path, value, kind, bound }: TemplateRow): Line | null {
  switch (kind) {
    case 'exactly':
      return { path, equals: value };
    case 'any':
      return { path, any: true };
    case 'at_most':
    case 'at_least': {
      const number = numberOf(bound);
      if (number === null) return null;
      return kind === 'at_most' ? { path, at_most: number } : { path, at_least: number };
    }
    case 'one_of': {
      const parts = bound
        .split('\n')
        .map(part => part.trim())
        .filter(part => part !== '');
      if (typeof value !== 'number') return parts.length === 0 ? null : { path, one_of: parts };
      const numbers = parts.map(numberOf).filter(part => part !== null);
      return numbers.length === 0 || numbers.length < parts.length
        ? null
        : { path, one_of: numbers };
    }
    case 'under': {
      const isUrl = /^https?:\/\//.test(bound);
      return bound === '' ? null : { path, under: { kind: isUrl ? 'url' : 'path', base: bound } };
    }
  }
}

/** A number that is written as one: nothing is guessed. */
export function numberOf(text: string): number | null {
  return /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text.trim()) ? Number(text.trim()) : null;
}
