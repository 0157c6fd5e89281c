// How long a question to the index takes, over few and over many requests, on SQLite; and how long a commit takes while the
// index is written beside it. COUNTERSIGN_SEARCH_REQUESTS sets the larger number of requests.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IndexEntry, Store } from '@countersign/coordinator';
import { sha256OfText } from '@countersign/protocol/crypto';
import { addSeconds, type Timestamp } from '@countersign/protocol/value';
import { openSqliteStore } from '@countersign/store-sqlite';
import {
  sampleActionBytes,
  sampleCommit,
} from '../packages/coordinator/src/testing/sample-commit.ts';
import { printTable } from './measure/print-table.ts';
import { scaled } from './measure/scale.ts';
import { randomIds, systemClock } from './measure/system-ports.ts';

const large = Number(process.env['COUNTERSIGN_SEARCH_REQUESTS'] ?? scaled(1_000_000, 20_000));
const sizes = [10_000, large];
const perStep = 16;
const asked = 200;
const start = '2026-01-01T00:00:00.000Z' as Timestamp;
const digest = sha256OfText('kept');

const questions: readonly (readonly [string, (n: number, size: number) => string[][]])[] = [
  ['one rare word', (n, size) => [[`inv${(n * 7919) % size}`]]],
  ['a word that every request has', () => [['payments']]],
  ['that word, an agent and two readers', n => [['payments'], [`=agent${n % 20}`], ['=r1', '=r2']]],
  ['two agents, which no request has', () => [['=agent1'], ['=agent2']]],
];

const table: string[][] = [];
for (const size of sizes) {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-bench-'));
  try {
    const path = join(folder, 'store.db');
    const store = await openSqliteStore({ path, clock: systemClock, ids: randomIds });
    await measure(store, size);
    await store.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
printTable(['requests', 'what', 'p50', 'p99'], table);

async function measure(store: Store, size: number): Promise<void> {
  const { now } = await store.readState();
  const actions = [sampleActionBytes('kept', addSeconds(now, 86_400))];
  await store.commit(sampleCommit('plan/kept', { actions }));
  const alone = await commits(store, 'alone', () => Promise.resolve());
  const begun = performance.now();
  for (let from = 0; from < size; from += perStep) await step(store, from);
  const each = ((performance.now() - begun) * 1000) / size;
  table.push([`${size}`, 'writing one entry', `${each.toFixed(0)} µs on average`, '']);
  for (const [name, ask] of questions) {
    const times: number[] = [];
    for (let n = 0; n < asked; n++) {
      const at = performance.now();
      const all = ask(n, size);
      await store.searchIndex({ all, limit: 50 });
      await store.countIndexed({ all }, 10_001);
      times.push(performance.now() - at);
    }
    table.push([`${size}`, name, ...quantiles(times)]);
  }
  let next = size;
  const beside = await commits(store, 'beside', () => {
    const from = next;
    next += perStep;
    return step(store, from);
  });
  table.push([`${size}`, 'a commit, alone', ...quantiles(alone)]);
  table.push([`${size}`, 'a commit, while a step of the index is written', ...quantiles(beside)]);
}

async function commits(store: Store, name: string, work: () => Promise<void>): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < asked; n++) {
    const working = work();
    const at = performance.now();
    await store.commit(sampleCommit(`plan/${name}-${n}`));
    times.push(performance.now() - at);
    await working;
  }
  return times;
}

async function step(store: Store, from: number): Promise<void> {
  const entries = Array.from({ length: perStep }, (_, n) => entryOf(from + n));
  const place = await store.readIndexed();
  await store.addToIndex({ from: place, to: { epoch: 1, index: place.index + perStep }, entries });
}

function entryOf(n: number): IndexEntry {
  const words = ['payments', 'wire', 'iban', 'amount', `inv${n}`, `se${(n * 104_729) % 1_000_003}`];
  for (let k = 1; k <= 20; k++) words.push(`w${(n * k * 31) % 30_000}`);
  return {
    approval_request_id: `ar_${n}`,
    requested_at: addSeconds(start, n),
    action_digest: digest,
    facets: [`=agent${n % 20}`, `=tool${n % 50}`, `=r${n % 4}`, `=risk${n % 3}`],
    words: [...new Set(words)],
  };
}

function quantiles(times: number[]): [string, string] {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (part: number) =>
    `${(sorted[Math.floor(part * (sorted.length - 1))] ?? 0).toFixed(2)} ms`;
  return [at(0.5), at(0.99)];
}
