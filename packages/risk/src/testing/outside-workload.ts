import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

// The labelled examples live beside the checkout and are never copied into it.
const folder: string =
  process.env['WORKLOAD_DIR'] ?? join(import.meta.dirname, '../../../../../shared/workload');

/**
 * Pass as `skip` to a test that reads the workload: false when it is there, a visible reason when it is
 * not, and an error under CI, where a missing suite must not look like a passed one.
 */
export function skipWithoutWorkload(name: string): string | false {
  if (existsSync(join(folder, name))) return false;
  const reason = `workload "${name}" is absent; set WORKLOAD_DIR to the folder that holds it`;
  if (process.env['CI'] === 'true') throw new Error(reason);
  return reason;
}

/** The rows of one file of JSON lines. */
export function readWorkload<T>(name: string): readonly T[] {
  return readFileSync(join(folder, name), 'utf8')
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line) as T);
}
