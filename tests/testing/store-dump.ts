import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { StartedServer } from '@countersign/server/testing';

/** What of a store can be changed by a call. The log follows the events by itself, and clocks go on. */
const tables = {
  events: 'SELECT s.stream, e.version, e.text FROM events e JOIN streams s USING (stream_no)',
  // The proof of a browser is used up by the call that it proves, with any outcome of the call.
  claims: "SELECT scope, key, stream_no, until FROM claims WHERE key NOT LIKE 'proof/%'",
  requests: 'SELECT * FROM requests',
  actions: 'SELECT hex(action_digest), retain_until, text FROM actions',
  outbox: 'SELECT * FROM outbox',
  deliveries: 'SELECT id, topic, payload FROM deliveries',
  dead_letters: 'SELECT * FROM dead_letters',
  state: 'SELECT store_id, epoch, policy_version, counters FROM store_state',
} as const;

export interface StoreDump {
  /** A digest of everything; events of these types do not count. */
  digest(exceptEvents?: readonly string[]): string;
  /** How many events of each type there are. */
  events(): Readonly<Record<string, number>>;
  /** A cheap sign that nothing was added; events of these types do not count. */
  size(exceptEvents?: readonly string[]): string;
  /** How many messages wait for their delivery, or are on their way. */
  undelivered(): number;
  close(): void;
}

/** Looks into the file of a SQLite store from beside it, as an auditor with the disk would. */
export function dumpOf({ folder }: Pick<StartedServer, 'folder'>): StoreDump {
  const path = join(folder, 'data', 'countersign.db');
  const database = new DatabaseSync(path, { readOnly: true });
  const added = database.prepare(
    `SELECT position, json_extract(text, '$.type') AS type FROM events WHERE position > ?`,
  );
  const counts: Record<string, number> = {};
  let seen = 0;
  const sizes = database.prepare(
    `SELECT (SELECT count(*) FROM claims WHERE key NOT LIKE 'proof/%') || '/' || (SELECT count(*) FROM actions) || '/' ||
       (SELECT counters FROM store_state) AS sizes`,
  );
  // Nothing is ever taken out of the events, so only what is new is counted.
  const events = () => {
    for (const { position, type } of added.all(seen)) {
      counts[String(type)] = (counts[String(type)] ?? 0) + 1;
      seen = Math.max(seen, Number(position));
    }
    return { ...counts };
  };
  const counted = (except: readonly string[]) =>
    JSON.stringify(Object.entries(events()).filter(([type]) => !except.includes(type)));
  const messages = database.prepare(
    'SELECT (SELECT count(*) FROM outbox) + (SELECT count(*) FROM deliveries) AS count',
  );
  return {
    events,
    undelivered: () => Number(messages.get()?.['count']),
    size: (except = []) => `${sizes.get()?.['sizes']} ${counted(except)}`,
    digest: (except = []) => {
      const hash = createHash('sha256');
      for (const [name, query] of Object.entries(tables)) {
        const skipped = name === 'events' ? except : [];
        const isSkipped = (text: string) => skipped.some(type => text.includes(`"type":"${type}"`));
        const rows = database
          .prepare(query)
          .all()
          .map(row => JSON.stringify(row))
          .filter(row => !isSkipped(row.replaceAll('\\"', '"')))
          .sort();
        hash.update(`${name} ${rows.length}\n${rows.join('\n')}\n`);
      }
      return hash.digest('hex');
    },
    close: () => database.close(),
  };
}
