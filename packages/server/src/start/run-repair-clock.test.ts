import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { Worker } from 'node:worker_threads';
import type { Clock } from '@countersign/coordinator';
import { sampleCommit } from '@countersign/coordinator/testing';
import { timestampFromMilliseconds } from '@countersign/protocol/value';
import { programFile } from '@countersign/testing';
import { type RealPostgres, startPostgres } from '../testing/real-postgres.ts';
import { openStore, openStoreReader, type Places } from './open-parts.ts';
import { processPorts } from './process-ports.ts';
import { runRepairClock } from './run-repair-clock.ts';
import { ServerConfig } from './server-config.ts';

const ports = processPorts('silent', () => undefined);
const yearMilliseconds = 365 * 86_400_000;
const yearAhead: Clock = {
  ...ports.clock,
  now: () => timestampFromMilliseconds(Date.now() + yearMilliseconds),
};

let postgres: RealPostgres | null = null;
const folders: string[] = [];
after(async () => {
  await postgres?.close();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A store that has recorded a time in the future. */
async function aheadStore(kind: 'SQLite' | 'Postgres') {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-repair-'));
  folders.push(folder);
  const data = join(folder, 'data');
  mkdirSync(data, { mode: 0o700 });
  const places: Places = {
    data,
    keys: join(folder, 'keys'),
    anchor: null,
    policy: [],
    host: '127.0.0.1',
    port: 1,
  };
  if (kind === 'SQLite') {
    const config = ServerConfig.parse({});
    const store = await openStore(config, places, { ...ports, clock: yearAhead });
    await store.commit(sampleCommit('plan/a'));
    await store.close();
    return { config, places };
  }
  postgres ??= await startPostgres();
  const database = await postgres.createDatabase();
  const config = ServerConfig.parse({ database: database.url });
  const store = await openStore(config, places, ports);
  await store.commit(sampleCommit('plan/a'));
  await store.close();
  await database.query(
    "UPDATE countersign.store_state SET clock_mark = clock_mark + interval '365 days'",
  );
  return { config, places };
}

type Ahead = Awaited<ReturnType<typeof aheadStore>>;

/** Whether the store accepts commits again, and how many resets of its mark its events tell of. */
async function repairsOf({ config, places }: Ahead) {
  const reader = await openStoreReader(config, places, ports);
  try {
    const mark = await reader.readClockMark();
    const { now, epoch } = await reader.readState();
    const events = await reader.readStream('store');
    const told = events.filter(({ text }) => text.includes('The clock mark was set back from'));
    return { isSound: mark <= now, told: told.length, epoch };
  } finally {
    await reader.close();
  }
}

for (const kind of ['SQLite', 'Postgres'] as const) {
  describe(`the repair of the clock of a ${kind} store`, () => {
    for (const crashAt of ['before the commit', 'after the commit'] as const) {
      test(`[TM-9] a crash ${crashAt} of the epoch leaves no reset that the log does not tell of`, async () => {
        const ahead = await aheadStore(kind);
        const program = programFile(new URL('../testing/crashing-repair.ts', import.meta.url));
        const thread = new Worker(program, { workerData: { ...ahead, crashAt } });
        const [code] = (await once(thread, 'exit')) as [number];
        assert.equal(code, 9, 'the repair crashed');
        const left = await repairsOf(ahead);
        assert.equal(left.told, left.isSound ? 1 : 0, 'what is reset is recorded');
        const again = runRepairClock(ahead.config, ahead.places, ports, 'NTP was a year ahead');
        if (left.isSound) await assert.rejects(again, /nothing to repair/);
        else await again;
        assert.deepEqual(await repairsOf(ahead), { isSound: true, told: 1, epoch: 2 });
      });
    }
  });
}
