import type { ClaimEnd, ClaimKey, ClaimTaken, HeldClaim } from '@countersign/coordinator';
import type { Timestamp } from '@countersign/protocol/value';
import type { Connection } from './connection.ts';

/** A claim as it is kept: whose it is or was, also when it has ended. */
export interface KeptClaim {
  readonly owner: string;
  readonly until: Timestamp | null;
}

export function isHeld({ until }: Pick<KeptClaim, 'until'>, now: Timestamp): boolean {
  return until === null || until > now;
}

export function loadClaim(connection: Connection, { scope, key }: ClaimKey): KeptClaim | null {
  const claim = connection.get<KeptClaim>(
    `SELECT streams.stream AS owner, until
     FROM claims JOIN streams USING (stream_no) WHERE scope = ? AND key = ?`,
    scope,
    key,
  );
  return claim ?? null;
}

/** The claim as its holder has it; null where it has ended. */
export function heldClaim(
  { scope, key }: ClaimKey,
  claim: KeptClaim | null,
  now: Timestamp,
): HeldClaim | null {
  if (claim === null || !isHeld(claim, now)) return null;
  return { scope, key, owner: claim.owner, until: claim.until };
}

/** All claims that begin like this, also those that have ended. */
export function loadClaims(
  connection: Connection,
  scope: ClaimKey['scope'],
  keyPrefix: string,
): HeldClaim[] {
  const rows = connection.iterate<HeldClaim>(
    `SELECT scope, key, streams.stream AS owner, until
     FROM claims JOIN streams USING (stream_no) WHERE scope = ? AND key >= ? ORDER BY key`,
    scope,
    keyPrefix,
  );
  const claims: HeldClaim[] = [];
  for (const row of rows) {
    // The keys that begin like this are neighbours, and the first of them is where reading began.
    if (!row.key.startsWith(keyPrefix)) break;
    claims.push(row);
  }
  return claims;
}

/** Never "or ignore": an unexpected row must fail the commit, not let it pass without its claim. */
export function takeClaim(
  connection: Connection,
  { scope, key, until }: ClaimTaken,
  kept: KeptClaim | null,
  streamNo: number,
): void {
  const sql =
    kept === null
      ? 'INSERT INTO claims (stream_no, until, scope, key) VALUES (?, ?, ?, ?)'
      : 'UPDATE claims SET stream_no = ?, until = ? WHERE scope = ? AND key = ?';
  connection.run(sql, streamNo, until, scope, key);
}

export function endClaim(
  connection: Connection,
  { scope, key, until }: ClaimEnd,
  streamNo: number,
): void {
  connection.run(
    'UPDATE claims SET until = ? WHERE scope = ? AND key = ? AND stream_no = ?',
    until,
    scope,
    key,
    streamNo,
  );
}
