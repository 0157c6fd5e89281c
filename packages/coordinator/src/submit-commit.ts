import type { Commit, CommitResult } from './commit.ts';
import type { Context } from './context.ts';
import { StoreUnavailable } from './store.ts';

const resubmissionsMax = 5;

/**
 * Submits a commit until its result is known. A lost answer is resolved by submitting the identical commit
 * again: a conflict with its own attempt means that it had succeeded. Reading back instead would be unsound,
 * since the first submission may still be on its way.
 */
export async function submitCommit(context: Context, commit: Commit): Promise<CommitResult> {
  const never = new AbortController().signal;
  for (let submission = 1; ; submission++) {
    try {
      return await context.store.commit(commit);
    } catch (error) {
      if (!(error instanceof StoreUnavailable) || submission >= resubmissionsMax) throw error;
      await context.clock.pause(20 * 2 ** submission, never);
    }
  }
}
