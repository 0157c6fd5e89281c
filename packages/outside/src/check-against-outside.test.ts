import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import {
  type CheckpointSink,
  logOrigin,
  type Store,
  sequenceEvents,
} from '@countersign/coordinator';
import {
  copyModelData,
  createModelStore,
  mustSequence,
  openModelStore,
  sampleCommit,
  sampleNoteSigner,
} from '@countersign/coordinator/testing';
import { timestampFromMilliseconds } from '@countersign/protocol/value';
import { checkAgainstOutside } from './check-against-outside.ts';
import { allSinks, printedCheckpoints } from './checkpoint-sinks.ts';
import { fileCheckpoints, readCheckpoints } from './file-checkpoints.ts';
import { latestCheckpoint } from './latest-checkpoint.ts';
import { folderFor } from './testing/sample-marks.ts';
import { keptIn } from './testing/sample-notes.ts';

const clock = { now: () => timestampFromMilliseconds(Date.UTC(2026, 10, 15, 12)) };
const signer = sampleNoteSigner();
const keys = signer.keys();

const createStore = () => createModelStore({ clock, ids: { uuid: randomUUID } });

/** Commits one event and takes it into the log. */
async function grow(store: Store, sink: CheckpointSink, name: string): Promise<void> {
  await store.commit(sampleCommit(`plan/${name}`));
  await mustSequence({ store, signer, sink });
}

async function judge(store: Store, file: string): Promise<string | number> {
  const kept = readCheckpoints(file);
  const result = await checkAgainstOutside({ kept, log: { store, keys } });
  return result.ok ? result.value : result.refusal.code;
}

describe('[EV-6] the sequencer and sinks outside', () => {
  test('every signed checkpoint reaches the sinks once, in order', async context => {
    const file = join(folderFor(context), 'checkpoints');
    const store = createStore();
    const lines: string[] = [];
    const print = printedCheckpoints({ write: line => void lines.push(line) });
    const sink = allSinks({ file: fileCheckpoints({ file }), print });
    for (let i = 0; i < 12; i++) await grow(store, sink, `${i}`);
    const kept = await keptIn(file);
    assert.equal(kept.length, 12);
    assert.equal(kept.at(-1), (await store.readLog()).checkpoint?.note);
    assert.deepEqual(
      lines.map(line => JSON.parse(line).checkpoint),
      kept,
    );
    assert.equal(await judge(store, file), 12);
  });

  test('an unreachable sink delays checkpoints and loses none', async context => {
    const file = join(folderFor(context), 'checkpoints');
    const store = createStore();
    const up = fileCheckpoints({ file });
    const seen: string[] = [];
    let isDown = false;
    const hook: CheckpointSink = {
      publish: async note => {
        if (isDown) throw new Error('it is down');
        seen.push(note);
      },
    };
    const sink = allSinks({ file: up, hook });
    await grow(store, sink, 'before');
    isDown = true;
    for (let i = 0; i < 5; i++) {
      await store.commit(sampleCommit(`plan/${i}`));
      const result = await sequenceEvents({ store, signer, sink });
      assert.equal(result.ok && result.value.unpublished, 'hook: it is down');
    }
    assert.equal(seen.length, 1);
    isDown = false;
    await grow(store, sink, 'after');
    const kept = await keptIn(file);
    assert.equal(kept.length, 7);
    assert.deepEqual(seen, kept);
    assert.deepEqual(await store.listUnpublished(10), []);
  });
});

describe('a log compared with the checkpoints outside', () => {
  test('a log that grew is accepted, also when the outside checkpoints are older', async context => {
    const file = join(folderFor(context), 'checkpoints');
    const store = createStore();
    assert.equal(await judge(store, file), 0);
    const nowhere = allSinks({});
    for (let i = 0; i < 9; i++) {
      await grow(store, i < 6 ? fileCheckpoints({ file }) : nowhere, `${i}`);
    }
    assert.equal(await judge(store, file), 6);
    const origin = logOrigin(await store.readLog());
    const latest = await latestCheckpoint(file, { origin, keys });
    assert.equal(latest?.checkpoint.size, 6);
  });

  test('a restored store is noticed, also after it has grown again', async context => {
    const file = join(folderFor(context), 'checkpoints');
    const store = createStore();
    const sink = fileCheckpoints({ file });
    for (let i = 0; i < 3; i++) await grow(store, sink, `${i}`);
    const copy = copyModelData(store.data);
    for (let i = 3; i < 6; i++) await grow(store, sink, `${i}`);
    assert.equal(await judge(store, file), 6);

    const restored = openModelStore(copy, { clock });
    const nowhere = allSinks({});
    assert.equal(await judge(restored, file), 'log_rolled_back');
    const origin = logOrigin(await restored.readLog());
    const latest = await latestCheckpoint(file, { origin, keys });
    const kept = [latest?.note ?? ''];
    const codes: string[] = [];
    for (let i = 0; i < 5; i++) {
      await grow(restored, nowhere, `fork-${i}`);
      const result = await checkAgainstOutside({ kept, log: { store: restored, keys } });
      assert.ok(!result.ok);
      codes.push(result.refusal.code);
      assert.equal(typeof (await judge(restored, file)), 'string');
    }
    assert.deepEqual(codes, [
      'log_rolled_back',
      'log_rolled_back',
      'log_forked',
      'log_consistency_unproven',
      'log_consistency_unproven',
    ]);
  });

  test('a store that lost its whole log is noticed', async context => {
    const file = join(folderFor(context), 'checkpoints');
    const store = createStore();
    await grow(store, fileCheckpoints({ file }), 'one');
    const data = copyModelData(store.data);
    data.logs.clear();
    assert.equal(await judge(openModelStore(data, { clock }), file), 'log_rolled_back');
  });

  test('a fork in the checkpoint file is noticed, whichever side the store is on', async context => {
    const file = join(folderFor(context), 'checkpoints');
    const store = createStore();
    const sink = fileCheckpoints({ file });
    await grow(store, sink, 'both');
    const other = openModelStore(copyModelData(store.data), { clock });
    await grow(store, sink, 'here');
    await grow(other, sink, 'there');
    assert.equal(await judge(store, file), 'log_forked');
    assert.equal(await judge(other, file), 'log_forked');
  });

  test('a forged checkpoint proves nothing against the store', async context => {
    const file = join(folderFor(context), 'checkpoints');
    const store = createStore();
    const sink = fileCheckpoints({ file });
    await grow(store, sink, 'one');
    const { checkpoint, ...head } = await store.readLog();
    await sink.publish('of no log');
    await sink.publish((checkpoint?.note ?? '').replace(logOrigin(head), 'another/1'));
    assert.equal(await judge(store, file), 1);
    await sink.publish((checkpoint?.note ?? '').replace('\n1\n', '\n9\n'));
    assert.equal(await judge(store, file), 'checkpoint_signature_mismatch');
  });
});
