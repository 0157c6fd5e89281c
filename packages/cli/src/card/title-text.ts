import type { JsonValue } from '@countersign/protocol/json';
import {
  dim,
  green,
  joined,
  red,
  type StyledText,
  type Text,
  text,
  yellow,
} from '../terminal/styled-text.ts';
import { dataText } from './data-text.ts';
import type { BoundView, Shown } from './read-shown.ts';

/** One line that says what it is about: the sentence of the deciding rule, with values from the bound bytes. */
export function titleText({ facts, beside, bound }: Shown): StyledText {
  const { request } = facts;
  if (bound === null) return text`${dataText(request.operation)} ${dim('its bytes were erased')}`;
  const { tool_name, resource } = bound.action.target;
  if (beside.display === null) {
    return resource === null
      ? dataText(tool_name)
      : text`${dataText(tool_name)} on ${dataText(resource)}`;
  }
  return joined(
    beside.display.parts.map(part => ('text' in part ? part.text : displayed(bound, part.pointer))),
  );
}

function displayed({ action }: BoundView, pointer: string): StyledText {
  const value = pointer
    .slice(1)
    .split('/')
    .map(step => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<JsonValue | undefined>(memberOf, action.parameters as JsonValue);
  if (value === undefined) return dim('(missing)');
  const words = typeof value === 'string' ? value : JSON.stringify(value);
  return words.length > 200 ? text`${dataText(words.slice(0, 120))}${dim('[…]')}` : dataText(words);
}

function memberOf(value: JsonValue | undefined, key: string): JsonValue | undefined {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Readonly<Record<string, JsonValue>>)[key];
}

export function statusText(status: string): StyledText {
  const looks: Readonly<Record<string, (words: Text) => StyledText>> = {
    pending: yellow,
    allowed: green,
    consumed: green,
    denied: red,
    revoked: red,
  };
  return (looks[status] ?? dim)(status);
}
