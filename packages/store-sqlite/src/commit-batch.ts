import { type Clock, StoreUnavailable, StoreUnusable } from '@countersign/coordinator';
import type { Timestamp } from '@countersign/protocol/value';
import type { Connection } from './connection.ts';
import { retryBusy } from './retry-busy.ts';
import { storeError } from './sqlite-error.ts';
import { loadState, type StoredState, saveState } from './store-state.ts';
import type { Operation, Transaction } from './transaction.ts';

/** The result of one operation. Known only after its transaction has ended. */
export type Settled =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: unknown };

/** How often a batch is judged again because time went on. Each repetition has fewer reasons for another. */
const judgementsMax = 100;

/**
 * Runs operations in one transaction, so that they share one sync, and reports the result of each.
 *
 * 1. No caller is answered before COMMIT has returned. What an operation was refused for may have been
 *    done by another one of the batch, so refusals wait too.
 * 2. An operation that fails ends the batch: everything is undone, and each operation is tried again alone. So the
 *    others do not notice, and no operation pays for a savepoint that is hardly ever needed.
 * 3. Some errors (a full disk, an I/O error) end the transaction by themselves. Going on would let the next statement
 *    commit by itself, so the batch is over then too.
 * 4. After a failed COMMIT the result of the batch is unknown; a caller that submits again learns it.
 * 5. The clock is read again right before COMMIT. Where a deadline was passed meanwhile, or the clock went
 *    back, everything is undone and judged again by the new time.
 */
export async function commitBatch(
  connection: Connection,
  clock: Clock,
  operations: readonly Operation<unknown>[],
): Promise<readonly Settled[]> {
  for (let judgement = 0; judgement < judgementsMax; judgement++) {
    try {
      await retryBusy(clock, () => connection.run('BEGIN IMMEDIATE'));
      const ended = runTransaction(connection, clock, operations);
      if (ended === 'overtaken') continue;
      if (ended !== 'aborted') return ended;
    } catch (error) {
      return failAll(operations, storeError(error, connection.path));
    }
    return runAlone(connection, clock, operations);
  }
  return failAll(operations, new StoreUnavailable('the clock does not stand still or goes back'));
}

async function runAlone(
  connection: Connection,
  clock: Clock,
  operations: readonly Operation<unknown>[],
): Promise<Settled[]> {
  const settled: Settled[] = [];
  for (const operation of operations) {
    settled.push(...(await commitBatch(connection, clock, [operation])));
  }
  return settled;
}

/** From BEGIN to COMMIT without a pause: nothing else of this process runs inside the transaction. */
function runTransaction(
  connection: Connection,
  clock: Clock,
  operations: readonly Operation<unknown>[],
): readonly Settled[] | 'overtaken' | 'aborted' {
  try {
    const now = clock.now();
    connection.assertSchemaInPlace();
    const transaction = {
      connection,
      now,
      state: loadState(connection),
      changed: false,
      committed: false,
    };
    const settled: Settled[] = [];
    for (const operation of operations) {
      const outcome = runOperation(transaction, operation);
      settled.push(outcome);
      if (outcome.ok) continue;
      if (operations.length > 1) return 'aborted';
      if (connection.isTransaction) connection.assertFilesInPlace();
      return settled;
    }
    if (!transaction.changed) {
      connection.assertFilesInPlace();
      return settled;
    }
    const end = clock.now();
    if (isOvertaken(operations, now, end)) return 'overtaken';
    const { state } = transaction;
    const clock_mark = transaction.committed ? laterOf(end, state) : state.clock_mark;
    saveState(connection, { ...state, clock_mark });
    return commitAll(connection, operations, settled);
  } finally {
    connection.rollBack();
  }
}

function runOperation(transaction: Transaction, operation: Operation<unknown>): Settled {
  const { connection } = transaction;
  try {
    const value = operation.apply(transaction);
    if (!connection.isTransaction) throw new Error('the transaction has ended by itself');
    return { ok: true, value };
  } catch (error) {
    return { ok: false, error: storeError(error, connection.path) };
  }
}

function isOvertaken(
  operations: readonly Operation<unknown>[],
  start: Timestamp,
  end: Timestamp,
): boolean {
  if (end <= start) return end < start;
  return operations.some(
    ({ notAfter }) => notAfter !== undefined && start < notAfter && notAfter <= end,
  );
}

function laterOf(end: Timestamp, { clock_mark }: StoredState): Timestamp {
  return end > clock_mark ? end : clock_mark;
}

function commitAll(
  connection: Connection,
  operations: readonly Operation<unknown>[],
  settled: readonly Settled[],
): readonly Settled[] {
  try {
    connection.run('COMMIT');
    connection.assertFilesInPlace();
    return settled;
  } catch (error) {
    const known = storeError(error, connection.path);
    const isKnown = known instanceof StoreUnavailable || known instanceof StoreUnusable;
    return failAll(
      operations,
      isKnown ? known : new StoreUnavailable('the commit failed', { cause: error }),
    );
  }
}

function failAll(operations: readonly Operation<unknown>[], error: unknown): Settled[] {
  return operations.map(() => ({ ok: false, error }));
}
