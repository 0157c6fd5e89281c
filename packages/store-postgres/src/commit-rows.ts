import type { Commit } from '@countersign/coordinator';
import { type CommitLocks, locksOf } from './commit-locks.ts';

interface LockRow {
  readonly n: number;
  readonly name: string;
  readonly exclusive: boolean;
}

/** The rows that describe a batch to the database, each numbered by the commit it belongs to. */
export interface CommitRows {
  readonly locks: LockRow[];
  readonly appends: object[];
  readonly events: object[];
  readonly guardedStreams: object[];
  readonly absentClaims: object[];
  readonly claims: object[];
  readonly claimEnds: object[];
  readonly views: object[];
  readonly actions: object[];
  readonly outbox: object[];
  readonly brings: object[];
}

export function rowsOf(commits: readonly Commit[]): CommitRows {
  const rows: CommitRows = {
    locks: [],
    appends: [],
    events: [],
    guardedStreams: [],
    absentClaims: [],
    claims: [],
    claimEnds: [],
    views: [],
    actions: [],
    outbox: [],
    brings: [],
  };
  for (const [n, commit] of commits.entries()) {
    rows.locks.push(...lockRows(n, locksOf(commit)));
    addAppends(rows, n, commit);
    addClaims(rows, n, commit);
    for (const { digest, text, retainUntil } of commit.actions) {
      rows.actions.push({ n, action_digest: digest, body: text, retain_until: retainUntil });
    }
    for (const { topic, stream, payload } of commit.outbox) {
      rows.outbox.push({ n, topic, stream, payload });
    }
    if (commit.brings !== undefined) {
      const { epoch, policyVersion } = commit.brings;
      rows.brings.push({ n, epoch, policy_version: policyVersion });
    }
  }
  return rows;
}

/** In the order of their names, which is the order of everybody: waiting for them cannot go in a circle. */
export function lockRows(n: number, { exclusive, shared }: CommitLocks): LockRow[] {
  const rows = [
    ...exclusive.map(name => ({ n, name, exclusive: true })),
    ...shared.map(name => ({ n, name, exclusive: false })),
  ];
  return rows.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** What a statement is given for a part: nothing where no commit has it, so that the part is left out. */
export function jsonOf(rows: readonly object[]): string | null {
  return rows.length === 0 ? null : JSON.stringify(rows);
}

function addAppends(rows: CommitRows, n: number, commit: Commit): void {
  const { attempt, appends, guards, notBefore, notAfter } = commit;
  for (const [place, { stream, expectedVersion, events, view }] of appends.entries()) {
    const append = { n, place, stream, expected_version: expectedVersion };
    rows.appends.push(
      place > 0
        ? append
        : {
            ...append,
            attempt,
            epoch: guards.epoch,
            policy_version: guards.policyVersion,
            not_before: notBefore,
            not_after: notAfter,
          },
    );
    for (const [index, { event, event_digest, text }] of events.entries()) {
      rows.events.push({
        n,
        stream,
        version: event.version,
        event_digest,
        attempt,
        not_after: place === 0 && index === 0 ? notAfter : undefined,
        body: text,
      });
    }
    if (view !== null) rows.views.push({ n, ...view });
  }
}

function addClaims(rows: CommitRows, n: number, commit: Commit): void {
  const { appends, guards, claims, claimEnds } = commit;
  const owner = appends[0]?.stream;
  for (const guard of guards.streams) rows.guardedStreams.push({ n, ...guard });
  for (const { scope, key } of guards.absentClaims) rows.absentClaims.push({ n, scope, key });
  for (const [place, { scope, key, until, from }] of claims.entries()) {
    rows.claims.push({ n, place, scope, key, owner, until, taken_from: from });
  }
  for (const { scope, key, until } of claimEnds) {
    rows.claimEnds.push({ n, scope, key, owner, until });
  }
}
