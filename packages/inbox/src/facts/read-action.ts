import { parseActionText } from '@countersign/protocol/action';
import type { JsonValue } from '@countersign/protocol/json';

/** The action of an earlier round, to compare with; null where it cannot be read. */
export function readAction(text: string | null): JsonValue | null {
  if (text === null) return null;
  try {
    return parseActionText(text) as JsonValue;
  } catch {
    return null;
  }
}
