// What was proven, when, with which count and seed, and on which code. One file for each proof, so that two runs at
// once never write over each other's rows, and a change of one proof is one file in a review.

import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

const Row = z.strictObject({
  proof: z.string(),
  outcome: z.enum(['passed', 'failed']),
  /** How many were tried. Where a proof has no count of its own, how many tests passed. */
  count: z.int().min(0),
  /** What was counted: histories, kills, tests. */
  of: z.string(),
  /** The full count of the promise when this was run; null where the promise is about every case there is. */
  full: z.int().nullable(),
  /** Whether the run took the counts of `npm test` instead of the full ones. */
  quick: z.boolean(),
  seed: z.int(),
  seconds: z.number(),
  /** When the run ended. */
  at: z.iso.datetime(),
  /** Of every file that the tests run, and of the versions of the packages they use. */
  digest: z.string().regex(/^sha256:[0-9a-f]{64}$/),
  node: z.string(),
  tests: z.strictObject({ passed: z.int(), failed: z.int(), skipped: z.int() }),
  /** Why tests were skipped, each reason once. */
  skips: z.array(z.string()),
  /** The names of the tests that failed. */
  failures: z.array(z.string()),
});

export type LedgerRow = z.infer<typeof Row>;

export class Ledger {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The rows by the id of their proof. */
  read(): Map<string, LedgerRow> {
    mkdirSync(this.#folder, { recursive: true });
    const names = readdirSync(this.#folder).filter(name => name.endsWith('.json'));
    const rows = names.sort().map(name => this.#readRow(name));
    return new Map(rows.map(row => [row.proof, row]));
  }

  /** Replaces the row of this proof. A reader sees the old row or the new one, never a part of one. */
  write(row: LedgerRow): void {
    mkdirSync(this.#folder, { recursive: true });
    const path = join(this.#folder, `${row.proof}.json`);
    const temporary = `${path}.${process.pid}.new`;
    try {
      writeFileSync(temporary, `${JSON.stringify(Row.parse(row), null, 2)}\n`);
      renameSync(temporary, path);
    } finally {
      rmSync(temporary, { force: true });
    }
  }

  #readRow(name: string): LedgerRow {
    const row = Row.parse(JSON.parse(readFileSync(join(this.#folder, name), 'utf8')));
    if (`${row.proof}.json` !== name) throw new Error(`${name} holds the row of ${row.proof}`);
    return row;
  }
}

export type Freshness = 'never run' | 'failed' | 'stale' | 'tried' | 'proven';

/** What a row is worth for the code as it is now. A quick run only tries; a full one proves. */
export function freshness(
  row: LedgerRow | undefined,
  now: { readonly digest: string; readonly full: number | null },
): Freshness {
  if (row === undefined) return 'never run';
  if (row.outcome === 'failed') return 'failed';
  if (row.digest !== now.digest || row.full !== now.full) return 'stale';
  return row.quick ? 'tried' : 'proven';
}
