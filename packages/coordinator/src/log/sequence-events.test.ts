import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { timestampFromMilliseconds } from '@countersign/protocol/value';
import { effort } from '@countersign/testing';
import type { Store } from '../store.ts';
import { copyModelData } from '../testing/model-data.ts';
import { createModelStore, type Fault, openModelStore } from '../testing/model-store.ts';
import { headAfter, sampleAppend, sampleCommit } from '../testing/sample-commit.ts';
import {
  auditLog,
  auditStore,
  mustSequence,
  sampleNoteSigner,
  sampleSequencer,
  sequenceAll,
} from '../testing/sample-log.ts';
import { Random } from '../testing/simulation/random.ts';
import type { NoteSigner } from './log-ports.ts';
import { sequenceEvents } from './sequence-events.ts';

const clock = { now: () => timestampFromMilliseconds(Date.UTC(2026, 10, 15, 12)) };
const ids = { uuid: randomUUID };

async function storeWithEvents() {
  const store = createModelStore({ clock, ids });
  const first = sampleAppend('plan/a', { data: [{}, {}] });
  await store.commit(sampleCommit(first));
  await store.commit(sampleCommit('plan/b'));
  await mustSequence(sampleSequencer(store));
  await store.commit(sampleCommit(sampleAppend('plan/a', { after: headAfter(first) })));
  await store.commit(sampleCommit('plan/c'));
  return store;
}

/** Remembers every signed text, also those that were never published. */
function watched(texts: string[]): NoteSigner {
  const signer = sampleNoteSigner();
  return {
    ...signer,
    sign: text => {
      texts.push(text);
      return signer.sign(text);
    },
  };
}

/** The first two lines of a checkpoint are the log and the size. */
function assertOneHistory(texts: readonly string[]): void {
  const roots = new Map<string, string>();
  for (const text of texts) {
    const [origin, size, root = ''] = text.split('\n');
    const known = roots.get(`${origin} ${size}`) ?? root;
    assert.equal(root, known, `two roots were signed over ${size} events`);
    roots.set(`${origin} ${size}`, root);
  }
}

describe('the sequencer', () => {
  for (const fault of ['fail', 'fail_but_persist'] as const) {
    test(`[EV-6] the sequencer continues a log whose last step failed with '${fault}', at any call`, async () => {
      let calls = Number.POSITIVE_INFINITY;
      for (let broken = 0; broken < calls; broken++) {
        const { data } = await storeWithEvents();
        let call = 0;
        const intercept = async (): Promise<Fault> => (call++ === broken ? fault : 'proceed');
        const texts: string[] = [];
        const signer = watched(texts);
        const dying = sampleSequencer(openModelStore(data, { clock, intercept }), { signer });
        const result = await sequenceEvents(dying);
        assert.equal(result.ok, broken >= call, `call ${broken}`);
        if (result.ok) calls = call;
        const next = sampleSequencer(openModelStore(data, { clock }), { signer });
        assert.equal((await sequenceAll(next)).size, 5);
        assertOneHistory(texts);
        const notes = [...dying.sink.notes, ...next.sink.notes];
        const events = await auditLog(next.store as Store, { notes });
        assert.equal(new Set(events).size, 5);
        // Whatever was saved was published: once the latest is, nothing waits any more.
        assert.deepEqual(await next.store.listUnpublished(10), []);
        assert.ok(notes.includes((await next.store.readLog()).checkpoint?.note ?? ''));
      }
      assert.ok(calls > 5);
    });
  }

  test('[EV-6] overlapping sequencers that fail in every way sign one history of every event', async context => {
    const histories = effort({ fast: 60, full: 2_000 });
    let conflicts = 0;
    for (let seed = 0; seed < histories; seed++) {
      const random = new Random(seed);
      const { data } = createModelStore({ clock, ids });
      const parked: ((fault: Fault) => void)[] = [];
      const intercept = () => new Promise<Fault>(resolve => parked.push(resolve));
      const texts: string[] = [];
      const signer = watched(texts);
      const sequencers = Array.from({ length: 3 }, () =>
        sampleSequencer(openModelStore(data, { clock, intercept }), { signer }),
      );
      const writer = openModelStore(data, { clock });
      let running = sequencers.length;
      for (const ports of sequencers) {
        const work = async (): Promise<void> => {
          for (let step = 0; step < 5; step++) {
            const result = await sequenceEvents(ports, { limit: 1 + random.below(4) });
            if (result.ok && result.value.more && result.value.added === 0) conflicts++;
            if (result.ok) continue;
            assert.equal(result.refusal.code, 'store_unavailable', result.refusal.detail);
          }
          running--;
        };
        work().catch(error => {
          running = Number.NaN;
          throw error;
        });
      }
      let commits = 0;
      while (running > 0) {
        await setImmediate();
        if (random.chance(0.2)) await writer.commit(sampleCommit(`plan/${commits++}`));
        const [resolve] = parked.splice(random.below(parked.length), 1);
        resolve?.(random.chance(0.05) ? random.pick(['fail', 'fail_but_persist']) : 'proceed');
      }
      assert.equal(running, 0);
      const last = sampleSequencer(writer, { signer });
      assert.equal((await sequenceAll(last)).size, commits);
      assertOneHistory(texts);
      if (commits === 0) continue;
      const notes = [...sequencers, last].flatMap(({ sink }) => sink.notes);
      assert.equal(new Set(await auditLog(writer, { notes })).size, commits);
    }
    assert.ok(conflicts > 0, 'some of them met');
    context.diagnostic(`${histories} histories, ${conflicts} appends lost a race`);
  });

  test('the sequencer gives up on a store that takes no leaf although no other sequencer added one', async () => {
    const { data } = await storeWithEvents();
    const store = openModelStore(data, { clock });
    const ports = sampleSequencer({ ...store, appendToLog: async () => 'conflict' });
    const result = await sequenceEvents(ports);
    assert.equal(result.ok || result.refusal.code, 'store_unusable');
  });

  test('[EV-6] every edit of a logged event, leaf, node or head is detected', async () => {
    const sound = await storeWithEvents();
    const sequencer = sampleSequencer(sound);
    await sequenceAll(sequencer);
    const { notes } = sequencer.sink;
    await auditStore(sound, notes);
    const zeros = '0'.repeat(64);
    const edits: ((data: ReturnType<typeof copyModelData>) => void)[] = [];
    for (let index = 0; index < 5; index++) {
      edits.push(
        ({ logs, streams }) => {
          const { stream = '', version = 0 } = logs.get(1)?.leaves[index] ?? {};
          const row = streams.get(stream)?.[version - 1];
          if (row !== undefined) Object.assign(row, { text: row.text.replace('2026', '2025') });
        },
        ({ logs, streams }) => {
          const { stream = '' } = logs.get(1)?.leaves[index] ?? {};
          streams.get(stream)?.pop();
        },
        ({ logs }) => Object.assign(logs.get(1)?.leaves[index] ?? {}, { event_digest: zeros }),
        ({ logs }) => Object.assign(logs.get(1)?.leaves[index] ?? {}, { version: 9 }),
        ({ logs }) => logs.get(1)?.leaves.splice(index, 1),
        ({ logs }) => {
          const other = logs.get(1)?.leaves[(index + 1) % 5];
          if (other) logs.get(1)?.leaves.splice(index, 0, other);
        },
      );
    }
    edits.push(
      ({ logs }) => logs.get(1)?.leaves.reverse(),
      ({ logs }) => Object.assign(logs.get(1)?.leaves[3] ?? {}, { nodes: [zeros, zeros] }),
      ({ logs }) => Object.assign(logs.get(1)?.frontier ?? {}, { hashes: [zeros, zeros] }),
      ({ logs }) => Object.assign(logs.get(1)?.frontier ?? {}, { size: 4 }),
      ({ logs }) => {
        const checkpoints = logs.get(1)?.checkpoints;
        const earlier = checkpoints?.get(3);
        if (earlier) checkpoints?.set(5, earlier);
      },
      ({ logs }) => logs.get(1)?.checkpoints.delete(5),
      ({ logs }) => logs.clear(),
    );
    for (const [number, edit] of edits.entries()) {
      const data = copyModelData(sound.data);
      edit(data);
      assert.notDeepEqual(data, sound.data, `edit ${number} changes something`);
      const store = openModelStore(data, { clock });
      await assert.rejects(auditStore(store, notes), Error, `edit ${number}`);
    }
  });
});
