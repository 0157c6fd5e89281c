import type { ClaimKey, HeldClaim } from '@countersign/coordinator';
import type { Database } from './database.ts';
import { timestampOrNull } from './timestamp-text.ts';

interface ClaimRow extends Omit<HeldClaim, 'until'> {
  readonly until: Date | null;
}

const held = '(until IS NULL OR until > :schema.store_clock())';

export async function findClaim(
  database: Database,
  { scope, key }: ClaimKey,
): Promise<HeldClaim | null> {
  const [row] = await database.query<ClaimRow>(
    {
      name: 'find_claim',
      text: `SELECT scope, key, owner, until FROM :schema.claims
        WHERE scope = $1 AND key = $2 AND ${held}`,
    },
    [scope, key],
  );
  return row === undefined ? null : claimOf(row);
}

export async function listClaims(
  database: Database,
  scope: ClaimKey['scope'],
  keyPrefix: string,
): Promise<HeldClaim[]> {
  const end = firstAfterPrefix(keyPrefix);
  // Two statements, because one that serves both would be planned without an upper bound.
  const rows = await database.query<ClaimRow>(
    {
      name: end === null ? 'list_claims_from' : 'list_claims_between',
      text: `SELECT scope, key, owner, until FROM :schema.claims
        WHERE scope = $1 AND key >= $2 ${end === null ? '' : 'AND key < $3'} AND ${held}
        ORDER BY key`,
    },
    [scope, keyPrefix, ...(end === null ? [] : [end])],
  );
  return rows.map(claimOf);
}

/** The least text that is behind every text with the prefix, by code points; null where there is none. */
export function firstAfterPrefix(prefix: string): string | null {
  const points = Array.from(prefix, character => character.codePointAt(0) ?? 0);
  while (points.at(-1) === 0x10ffff) points.pop();
  const last = points.pop();
  if (last === undefined) return null;
  return String.fromCodePoint(...points, last === 0xd7ff ? 0xe000 : last + 1);
}

function claimOf({ scope, key, owner, until }: ClaimRow): HeldClaim {
  return { scope, key, owner, until: timestampOrNull(until) };
}
