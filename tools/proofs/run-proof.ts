// Runs the tests of one proof and answers with its row for the ledger.

import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countOf, effortsFileVariable, readEfforts } from './heard-efforts.ts';
import type { LedgerRow } from './ledger.ts';
import type { Outcome } from './outcome-reporter.ts';
import type { Proof } from './proof.ts';

export interface RunOptions {
  readonly root: string;
  readonly digest: string;
  readonly seed: number;
  readonly quick: boolean;
  /** Where the progress goes: to the terminal, or nowhere. */
  readonly output: 'inherit' | 'ignore';
  /** Ends the run; nothing is recorded then. */
  readonly signal: AbortSignal;
}

const here = import.meta.dirname;

/** Resolves with null where the run was interrupted: what did not end is not recorded. */
export async function runProof(proof: Proof, options: RunOptions): Promise<LedgerRow | null> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-proof-'));
  const efforts = join(folder, 'efforts');
  const result = join(folder, 'outcome');
  try {
    const started = performance.now();
    const child = startTests(proof, options, { efforts, result });
    const code = await ended(child, options.signal);
    if (options.signal.aborted) return null;
    const seconds = Math.round((performance.now() - started) / 100) / 10;
    const { passed, failures, skipped, skips } = readOutcome(result);
    const count = proof.of === undefined ? passed : countOf(readEfforts(efforts), proof.of);
    const problems = [
      ...failures,
      ...(failures.length === 0 && code !== 0 ? [`the tests ended with ${code}`] : []),
      ...(passed === 0 && failures.length === 0 ? ['no test ran to its end'] : []),
      ...(count === undefined ? [`no test counted ${proof.of}`] : []),
      ...(!options.quick && proof.full !== undefined && (count ?? 0) < proof.full
        ? [`${count ?? 0} of ${proof.full} ${proof.of} were tried`]
        : []),
    ];
    return {
      proof: proof.id,
      outcome: problems.length === 0 ? 'passed' : 'failed',
      count: count ?? 0,
      of: proof.of ?? 'tests',
      full: proof.full ?? null,
      quick: options.quick,
      seed: options.seed,
      seconds,
      at: new Date().toISOString(),
      digest: options.digest,
      node: process.versions.node,
      tests: { passed, failed: failures.length, skipped },
      skips: [...skips],
      failures: problems,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function startTests(
  proof: Proof,
  { root, seed, quick, output }: RunOptions,
  { efforts, result }: { readonly efforts: string; readonly result: string },
): ChildProcess {
  const reporters = [
    [join(here, '..', 'calm-reporter.ts'), 'stdout'],
    [join(here, 'outcome-reporter.ts'), result],
  ];
  const args = [
    '--conditions=source',
    '--disable-warning=ExperimentalWarning',
    `--import=${join(here, 'hear-efforts.ts')}`,
    '--test',
    // One after the other: a proof may want the whole machine.
    '--test-concurrency=1',
    ...reporters.flatMap(([reporter, destination]) => [
      `--test-reporter=${reporter}`,
      `--test-reporter-destination=${destination}`,
    ]),
    ...proof.files,
  ];
  // The notes of a run of tests that this process belongs to are not the notes of this one.
  const {
    COUNTERSIGN_PROVE: _,
    NODE_TEST_CONTEXT: __,
    COUNTERSIGN_TEST_RUN: ___,
    ...env
  } = process.env;
  return spawn(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', output, output],
    // A group of its own, so that an interruption ends the tests and everything that they started.
    detached: true,
    env: {
      ...env,
      ...(quick ? {} : { COUNTERSIGN_PROVE: '1' }),
      COUNTERSIGN_SEED: String(seed),
      [effortsFileVariable]: efforts,
    },
  });
}

function ended(child: ChildProcess, signal: AbortSignal): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      if (child.pid !== undefined) endGroup(child.pid);
    };
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    child.once('error', reject);
    child.once('close', code => {
      signal.removeEventListener('abort', stop);
      resolve(code);
    });
  });
}

function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGTERM');
  } catch {
    // It has ended already.
  }
}

function readOutcome(file: string): Outcome {
  const nothing: Outcome = { passed: 0, failures: [], skipped: 0, skips: [] };
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return text === '' ? nothing : (JSON.parse(text) as Outcome);
}
