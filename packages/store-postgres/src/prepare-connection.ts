import { StoreUnusable } from '@countersign/coordinator';
import type { ClientBase } from 'pg';

/**
 * What every connection of the store runs with. Statements find rows by index whatever the statistics say: a
 * plan made while a table was empty would otherwise go on reading all of it. Nothing waits without an end.
 */
const settings = {
  default_transaction_isolation: 'read committed',
  lock_timeout: '1s',
  statement_timeout: '10s',
  TimeZone: 'UTC',
  DateStyle: 'ISO',
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  plan_cache_mode: 'force_generic_plan',
  jit: 'off',
};

const asks = `SELECT
  pg_is_in_recovery() AS in_recovery,
  current_setting('transaction_read_only') AS read_only,
  current_setting('fsync') AS fsync,
  current_setting('server_encoding') AS encoding,
  current_setting('server_version_num')::integer AS version,
  CASE WHEN pg_is_in_recovery() THEN '' ELSE concat_ws('/',
    (SELECT system_identifier FROM pg_control_system()),
    left(pg_walfile_name(pg_current_wal_insert_lsn()), 8),
    extract(epoch FROM pg_postmaster_start_time())) END AS timeline,
  set_config('synchronous_commit',
    CASE WHEN current_setting('synchronous_commit') = 'remote_apply' THEN 'remote_apply' ELSE 'on' END,
    false),
  (SELECT count(set_config(key, value, false)) FROM json_each_text($1))`;

interface Found {
  readonly in_recovery: boolean;
  readonly read_only: string;
  readonly fsync: string;
  readonly encoding: string;
  readonly version: number;
  readonly timeline: string;
}

/**
 * Runs once on each new connection, before anything else does. Throws where the store must not use it. Answers which
 * history of the database it leads to: a standby that took over has another timeline, and a restarted server may run
 * on restored files. Neither keeps its connections, so asking here is enough.
 */
export async function prepareConnection(client: ClientBase): Promise<string> {
  const { rows } = await client.query<Found>(asks, [JSON.stringify(settings)]);
  const [found] = rows;
  if (found === undefined) throw new StoreUnusable('expected the server to describe itself');
  const problem = problemOf(found);
  if (problem !== undefined) throw new StoreUnusable(problem);
  return found.timeline;
}

function problemOf(found: Found): string | undefined {
  if (found.in_recovery) {
    return 'expected the primary and found a standby; name the primary in the connection';
  }
  if (found.read_only !== 'off') {
    return 'expected a database that can be written to and found transactions read-only; unset default_transaction_read_only for it';
  }
  if (found.fsync !== 'on') {
    return 'expected a server that syncs what it commits and found fsync off; switch fsync on';
  }
  if (found.encoding !== 'UTF8') {
    return `expected a database in UTF8 and found ${found.encoding}; create one with ENCODING 'UTF8'`;
  }
  if (found.version < 140000) {
    return `expected Postgres 14 or newer and found ${Math.floor(found.version / 10000)}; upgrade the server`;
  }
  return undefined;
}
