import type { ActionBinding } from '@countersign/protocol/action';
import type { JsonObject, JsonValue } from '@countersign/protocol/json';
import { isSealed } from '@countersign/protocol/sealed';

/** What the functions of this package read of an action. */
export type CardAction = Pick<ActionBinding, 'target' | 'parameters'>;

/** A value of the action with its JSON Pointer into the parameters. */
export interface Found<T extends JsonValue = JsonValue> {
  readonly pointer: string;
  readonly key: string;
  readonly value: T;
}

const wrappers =
  /^(?:input|inputs|args|arguments|params|parameters|request|payload|tool_?input|data|body)$/i;
const wrappersMax = 3;

/** The members that say what the action does: those of the parameters, or of the one object that wraps them. */
export function membersOf(action: CardAction): readonly Found[] {
  let at: JsonObject = action.parameters as JsonObject;
  let pointer = '';
  for (let depth = 0; depth < wrappersMax; depth++) {
    const entries = Object.entries(at);
    const [only] = entries;
    if (entries.length !== 1 || only === undefined) break;
    const [key, value] = only;
    if (!wrappers.test(key) || !isObject(value)) break;
    at = value;
    pointer = `${pointer}/${escaped(key)}`;
  }
  return entriesOf(at, pointer);
}

export function entriesOf(value: JsonObject, pointer: string): readonly Found[] {
  return Object.entries(value).map(([key, member]) => ({
    key,
    value: member as JsonValue,
    pointer: `${pointer}/${escaped(key)}`,
  }));
}

function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isSealed(value);
}

/** The first text under one of these keys, in the order of the pattern list. */
export function textUnder(
  members: readonly Found[],
  ...keys: readonly RegExp[]
): Found<string> | null {
  for (const key of keys) {
    const found = members.find(
      member => typeof member.value === 'string' && member.value !== '' && key.test(member.key),
    );
    if (found !== undefined) return found as Found<string>;
  }
  return null;
}

/** The first text or number under one of these keys. */
export function scalarUnder(
  members: readonly Found[],
  ...keys: readonly RegExp[]
): Found<string | number> | null {
  for (const key of keys) {
    const found = members.find(
      ({ value, key: own }) =>
        (typeof value === 'number' || (typeof value === 'string' && value !== '')) && key.test(own),
    );
    if (found !== undefined) return found as Found<string | number>;
  }
  return null;
}

/** A list under one of these keys that has members. */
export function listUnder(members: readonly Found[], key: RegExp): Found<JsonValue[]> | null {
  const found = members.find(
    member => key.test(member.key) && Array.isArray(member.value) && member.value.length > 0,
  );
  return (found as Found<JsonValue[]> | undefined) ?? null;
}
