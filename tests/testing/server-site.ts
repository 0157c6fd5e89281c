import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ServerProcess, startPostgres, startServerProcess } from '@countersign/server/testing';

/** Where agents and people call: one server for both on SQLite, or a replica for each on Postgres. */
export interface Site {
  readonly name: string;
  agents(): ServerProcess;
  people(): ServerProcess;
  /** Ends every server without a word and starts it again where it was, from then on with this policy. */
  crash(policy?: string): Promise<void>;
  close(): Promise<void>;
}

interface SiteOptions {
  readonly policy: string;
  readonly settings?: Record<string, unknown>;
}

export async function sqliteSite({ policy, settings = {} }: SiteOptions): Promise<Site> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-site-'));
  let inForce = policy;
  let server = await startServerProcess({ folder, policy, settings });
  return {
    name: 'SQLite and one server',
    agents: () => server,
    people: () => server,
    crash: async (changed = inForce) => {
      inForce = changed;
      await server.kill();
      server = await startServerProcess({ folder, policy: changed, settings, port: server.port });
    },
    close: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export async function postgresSite({ policy, settings = {} }: SiteOptions): Promise<Site> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-site-'));
  const postgres = await startPostgres();
  const { url: database } = await postgres.createDatabase();
  const start = (more: { port?: number; policy: string }): Promise<ServerProcess> =>
    startServerProcess({ folder, database, settings, ...more });
  // The first one makes the keys that both sign with.
  let agents = await start({ policy });
  let people = await start({ policy });
  let inForce = policy;
  return {
    name: 'Postgres and two servers',
    agents: () => agents,
    people: () => people,
    crash: async (changed = inForce) => {
      inForce = changed;
      await Promise.all([agents.kill(), people.kill()]);
      [agents, people] = await Promise.all([
        start({ policy: changed, port: agents.port }),
        start({ policy: changed, port: people.port }),
      ]);
    },
    close: async () => {
      await Promise.all([agents.stop(), people.stop()]);
      await postgres.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
