import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

// Other people's test data lives beside the checkout and is never copied into it.
const folder: string =
  process.env['VECTORS_DIR'] ?? join(import.meta.dirname, '../../../../../shared/vectors');

/**
 * Pass as `skip` to a test that reads outside data: false when it is there, a visible reason when it is not, and an
 * error under CI, where a missing suite must not look like a passed one.
 */
export function skipWithout(name: string): string | false {
  if (existsSync(join(folder, name))) return false;
  const reason = `outside vectors "${name}" are absent; set VECTORS_DIR to the folder that holds them`;
  if (process.env['CI'] === 'true') throw new Error(reason);
  return reason;
}

export function readVectorJson<T>(...parts: string[]): T {
  return JSON.parse(readFileSync(join(folder, ...parts), 'utf8')) as T;
}

export function listVectors(...parts: string[]): string[] {
  return readdirSync(join(folder, ...parts)).sort();
}
