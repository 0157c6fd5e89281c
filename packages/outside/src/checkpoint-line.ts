import { canonicalize } from '@countersign/protocol/json';

/**
 * A checkpoint as one line of JSON, without the newline. A note has lines and empty lines of its own, so between
 * notes as they are no separator would be safe from what they contain.
 */
export function checkpointLine(note: string): string {
  return canonicalize({ checkpoint: note });
}
