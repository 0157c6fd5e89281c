import type { Commit, CommitResult } from '@countersign/coordinator';
import type { Timestamp } from '@countersign/protocol/value';
import { commitBatch } from './commit-batch.ts';
import { locksOf } from './commit-locks.ts';
import type { Database } from './database.ts';
import { refusalAtCommit, storeErrorOf } from './database-error.ts';

/**
 * The commit of the repair at the console: it sets the clock mark back and says so, in one transaction. Where the mark
 * has changed meanwhile, it stays, and the commit is refused. Any other hindrance refuses the commit too, and the mark
 * stays as it was.
 */
export async function commitSettingClockBack(
  database: Database,
  commit: Commit,
  from: Timestamp,
): Promise<CommitResult> {
  try {
    return await database.runTogether(async run => {
      await run(
        {
          // Timestamps of events end at milliseconds, those of Postgres at microseconds.
          text: `UPDATE :schema.store_state SET clock_mark = :schema.store_clock()
            WHERE singleton AND date_trunc('milliseconds', clock_mark) = $1::timestamptz`,
        },
        [from],
      );
      const batch = [{ commit, locks: locksOf(commit) }];
      const { results } = await commitBatch(run, batch, { waiting: true, seen: null });
      const answer = results[0] as CommitResult;
      return { keep: answer.outcome === 'committed', answer };
    });
  } catch (error) {
    const refusal = refusalAtCommit(error);
    if (refusal !== null) return refusal;
    throw storeErrorOf(error);
  }
}
