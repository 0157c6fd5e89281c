import { type CommitResult, StoreUnavailable, StoreUnusable } from '@countersign/coordinator';

/** Errors after which the same statement may succeed: a lost race, a deadlock, a lock not given in time. */
const contended = new Set(['23505', '40001', '40P01', '55P03']);

/** Refusals that are raised only after writing, so that they undo it. Their detail is the answer. */
const refusedAtCommit = new Set(['CS001', 'CS002']);

/** Classes and codes of SQLSTATE by what they say about the store. */
const unavailable = /^(08|53|57|58|XX000|40|55P03|23505)/;
const unusable = /^(3D|3F|28|25006|42501|42P01|42883|42703|XX00[12])/;

const endsConnection = /^(08|57P|25P0[34]|XX000)/;

const remedies: readonly [RegExp, string][] = [
  [
    /^25006/,
    'expected a database that can be written to and found a read-only one; name the primary',
  ],
  [/^3D/, 'expected a database and found none of that name; create it or correct the connection'],
  [/^28/, 'expected to be let in and was refused; correct the user or the password'],
  [
    /^42501/,
    'expected to be allowed to use the schema; grant its tables and functions to this user',
  ],
  [
    /^(3F|42)/,
    "expected the store's schema and found it missing or changed; restore it or open anew",
  ],
  [/^XX/, 'expected sound data and found damage; restore a backup'],
];

/**
 * The SQLSTATE of an error that the server answered, null of any other. It is told by its form, not by its class:
 * a caller's client may come from another copy of the driver.
 */
function sqlStateOf(error: unknown): string | null {
  if (!(error instanceof Error) || !('severity' in error) || !('code' in error)) return null;
  return typeof error.code === 'string' ? error.code : null;
}

export function isContended(error: unknown): boolean {
  return contended.has(sqlStateOf(error) ?? '');
}

/** Whether the server goes on with the connection: the error is about the statement, which was undone. */
export function leavesConnectionUsable(error: unknown): boolean {
  const code = sqlStateOf(error);
  return code !== null && !endsConnection.test(code);
}

/**
 * What a refusal at COMMIT says: a deadline that passed, or a guard that no longer held. Null for any other
 * error. A caller that ran `commitInTransaction` asks it about the error of its own COMMIT.
 */
export function refusalAtCommit(error: unknown): CommitResult | null {
  if (!refusedAtCommit.has(sqlStateOf(error) ?? '')) return null;
  return JSON.parse((error as { detail?: string }).detail ?? 'null');
}

/** The error that the port promises for what went wrong underneath. A programming error stays as it is. */
export function storeErrorOf(error: unknown): unknown {
  if (error instanceof StoreUnavailable || error instanceof StoreUnusable) return error;
  const code = sqlStateOf(error);
  const message = error instanceof Error && error.message !== '' ? error.message : 'lost';
  if (code === null) {
    return new StoreUnavailable(`Postgres could not be reached: ${message}`, { cause: error });
  }
  if (unusable.test(code)) {
    const remedy = remedies.find(([pattern]) => pattern.test(code))?.[1] ?? '';
    return new StoreUnusable(`${remedy} (${message})`, { cause: error });
  }
  if (unavailable.test(code)) {
    return new StoreUnavailable(`Postgres did not do it: ${message}`, { cause: error });
  }
  return error;
}
