import type { OutboxSettlement } from '@countersign/coordinator';
import type { Database, Statement } from './database.ts';

/** A lease is live while its end is in the future; then only the one it was given to can end it. */
const leased =
  'id = $1 AND lease_owner = $2 AND due_at > :schema.store_clock() AND died_at IS NULL';

const delivered: Statement = {
  name: 'settle_delivered',
  text: `DELETE FROM :schema.outbox WHERE ${leased}`,
};
const retry: Statement = {
  name: 'settle_retry',
  text: `UPDATE :schema.outbox
    SET lease_owner = NULL, tries = tries + 1, problem = coalesce($3, problem),
        due_at = :schema.store_clock() + $4::float8 * interval '1 second'
    WHERE ${leased}`,
};
const dead: Statement = {
  name: 'settle_dead',
  text: `UPDATE :schema.outbox
    SET lease_owner = NULL, problem = coalesce($3, problem), key = NULL, died_at = :schema.store_clock()
    WHERE ${leased}`,
};

export async function settleOutbox(
  database: Database,
  { id, owner, outcome, problem, retryInSeconds }: OutboxSettlement,
): Promise<void> {
  switch (outcome) {
    case 'delivered':
      await database.query(delivered, [id, owner]);
      break;
    case 'retry':
      await database.query(retry, [id, owner, problem, retryInSeconds ?? 0]);
      break;
    case 'dead':
      await database.query(dead, [id, owner, problem]);
      break;
    default:
      outcome satisfies never;
  }
}
