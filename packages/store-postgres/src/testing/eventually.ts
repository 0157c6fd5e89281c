import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { Store } from '@countersign/coordinator';
import type { Timestamp } from '@countersign/protocol/value';
import type { TestDatabase } from './test-database.ts';

/** Asks again until the answer is yes. It waits no longer than the answer takes, and gives up in the end. */
export async function eventually(
  what: string,
  check: () => boolean | Promise<boolean>,
): Promise<void> {
  for (let waited = 0; waited < 60_000; waited += 5) {
    if (await check()) return;
    await pause(5);
  }
  assert.fail(`waited in vain until ${what}`);
}

/** Until so many sessions of the database wait for a lock that another one holds. */
export async function untilBlocked(database: TestDatabase, sessions = 1): Promise<void> {
  await eventually(`${sessions} sessions wait for a lock`, async () => {
    const [row] = await database.query<{ blocked: number }>(
      `SELECT count(*)::integer AS blocked FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return (row?.blocked ?? 0) >= sessions;
  });
}

export async function untilPast(store: Store, deadline: Timestamp): Promise<void> {
  await eventually('the deadline has passed', async () => {
    return (await store.readState()).now > deadline;
  });
}
