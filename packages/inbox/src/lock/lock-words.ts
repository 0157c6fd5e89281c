import type { LockFacts, LockPreview } from '@countersign/client/people';

/** What is locked, at the beginning of a sentence. */
export function lockedWords({ target, target_name }: LockFacts): string {
  return target.kind === 'everything' ? 'Everything' : target_name;
}

interface EndWords {
  readonly count: string;
  readonly rest: string;
}

/** What a lock would end now, each in its own line. */
export function endWords({ pending, allowed, keys }: LockPreview): EndWords[] {
  return [
    counted(pending, 'waiting request closes', 'waiting requests close', '. Nothing of it runs.'),
    counted(allowed, 'unused approval is revoked', 'unused approvals are revoked', '.'),
    counted(keys, 'key is refused', 'keys are refused', ' from now on.'),
  ].filter(words => words !== null);
}

function counted(count: number, one: string, many: string, end: string): EndWords | null {
  if (count === 0) return null;
  return { count: String(count), rest: `${count === 1 ? one : many}${end}` };
}
