import type { JsonObject, JsonValue } from '@countersign/protocol/json';
import { ProtocolError } from '@countersign/protocol/reason';

/** The value as an object with exactly these members. What is in them is for the caller to check. */
export function closedObject(
  value: JsonValue | undefined,
  path: string,
  names: readonly string[],
): JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ProtocolError('object_malformed', path, 'expected an object');
  }
  const members = value as JsonObject;
  const missing = names.find(name => !Object.hasOwn(members, name));
  if (missing !== undefined) {
    throw new ProtocolError('object_malformed', path, `expected a member ${missing}`);
  }
  if (Object.keys(members).length !== names.length) {
    throw new ProtocolError('object_malformed', path, 'unknown member; the object is closed');
  }
  return members;
}
