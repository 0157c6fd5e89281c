// How fast cycles of four commits are next to single inserts of the same server, in turn:
// node --conditions=source packages/store-postgres/src/testing/measure-commits.ts [seconds] [rounds]

import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import type { Store } from '@countersign/coordinator';
import { headAfter, sampleAppend, sampleCommit, sampleRow } from '@countersign/coordinator/testing';
import { sha256OfText } from '@countersign/protocol/crypto';
import { addSeconds } from '@countersign/protocol/value';
import pg from 'pg';
import { openPostgresStore } from '../open-store.ts';
import { clock, ids } from './system-ports.ts';
import { startTestServer } from './test-database.ts';

const filler = 'x'.repeat(600);
let cycles = 0;

/** Open, decide, consume, report: one stream, with everything that use cases put into such commits. */
async function cycle(store: Store): Promise<number> {
  const id = randomUUID().replaceAll('-', '');
  const stream = `request/ar_${id}`;
  const now = clock.now();
  const [soon, later] = [addSeconds(now, 300), addSeconds(now, 3600)];
  const claim = { scope: 'live', key: id } as const;
  let after = null;
  for (const status of ['pending', 'allowed', 'executing', 'succeeded']) {
    const due_at = status === 'pending' || status === 'allowed' ? soon : null;
    const change = { approval_request_id: `ar_${id}`, status, due_at, requested_at: now };
    const append = sampleAppend(stream, {
      after,
      data: [{ filler }],
      row: sampleRow(cycles++ % 1000, change),
    });
    const opens = status === 'pending';
    const { outcome } = await store.commit(
      sampleCommit(append, {
        notAfter: soon,
        guards: {
          policyVersion: '',
          absentClaims: status === 'executing' ? [{ scope: 'hold', key: id }] : [],
        },
        claims: opens ? [{ ...claim, until: later }] : [],
        claimEnds: status === 'executing' ? [{ ...claim, until: now }] : [],
        actions: opens ? [{ digest: sha256OfText(id), text: filler, retainUntil: later }] : [],
        outbox: [{ topic: `request.${status}`, stream, payload: '{"from":1}' }],
      }),
    );
    if (outcome !== 'committed') throw new Error(outcome);
    after = headAfter(append);
  }
  return 4;
}

async function rateOf(callers: number, seconds: number, work: () => Promise<number>) {
  let done = 0;
  const cpu = process.cpuUsage();
  const began = performance.now();
  const end = began + seconds * 1000;
  const call = async () => {
    while (performance.now() < end) {
      const count = await work();
      done += count;
    }
  };
  await Promise.all(Array.from({ length: callers }, call));
  const used = process.cpuUsage(cpu);
  return {
    perSecond: Math.round((done / (performance.now() - began)) * 1000),
    cpuMicroseconds: Math.round((used.user + used.system) / done),
  };
}

async function runWorker(connection: pg.ClientConfig, seconds: number): Promise<void> {
  const store = await openPostgresStore({ connection, clock, ids });
  process.send?.('ready');
  await new Promise(resolve => process.once('message', resolve));
  const { perSecond } = await rateOf(8, seconds, () => cycle(store));
  await store.close();
  process.send?.(perSecond, () => process.disconnect());
}

async function rateOfProcesses(count: number, connection: pg.ClientConfig, seconds: number) {
  const workers = Array.from({ length: count }, () =>
    fork(new URL(import.meta.url), ['worker', JSON.stringify(connection), String(seconds)]),
  );
  const next = <T>(worker: (typeof workers)[number]) =>
    new Promise<T>(resolve => worker.once('message', message => resolve(message as T)));
  await Promise.all(workers.map(next));
  const rates = workers.map(worker => next<number>(worker));
  for (const worker of workers) worker.send('go');
  return (await Promise.all(rates)).reduce((sum, rate) => sum + rate, 0);
}

const print = (lines: string[]) => process.stdout.write(`${lines.join('\n')}\n`);

async function measure(seconds: number, rounds: number): Promise<void> {
  const server = await startTestServer();
  const database = await server.createDatabase();
  const store = await database.open();
  await database.query('CREATE TABLE single (id text PRIMARY KEY, body text)');
  const pool = new pg.Pool({ ...database.connection, max: 32 });
  pool.on('error', () => {});
  const insert = { name: 'single', text: 'INSERT INTO single VALUES ($1, $2)' };
  const single = async () => {
    await pool.query({ ...insert, values: [randomUUID(), filler] });
    return 1;
  };
  for (let round = 1; round <= rounds; round++) {
    const one = await rateOf(1, seconds, single);
    const many = await rateOf(32, seconds, single);
    const oneCaller = await rateOf(1, seconds, () => cycle(store));
    const manyCallers = await rateOf(32, seconds, () => cycle(store));
    const processes = await rateOfProcesses(4, database.connection, seconds);
    const again = await rateOf(32, seconds, single);
    const limit = (many.perSecond + again.perSecond) / 2;
    const percent = (part: number, whole: number) => `${Math.round((part / whole) * 100)} %`;
    print([
      `round ${round}`,
      `  single inserts, 1 caller    ${one.perSecond}/s`,
      `  single inserts, 32 callers  ${many.perSecond}/s before, ${again.perSecond}/s after`,
      `  commits, 1 caller           ${oneCaller.perSecond}/s, ${percent(oneCaller.perSecond, one.perSecond)}`,
      `  commits, 32 callers         ${manyCallers.perSecond}/s, ${percent(manyCallers.perSecond, limit)}, ${manyCallers.cpuMicroseconds} us CPU here each`,
      `  commits, 4 processes x 8    ${processes}/s, ${percent(processes, limit)}`,
    ]);
  }
  await pool.end();
  await database.close();
  await server.close();
}

const [, , first, connection, seconds] = process.argv;
if (first === 'worker') await runWorker(JSON.parse(connection ?? ''), Number(seconds));
else await measure(Number(first ?? 2), Number(connection ?? 3));
