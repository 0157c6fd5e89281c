import { join, resolve } from 'node:path';
import type { Places, ProcessPorts } from '../start/open-parts.ts';
import type { ServerConfig } from '../start/server-config.ts';

/** A server as its configuration describes it. Nothing of it was opened. */
export interface ExaminedServer {
  readonly config: ServerConfig;
  readonly ports: ProcessPorts;
  readonly dataFolder: string;
  /** The file of a SQLite store; null where the store is in Postgres. */
  readonly storeFile: string | null;
  readonly keysFolder: string;
  readonly anchorFile: string | null;
  readonly checkpointFile: string | null;
  readonly policyPaths: readonly string[];
  readonly origin: string;
  readonly host: string;
  readonly port: number;
}

export function examinedServer(
  config: ServerConfig,
  places: Places,
  ports: ProcessPorts,
): ExaminedServer {
  const dataFolder = resolve(config.data ?? places.data);
  const anchorFile = config.anchor === undefined ? places.anchor : config.anchor;
  const port = config.port ?? places.port;
  return {
    config,
    ports,
    dataFolder,
    storeFile: config.database === undefined ? join(dataFolder, 'countersign.db') : null,
    keysFolder: resolve(config.keys ?? places.keys),
    anchorFile: anchorFile === null ? null : resolve(anchorFile),
    checkpointFile: config.checkpoint_file === undefined ? null : resolve(config.checkpoint_file),
    policyPaths: config.policy ?? places.policy,
    origin: config.origin ?? `http://localhost:${port}`,
    host: config.host ?? places.host,
    port,
  };
}
