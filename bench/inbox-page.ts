// The inbox at 10,000, 100,000 and 1,000,000 pending requests: the first page and a random one of 50, newest first and
// soonest due first, and the counters; then how long a store with a million requests takes from nothing to its first commit. What is promised
// is that size does not matter, so each size is measured next to the others in the same rounds.

import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Store } from '@countersign/coordinator';
import { openPostgresStore } from '@countersign/store-postgres';
import { openSqliteStore } from '@countersign/store-sqlite';
import pg from 'pg';
import { quantile } from './measure/closed-loop.ts';
import { isUnstable, verdict } from './measure/durable-rounds.ts';
import { MeasuredProcess } from './measure/measured-process.ts';
import { fillPostgres, fillSqlite } from './measure/pending-requests.ts';
import { startPostgresDatabases } from './measure/postgres-databases.ts';
import { randomIds, systemClock } from './measure/system-ports.ts';

const sizes = [10_000, 100_000, 1_000_000];
const rounds = 5;
const pagesPerRound = 500;
const query = { status: 'pending', limit: 50 } as const;
const byDue = { ...query, order: 'due' } as const;
const judged = ['first page', 'random page', 'first page by due', 'random page by due'];
const folder = mkdtempSync(join(tmpdir(), 'countersign-bench-'));

const limitBefore = 'limit: 50 bare rows';
const limitAfter = 'limit again';

interface Sized {
  readonly size: number;
  readonly what: string;
  readonly work: () => Promise<unknown>;
  readonly milliseconds: number[];
}

try {
  await measureSqlite();
  await measureColdStart();
  await measurePostgres();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function measureSqlite(): Promise<void> {
  const stores: Store[] = [];
  const all: Sized[] = [];
  for (const size of sizes) {
    const path = pathOf(size);
    const store = await openSqliteStore({ path, clock: systemClock, ids: randomIds });
    fillSqlite(path, size);
    stores.push(store);
    const database = new DatabaseSync(path, { readOnly: true });
    const rows = database.prepare('SELECT * FROM requests WHERE request_no > ? LIMIT 50');
    const bareRead = async () => rows.all(Math.floor(Math.random() * (size - 50)));
    all.push(...between(bareRead, await sized(store, size)));
  }
  await measure(all);
  console.log(`\nInbox page of 50 on SQLite   (load ${loadavg()[0]?.toFixed(1)})`);
  print(all);
  for (const what of judged) judgeGrowth(all, what, 1_000_000);
  for (const store of stores) await store.close();
}

/** Ten times fewer, because filling Postgres takes longer than it tells. */
async function measurePostgres(): Promise<void> {
  const databases = await startPostgresDatabases();
  const all: Sized[] = [];
  const stores: Store[] = [];
  const clients: pg.Client[] = [];
  try {
    for (const size of sizes.filter(each => each <= 100_000)) {
      const { connection } = await databases.create(`inbox_${size}`);
      const store = await openPostgresStore({ connection, clock: systemClock, ids: randomIds });
      stores.push(store);
      const client = new pg.Client(connection);
      await client.connect();
      clients.push(client);
      await fillPostgres(client, size);
      const rows = { name: 'rows', text: 'SELECT * FROM countersign.requests LIMIT 50' };
      all.push(...between(() => client.query(rows), await sized(store, size)));
    }
    await measure(all);
    console.log(`\nInbox page of 50 on Postgres   (load ${loadavg()[0]?.toFixed(1)})`);
    print(all);
    for (const what of judged) judgeGrowth(all, what, 100_000);
  } finally {
    for (const client of clients) await client.end();
    for (const store of stores) await store.close();
    await databases.close();
  }
}

function pathOf(size: number): string {
  return join(folder, `${size}.db`);
}

async function sized(store: Store, size: number): Promise<Sized[]> {
  const newest = await cursorsOf(store, query);
  const due = await cursorsOf(store, byDue);
  const counted = (await store.countRequests())['pending'];
  if (counted !== size || [newest, due].some(({ length }) => length < size / 200 - 1)) {
    throw new Error(`expected ${size} requests, found ${counted} on ${newest.length + 1} pages`);
  }
  const randomPage = (asked: typeof query, cursors: readonly string[]) => () => {
    const after = cursors[Math.floor(Math.random() * cursors.length)] ?? '';
    return store.listRequests({ ...asked, after });
  };
  const measured = (what: string, work: () => Promise<unknown>): Sized => ({
    size,
    what,
    work,
    milliseconds: [],
  });
  return [
    measured('first page', () => store.listRequests(query)),
    measured('random page', randomPage(query, newest)),
    measured('first page by due', () => store.listRequests(byDue)),
    measured('random page by due', randomPage(byDue, due)),
    measured('counters', () => store.countRequests()),
  ];
}

/** The cursors are opaque, so all pages are walked once to have some to choose from. */
async function cursorsOf(store: Store, asked: typeof query): Promise<string[]> {
  const cursors: string[] = [];
  let page = await store.listRequests({ ...asked, limit: 200 });
  while (page.next !== null) {
    cursors.push(page.next);
    page = await store.listRequests({ ...asked, limit: 200, after: page.next });
  }
  return cursors;
}

/** The limit, fifty rows that lie beside each other, is read before and after what is ours. */
function between(bareRead: () => Promise<unknown>, ours: readonly Sized[]): Sized[] {
  const size = ours[0]?.size ?? 0;
  const limit = (what: string): Sized => ({ size, what, work: bareRead, milliseconds: [] });
  return [limit(limitBefore), ...ours, limit(limitAfter)];
}

async function measure(all: readonly Sized[]): Promise<void> {
  for (let round = 0; round <= rounds; round++) {
    for (const { work, milliseconds } of all) {
      for (let page = 0; page < pagesPerRound; page++) {
        const start = performance.now();
        await work();
        // The first round only warms up.
        if (round > 0) milliseconds.push(performance.now() - start);
      }
    }
  }
}

function print(all: readonly Sized[]): void {
  for (const { size, what, milliseconds } of all) {
    const p50 = quantile(milliseconds, 0.5).toFixed(3);
    const p99 = quantile(milliseconds, 0.99).toFixed(3);
    const pending = size.toLocaleString('en-US').padStart(9);
    console.log(`  ${pending} pending   ${what.padEnd(22)}p50 ${p50} ms   p99 ${p99} ms`);
  }
}

function judgeGrowth(all: readonly Sized[], what: string, most: number): void {
  const p99 = (size: number, name: string) => {
    const found = all.find(each => each.size === size && each.what === name);
    return quantile(found?.milliseconds ?? [], 0.99);
  };
  const unstable = [10_000, most].some(size =>
    isUnstable([p99(size, limitBefore)], [p99(size, limitAfter)]),
  );
  const growth = p99(most, what) / p99(10_000, what);
  const answered = verdict(growth, { atMost: 1.5, stretch: 1.2 }, ratio => `${ratio.toFixed(2)}x`);
  const pending = most.toLocaleString('en-US');
  const answer = unstable ? 'UNSTABLE, not judged' : answered;
  console.log(`  ${what}: p99 at ${pending} is ${growth.toFixed(2)}x of 10,000: ${answer}`);
}

/** In a process of its own each time; the file stays in the memory of the operating system. */
async function measureColdStart(): Promise<void> {
  const file = join(import.meta.dirname, 'measure', 'cold-start.ts');
  const ready: number[] = [];
  for (let times = 0; times < 5; times++) {
    const started = await MeasuredProcess.start([file, pathOf(1_000_000)]);
    ready.push(((await started.ask({ do: 'start' })) as { milliseconds: number }).milliseconds);
    await started.close();
  }
  const milliseconds = quantile(ready, 0.5);
  const write = (value: number) => `${value.toFixed(0)} ms`;
  const spread = `${write(Math.min(...ready))}..${write(Math.max(...ready))}`;
  const judged = verdict(milliseconds, { atMost: 300, stretch: 100 }, write);
  console.log(`\nCold start on 1,000,000 requests (SQLite): open, read the state, commit once`);
  console.log(`  ${write(milliseconds)} (${spread}): ${judged}`);
}
