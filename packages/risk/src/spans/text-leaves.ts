import type { JsonObject, JsonValue } from '@countersign/protocol/json';

/** A text in the parameters, by its JSON Pointer. */
export interface TextLeaf {
  readonly pointer: string;
  readonly value: string;
}

const leavesMax = 2000;
const deepest = 32;

/** Every text in a value, in its order. What is too deep or too much is left out: it gets no place. */
export function textLeaves(value: JsonValue): readonly TextLeaf[] {
  const leaves: TextLeaf[] = [];
  const walk = (each: JsonValue, pointer: string, depth: number): void => {
    if (leaves.length >= leavesMax || depth > deepest) return;
    if (typeof each === 'string') leaves.push({ pointer, value: each });
    else for (const [step, member] of membersOf(each)) walk(member, pointer + step, depth + 1);
  };
  walk(value, '', 0);
  return leaves;
}

/** The members of a list or an object, each with its step of a JSON Pointer. */
export function membersOf(value: JsonValue): readonly (readonly [string, JsonValue])[] {
  if (Array.isArray(value)) return value.map((member, index) => [`/${index}`, member]);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value as JsonObject).flatMap(([key, member]) =>
    member === undefined ? [] : [[stepOf(key), member] as const],
  );
}

function stepOf(key: string): string {
  return `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
