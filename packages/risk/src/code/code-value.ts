/** A stretch of text that is not known before the code runs. */
export const HOLE = '\u{fffc}';

/** What is known of a value without running the code. */
export type CodeValue =
  /** Text, with a hole where a part of it is not known. */
  | { readonly kind: 'text'; readonly text: string; readonly temporary?: true }
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'flag'; readonly value: boolean }
  | { readonly kind: 'list'; readonly items: readonly CodeValue[] }
  | { readonly kind: 'object'; readonly members: ReadonlyMap<string, CodeValue> }
  /** A module, a service or any other object, by the names that lead to it and what the calls on the way were given. */
  | ReachedValue
  /** Something that exists only while the code runs. */
  | { readonly kind: 'memory' }
  | { readonly kind: 'unknown' };

interface ReachedValue {
  readonly kind: 'reached';
  readonly names: readonly string[];
  readonly given: readonly GivenArguments[];
}

/** The arguments of one call on the way to a value. */
export interface GivenArguments {
  readonly name: string;
  readonly positional: readonly CodeValue[];
  readonly named: ReadonlyMap<string, CodeValue>;
}

export const unknownValue: CodeValue = { kind: 'unknown' };
export const memoryValue: CodeValue = { kind: 'memory' };

const longestText = 65_536;

export function textValue(text: string): CodeValue {
  return { kind: 'text', text: text.slice(0, longestText) };
}

export function reached(
  names: readonly string[],
  given: readonly GivenArguments[] = [],
): CodeValue {
  return { kind: 'reached', names: names.slice(-12), given: given.slice(-12) };
}

/** The text of a value, with a hole for what is not known. */
export function textOf(value: CodeValue): string {
  if (value.kind === 'text') return value.text;
  return value.kind === 'number' ? String(value.value) : HOLE;
}

export function joinTexts(values: readonly CodeValue[], separator = ''): CodeValue {
  return textValue(values.map(textOf).join(separator));
}
