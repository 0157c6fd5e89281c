import { parseActionBinding } from '@countersign/protocol/action';
import { type JsonValue, parseStrict } from '@countersign/protocol/json';

/** The action of an earlier round, to compare with; null where it cannot be read. */
export function readAction(text: string | null): JsonValue | null {
  if (text === null) return null;
  try {
    return parseActionBinding(parseStrict(text)) as JsonValue;
  } catch {
    return null;
  }
}
