import type { Commit, CommitResult } from '@countersign/coordinator';
import { keepAction } from './actions.ts';
import { endClaim, takeClaim } from './claims.ts';
import { type Ground, judgeCommit } from './judge-commit.ts';
import { enqueue } from './outbox.ts';
import { appendToStream } from './streams.ts';
import type { Operation, Transaction } from './transaction.ts';
import { writeRow } from './write-row.ts';

export function commitOperation(commit: Commit): Operation<CommitResult> {
  const apply = (transaction: Transaction): CommitResult => {
    const judgement = judgeCommit(transaction, commit);
    if (judgement.answer !== null) return judgement.answer;
    writeCommit(transaction, commit, judgement.ground);
    return { outcome: 'committed' };
  };
  const { notAfter } = commit;
  return notAfter === undefined ? { apply } : { apply, notAfter };
}

function writeCommit(transaction: Transaction, commit: Commit, { heads, claims }: Ground): void {
  const { connection } = transaction;
  transaction.changed = true;
  transaction.committed = true;
  const owners = commit.appends.map((append, index) =>
    appendToStream(connection, append, heads[index] ?? null, commit.attempt),
  );
  for (const { row } of commit.appends) if (row !== null) writeRow(transaction, row);
  for (const { claim, place, kept } of claims) {
    takeClaim(connection, claim, kept, ownerAt(owners, place));
  }
  for (const [place, { claimEnds = [] }] of commit.appends.entries()) {
    for (const end of claimEnds) endClaim(connection, end, ownerAt(owners, place));
  }
  for (const action of commit.actions) keepAction(connection, action);
  for (const message of commit.outbox) enqueue(transaction, message);
  const { state, now } = transaction;
  const { epoch = state.epoch, policyVersion = state.policy_version } = commit.brings ?? {};
  const clock_mark = commit.brings?.clockBackFrom === undefined ? state.clock_mark : now;
  transaction.state = { ...state, epoch, policy_version: policyVersion, clock_mark };
}

function ownerAt(owners: readonly number[], place: number): number {
  const owner = owners[place];
  if (owner === undefined) throw new Error('a claim belongs to a stream of its commit');
  return owner;
}
