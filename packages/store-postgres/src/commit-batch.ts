import { type Commit, type CommitResult, StoreUnavailable } from '@countersign/coordinator';
import type { CommitLocks } from './commit-locks.ts';
import { joined, jsonOf, lockRows, rowsOf } from './commit-rows.ts';
import type { Run, Statement } from './database.ts';

/** The result of a commit in a batch; `busy` where another client held a lock that it needs. */
export type BatchResult = CommitResult | { readonly outcome: 'busy' };

interface BatchAnswer {
  readonly results: readonly BatchResult[];
  /** The store's clock when the batch was judged. */
  readonly judgedAt: string;
}

interface AnswerRow {
  readonly answer: Readonly<Record<number, BatchResult>>;
  readonly judged_at: string;
}

const commitBatchStatement: Statement = {
  name: 'commit_batch',
  // The time has a fixed width, so that the later of two is the greater text.
  text: `SELECT answer, to_char(judged_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS judged_at
    FROM :schema.commit_batch($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
};

/**
 * Runs commits that touch nothing in common in one statement: one round trip, one transaction, one sync. Where the
 * statement answers, every answer is durable. Where it throws, nothing of the batch is known to have happened; after an
 * error of the statement itself, nothing of it has.
 */
export async function commitBatch(
  run: Run,
  batch: readonly { readonly commit: Commit; readonly locks: CommitLocks }[],
  { waiting, seen }: { waiting: boolean; seen: string | null },
): Promise<BatchAnswer> {
  const rows = rowsOf(batch.map(({ commit }) => commit));
  const [row] = await run<AnswerRow>(commitBatchStatement, [
    waiting,
    seen,
    jsonOf(batch.flatMap(({ locks }, n) => lockRows(n, locks))),
    jsonOf(rows.appends),
    joined(rows.bodies),
    jsonOf(rows.guardedStreams),
    jsonOf(rows.absentClaims),
    jsonOf(rows.claims),
    jsonOf(rows.claimEnds),
    jsonOf(rows.requestRows),
    jsonOf(rows.actions),
    joined(rows.actionBodies),
    jsonOf(rows.outbox),
    jsonOf(rows.brings),
  ]);
  if (row === undefined) throw new StoreUnavailable('Postgres gave no answer to the commit');
  const { answer, judged_at } = row;
  return {
    results: batch.map((_, n) => answer[n] ?? { outcome: 'committed' }),
    judgedAt: judged_at,
  };
}
