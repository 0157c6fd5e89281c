import { type AnchorMark, isFurther } from '@countersign/protocol/log';
import type { Anchor } from '../ports.ts';

/** An anchor for tests. What it keeps is gone with the process, and can be looked at and replaced. */
export interface MemoryAnchor extends Anchor {
  mark: AnchorMark | null;
}

export function createMemoryAnchor(mark: AnchorMark | null = null): MemoryAnchor {
  const anchor: MemoryAnchor = {
    mark,
    read: async () => anchor.mark,
    advance: async reached => {
      if (anchor.mark === null || isFurther(reached, anchor.mark)) anchor.mark = reached;
    },
  };
  return anchor;
}
