import assert from 'node:assert/strict';
import { sha256OfText } from '@countersign/protocol/crypto';
import {
  appendLeaf,
  emptyFrontier,
  type Frontier,
  type LogRow,
  leafHash,
} from '@countersign/protocol/log';
import type { LogAppend } from '../log/log-store.ts';
import type { Store } from '../store.ts';
import { headAfter, sampleAppend, sampleCommit } from './sample-commit.ts';
import { type DefineCase, mustCommit, plain } from './store-cases-harness.ts';

/** What a sequencer would append. */
function appendOf(frontier: Frontier, rows: readonly LogRow[], epoch = 1): LogAppend {
  let grown = frontier;
  const leaves = rows.map(({ stream, version, event_digest }) => {
    const leaf = { stream, version, event_digest };
    const { nodes, frontier: next } = appendLeaf(grown, leafHash(leaf));
    grown = next;
    return { ...leaf, nodes: nodes.slice(1).map(({ hash }) => hash) };
  });
  return { epoch, expectedSize: frontier.size, leaves, frontier: grown };
}

async function appendAll(store: Store, limit = 1000): Promise<LogAppend> {
  const { epoch, frontier } = await store.readLog();
  const append = appendOf(frontier, await store.listUnsequenced(limit), epoch);
  assert.equal(await store.appendToLog(append), 'appended');
  return append;
}

const names = (rows: readonly { stream: string; version: number }[]): string[] =>
  rows.map(({ stream, version }) => `${stream} ${version}`);

/** The log as a store keeps it. That what is kept is true is for the sequencer and for auditors. */
export function logCases(test: DefineCase): void {
  test('a new log is empty and has no checkpoint', async ({ store }) => {
    const { storeId } = await store.readState();
    const empty = { storeId, epoch: 1, frontier: emptyFrontier, checkpoint: null };
    assert.deepEqual(plain(await store.readLog()), empty);
    assert.deepEqual(plain(await store.readLog(7)), { ...empty, epoch: 7 });
    assert.deepEqual(await store.readLeaves(1, [0]), []);
    assert.deepEqual(await store.findLeaves([{ stream: 'plan/a', version: 1 }]), []);
    assert.deepEqual(await store.readLogRows({ epoch: 1, from: 0, limit: 10 }), []);
    assert.deepEqual(await store.listUnpublished(10), []);
  });

  test('unsequenced events are listed with their digests and exact texts', async ({ store }) => {
    const append = sampleAppend('plan/ünïcødé/😀', { data: [{ a: 'é "\\ 😀' }, { b: '\u2028' }] });
    await mustCommit(store, sampleCommit(append));
    assert.deepEqual(
      plain(await store.listUnsequenced(10)),
      append.events.map(({ event, event_digest, text }) => ({
        stream: append.stream,
        version: event.version,
        event_digest,
        text,
      })),
    );
  });

  test('events leave the unsequenced set permanently when they enter the log, for every handle', async ({
    store,
    reopen,
  }) => {
    const first = sampleAppend('plan/a', { data: [{ n: 1 }, { n: 2 }] });
    await mustCommit(store, sampleCommit(first));
    await mustCommit(store, sampleCommit('plan/b'));
    const append = await appendAll(store);
    assert.deepEqual(await store.listUnsequenced(10), []);
    await mustCommit(store, sampleCommit(sampleAppend('plan/a', { after: headAfter(first) })));
    const again = await reopen();
    assert.deepEqual(names(await again.listUnsequenced(10)), ['plan/a 3']);
    assert.deepEqual(plain((await again.readLog()).frontier), append.frontier);
    const leaves = plain(await again.readLeaves(1, [2, 0, 1, 3]));
    assert.deepEqual(
      leaves,
      append.leaves.map((leaf, index) => ({ ...leaf, epoch: 1, index })),
    );
  });

  test('the list of unsequenced events continues where the log of a stream ends, at any limit', async ({
    store,
  }) => {
    let [a, b] = [
      sampleAppend('plan/a', { data: [{}, {}, {}] }),
      sampleAppend('plan/b', { data: [{}] }),
    ];
    await mustCommit(store, sampleCommit(a, { appends: [a, b] }));
    for (let round = 0; round < 4; round++) {
      a = sampleAppend('plan/a', { after: headAfter(a), data: [{ round }, {}] });
      b = sampleAppend('plan/b', { after: headAfter(b), data: [{ round }, {}, {}] });
      await mustCommit(store, sampleCommit(a));
      await mustCommit(store, sampleCommit(b));
    }
    const heads = new Map<string, number>();
    for (const limit of [1, 2, 3, 4, 5, 100]) {
      const rows = await store.listUnsequenced(limit);
      assert.ok(rows.length <= limit);
      for (const { stream, version } of rows) {
        assert.equal(version, (heads.get(stream) ?? 0) + 1, stream);
        heads.set(stream, version);
      }
      await appendAll(store, limit);
    }
    assert.deepEqual([...heads].sort(), [
      ['plan/a', 11],
      ['plan/b', 13],
    ]);
  });

  test('events can be logged in another order than they are listed in', async ({ store }) => {
    for (const stream of ['plan/a', 'plan/b', 'plan/c']) {
      await mustCommit(store, sampleCommit(stream));
    }
    const rows = await store.listUnsequenced(10);
    const last = appendOf(emptyFrontier, rows.slice(2));
    assert.equal(await store.appendToLog(last), 'appended');
    const rest = await store.listUnsequenced(10);
    assert.deepEqual(names(rest).sort(), names(rows.slice(0, 2)).sort());
    assert.equal(await store.appendToLog(appendOf(last.frontier, rest)), 'appended');
    assert.deepEqual(await store.listUnsequenced(10), []);
    await mustCommit(store, sampleCommit('plan/d'));
    assert.deepEqual(names(await store.listUnsequenced(10)), ['plan/d 1']);
  });

  test('an append at another size, in another epoch or of a logged event is a conflict', async ({
    store,
  }) => {
    await mustCommit(store, sampleCommit('plan/a'));
    await mustCommit(store, sampleCommit('plan/b'));
    const rows = await store.listUnsequenced(10);
    const [a, b] = [rows.slice(0, 1), rows.slice(1)];
    const first = appendOf(emptyFrontier, a);
    assert.equal(await store.appendToLog(first), 'appended');
    const conflicts = {
      'the same again': first,
      'another event at a size that has passed': appendOf(emptyFrontier, b),
      'a size that has not come': { ...appendOf(first.frontier, b), expectedSize: 2 },
      'an earlier epoch': { ...appendOf(first.frontier, b), epoch: 0 },
      'a later epoch': appendOf(emptyFrontier, b, 2),
      'an event that is in the log': appendOf(first.frontier, a),
      'one among others that is': appendOf(first.frontier, [...b, ...a]),
    };
    for (const [what, append] of Object.entries(conflicts)) {
      assert.equal(await store.appendToLog(append), 'conflict', what);
      assert.deepEqual(plain((await store.readLog()).frontier), first.frontier, what);
      assert.deepEqual(names(await store.listUnsequenced(10)), names(b), what);
      assert.equal((await store.readLeaves(1, [0, 1, 2])).length, 1, what);
    }
    assert.deepEqual(plain((await store.readLog(2)).frontier), emptyFrontier);
    assert.equal(await store.appendToLog(appendOf(first.frontier, b)), 'appended');
  });

  test(
    'of concurrent appends at one size exactly one happens, across handles',
    ['second'],
    async ({ store, second }) => {
      const other = await second();
      for (let n = 0; n < 6; n++) await mustCommit(store, sampleCommit(`plan/${n}`));
      const rows = await store.listUnsequenced(10);
      const appends = rows.map(row => appendOf(emptyFrontier, [row]));
      const answers = await Promise.all(
        appends.map((append, index) => (index % 2 === 0 ? store : other).appendToLog(append)),
      );
      assert.equal(answers.filter(answer => answer === 'appended').length, 1);
      const { frontier } = await store.readLog();
      assert.deepEqual(plain(frontier), appends[answers.indexOf('appended')]?.frontier);
      assert.equal((await other.listUnsequenced(10)).length, 5);
      assert.equal((await store.readLeaves(1, [0, 1, 2])).length, 1);
    },
  );

  test('leaves are found by event and read with the texts of their events', async ({ store }) => {
    const append = sampleAppend('plan/a', { data: [{ n: 1 }, { n: 2 }, { n: 3 }] });
    await mustCommit(store, sampleCommit('plan/b'));
    await mustCommit(store, sampleCommit(append));
    await appendAll(store);
    const found = await store.findLeaves([
      { stream: 'plan/a', version: 2 },
      { stream: 'plan/a', version: 4 },
      { stream: 'plan/b', version: 1 },
      { stream: 'plan/x', version: 1 },
    ]);
    assert.deepEqual(names(found).sort(), ['plan/a 2', 'plan/b 1']);
    for (const leaf of found) {
      assert.deepEqual(plain(await store.readLeaves(1, [leaf.index])), [plain(leaf)]);
    }
    const rows = await store.readLogRows({ epoch: 1, from: 0, limit: 100 });
    assert.deepEqual(
      rows.map(({ index }) => index),
      [0, 1, 2, 3],
    );
    for (const { text, event_digest } of rows) assert.equal(sha256OfText(text), event_digest);
    assert.deepEqual(
      rows.flatMap(({ stream, text }) => (stream === 'plan/a' ? [text] : [])),
      append.events.map(({ text }) => text),
    );
    const part = await store.readLogRows({ epoch: 1, from: 2, limit: 1 });
    assert.deepEqual(plain(part), plain(rows.slice(2, 3)));
    assert.deepEqual(await store.readLogRows({ epoch: 2, from: 0, limit: 9 }), []);
  });

  test('a new epoch has its own log, and the previous log stays as it is', async ({ store }) => {
    await mustCommit(store, sampleCommit('plan/a'));
    const before = await appendAll(store);
    await mustCommit(store, sampleCommit('plan/b'));
    await mustCommit(store, sampleCommit('plan/c', { brings: { epoch: 2 } }));
    const rows = await store.listUnsequenced(10);
    assert.deepEqual(names(rows), ['plan/b 1', 'plan/c 1']);
    assert.equal(await store.appendToLog(appendOf(before.frontier, rows)), 'conflict');
    const log = await store.readLog();
    assert.deepEqual([log.epoch, plain(log.frontier)], [2, emptyFrontier]);
    const after = await appendAll(store);
    assert.deepEqual(plain((await store.readLog(2)).frontier), after.frontier);
    assert.deepEqual(plain((await store.readLog(1)).frontier), before.frontier);
    assert.equal((await store.readLeaves(1, [0, 1])).length, 1);
    assert.deepEqual(names(await store.readLogRows({ epoch: 2, from: 0, limit: 9 })), names(rows));
    const [leaf] = await store.findLeaves([{ stream: 'plan/a', version: 1 }]);
    assert.deepEqual([leaf?.epoch, leaf?.index], [1, 0]);
  });

  test('[EV-6] one checkpoint is kept permanently for each size of a log', async ({
    store,
    reopen,
  }) => {
    const five = { epoch: 1, size: 5, note: 'five\n\n— a é😀\n' };
    assert.deepEqual(plain(await store.saveCheckpoint(five)), { outcome: 'saved' });
    assert.deepEqual(plain(await store.saveCheckpoint(five)), { outcome: 'saved' });
    const other = await store.saveCheckpoint({ ...five, note: 'another' });
    assert.deepEqual(plain(other), { outcome: 'taken', note: five.note });
    await store.markPublished(five);
    assert.equal((await store.saveCheckpoint({ ...five, note: 'another' })).outcome, 'taken');
    assert.deepEqual(plain((await store.readLog()).checkpoint), five);
    const [nine, ten] = [9, 10].map(size => ({ epoch: 1, size, note: `note ${size}` }));
    assert.ok(nine && ten);
    await store.saveCheckpoint(ten);
    await store.saveCheckpoint(nine);
    await store.saveCheckpoint({ epoch: 2, size: 5, note: 'of another log' });
    const again = await reopen();
    assert.deepEqual(plain((await again.readLog()).checkpoint), ten);
    assert.equal((await again.readLog(2)).checkpoint?.note, 'of another log');
  });

  test(
    '[EV-6] of several checkpoints for one size exactly one stays, across handles',
    ['second'],
    async ({ store, second }) => {
      const other = await second();
      const answers = await Promise.all(
        ['a', 'b', 'c', 'd', 'e', 'f'].map((note, index) =>
          (index % 2 === 0 ? store : other).saveCheckpoint({ epoch: 1, size: 3, note }),
        ),
      );
      assert.equal(answers.filter(({ outcome }) => outcome === 'saved').length, 1);
      const kept = (await store.readLog()).checkpoint?.note;
      for (const answer of answers) if (answer.outcome === 'taken') assert.equal(answer.note, kept);
    },
  );

  test('unpublished checkpoints are listed oldest first until they are marked as published', async ({
    store,
    reopen,
  }) => {
    const checkpoints = [
      { epoch: 1, size: 2, note: 'a' },
      { epoch: 1, size: 10, note: 'b' },
      { epoch: 2, size: 1, note: 'c' },
    ];
    for (const checkpoint of checkpoints.toReversed()) await store.saveCheckpoint(checkpoint);
    assert.deepEqual(plain(await store.listUnpublished(2)), checkpoints.slice(0, 2));
    await store.markPublished({ epoch: 1, size: 2 });
    await store.markPublished({ epoch: 1, size: 2 });
    await store.markPublished({ epoch: 1, size: 99 });
    const again = await reopen();
    assert.deepEqual(plain(await again.listUnpublished(10)), checkpoints.slice(1));
  });
}
