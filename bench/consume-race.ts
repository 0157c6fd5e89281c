// 64 consumers, one grant, many rounds: exactly one wins each time. The consumers are four processes as far as their
// memory goes, on two connections to the database.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { consumeGrant, type Store } from '@countersign/coordinator';
import { openPostgresStore } from '@countersign/store-postgres';
import { openSqliteStore } from '@countersign/store-sqlite';
import { effort } from '@countersign/testing';
import { createApprovalCycles, createBenchContext } from './measure/approval-cycle.ts';
import { quantile } from './measure/closed-loop.ts';
import { startPostgresDatabases } from './measure/postgres-databases.ts';
import { randomIds, systemClock } from './measure/system-ports.ts';

const consumers = 64;
const rounds = effort({ fast: 200, full: 10_000, of: 'rounds' });
const ports = { clock: systemClock, ids: randomIds };

const folder = mkdtempSync(join(tmpdir(), 'countersign-bench-'));
try {
  const path = join(folder, 'store.db');
  await race('SQLite', () => openSqliteStore({ path, ...ports }));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

const databases = await startPostgresDatabases();
try {
  const { connection } = await databases.create('race');
  await race('Postgres', () => openPostgresStore({ connection, ...ports }));
} finally {
  await databases.close();
}

async function race(name: string, open: () => Promise<Store>): Promise<void> {
  const [one, other] = [await open(), await open()];
  const cycles = await createApprovalCycles(one);
  const contexts = [one, other, one, other].map(each => createBenchContext(each));
  const winners: number[] = [];
  const refusals = new Map<string, number>();
  const alone: number[] = [];
  const won: number[] = [];
  const lost: number[] = [];

  const consume = async (number: number, request: Awaited<ReturnType<typeof cycles.allowed>>) => {
    const context = contexts[number % contexts.length] ?? cycles.context;
    const attempt = randomIds.uuid();
    const start = performance.now();
    const consumed = await consumeGrant(context, {
      ...request,
      executor: 'billing-executor',
      attempt,
    });
    return { consumed, milliseconds: performance.now() - start };
  };

  for (let round = 0; round < rounds; round++) {
    alone.push((await consume(round, await cycles.allowed())).milliseconds);
    const request = await cycles.allowed();
    const numbers = Array.from({ length: consumers }, (_, number) => number);
    const outcomes = await Promise.all(numbers.map(number => consume(number, request)));
    winners.push(outcomes.filter(({ consumed }) => consumed.ok).length);
    for (const { consumed, milliseconds } of outcomes) {
      (consumed.ok ? won : lost).push(milliseconds);
      if (consumed.ok) continue;
      refusals.set(consumed.refusal.code, (refusals.get(consumed.refusal.code) ?? 0) + 1);
    }
  }
  await one.close();
  await other.close();

  const exactlyOne = winners.filter(count => count === 1).length;
  const kept = exactlyOne === rounds;
  if (!kept) process.exitCode = 1;
  const p99 = (values: readonly number[]) => `${quantile(values, 0.99).toFixed(1)} ms`;
  const codes = [...refusals].map(([code, count]) => `${code} ${count}`).join(', ');
  console.log(`\n${consumers} consumers, one grant, ${rounds} rounds on ${name}`);
  console.log(`  exactly one winner in ${exactlyOne} of ${rounds}: ${kept ? 'kept' : 'BROKEN'}`);
  console.log(`  the others were told: ${codes}`);
  console.log(
    `  p99: ${p99(alone)} alone, ${p99(won)} for the winner, ${p99(lost)} for the others`,
  );
}
