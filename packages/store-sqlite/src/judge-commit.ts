import type { ClaimTaken, Commit, CommitResult, GuardName } from '@countersign/coordinator';
import { isHeld, type KeptClaim, loadClaim } from './claims.ts';
import type { Connection } from './connection.ts';
import { findHead, type Head } from './streams.ts';
import type { Transaction } from './transaction.ts';

/** What was found where the commit is going to write. */
export interface Ground {
  /** For each append, in order; null where the stream is new. */
  readonly heads: readonly (Head | null)[];
  /** In the order of the appends. */
  readonly claims: readonly FoundClaim[];
}

interface FoundClaim {
  readonly claim: ClaimTaken;
  /** The append that takes it. */
  readonly place: number;
  /** As it is kept now; null where no stream ever had it. */
  readonly kept: KeptClaim | null;
}

/**
 * The first answer that applies, in the order of the contract, or the ground to write on where nothing stands in
 * the way. It only reads; the write lock is held, so nothing changes between this and the writing.
 */
export function judgeCommit(
  transaction: Transaction,
  commit: Commit,
): { readonly answer: CommitResult } | { readonly answer: null; readonly ground: Ground } {
  const { connection, now } = transaction;
  const { appends, notBefore, notAfter } = commit;
  const heads = appends.map(({ stream }) => findHead(connection, stream));
  if (isResubmission(connection, commit, heads[0] ?? null)) {
    return { answer: { outcome: 'committed' } };
  }
  for (const [index, { stream, expectedVersion }] of appends.entries()) {
    if ((heads[index]?.version ?? 0) !== expectedVersion) {
      return { answer: { outcome: 'version_conflict', stream } };
    }
  }
  const which = findStaleGuard(transaction, commit);
  if (which !== null) return { answer: { outcome: 'stale_guard', which } };
  const claims: FoundClaim[] = [];
  for (const [place, { stream, claims: taken = [] }] of appends.entries()) {
    for (const claim of taken) {
      const { scope, key, from } = claim;
      const kept = loadClaim(connection, claim);
      if (kept !== null && isHeld(kept, now) && kept.owner !== stream && kept.owner !== from) {
        const { owner } = kept;
        return { answer: { outcome: 'claim_taken', claim: { scope, key }, owner } };
      }
      claims.push({ claim, place, kept });
    }
  }
  if (notBefore !== undefined && now < notBefore) return { answer: { outcome: 'too_early' } };
  if (notAfter !== undefined && now >= notAfter) return { answer: { outcome: 'too_late' } };
  return { answer: null, ground: { heads, claims } };
}

/** The identical commit is there already: its answer was lost, and it is submitted again. */
function isResubmission(
  connection: Connection,
  { attempt, appends: [first] }: Commit,
  head: Head | null,
): boolean {
  if (first === undefined || head === null || head.version <= first.expectedVersion) return false;
  const found = connection.get<{ attempt: string | null }>(
    'SELECT attempt FROM events WHERE stream_no = ? AND version = ?',
    head.stream_no,
    first.expectedVersion + 1,
  );
  return found?.attempt === attempt;
}

function findStaleGuard(
  { connection, state, now }: Transaction,
  { guards, brings }: Commit,
): GuardName | null {
  if (guards.epoch !== state.epoch) return 'epoch';
  const { policyVersion } = guards;
  if (policyVersion !== undefined && policyVersion !== (state.policy_version ?? '')) {
    return 'policy_version';
  }
  if (now < state.clock_mark && brings?.clockBackFrom !== state.clock_mark) return 'clock';
  for (const { stream, version } of guards.streams) {
    if ((findHead(connection, stream)?.version ?? 0) !== version) return 'stream';
  }
  for (const key of guards.absentClaims) {
    const claim = loadClaim(connection, key);
    if (claim !== null && isHeld(claim, now)) return 'claim';
  }
  return null;
}
