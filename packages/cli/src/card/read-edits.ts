import type { AmendableValue } from '@countersign/card';
import type { JsonValue } from '@countersign/protocol/json';
import { CommandRefused } from '../command.ts';

/** What a person wrote on the command line: other values, and items to take out of lists. */
interface WrittenEdits {
  readonly set: readonly string[];
  readonly without: readonly string[];
}

/** The values that an amendment has in the place of others, by path. Nothing is guessed: a text stays a text. */
export async function readEdits(
  values: readonly AmendableValue[],
  { set, without }: WrittenEdits,
): Promise<Map<string, JsonValue>> {
  const { readNumber } = await import('@countersign/card');
  const edits = new Map<string, JsonValue>();
  for (const each of set) {
    const { value, said } = split(values, '--set', each);
    if (edits.has(value.path)) throw wrong('--set', `${value.path} stands there twice`);
    edits.set(value.path, settled(value, said, readNumber));
  }
  for (const each of without) {
    const { value, said } = split(values, '--without', each);
    if (value.kind !== 'list') throw wrong('--without', `${value.path} is no list`);
    const left = (edits.get(value.path) ?? [...value.items]) as JsonValue[];
    const at = left.findIndex(item => textOf(item) === said);
    if (at === -1) throw wrong('--without', `${value.path} has no such item`);
    edits.set(value.path, left.toSpliced(at, 1));
  }
  return edits;
}

function settled(
  value: AmendableValue,
  said: string,
  readNumber: (text: string) => number | null,
): JsonValue {
  switch (value.kind) {
    case 'number': {
      const number = readNumber(said);
      if (number === null)
        throw wrong('--set', `expected a number at ${value.path}, such as 240.5`);
      if (value.lower && !(number >= 0 && number < value.value)) {
        throw wrong('--set', `expected a lower number at ${value.path} that is not below 0`);
      }
      return number;
    }
    case 'text':
      return said;
    case 'boolean':
      if (said !== 'true' && said !== 'false') {
        throw wrong('--set', `expected true or false at ${value.path}`);
      }
      return said === 'true';
    case 'fixed':
      if (said !== textOf(value.becomes)) {
        throw wrong('--set', `${value.path} may only become ${textOf(value.becomes)}`);
      }
      return value.becomes;
    case 'list':
      throw wrong('--set', `${value.path} is a list; take items out with --without`);
  }
}

function split(
  values: readonly AmendableValue[],
  option: string,
  written: string,
): { readonly value: AmendableValue; readonly said: string } {
  const at = written.indexOf('=');
  if (at < 1) throw wrong(option, 'expected a path and a value, such as /amount=240');
  const path = written.slice(0, at);
  const value = values.find(each => each.path === path);
  if (value === undefined) {
    const may = values.map(each => each.path).join(', ');
    throw wrong(option, `${path} may not change; what may: ${may}`);
  }
  return { value, said: written.slice(at + 1) };
}

/** A value as a person writes it: a text without quotes, anything else as JSON. */
export function textOf(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function wrong(option: string, what: string): CommandRefused {
  return new CommandRefused('usage', `${option}: ${what}.`);
}
