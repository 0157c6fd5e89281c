import type { Commit } from '@countersign/coordinator';
import type { CommitLocks } from './commit-locks.ts';
import { hexOfDigest } from './digest-hex.ts';

interface LockRow {
  readonly n: number;
  readonly name: string;
  readonly exclusive: boolean;
}

/**
 * The rows that describe a batch to the database, each numbered by the commit it belongs to. Texts travel beside
 * their rows, in the same order, because inside JSON every quotation mark of theirs would be escaped.
 */
interface CommitRows {
  readonly appends: object[];
  readonly bodies: string[];
  readonly guardedStreams: object[];
  readonly absentClaims: object[];
  readonly claims: object[];
  readonly claimEnds: object[];
  readonly requestRows: object[];
  readonly actions: object[];
  readonly actionBodies: string[];
  readonly outbox: object[];
  readonly brings: object[];
}

export function rowsOf(commits: readonly Commit[]): CommitRows {
  const rows: CommitRows = {
    appends: [],
    bodies: [],
    guardedStreams: [],
    absentClaims: [],
    claims: [],
    claimEnds: [],
    requestRows: [],
    actions: [],
    actionBodies: [],
    outbox: [],
    brings: [],
  };
  for (const [n, commit] of commits.entries()) {
    addAppends(rows, n, commit);
    addClaims(rows, n, commit);
    for (const { digest, text, retainUntil } of commit.actions) {
      rows.actions.push({ n, action_digest: hexOfDigest(digest), retain_until: retainUntil });
      rows.actionBodies.push(text);
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

/** In the order of their names, which all clients use: waiting for them cannot be circular. */
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

/** Texts as the database takes them apart again: `checkCommit` sees to it that none has the separator in it. */
export function joined(texts: readonly string[]): string | null {
  return texts.length === 0 ? null : texts.join(betweenTexts);
}

export const betweenTexts = '\u001e';
export const betweenEvents = '\n';

function addAppends(rows: CommitRows, n: number, commit: Commit): void {
  const { attempt, appends, guards, notBefore, notAfter } = commit;
  for (const [place, { stream, expectedVersion, events, row }] of appends.entries()) {
    let [digests, body] = ['', ''];
    for (const { event_digest, text } of events) {
      digests += hexOfDigest(event_digest);
      body += body === '' ? text : betweenEvents + text;
    }
    const append = { n, place, stream, expected_version: expectedVersion, attempt, digests };
    rows.appends.push(
      place > 0
        ? append
        : {
            ...append,
            epoch: guards.epoch,
            policy_version: guards.policyVersion,
            not_before: notBefore,
            not_after: notAfter,
          },
    );
    rows.bodies.push(body);
    if (row !== null) rows.requestRows.push({ n, ...row });
  }
}

function addClaims(rows: CommitRows, n: number, commit: Commit): void {
  const { appends, guards } = commit;
  for (const guard of guards.streams) rows.guardedStreams.push({ n, ...guard });
  for (const { scope, key } of guards.absentClaims) rows.absentClaims.push({ n, scope, key });
  let place = 0;
  for (const { stream: owner, claims = [], claimEnds = [] } of appends) {
    for (const { scope, key, until, from } of claims) {
      rows.claims.push({ n, place: place++, scope, key, owner, until, taken_from: from });
    }
    for (const { scope, key, until } of claimEnds) {
      rows.claimEnds.push({ n, scope, key, owner, until });
    }
  }
}
