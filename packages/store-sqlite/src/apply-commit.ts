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
  const [owner] = commit.appends.map((append, index) =>
    appendToStream(connection, append, heads[index] ?? null, commit.attempt),
  );
  if (owner === undefined) throw new Error('a commit appends something');
  for (const { row } of commit.appends) if (row !== null) writeRow(transaction, row);
  for (const [index, claim] of commit.claims.entries()) {
    takeClaim(connection, claim, claims[index] ?? null, owner);
  }
  for (const end of commit.claimEnds) endClaim(connection, end, owner);
  for (const action of commit.actions) keepAction(connection, action);
  for (const message of commit.outbox) enqueue(transaction, message);
  const { state } = transaction;
  const { epoch = state.epoch, policyVersion = state.policy_version } = commit.brings ?? {};
  transaction.state = { ...state, epoch, policy_version: policyVersion };
}
