// What `npm run prove` does, apart from reading its command line: choose the proofs that are due, run them one after
// the other, and write each to the ledger as soon as it has ended.

import type { ImportGraph } from './import-closure.ts';
import { type Freshness, freshness, type Ledger, type LedgerRow } from './ledger.ts';
import type { Proof } from './proof.ts';
import { type RunOptions, runProof } from './run-proof.ts';

interface ProveOptions {
  readonly root: string;
  readonly proofs: readonly Proof[];
  readonly ledger: Ledger;
  readonly graph: ImportGraph;
  readonly quick: boolean;
  readonly again: boolean;
  readonly seed: () => number;
  readonly output: RunOptions['output'];
  readonly signal: AbortSignal;
  readonly say: (line: string) => void;
  /** Called after each row that was written. */
  readonly written: () => void;
}

/** The proofs with one of these words in their name or in the path of a test; all where there are no words. */
export function chooseProofs(proofs: readonly Proof[], words: readonly string[]): Proof[] {
  return proofs.filter(
    ({ id, files }) =>
      words.length === 0 ||
      words.some(word => id.includes(word) || files.some(file => file.includes(word))),
  );
}

function digestOf(proof: Proof, graph: ImportGraph): string {
  return graph.digestOf(graph.closureOf([...proof.files, ...(proof.inputs ?? [])]));
}

/** What each proof is worth for the code as it is now. */
export function statusOf(
  proofs: readonly Proof[],
  ledger: Ledger,
  graph: ImportGraph,
): { readonly proof: Proof; readonly state: Freshness; readonly row: LedgerRow | undefined }[] {
  const rows = ledger.read();
  return proofs.map(proof => {
    const row = rows.get(proof.id);
    const now = { digest: digestOf(proof, graph), full: proof.full ?? null };
    return { proof, row, state: freshness(row, now) };
  });
}

/** The exit code: 1 where a proof failed. Ends early, and records nothing more, once it is interrupted. */
export async function prove(options: ProveOptions): Promise<number> {
  const { proofs, ledger, graph, quick, again, say } = options;
  const enough: readonly Freshness[] = quick ? ['proven', 'tried'] : ['proven'];
  let failed = 0;
  for (const { proof, state, row } of statusOf(proofs, ledger, graph)) {
    if (options.signal.aborted) break;
    if (!again && enough.includes(state)) {
      say(`${proof.id}: ${state} on ${row?.at.slice(0, 10)}, and the code is the same.`);
      continue;
    }
    say(`${proof.id}: ${proof.claim}`);
    const found = await runOne(proof, options);
    if (found === null) break;
    if (found.outcome === 'failed') failed += 1;
    say(describe(found));
  }
  return failed === 0 ? 0 : 1;
}

async function runOne(proof: Proof, options: ProveOptions): Promise<LedgerRow | null> {
  const { root, graph, ledger, quick, output, signal } = options;
  const digest = digestOf(proof, graph);
  const seed = options.seed();
  const row = await runProof(proof, { root, digest, seed, quick, output, signal });
  if (row === null) return null;
  // A quick run never takes the place of a full one that still speaks about this code.
  const kept = ledger.read().get(proof.id);
  const isProven = freshness(kept, { digest, full: proof.full ?? null }) === 'proven';
  if (!(quick && isProven && row.outcome === 'passed')) {
    ledger.write(row);
    options.written();
  }
  return row;
}

function describe(row: LedgerRow): string {
  const word = row.outcome === 'failed' ? 'failed' : row.quick ? 'tried' : 'proven';
  const why = row.failures.map(failure => `\n  ${failure}`).join('');
  return `${row.proof}: ${word}, ${row.count} ${row.of}, seed ${row.seed}, ${row.seconds} s.${why}\n`;
}
