import { realpathSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import type { OwnPlaces } from '@countersign/risk';
import type { Places } from './open-parts.ts';
import type { ServerConfig } from './server-config.ts';
import { isLoopback } from './start-words.ts';

/** Where this process keeps what no agent may touch, for the assessment of risk (OF-5). */
export function ownPlacesOf(
  config: ServerConfig,
  places: Places,
  {
    anchor,
    secretFiles,
  }: { readonly anchor: string | null; readonly secretFiles: readonly string[] },
): OwnPlaces {
  const here = resolve('.');
  const keys = resolve(config.keys ?? places.keys);
  const data = resolve(config.data ?? places.data);
  const host = config.host ?? places.host;
  const port = config.port ?? places.port;
  const { user } = places;
  return {
    secrets: withAliases([
      ...(config.database === undefined ? storeOf(data, here) : []),
      keys,
      ...secretFiles,
      ...(user === undefined ? [] : [user.signIns]),
      ...config.backups,
    ]),
    safeguards: withAliases([
      ...(config.policy ?? places.policy),
      ...(anchor === null ? [] : [anchor]),
      ...(config.checkpoint_file === undefined ? [] : [config.checkpoint_file]),
      ...(user?.configFile === undefined ? [] : [user.configFile]),
    ]),
    origins: [
      ...(config.origin === undefined ? [] : [config.origin]),
      `http://localhost:${port}`,
      ...(isLoopback(host) ? [] : [`http://${host.includes(':') ? `[${host}]` : host}:${port}`]),
    ],
    sockets: [],
    environment: ['COUNTERSIGN_*'],
    home: user?.home ?? null,
    // Agents on other machines have folders of their own.
    folder: isLoopback(host) ? here : null,
  };
}

/** The whole folder, unless the process runs in it: then other files are there as well. */
function storeOf(data: string, here: string): readonly string[] {
  const holdsMore = here === data || here.startsWith(data.endsWith(sep) ? data : data + sep);
  return holdsMore ? [join(data, 'countersign.db')] : [data];
}

/** Every place under its own name and under the one that links lead to. */
function withAliases(paths: readonly string[]): readonly string[] {
  return [...new Set(paths.map(path => resolve(path)).flatMap(path => [path, realOf(path)]))];
}

function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
