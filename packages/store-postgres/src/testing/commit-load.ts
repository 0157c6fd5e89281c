import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { type Commit, type Store, StoreUnavailable } from '@countersign/coordinator';
import { sampleAppend, sampleCommit, sampleRow } from '@countersign/coordinator/testing';
import type { TestDatabase } from './test-database.ts';

/** Callers that commit one thing after the other, as fast as they are answered. */
interface CommitLoad {
  /** How many commits were answered `committed` so far. */
  readonly acknowledged: number;
  /** How often the answer was lost or refused, so that the identical commit was submitted again. */
  readonly resubmitted: number;
  /** Lets every caller finish its present commit. Throws what went wrong. */
  stop(): Promise<void>;
  /** Every acknowledged commit is there, once, with all that belongs to it; and nothing else is. */
  verify(database: Pick<TestDatabase, 'query'>): Promise<void>;
}

export function startLoad(store: Store, callers: number): CommitLoad {
  const attempts = new Map<string, string>();
  let [stopped, made, resubmitted] = [false, 0, 0];

  async function submit(commit: Commit): Promise<void> {
    for (;;) {
      try {
        const { outcome } = await store.commit(commit);
        assert.equal(outcome, 'committed');
        return;
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error;
        resubmitted++;
        await pause(2);
      }
    }
  }

  async function call(): Promise<void> {
    while (!stopped) {
      const n = made++;
      const stream = `request/${n}`;
      const commit = sampleCommit(sampleAppend(stream, { data: [{ n }], row: sampleRow(n) }), {
        claims: [{ scope: 'idem', key: `${n}`, until: null }],
        outbox: [{ topic: 'request.opened', stream, payload: '' }],
      });
      await submit(commit);
      attempts.set(stream, commit.attempt);
    }
  }

  const finished = Promise.all(Array.from({ length: callers }, call));
  // Told by stop(); until then it must not end the process.
  finished.catch(() => undefined);
  return {
    get acknowledged() {
      return attempts.size;
    },
    get resubmitted() {
      return resubmitted;
    },
    async stop() {
      stopped = true;
      await finished;
    },
    async verify(database) {
      const rows = await database.query<{ stream: string; version: number; attempt: string }>(
        'SELECT stream, version, attempt FROM countersign.events',
      );
      const stored = new Map(rows.map(({ stream, attempt }) => [stream, attempt]));
      assert.equal(rows.length, stored.size, 'no stream was written to twice');
      assert.deepEqual(
        [...stored].sort(byStream),
        [...attempts].sort(byStream),
        'what was acknowledged is there, and nothing else',
      );
      const unsequenced = await store.listUnsequenced(attempts.size + 1);
      assert.equal(unsequenced.length, attempts.size, 'unsequenced agrees with the events');
      for (const table of ['claims', 'requests', 'outbox']) {
        const [row] = await database.query<{ count: number }>(
          `SELECT count(*)::integer AS count FROM countersign.${table}`,
        );
        assert.equal(row?.count, attempts.size, `${table} agrees with the events`);
      }
      assert.deepEqual(await store.countRequests(), { pending: attempts.size });
    },
  };
}

const byStream = ([a]: [string, string], [b]: [string, string]): number => (a < b ? -1 : 1);
