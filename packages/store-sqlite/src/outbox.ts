import type {
  DeadLetter,
  LaterMessage,
  LeasedMessage,
  OutboxMessage,
  OutboxSettlement,
} from '@countersign/coordinator';
import { addSeconds } from '@countersign/protocol/value';
import type { Connection } from './connection.ts';
import type { Operation, Transaction } from './transaction.ts';

export function enqueue(transaction: Transaction, { topic, stream, payload }: OutboxMessage): void {
  const { connection, state } = transaction;
  const id = state.last_message_id + 1;
  connection.run(
    'INSERT INTO outbox (id, topic, stream, payload) VALUES (?, ?, ?, ?)',
    id,
    topic,
    stream,
    payload,
  );
  transaction.state = { ...state, last_message_id: id };
}

/** Later messages go where taken messages wait, so commits only add behind the messages of other commits. */
export function enqueueLater(messages: readonly LaterMessage[]): Operation<void> {
  return {
    apply: transaction => {
      const { connection, now } = transaction;
      for (const { key, inSeconds, topic, stream, payload } of messages) {
        const id = transaction.state.last_message_id + 1;
        const { changes } = connection.run(
          `INSERT INTO deliveries
             (id, topic, stream, payload, lease_owner, available_at, tries, problem, key)
           VALUES (?, ?, ?, ?, NULL, ?, 0, '', ?) ON CONFLICT (key) WHERE key IS NOT NULL DO NOTHING`,
          id,
          topic,
          stream,
          payload,
          addSeconds(now, inSeconds),
          key,
        );
        if (changes === 0) continue;
        transaction.state = { ...transaction.state, last_message_id: id };
        transaction.changed = true;
      }
    },
  };
}

interface Lease {
  readonly owner: string;
  readonly seconds: number;
  readonly limit: number;
}

/** Messages that returned go before those that no worker has taken yet: they are older. */
export function leaseOutbox(lease: Lease): Operation<LeasedMessage[]> {
  return {
    apply: transaction => {
      const returned = leaseReturned(transaction, lease);
      const rest = { ...lease, limit: lease.limit - returned.length };
      const messages = [...returned, ...leaseNew(transaction, rest)];
      transaction.changed ||= messages.length > 0;
      return messages;
    },
  };
}

interface ReturnedRow extends Omit<LeasedMessage, 'abandoned'> {
  /** 1 where a lease ran out, 0 where its owner gave the message back. */
  readonly abandoned: number;
}

function leaseReturned({ connection, now }: Transaction, lease: Lease): LeasedMessage[] {
  const rows = connection.all<ReturnedRow>(
    `SELECT id, topic, stream, payload, tries, problem,
       CASE WHEN lease_owner IS NULL THEN 0 ELSE 1 END AS abandoned
     FROM deliveries WHERE available_at <= ? ORDER BY available_at, id LIMIT ?`,
    now,
    lease.limit,
  );
  const end = addSeconds(now, lease.seconds);
  for (const { id } of rows) {
    const sql = 'UPDATE deliveries SET lease_owner = ?, available_at = ? WHERE id = ?';
    connection.run(sql, lease.owner, end, id);
  }
  return rows.map(row => ({ ...row, abandoned: row.abandoned === 1 }));
}

function leaseNew({ connection, now }: Transaction, lease: Lease): LeasedMessage[] {
  const messages = connection.all<Omit<LeasedMessage, 'abandoned'>>(
    "SELECT id, topic, stream, payload, 0 AS tries, '' AS problem FROM outbox ORDER BY id LIMIT ?",
    lease.limit,
  );
  const end = addSeconds(now, lease.seconds);
  for (const { id } of messages) {
    connection.run(
      `INSERT INTO deliveries (id, topic, stream, payload, lease_owner, available_at, tries, problem)
       SELECT id, topic, stream, payload, ?, ?, 0, '' FROM outbox WHERE id = ?`,
      lease.owner,
      end,
      id,
    );
    connection.run('DELETE FROM outbox WHERE id = ?', id);
  }
  return messages.map(message => ({ ...message, abandoned: false }));
}

export function settleOutbox(settlement: OutboxSettlement): Operation<void> {
  return {
    apply: transaction => {
      const { connection, now } = transaction;
      const { id, owner, outcome, retryInSeconds = 0, problem = null } = settlement;
      const leased = connection.get(
        'SELECT 1 FROM deliveries WHERE id = ? AND lease_owner = ? AND available_at > ?',
        id,
        owner,
        now,
      );
      if (leased === undefined) return;
      transaction.changed = true;
      if (outcome === 'retry') {
        connection.run(
          `UPDATE deliveries SET lease_owner = NULL, available_at = ?, tries = tries + 1,
             problem = coalesce(?, problem)
           WHERE id = ?`,
          addSeconds(now, retryInSeconds),
          problem,
          id,
        );
        return;
      }
      if (outcome === 'dead') bury(transaction, id, problem);
      connection.run('DELETE FROM deliveries WHERE id = ?', id);
    },
  };
}

function bury({ connection, now }: Transaction, id: number, problem: string | null): void {
  connection.run(
    `INSERT INTO dead_letters (id, topic, stream, payload, tries, problem, died_at)
     SELECT id, topic, stream, payload, tries, coalesce(?, problem), ? FROM deliveries WHERE id = ?`,
    problem,
    now,
    id,
  );
}

export function listDeadLetters(connection: Connection, limit: number): DeadLetter[] {
  return connection.all<DeadLetter>(
    `SELECT id, topic, stream, tries, problem, died_at FROM dead_letters
     ORDER BY died_at DESC, id DESC LIMIT ?`,
    limit,
  );
}

export function retryDeadLetter(id: number): Operation<boolean> {
  return {
    apply: transaction => {
      const { connection, now } = transaction;
      const { changes } = connection.run(
        `INSERT INTO deliveries (id, topic, stream, payload, lease_owner, available_at, tries, problem)
         SELECT id, topic, stream, payload, NULL, ?, 0, problem FROM dead_letters WHERE id = ?`,
        now,
        id,
      );
      if (changes === 0) return false;
      connection.run('DELETE FROM dead_letters WHERE id = ?', id);
      transaction.changed = true;
      return true;
    },
  };
}
