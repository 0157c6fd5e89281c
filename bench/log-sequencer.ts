// How fast the sequencer brings events that were committed before into the log: each is read, checked as an auditor
// will, added and covered by a signed checkpoint. Beside it, as many bare leaf rows in the same batches. Every round
// commits as many events again, untimed, so that the last ones are sequenced behind a log that is long already.

import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Store, sequenceEvents } from '@countersign/coordinator';
import { openPostgresStore } from '@countersign/store-postgres';
import { openSqliteStore } from '@countersign/store-sqlite';
import { sampleAppend, sampleCommit } from '../packages/coordinator/src/testing/sample-commit.ts';
import { sampleNoteSigner } from '../packages/coordinator/src/testing/sample-log.ts';
import { isUnstable } from './measure/durable-rounds.ts';
import {
  createPostgresLeafLimit,
  createSqliteLeafLimit,
  type LeafLimit,
} from './measure/leaf-limit.ts';
import { startPostgresDatabases } from './measure/postgres-databases.ts';
import { printTable } from './measure/print-table.ts';
import { count, median } from './measure/rounds.ts';
import { scaled } from './measure/scale.ts';
import { randomIds, systemClock } from './measure/system-ports.ts';
import { verifyLog } from './measure/verify-log.ts';

const rounds = 5;
/** As many as a step of the sequencer takes at once. */
const batch = 512;
const streamsPerCommit = 64;
const eventsPerStream = batch / streamsPerCommit;
const commitsPerRound = scaled(20, 2);
const eventsPerRound = batch * commitsPerRound;
/** What an event of a request takes on average is 830 bytes; this is most of it. */
const memo = 'x'.repeat(530);
const ports = { clock: systemClock, ids: randomIds };

const folder = mkdtempSync(join(tmpdir(), 'countersign-bench-'));
try {
  const limit = createSqliteLeafLimit(join(folder, 'limit.db'));
  await measure(
    'SQLite',
    await openSqliteStore({ path: join(folder, 'store.db'), ...ports }),
    limit,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}

const databases = await startPostgresDatabases();
try {
  const limit = await createPostgresLeafLimit((await databases.create('limit')).connection);
  const { connection } = await databases.create('log');
  await measure('Postgres', await openPostgresStore({ connection, ...ports }), limit);
} finally {
  await databases.close();
}

async function measure(name: string, store: Store, limit: LeafLimit): Promise<void> {
  const signer = sampleNoteSigner();
  const before: number[] = [];
  const ours: number[] = [];
  const after: number[] = [];
  const cpu: number[] = [];
  let checkpoints = 0;
  const sink = {
    publish: async () => {
      checkpoints++;
    },
  };
  // What a new store begins with is sequenced, and everything is compiled, before anything is timed.
  await commitEvents(store, 2);
  await sequence({ store, signer, sink });
  await limit.insert(2 * batch, batch);
  checkpoints = 0;
  for (let round = 0; round < rounds; round++) {
    await commitEvents(store, commitsPerRound);
    before.push(await limit.insert(eventsPerRound, batch));
    const cpuBefore = process.cpuUsage();
    const start = performance.now();
    const added = await sequence({ store, signer, sink });
    ours.push((1000 * added) / (performance.now() - start));
    const { user, system } = process.cpuUsage(cpuBefore);
    cpu.push((user + system) / added);
    if (added !== eventsPerRound) throw new Error(`expected ${eventsPerRound}, added ${added}`);
    after.push(await limit.insert(eventsPerRound, batch));
  }
  const verified = await verifyLog(store, signer);
  await store.close();
  await limit.close();

  const limits = [...before, ...after];
  const base = median(limits);
  const unstable = isUnstable(before, after) ? '   UNSTABLE' : '';
  const spread = (values: readonly number[]) =>
    `${count(Math.min(...values))}..${count(Math.max(...values))}`;
  console.log(
    `\nSequencing ${rounds} x ${count(eventsPerRound)} events on ${name}   (load ${loadavg()[0]?.toFixed(1)})${unstable}`,
  );
  printTable(
    ['', 'events/s', 'of the limit', 'spread', 'CPU an event'],
    [
      [`limit: bare rows, ${batch} a transaction`, count(base), '100 %', spread(limits), ''],
      [
        'ours: checked, added, signed',
        count(median(ours)),
        `${((100 * median(ours)) / base).toFixed(0)} %`,
        spread(ours),
        `${median(cpu).toFixed(1)} µs`,
      ],
    ],
  );
  console.log(`  ${checkpoints} checkpoints; the log of ${count(verified)} events verified`);
}

/** Says how many events were added. */
async function sequence(sequencer: Parameters<typeof sequenceEvents>[0]): Promise<number> {
  let added = 0;
  for (;;) {
    const step = await sequenceEvents(sequencer, { limit: batch });
    if (!step.ok) throw new Error(`${step.refusal.code}: ${step.refusal.detail}`);
    if (step.value.unpublished !== null) throw new Error(step.value.unpublished);
    added += step.value.added;
    if (!step.value.more) return added;
  }
}

async function commitEvents(store: Store, commits: number): Promise<void> {
  for (let made = 0; made < commits; made++) {
    const appends = Array.from({ length: streamsPerCommit }, () => {
      const data = Array.from({ length: eventsPerStream }, (_, number) => ({ number, memo }));
      return sampleAppend(`request/${randomIds.uuid()}`, { data });
    });
    const [first] = appends;
    if (first === undefined) throw new Error('expected something to commit');
    const { outcome } = await store.commit(sampleCommit(first, { appends }));
    if (outcome !== 'committed') throw new Error(`expected a commit, found ${outcome}`);
  }
}
