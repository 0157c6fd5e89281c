import type { AnchorMark } from '@countersign/protocol/log';
import type { Result } from '@countersign/protocol/reason';
import type { Timestamp } from '@countersign/protocol/value';
import type { EventPlace } from '../log/log-store.ts';

/** What a process remembers from its last comparison with the anchor. */
export interface AnchorMemory {
  /** The database history that matched the anchor mark. Null before the first match, and after a mismatch. */
  timeline: string | null;
  /** The latest mark that this process knows, and when it last read a mark from the anchor. */
  known: { readonly mark: AnchorMark | null; readonly readAt: Timestamp } | null;
  /** The step that is about to begin. A consume that arrives before it begins shares it. */
  next: AnchorStep | null;
  /** Resolves when the step that began last has ended, however it did. */
  underway: Promise<unknown>;
}

export interface AnchorStep {
  /** The place of one of the consumes that share the step; null where none shares it. */
  last: EventPlace | null;
  readonly outcome: Promise<Result<null>>;
}

export function emptyAnchorMemory(): AnchorMemory {
  return { timeline: null, known: null, next: null, underway: Promise.resolve() };
}
