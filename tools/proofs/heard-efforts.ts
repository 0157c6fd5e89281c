import { existsSync, readFileSync } from 'node:fs';

/** Names the file that the counts go to. */
export const effortsFileVariable = 'COUNTERSIGN_EFFORTS_FILE';

/** A count that a test asked for. */
export interface HeardEffort {
  readonly count: number;
  readonly full: number;
  /** What is counted, where the test says so: the count that the promise names. */
  readonly of: string | null;
  readonly place: string;
}

export function readEfforts(file: string): HeardEffort[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter(line => line !== '').map(line => JSON.parse(line) as HeardEffort);
}

/**
 * How many of a thing were tried. Several places may count the same thing, and each counts once, in however many
 * processes it runs. Undefined where no place counted it.
 */
export function countOf(efforts: readonly HeardEffort[], unit: string): number | undefined {
  const counts = new Map<string, number>();
  for (const { of, place, count } of efforts) if (of === unit) counts.set(place, count);
  if (counts.size === 0) return undefined;
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}
