import type { JsonValue } from '@countersign/protocol/json';
import { type CodeValue, type GivenArguments, HOLE } from './code-value.ts';

export function jsonOf(value: CodeValue, depth: number): JsonValue {
  if (depth > 4) return '…';
  switch (value.kind) {
    case 'text':
      return value.text.replaceAll(HOLE, '…');
    case 'number':
    case 'flag':
      return value.value;
    case 'list':
      return value.items.slice(0, 500).map(item => jsonOf(item, depth + 1));
    case 'object':
      return Object.fromEntries(
        [...value.members].slice(0, 100).map(([key, member]) => [key, jsonOf(member, depth + 1)]),
      );
    case 'reached': {
      const name = value.names.at(-1) ?? '';
      const made = /^[A-Z]/u.test(name) ? value.given.at(-1) : undefined;
      return made === undefined ? `$${name}` : Object.fromEntries(memberList(made, depth + 1));
    }
    default:
      return '…';
  }
}

export function memberList(
  given: GivenArguments,
  depth = 0,
): readonly (readonly [string, JsonValue])[] {
  const found: (readonly [string, JsonValue])[] = [];
  given.positional.slice(0, 8).forEach((value, at) => {
    if (value.kind === 'object')
      for (const [key, member] of value.members) found.push([key, jsonOf(member, depth)]);
    else if (value.kind !== 'unknown' && value.kind !== 'memory')
      found.push([at === 0 ? 'target' : `argument_${at}`, jsonOf(value, depth)]);
  });
  for (const [key, value] of given.named) found.push([key, jsonOf(value, depth)]);
  return found;
}
