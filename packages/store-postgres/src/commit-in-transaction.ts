import { type Commit, type CommitResult, StoreUnavailable } from '@countersign/coordinator';
import type { ClientBase } from 'pg';
import { checkCommit } from './check-commit.ts';
import { locksOf } from './commit-locks.ts';
import { joined, jsonOf, lockRows, rowsOf } from './commit-rows.ts';
import { isContended, storeErrorOf } from './database-error.ts';

/**
 * The same commit inside a transaction that the caller began on a client of its own (SU-4): the caller's effect
 * and the commit happen together or not at all. `committed` means that it happens with the caller's COMMIT, which
 * fails where the deadline has passed or a guard no longer holds by then. After any error the transaction can
 * only be rolled back; a refusal leaves it intact, with nothing written.
 */
export async function commitInTransaction(
  client: ClientBase,
  commit: Commit,
  store: { readonly storeId: string; readonly schema: string },
): Promise<CommitResult> {
  checkCommit(commit);
  if (commit.brings !== undefined) {
    throw new TypeError('expected a commit that brings nothing into force for the whole store');
  }
  if (client.getTransactionStatus() !== 'T') {
    throw new TypeError('expected a client on which a transaction was begun');
  }
  const { exclusive, shared } = locksOf(commit);
  const rows = rowsOf([commit]);
  try {
    const { rows: answers } = await client.query<{ answer: Record<number, CommitResult> }>(
      `SELECT ${store.schema}.commit_in_transaction($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) AS answer`,
      [
        store.storeId,
        jsonOf(lockRows(0, { exclusive, shared: [] })),
        jsonOf(lockRows(0, { exclusive: [], shared })),
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
      ],
    );
    return answers[0]?.answer[0] ?? { outcome: 'committed' };
  } catch (error) {
    if (!isContended(error)) throw storeErrorOf(error);
    throw new StoreUnavailable('another transaction holds the lock; roll back and start again', {
      cause: error,
    });
  }
}
