import { execFile, spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { runClosedLoop } from './closed-loop.ts';
import type { PostgresDatabase } from './postgres-databases.ts';

/** What no store in Postgres can beat with one commit at a time: prepared inserts of 1 KB. */
interface PostgresLimit {
  /** Through pgbench, which is written in C; null where the machine has none. */
  pgbench: ((callers: number, seconds: number) => Promise<number>) | null;
  /** Through the driver that ours uses as well. */
  driver: (callers: number, seconds: number) => Promise<number>;
  close(): Promise<void>;
}

const text = 'x'.repeat(1024);

export async function createPostgresLimit(database: PostgresDatabase): Promise<PostgresLimit> {
  const pool = new pg.Pool({ ...database.connection, max: 32 });
  await pool.query(
    'CREATE TABLE entry (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, text text)',
  );
  const script = join(tmpdir(), `countersign-pgbench-${process.pid}.sql`);
  writeFileSync(script, `INSERT INTO entry (text) VALUES ('${text}');\n`);
  const hasPgbench = spawnSync('pgbench', ['--version']).status === 0;

  const pgbench = async (callers: number, seconds: number) => {
    const threads = Math.min(2, callers);
    const load = ['-c', `${callers}`, '-j', `${threads}`, '-T', `${seconds}`, '-f', script];
    const args = ['-n', '-M', 'prepared', ...load, database.url];
    const { stdout } = await promisify(execFile)('pgbench', args);
    return Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1]);
  };
  const driver = async (callers: number, seconds: number) => {
    const insert = { name: 'insert', text: 'INSERT INTO entry (text) VALUES ($1)', values: [text] };
    const { perSecond } = await runClosedLoop({ seconds, callers, work: () => pool.query(insert) });
    return perSecond;
  };
  return {
    pgbench: hasPgbench ? pgbench : null,
    driver,
    close: async () => {
      await pool.end();
      rmSync(script, { force: true });
    },
  };
}
