import type { Clock, Ids, StoreState } from '@countersign/coordinator';
import type { Timestamp } from '@countersign/protocol/value';
import type { Connection } from './connection.ts';

/** The one row of `store_state`. */
export interface StoredState {
  readonly store_id: string;
  readonly epoch: number;
  readonly policy_version: string | null;
  readonly clock_mark: Timestamp;
  /** How many requests have each status. */
  readonly counters: ReadonlyMap<string, number>;
  readonly last_message_id: number;
}

/** Gives a new store its name. Of several processes that open it first, one does. */
export function createState(connection: Connection, ids: Ids, clock: Clock): void {
  if (findState(connection) !== undefined) return;
  connection.runScript('BEGIN IMMEDIATE');
  try {
    if (findState(connection) === undefined) {
      connection.run(
        'INSERT INTO store_state (only_row, store_id, epoch, clock_mark) VALUES (1, ?, 1, ?)',
        `store_${ids.uuid().replaceAll('-', '')}`,
        clock.now(),
      );
    }
    connection.runScript('COMMIT');
  } finally {
    connection.rollBack();
  }
}

function findState(connection: Connection): StoredState | undefined {
  const row = connection.get<Omit<StoredState, 'counters'> & { readonly counters: string }>(
    `SELECT store_id, epoch, policy_version, clock_mark, counters, last_message_id FROM store_state`,
  );
  if (row === undefined) return undefined;
  const counters = new Map(Object.entries(JSON.parse(row.counters) as Record<string, number>));
  return { ...row, counters };
}

export function loadState(connection: Connection): StoredState {
  const state = findState(connection);
  if (state === undefined) throw new Error('the store has lost the row that says which it is');
  return state;
}

export function saveState(connection: Connection, state: StoredState): void {
  connection.run(
    `UPDATE store_state SET epoch = ?, policy_version = ?, clock_mark = ?, counters = ?, last_message_id = ?`,
    state.epoch,
    state.policy_version,
    state.clock_mark,
    JSON.stringify(Object.fromEntries(state.counters)),
    state.last_message_id,
  );
}

export function readState(connection: Connection, now: Timestamp): StoreState {
  const { store_id, epoch, policy_version } = loadState(connection);
  return { storeId: store_id, epoch, policyVersion: policy_version, now };
}
