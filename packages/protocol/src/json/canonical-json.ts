import { sortKeys } from './json-key.ts';
import type { JsonLimits } from './json-limits.ts';
import {
  examine,
  type JsonArray,
  type JsonObject,
  type JsonValue,
  plainText,
  suspectUnicode,
} from './json-value.ts';

/**
 * The canonical text of a value (RFC 8785), or a ProtocolError for what has none (AB-5). Every property
 * of the input is read once.
 */
export function canonicalize(value: unknown, limits?: Partial<JsonLimits>): string {
  const examined = examine(value, limits);
  // RFC 8785 writes scalars as JSON.stringify does, and the members of the copy were added in order.
  return examined.inOrder
    ? examined.text
    : (write(examined.value, { isPlainText: true }) as string);
}

/**
 * The canonical text of data that is plain because of where it comes from: a `parse*` function returned it, or
 * it was built here of such. It is written in place, at half the price of a checked copy. What the text itself can
 * still give away goes through the checked walk, and is refused there: a value that is no JSON, and any character
 * whose Unicode is worth a question. Only accessors and strange prototypes would pass unseen.
 */
export function canonicalTextOf(plain: object): string {
  const writing: Writing = { isPlainText: true };
  const text = write(plain as JsonValue, writing);
  const isSettled = text !== undefined && (writing.isPlainText || !suspectUnicode(text));
  return isSettled ? text : canonicalize(plain);
}

/** What is known of a text that is being written. */
interface Writing {
  /** Whether every string so far was ASCII that JSON writes as it is: then there is no Unicode to ask about. */
  isPlainText: boolean;
}

/** Undefined where a part of the value has no JSON text of its own. */
function write(value: JsonValue, writing: Writing): string | undefined {
  if (typeof value === 'string') return quote(value, writing);
  if (value === null) return 'null';
  if (typeof value === 'object') {
    return isArray(value) ? writeArray(value, writing) : writeObject(value, writing);
  }
  if (typeof value === 'number') {
    return Number.isFinite(value) && !Object.is(value, -0) ? String(value) : undefined;
  }
  return typeof value === 'boolean' ? String(value) : undefined;
}

function writeArray(array: JsonArray, writing: Writing): string | undefined {
  let text = '[';
  for (let i = 0; i < array.length; i++) {
    const member = write(array[i] as JsonValue, writing);
    if (member === undefined) return undefined;
    text += i === 0 ? member : `,${member}`;
  }
  return `${text}]`;
}

function writeObject(object: JsonObject, writing: Writing): string | undefined {
  let text = '{';
  for (const key of sortKeys(Object.keys(object))) {
    const member = write(object[key] as JsonValue, writing);
    if (member === undefined) return undefined;
    const name = quote(key, writing);
    text += text === '{' ? `${name}:${member}` : `,${name}:${member}`;
  }
  return `${text}}`;
}

function quote(text: string, writing: Writing): string {
  if (plainText.test(text)) return `"${text}"`;
  writing.isPlainText = false;
  return JSON.stringify(text);
}

const isArray: (value: JsonValue) => value is JsonArray = Array.isArray;
