import { type Ids, type StoreState, StoreUnusable } from '@countersign/coordinator';
import type { Database } from './database.ts';
import { timestampOf } from './timestamp-text.ts';

interface StateRow {
  readonly store_id: string;
  readonly epoch: number;
  readonly policy_version: string | null;
  readonly now: Date;
}

export async function readState(database: Database): Promise<StoreState> {
  const [row] = await database.query<StateRow>({
    name: 'read_state',
    text: `SELECT store_id, epoch, policy_version, :schema.store_clock() AS now
      FROM :schema.store_state WHERE singleton`,
  });
  if (row === undefined) {
    throw new StoreUnusable(
      'expected the row of store_state and found none; restore the database from a backup',
    );
  }
  const { store_id, epoch, policy_version, now } = row;
  return { storeId: store_id, epoch, policyVersion: policy_version, now: timestampOf(now) };
}

/** Gives a new store its id. Of several that open it at once, one id stays. */
export async function createState(database: Database, ids: Ids): Promise<void> {
  await database.query(
    {
      name: 'create_state',
      text: `INSERT INTO :schema.store_state (store_id, clock_mark) SELECT $1, :schema.store_clock()
        WHERE NOT EXISTS (SELECT FROM :schema.store_state) ON CONFLICT (singleton) DO NOTHING`,
    },
    [`store_${ids.uuid().replaceAll('-', '')}`],
  );
}
