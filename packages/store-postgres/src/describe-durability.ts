import pg from 'pg';

/** The settings on which the safety of acknowledged commits depends, as the server reports them. */
export interface Durability {
  readonly fsync: boolean;
  readonly full_page_writes: boolean;
  readonly synchronous_commit: string;
  /** Standbys that commits wait for, as configured; empty for none. */
  readonly synchronous_standby_names: string;
  /** How many standbys are connected, and how many of them commits wait for; null where it may not be asked. */
  readonly standbys: { readonly connected: number; readonly synchronous: number } | null;
}

const settings = `SELECT
  current_setting('fsync') = 'on' AS fsync,
  current_setting('full_page_writes') = 'on' AS full_page_writes,
  current_setting('synchronous_commit') AS synchronous_commit,
  current_setting('synchronous_standby_names') AS synchronous_standby_names,
  pg_has_role(current_user, 'pg_monitor', 'USAGE') AS may_look`;

const standbys = `SELECT
  count(*)::integer AS connected,
  count(*) FILTER (WHERE sync_state IN ('sync', 'quorum'))::integer AS synchronous
  FROM pg_stat_replication`;

/** Asks a server about itself over a connection of its own. Throws where it cannot be reached. */
export async function describeDurability(connection: string): Promise<Durability> {
  const client = new pg.Client({ connectionString: connection, connectionTimeoutMillis: 5000 });
  await client.connect();
  try {
    const { rows } = await client.query<
      Omit<Durability, 'standbys'> & { readonly may_look: boolean }
    >(settings);
    const [found] = rows;
    if (found === undefined) throw new Error('the server does not describe itself');
    const { may_look, ...known } = found;
    if (!may_look) return { ...known, standbys: null };
    const counted = await client.query<{ connected: number; synchronous: number }>(standbys);
    return { ...known, standbys: counted.rows[0] ?? null };
  } finally {
    await client.end();
  }
}
