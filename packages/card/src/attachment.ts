import type { JsonObject, JsonValue } from '@countersign/protocol/json';
import { decodedOf } from './decoded.ts';
import { domainOf, type Message } from './message.ts';
import { entriesOf, isObject, textUnder } from './parameters.ts';

/** A file that a message carries, as far as the action names it. */
export interface Attachment {
  readonly pointer: string;
  readonly name: string;
  /** The media type; null where none is stated. */
  readonly type: string | null;
  readonly bytes: number | null;
}

/** The files of a message, each in its place. What the action says of them stands among its values, too. */
export function attachmentsOf({ attachments }: Message): readonly Attachment[] {
  if (attachments === null || !Array.isArray(attachments.value)) return [];
  return attachments.value.map((each: JsonValue, index) => {
    const pointer = `${attachments.pointer}/${index}`;
    if (typeof each === 'string') return { pointer, name: each, type: null, bytes: null };
    return isObject(each)
      ? readAttachment(each, pointer)
      : { pointer, name: 'without a name', type: null, bytes: null };
  });
}

function readAttachment(value: JsonObject, pointer: string): Attachment {
  const members = entriesOf(value, pointer);
  const name = textUnder(members, /^(?:file_?name|name)$/i, /^(?:path|file|url|uri|title|id)$/i);
  const type = textUnder(members, /^(?:mime(?:_?type)?|content_?type|media_?type|type)$/i);
  const stated = members.find(
    ({ key, value: size }) => typeof size === 'number' && /^(?:size|bytes|length)$/i.test(key),
  );
  const content = textUnder(members, /^(?:content|data|body|base64)$/i);
  return {
    pointer,
    name: name?.value ?? 'without a name',
    type: type?.value ?? null,
    bytes:
      content === null
        ? typeof stated?.value === 'number'
          ? stated.value
          : null
        : bytesOf(content.value),
  };
}

/** The length of the content counts, and not the length that the action states. */
function bytesOf(content: string): number {
  const decoded = decodedOf(content);
  return decoded === null || decoded.kind === 'json'
    ? new TextEncoder().encode(content).length
    : decoded.bytes;
}

/** Whether answers go to another domain than the one that the message comes from. */
export function answersElsewhere({ from, answersTo }: Message): boolean {
  return from !== null && answersTo !== null && domainOf(from.value) !== domainOf(answersTo.value);
}
