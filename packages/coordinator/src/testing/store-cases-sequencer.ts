import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { assembleCheckpoint } from '@countersign/protocol/log';
import { type StreamHead, sealEvents } from '@countersign/protocol/stream';
import type { NoteSigner } from '../log/log-ports.ts';
import { proveInclusion } from '../log/prove-inclusion.ts';
import { sequenceEvents } from '../log/sequence-events.ts';
import type { Store } from '../store.ts';
import { storeStream } from '../stream-name.ts';
import { headAfter, sampleAppend, sampleCommit } from './sample-commit.ts';
import {
  auditEvent,
  auditLog,
  mustSequence,
  sampleNoteSigner,
  sampleSequencer,
  sequenceAll,
} from './sample-log.ts';
import { type DefineCase, mustCommit } from './store-cases-harness.ts';

/** A store of which one method does something else. */
function replaced<Name extends keyof Store>(store: Store, name: Name, method: Store[Name]): Store {
  return new Proxy(store, {
    get: (target, key) => {
      const value: unknown = key === name ? method : Reflect.get(target, key);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

async function startEpoch(store: Store, epoch: number): Promise<void> {
  const [rows, { now }] = [await store.readStream(storeStream), await store.readState()];
  const last = rows.at(-1) ?? null;
  const events = sealEvents(storeStream, last, [
    { type: 'epoch.started', at: now, data: { epoch } },
  ]);
  const append = { stream: storeStream, expectedVersion: last?.version ?? 0, events, row: null };
  await mustCommit(
    store,
    sampleCommit(append, { brings: { epoch }, guards: { epoch: epoch - 1 } }),
  );
}

/** Commits to a few streams in turn, so that each grows. */
async function grow(store: Store, commits: number, heads = new Map<string, StreamHead>()) {
  for (let n = 0; n < commits; n++) {
    const stream = `plan/${n % 5}`;
    const data = Array.from({ length: 1 + (n % 3) }, (_, index) => ({ n, index }));
    const append = sampleAppend(stream, { after: heads.get(stream) ?? null, data });
    await mustCommit(store, sampleCommit(append));
    heads.set(stream, headAfter(append));
  }
  return heads;
}

/** The sequencer, the proofs and the export over a store. */
export function sequencerCases(test: DefineCase): void {
  test('[EV-6] a log that was sequenced in steps verifies, with every checkpoint and every event', async ({
    store,
  }) => {
    const ports = sampleSequencer(store);
    const heads = await grow(store, 9);
    await sequenceAll(ports, { limit: 4 });
    await grow(store, 6, heads);
    const { size, added, more } = await sequenceAll(ports);
    assert.deepEqual([size, more], [30, false]);
    assert.ok(added > 0);
    const events = await auditLog(store, { notes: ports.sink.notes });
    assert.equal(new Set(events).size, 30);
    assert.equal(ports.sink.notes.length, 6);
    for (const event of events) {
      const [stream = '', version] = event.split(' ');
      await auditEvent(store, { stream, version: Number(version) });
    }
  });

  test('a step without new events signs and publishes nothing', async ({ store }) => {
    const ports = sampleSequencer(store);
    assert.deepEqual(await mustSequence(ports), {
      epoch: 1,
      size: 0,
      added: 0,
      more: false,
      unpublished: null,
    });
    await grow(store, 2);
    await mustSequence(ports);
    await mustSequence(ports);
    assert.equal(ports.sink.notes.length, 1);
  });

  test(
    '[EV-6] concurrent sequencers log every event once and sign one history',
    ['second'],
    async ({ store, second }) => {
      const other = await second();
      const sequencers = [store, other, store].map(each => sampleSequencer(each));
      let committing = true;
      const commits = (async () => {
        for (let round = 0; round < 6; round++) {
          const streams = Array.from({ length: 8 }, (_, n) => `plan/${round}-${n}`);
          await Promise.all(
            streams.map((stream, n) => mustCommit(n % 2 ? store : other, sampleCommit(stream))),
          );
        }
        committing = false;
      })();
      await Promise.all(
        sequencers.map(async ports => {
          while (committing) {
            await mustSequence(ports, { limit: 5 });
            // A store may answer without leaving the process, and timers want their turn.
            await setImmediate();
          }
          await sequenceAll(ports, { limit: 5 });
        }),
      );
      await commits;
      const notes = sequencers.flatMap(({ sink }) => sink.notes);
      const events = await auditLog(store, { notes });
      assert.equal(events.length, 48);
      assert.equal(new Set(events).size, 48);
      assert.deepEqual(await store.listUnsequenced(10), []);
    },
  );

  test('[EV-6] the next step checks and signs the leaves that were appended before a crash', async ({
    store,
    reopen,
  }) => {
    await grow(store, 5);
    const dying = replaced(store, 'saveCheckpoint', async () => {
      throw new Error('the process died');
    });
    const ports = sampleSequencer(dying);
    assert.equal((await sequenceEvents(ports, { limit: 3 })).ok, false);
    const head = await store.readLog();
    assert.deepEqual([head.frontier.size, head.checkpoint], [3, null]);
    const unproven = await proveInclusion(store, { stream: 'plan/0', version: 1 });
    assert.equal(unproven.ok || unproven.refusal.code, 'log_position_unknown');
    const next = sampleSequencer(await reopen());
    const { size } = await sequenceAll(next, { limit: 3 });
    assert.equal(size, 9);
    assert.equal(next.sink.notes.length, 3);
    await auditLog(next.store as Store, { notes: next.sink.notes });
  });

  test('an append whose answer was lost is found to be done', async ({ store }) => {
    await grow(store, 3);
    const losing = replaced(store, 'appendToLog', async append => {
      await store.appendToLog(append);
      throw new Error('the answer was lost');
    });
    assert.equal((await sequenceEvents(sampleSequencer(losing))).ok, false);
    const ports = sampleSequencer(store);
    assert.deepEqual((await mustSequence(ports)).added, 0);
    assert.equal((await auditLog(store, { notes: ports.sink.notes })).length, 6);
  });

  test('an unpublished checkpoint is published later, and the log continues', async ({ store }) => {
    const deaf = {
      notes: [],
      publish: async () => {
        throw new Error('no answer came');
      },
    };
    const heads = await grow(store, 2);
    const { added, unpublished } = await mustSequence(sampleSequencer(store, { sink: deaf }));
    assert.deepEqual([added, unpublished], [3, 'no answer came']);
    await grow(store, 2, heads);
    await mustSequence(sampleSequencer(store, { sink: deaf }));
    const ports = sampleSequencer(store);
    await mustSequence(ports);
    assert.equal(ports.sink.notes.length, 2);
    await auditLog(store, { notes: ports.sink.notes });
  });

  test('a log continues under a new key, and keeps its first checkpoint', async ({ store }) => {
    const old = sampleSequencer(store);
    const heads = await grow(store, 2);
    await mustSequence(old);
    const signer = sampleNoteSigner('new key', old.signer.keys());
    const ports = sampleSequencer(store, { signer });
    await grow(store, 1, heads);
    const late = sampleSequencer(
      replaced(store, 'saveCheckpoint', async checkpoint => {
        await mustSequence(ports);
        return store.saveCheckpoint(checkpoint);
      }),
      { signer: { ...old.signer, keys: signer.keys } },
    );
    assert.equal((await mustSequence(late)).added, 1);
    assert.equal((await store.readLog()).checkpoint?.note, ports.sink.notes.at(-1));
    await auditLog(store, { signer, notes: [...old.sink.notes, ...ports.sink.notes] });
    const stranger = await sequenceEvents(old);
    assert.equal(stranger.ok || stranger.refusal.code, 'checkpoint_key_unknown');
  });

  test('the log of a new epoch begins with the event that started it', async ({ store }) => {
    const ports = sampleSequencer(store);
    await mustCommit(store, sampleCommit(storeStream));
    const heads = await grow(store, 4);
    await mustSequence(ports, { limit: 2 });
    await startEpoch(store, 2);
    const { epoch, size, more } = await mustSequence(ports, { limit: 100 });
    assert.deepEqual([epoch, size, more], [2, 1, true]);
    await sequenceAll(ports, { limit: 2 });
    const known = new Map<string, StreamHead>();
    const first = await auditLog(store, { epoch: 1, heads: known });
    const second = await auditLog(store, { epoch: 2, heads: known });
    assert.deepEqual([first.length, second.length], [2, 7]);
    assert.equal(second[0], `${storeStream} 2`);
    assert.deepEqual(new Set([...first, ...second]).size, 9);
    await auditEvent(store, { stream: 'plan/0', version: 1 });
    assert.ok(heads.size > 0);
  });

  test('the log of a new epoch first takes the missing events of the store stream', async ({
    store,
  }) => {
    const ports = sampleSequencer(store);
    await grow(store, 4);
    const append = sampleAppend(storeStream, { data: [{}, {}] });
    await mustCommit(store, sampleCommit(append));
    await startEpoch(store, 2);
    await startEpoch(store, 3);
    await sequenceAll(ports, { limit: 2 });
    const events = await auditLog(store, { epoch: 3, notes: ports.sink.notes });
    assert.deepEqual(
      events.slice(0, 4),
      [1, 2, 3, 4].map(version => `${storeStream} ${version}`),
    );
    assert.equal(events.length, 11);
  });

  test('[EV-6] an event whose text does not have its digest is refused, and nothing is logged', async ({
    store,
  }) => {
    await grow(store, 3);
    const edited = replaced(store, 'listUnsequenced', async limit =>
      (await store.listUnsequenced(limit)).map((row, index) =>
        index === 2 ? { ...row, text: row.text.replace('"n":1', '"n":7') } : row,
      ),
    );
    const ports = sampleSequencer(edited);
    const result = await sequenceEvents(ports);
    assert.ok(!result.ok);
    assert.equal(result.refusal.code, 'log_event_altered');
    assert.match(result.refusal.detail, /version 2 of plan\/1/);
    assert.equal((await store.readLog()).frontier.size, 0);
    assert.deepEqual(ports.sink.notes, []);
    await mustSequence(sampleSequencer(store));
  });

  test('[EV-6] an event that was kept out of the log is missed when the next event of its stream arrives', async ({
    store,
  }) => {
    await grow(store, 6);
    const hidden = replaced(store, 'listUnsequenced', async limit =>
      (await store.listUnsequenced(limit)).filter(
        ({ stream, version }) => stream !== 'plan/0' || version !== 1,
      ),
    );
    const result = await sequenceEvents(sampleSequencer(hidden));
    assert.equal(result.ok || result.refusal.code, 'stream_broken');
    assert.equal((await store.readLog()).frontier.size, 0);
  });

  test('[EV-6] nothing is signed on top of a log that is not the one that was signed', async ({
    store,
  }) => {
    const ports = sampleSequencer(store);
    const heads = await grow(store, 5);
    await mustSequence(ports, { limit: 4 });
    const { frontier, checkpoint, ...rest } = await store.readLog();
    assert.ok(checkpoint);
    await mustSequence(ports, { limit: 3 });
    await grow(store, 2, heads);
    const later = await store.readLog();
    const stranger = sampleNoteSigner('a stranger');
    const pretences = {
      log_rolled_back: { ...later, frontier },
      log_root_mismatch: {
        ...later,
        frontier: { ...later.frontier, hashes: later.frontier.hashes.toReversed() },
      },
      log_size_mismatch: {
        ...rest,
        frontier: later.frontier,
        checkpoint: { ...checkpoint, size: 5 },
      },
      checkpoint_key_unknown: {
        ...later,
        checkpoint: { ...checkpoint, note: await signedBy(stranger, checkpoint.note) },
      },
      checkpoint_origin_mismatch: { ...later, epoch: 3 },
    };
    for (const [code, head] of Object.entries(pretences)) {
      const signed: string[] = [];
      const result = await sequenceEvents({
        ...ports,
        store: replaced(store, 'readLog', async () => head),
        signer: {
          ...ports.signer,
          sign: async text => {
            signed.push(text);
            return ports.signer.sign(text);
          },
        },
      });
      assert.equal(result.ok || result.refusal.code, code);
      assert.deepEqual(signed, [], code);
    }
    await sequenceAll(ports);
    await auditLog(store, { notes: ports.sink.notes });
  });
}

/** The same words, signed by another key. */
async function signedBy(signer: NoteSigner, note: string): Promise<string> {
  const text = note.slice(0, note.indexOf('\n\n') + 1);
  const { name, key_id } = signer;
  return assembleCheckpoint(text, [{ name, key_id, signature: await signer.sign(text) }]);
}
