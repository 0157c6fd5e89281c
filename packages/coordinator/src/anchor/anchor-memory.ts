import type { AnchorMark } from '@countersign/protocol/log';
import type { Result } from '@countersign/protocol/reason';
import type { Timestamp } from '@countersign/protocol/value';
import type { EventPlace } from '../log/log-store.ts';

/** What a process remembers of its comparison with the mark outside. */
export interface AnchorMemory {
  /** The history of the database that fitted the mark; null before that, and once it no longer does. */
  timeline: string | null;
  /** The furthest mark that this process knows of, and when it was last read rather than made. */
  known: { readonly mark: AnchorMark | null; readonly readAt: Timestamp } | null;
  /** The step that is about to begin. A consume that arrives before it begins shares it. */
  next: AnchorStep | null;
  /** Resolves when the step that began last has ended, however it did. */
  underway: Promise<unknown>;
}

export interface AnchorStep {
  /** Where one of those that share the step was consumed; null where there is none. */
  last: EventPlace | null;
  readonly outcome: Promise<Result<null>>;
}

export function emptyAnchorMemory(): AnchorMemory {
  return { timeline: null, known: null, next: null, underway: Promise.resolve() };
}
