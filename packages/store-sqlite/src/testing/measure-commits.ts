// Measures what a cycle of four commits costs, next to what the disk allows: raw single-insert commits with
// the same durability, taken before and after in the same run. Prints; judges nothing.
//
//   node --conditions=source src/testing/measure-commits.ts [cycles]

import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { Commit } from '@countersign/coordinator';
import { sampleAppend, sampleCommit, sampleRow } from '@countersign/coordinator/testing';
import type { StreamHead } from '@countersign/protocol/stream';
import { addSeconds } from '@countersign/protocol/value';
import { openSqliteStore } from '../open-store.ts';
import { ids, systemClock, temporaryPath } from './temporary-store.ts';

const cycles = Number(process.argv[2] ?? 3000);
const rounds = 3;
const turns: Readonly<Record<string, (() => Promise<void>) | undefined>> = {
  'promise jobs': undefined,
  setImmediate: () => new Promise(resolve => setImmediate(resolve)),
};

/** The four commits of one request: opened, decided, consumed, reported. */
function cycle(number: number): Commit[] {
  const id = `ar_${ids.uuid().replaceAll('-', '')}`;
  const stream = `request/${id}`;
  let after: StreamHead | null = null;
  return ['pending', 'allowed', 'consumed', 'succeeded'].map((status, step) => {
    const base = sampleRow(number);
    const due_at = step < 2 ? addSeconds(base.requested_at, 900) : null;
    const case_id = `case_${ids.uuid().replaceAll('-', '')}`;
    const row = { ...base, approval_request_id: id, case_id, status, due_at };
    const data = [{ note: 'x'.repeat(1024 - 260) }];
    const append = sampleAppend(stream, { after, data, row });
    const [sealed] = append.events;
    if (sealed === undefined) throw new Error('there is an event');
    after = { version: step + 1, event_digest: sealed.event_digest };
    return sampleCommit(append, {
      attempt: ids.uuid(),
      claims: [
        { scope: 'live', key: `sha256:${ids.uuid().replaceAll('-', '').repeat(2)}`, until: null },
      ],
      outbox: [
        {
          topic: 'request.opened',
          stream,
          payload: JSON.stringify({ id, step, view: 'x'.repeat(150) }),
        },
      ],
    });
  });
}

function measureRaw(commits: number): number {
  const { path, remove } = temporaryPath();
  const database = new DatabaseSync(path);
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
  database.exec('CREATE TABLE t (id INTEGER PRIMARY KEY, text TEXT)');
  const insert = database.prepare('INSERT INTO t (text) VALUES (?)');
  const text = 'x'.repeat(1024);
  const start = performance.now();
  for (let n = 0; n < commits; n++) insert.run(text);
  const perSecond = (commits * 1000) / (performance.now() - start);
  database.close();
  remove();
  return perSecond;
}

async function measureStore(callers: number, all: Commit[][], turn?: () => Promise<void>) {
  const { path, remove } = temporaryPath();
  const store = await openSqliteStore({ path, clock: systemClock, ids, ...(turn && { turn }) });
  const queue = [...all];
  const cpu = process.cpuUsage();
  const start = performance.now();
  const latencies: number[] = [];
  const work = async (): Promise<void> => {
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      for (const commit of next) {
        const began = performance.now();
        const { outcome } = await store.commit(commit);
        latencies.push(performance.now() - began);
        if (outcome !== 'committed') throw new Error(outcome);
      }
    }
  };
  await Promise.all(Array.from({ length: callers }, work));
  const milliseconds = performance.now() - start;
  const { user, system } = process.cpuUsage(cpu);
  await store.close();
  const bytes = statSync(path).size;
  remove();
  latencies.sort((a, b) => a - b);
  return {
    perSecond: (all.length * 1000) / milliseconds,
    cpu: (user + system) / all.length,
    bytes: bytes / all.length,
    p50: latencies[latencies.length >> 1] ?? 0,
    p99: latencies[Math.floor(latencies.length * 0.99)] ?? 0,
  };
}

const median = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1] ?? 0;

for (const callers of [1, 32]) {
  for (const [name, turn] of Object.entries(turns)) {
    const lines: {
      limit: number;
      perSecond: number;
      cpu: number;
      bytes: number;
      p50: number;
      p99: number;
    }[] = [];
    for (let round = 0; round < rounds; round++) {
      const count = callers === 1 ? Math.ceil(cycles / 4) : cycles;
      const prepared = Array.from({ length: count }, (_, number) => cycle(number));
      const before = measureRaw(2000);
      const ours = await measureStore(callers, prepared, turn);
      const after = measureRaw(2000);
      lines.push({ limit: (before + after) / 2 / 4, ...ours });
    }
    const of = (key: 'limit' | 'perSecond' | 'cpu' | 'bytes' | 'p50' | 'p99') =>
      median(lines.map(line => line[key]));
    const ratios = lines.map(
      ({ perSecond, limit }) => `${Math.round((perSecond / limit) * 100)} %`,
    );
    process.stdout.write(
      `${callers} callers, ${name}: ${of('perSecond').toFixed(0)} cycles/s, raw/4 ${of('limit').toFixed(0)}/s, ` +
        `ratios ${ratios.join(', ')}; ${of('cpu').toFixed(0)} µs CPU, ${of('bytes').toFixed(0)} bytes per cycle; ` +
        `commit p50 ${of('p50').toFixed(2)} ms, p99 ${of('p99').toFixed(2)} ms\n`,
    );
  }
}
