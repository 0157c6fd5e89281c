import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

// Other people's test data lives beside the checkout and is never copied into it.
const beside = join(import.meta.dirname, '../../../../shared');
const vectors: string = process.env['VECTORS_DIR'] ?? join(beside, 'vectors');
const workload: string = process.env['WORKLOAD_DIR'] ?? join(beside, 'workload');

/**
 * Pass as `skip` to a test that reads outside vectors: false when they are there, a visible reason when they are
 * not, and an error under CI, where a missing suite must not look like a passed one.
 */
export function skipWithout(name: string): string | false {
  return skipUnlessExists(
    join(vectors, name),
    `outside vectors "${name}" are absent; set VECTORS_DIR to the folder that holds them`,
  );
}

/** The same for the labelled examples of the workload. */
export function skipWithoutWorkload(name: string): string | false {
  return skipUnlessExists(
    join(workload, name),
    `workload "${name}" is absent; set WORKLOAD_DIR to the folder that holds it`,
  );
}

function skipUnlessExists(path: string, reason: string): string | false {
  if (existsSync(path)) return false;
  if (process.env['CI'] === 'true') throw new Error(reason);
  return reason;
}

export function readVector(...parts: string[]): Buffer {
  return readFileSync(join(vectors, ...parts));
}

export function readVectorJson<T>(...parts: string[]): T {
  return JSON.parse(readVector(...parts).toString('utf8')) as T;
}

export function listVectors(...parts: string[]): string[] {
  return readdirSync(join(vectors, ...parts)).sort();
}

/** The rows of one file of JSON lines. */
export function readWorkload<T>(name: string): readonly T[] {
  return readFileSync(join(workload, name), 'utf8')
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line) as T);
}
