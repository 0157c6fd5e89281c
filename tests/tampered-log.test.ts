// Goal: every edit of the history is noticed, even by an attacker with the database and the key, as long as one
// checkpoint is kept outside; and without one exactly the documented limits remain.
// Method: a log that the real sequencer wrote to a real SQLite file.
// 1. In memory, on the exported rows: every kind of edit at every position. A verifier is forked from the true log
//    in front of the edit, and goes on to the end. The latest checkpoint in the store is the one that is kept outside,
//    so this also shows what the store alone shows, as long as no holder of its key signs another.
// 2. In the file: each kind at a dozen positions, at 50 in a proof. Another connection makes the edit with SQL. The test audits it through
//    the store (exportLog, the proofs, the checkpoints) and undoes it.

import assert from 'node:assert/strict';
import { after, describe, type TestContext, test } from 'node:test';
import {
  appendLeaf,
  type Checkpoint,
  checkTransition,
  consistencyProof,
  emptyFrontier,
  type Frontier,
  inclusionProof,
  type LogRow,
  leafHash,
  logVerifier,
  rootOf,
  type TreeHash,
  verifyCheckpoint,
  verifyInclusion,
} from '@countersign/protocol/log';
import { type StreamHead, sealEvents } from '@countersign/protocol/stream';
import { timestampFromMilliseconds } from '@countersign/protocol/value';
import { effort, seed } from '@countersign/testing';
import { fileEdits, forget } from './testing/file-edits.ts';
import { audit, makeLoggedStore, strangersKey } from './testing/logged-store.ts';
import { altered, resealed, rewriteFrom, TamperedFile } from './testing/tampered-file.ts';

const size = effort({ fast: 1_000, full: 10_000, of: 'rows' });
/** An edit that is only found at the end of the log is tried in two hundred places, in five hundred of a long log. */
const stride = effort({ fast: 5, full: 20 });
const inFile = effort({ fast: 12, full: 50 });

const logged = await makeLoggedStore(size);
const { rows, notes, signer, origin, store } = logged;
const file = new TamperedFile(logged.path);
after(async () => {
  file.close();
  await logged.close();
});

function read(note: string | undefined): Checkpoint {
  const verdict = verifyCheckpoint({ note: note ?? '', origin, keys: signer.keys() });
  assert.ok(verdict.ok);
  return verdict.value;
}

/** The latest checkpoint and an earlier one, kept outside. */
const outside = read(notes.at(-1));
const earlier = read(notes[5]);

const rowAt = (index: number): LogRow => rows[index] as LogRow;
const frontiers: Frontier[] = [emptyFrontier];
const headsAt: ReadonlyMap<string, StreamHead>[] = [new Map()];
const nodes = new Map<string, TreeHash>();
for (const row of rows) {
  const grown = appendLeaf(frontiers.at(-1) ?? emptyFrontier, leafHash(row));
  frontiers.push(grown.frontier);
  headsAt.push(new Map(headsAt.at(-1)).set(row.stream, row));
  for (const { level, index, hash } of grown.nodes) nodes.set(`${level}/${index}`, hash);
}
const lastOf = new Map(rows.map(({ stream }, index) => [stream, index]));
const isLast = (index: number): boolean => lastOf.get(rowAt(index).stream) === index;

/** How a log is found that goes on like this after its first events. */
function codeAfter(start: number, tail: readonly LogRow[], checkpoint: Checkpoint): string {
  const verifier = logVerifier({
    frontier: frontiers[start] as Frontier,
    heads: new Map(headsAt[start]),
  });
  for (const row of tail) {
    const verdict = verifier.add(row);
    if (!verdict.ok) return verdict.refusal.code;
  }
  const verdict = verifier.check(checkpoint);
  return verdict.ok ? 'sound' : verdict.refusal.code;
}

const noon = timestampFromMilliseconds(Date.UTC(2026, 10, 15, 12));

/** A forged event that goes on where its stream ends at that place of the log. */
function forgedAt(index: number, stream: string): LogRow {
  const head = headsAt[index]?.get(stream) ?? null;
  const data = { word: 'forged' };
  const [sealed] = sealEvents(stream, head, [{ type: 'evidence.recorded', at: noon, data }]);
  assert.ok(sealed !== undefined);
  const { text, event_digest } = sealed;
  return { stream, version: sealed.event.version, event_digest, text };
}

const from = (index: number, ...others: LogRow[]): LogRow[] => [...others, ...rows.slice(index)];
const otherStream = (stream: string): string => (stream === 'plan/1' ? 'plan/2' : 'plan/1');

interface Edit {
  /** The log from the index on. */
  readonly tail: (index: number) => readonly LogRow[];
  readonly expected: (index: number) => string | readonly string[];
  /** Whether it is found only at the end. */
  readonly long?: true;
  /** How many positions there are for it; as many as rows by default. */
  readonly positions?: number;
}

const altering = 'log_event_altered';
const breaking = ['stream_broken', 'log_root_mismatch', 'log_size_mismatch'];

const edits: Readonly<Record<string, Edit>> = {
  'an altered text': {
    tail: i => from(i + 1, { ...rowAt(i), text: altered(rowAt(i)) }),
    expected: () => altering,
  },
  'an altered digest': {
    tail: i => from(i + 1, { ...rowAt(i), event_digest: rowAt((i + 1) % size).event_digest }),
    expected: () => altering,
  },
  'an altered text with its digest': {
    tail: i => from(i + 1, resealed(rowAt(i), altered(rowAt(i)))),
    expected: i => (isLast(i) ? 'log_root_mismatch' : 'stream_broken'),
  },
  'another stream': {
    tail: i => from(i + 1, { ...rowAt(i), stream: otherStream(rowAt(i).stream) }),
    expected: () => altering,
  },
  'another version': {
    tail: i => from(i + 1, { ...rowAt(i), version: rowAt(i).version + 1 }),
    expected: () => altering,
  },
  'an event moved to another stream, where it fits': {
    tail: i => from(i + 1, forgedAt(i, otherStream(rowAt(i).stream))),
    expected: () => breaking,
  },
  'another event in its place': {
    tail: i => from(i + 1, forgedAt(i, rowAt(i).stream)),
    expected: i => (isLast(i) ? 'log_root_mismatch' : 'stream_broken'),
  },
  'a removed row': {
    tail: i => from(i + 1),
    expected: i => (isLast(i) ? 'log_size_mismatch' : 'stream_broken'),
  },
  'an inserted row of a new stream': {
    tail: i => from(i, forgedAt(i, 'plan/new')),
    expected: () => 'log_size_mismatch',
    long: true,
    positions: size + 1,
  },
  'an inserted row of an old stream': {
    tail: i => from(i, forgedAt(i, rowAt(i).stream)),
    expected: () => 'stream_broken',
  },
  'a repeated row': {
    tail: i => from(i, rowAt(i), rowAt(i)),
    expected: () => 'stream_broken',
  },
  'two neighbours swapped as leaves': {
    tail: i => from(i + 2, rowAt(i + 1), rowAt(i)),
    expected: i =>
      rowAt(i).stream === rowAt(i + 1).stream ? 'stream_broken' : 'log_root_mismatch',
    long: true,
    positions: size - 1,
  },
  'two neighbours swapped as events': {
    tail: i =>
      from(
        i + 2,
        { ...rowAt(i), text: rowAt(i + 1).text },
        { ...rowAt(i + 1), text: rowAt(i).text },
      ),
    expected: () => altering,
    positions: size - 1,
  },
  'a log rewritten from there on': {
    tail: i => rewriteFrom(rows, i).slice(i),
    expected: () => 'log_root_mismatch',
    long: true,
  },
  'a log that ends there': { tail: () => [], expected: () => 'log_size_mismatch' },
};

describe('exported rows against a checkpoint kept outside', () => {
  test('[EV-6] the genuine log is sound, from every position on', () => {
    for (let index = 0; index < size; index += 10 * stride) {
      assert.equal(codeAfter(index, rows.slice(index), outside), 'sound');
    }
  });

  for (const [what, edit] of Object.entries(edits)) {
    const { tail, expected, long, positions: end = size } = edit;
    test(`[EV-6] ${what} is detected at every position`, context => {
      const step = long === true ? stride : 1;
      let tried = 0;
      for (let index = 0; index < end; index += step, tried++) {
        const code = codeAfter(index, tail(index), outside);
        const codes = [expected(index)].flat();
        if (!codes.includes(code)) assert.fail(`${what} at ${index}: ${code}, expected ${codes}`);
      }
      context.diagnostic(`${tried} positions of ${size}`);
    });
  }

  test('[EV-6] a changed hash of any node is detected by the proofs that need it', context => {
    let tried = 0;
    for (const [place, hash] of nodes) {
      const [level = 0, index = 0] = place.split('/').map(Number);
      // The proof of the neighbour needs the node. For a node without a neighbour, the proof of the first leaf does.
      const beside = (index ^ 1) * 2 ** level;
      const leafIndex = beside < size ? beside : 0;
      const flipped = (hash.startsWith('0') ? '1' : '0') + hash.slice(1);
      const proof = inclusionProof(leafIndex, size, (l, i) =>
        l === level && i === index ? (flipped as TreeHash) : nodes.get(`${l}/${i}`),
      );
      assert.ok(proof.ok);
      const verdict = verifyInclusion({
        leafIndex,
        treeSize: size,
        leafHash: leafHash(rowAt(leafIndex)),
        root: outside.root,
        proof: proof.value,
      });
      assert.ok(!verdict.ok, place);
      assert.equal(verdict.refusal.code, 'log_inclusion_unproven');
      tried++;
    }
    context.diagnostic(`${tried} nodes`);
  });

  test('[EV-6, EV-10] a log rewritten with the key has another root, which no proof reaches', context => {
    let tried = 0;
    for (let index = 0; index < size; index += 10 * stride, tried++) {
      const grown = [...rewriteFrom(rows, index), forgedAt(size, 'plan/later')];
      const rewritten = new Map<string, TreeHash>();
      const sizes: Frontier[] = [emptyFrontier];
      for (const row of grown) {
        const next = appendLeaf(sizes.at(-1) ?? emptyFrontier, leafHash(row));
        sizes.push(next.frontier);
        for (const node of next.nodes) rewritten.set(`${node.level}/${node.index}`, node.hash);
      }
      const resigned = (at: number): Checkpoint => ({
        origin,
        size: at,
        root: rootOf(sizes[at] ?? emptyFrontier),
      });
      const codeOf = (older: Checkpoint, newer: Checkpoint): string => {
        const readNode = (level: number, i: number) => rewritten.get(`${level}/${i}`);
        const proof = consistencyProof(older.size, newer.size, readNode);
        const verdict = checkTransition(older, newer, proof.ok ? proof.value : []);
        return verdict.ok ? 'sound' : verdict.refusal.code;
      };
      assert.equal(codeOf(outside, resigned(size)), 'log_forked');
      assert.equal(codeOf(outside, resigned(size + 1)), 'log_consistency_unproven');
      assert.equal(codeOf(outside, resigned(size - 1)), 'log_rolled_back');
      // An older checkpoint only speaks of what was there then.
      const known = index < earlier.size ? 'log_consistency_unproven' : 'sound';
      assert.equal(codeOf(earlier, resigned(size)), known);
    }
    context.diagnostic(`${tried} positions of ${size}`);
  });
});

/** Positions all over the log, other ones for another seed. */
function positions(count: number): number[] {
  const step = Math.floor((size - 1) / count);
  return Array.from({ length: count }, (_, n) => n * step + ((seed + n) % step));
}

/** Makes an edit in the file, audits the file with and without an outside checkpoint, and undoes the edit. */
async function auditEdited(
  edit: () => void | Promise<void>,
  events: readonly LogRow[] = [],
): Promise<{ readonly alone: string; readonly known: string }> {
  try {
    await edit();
    const alone = await audit(logged, { outside: null, events });
    return { alone, known: await audit(logged, { outside, events }) };
  } finally {
    file.restore();
  }
}

async function atPositions(
  context: TestContext,
  check: (index: number) => Promise<string>,
): Promise<void> {
  const codes = new Map<string, number>();
  for (const index of positions(inFile)) {
    const found = await check(index);
    codes.set(found, (codes.get(found) ?? 0) + 1);
  }
  const list = [...codes].map(([code, times]) => `${code} ${times}`).join(', ');
  context.diagnostic(`${inFile} positions of ${size}, seed ${seed}: ${list}`);
}

describe('the file itself', () => {
  test('[EV-6] the file is sound, and is sound again after each edit was reverted', async () => {
    const events = [rowAt(0), rowAt(size - 1)];
    assert.equal(await audit(logged, { outside, events }), 'sound');
    assert.equal(await audit(logged, { outside: earlier, events }), 'sound');
    const { known } = await auditEdited(() => file.edit('DELETE FROM log_leaves', 7));
    assert.notEqual(known, 'sound');
    assert.equal(await audit(logged, { outside, events }), 'sound');
  });

  const inserted = (index: number): LogRow => forgedAt(index, 'plan/new');
  for (const [what, sql] of Object.entries(fileEdits(rows, inserted))) {
    test(`[EV-6] ${what} is detected in the file, with and without an outside checkpoint`, async context => {
      await atPositions(context, async index => {
        // A changed node shows only in proofs. The proof of its neighbour needs the node at the index.
        const beside = ((index >> 1) ^ 1) * 2;
        const events = what === 'another node' ? [rowAt(beside < size ? beside : 0)] : [];
        const { alone, known } = await auditEdited(() => file.edit(sql(index), index), events);
        assert.notEqual(alone, 'sound', `at ${index}`);
        assert.notEqual(known, 'sound', `at ${index}`);
        return known;
      });
      assert.equal(await audit(logged, { outside }), 'sound');
    });
  }

  test('[EV-6] a log rewritten without the key is detected, also without an outside checkpoint', async context => {
    await atPositions(context, async index => {
      const rewritten = rewriteFrom(rows, index);
      const { alone, known } = await auditEdited(() =>
        file.rewrite(rewritten, { index, signer: strangersKey, origin }),
      );
      assert.equal(alone, 'checkpoint_key_unknown');
      return known;
    });
  });
});

describe('the limits of a log without anything outside', () => {
  test('[EV-10] a tail removed with its checkpoints is detected only with an outside checkpoint', async context => {
    await atPositions(context, async index => {
      const { alone, known } = await auditEdited(() =>
        file.edit(`${forget}; DELETE FROM log_checkpoints WHERE size > :k`, index),
      );
      assert.equal(alone, 'sound', `at ${index}`);
      assert.equal(known, 'log_rolled_back', `at ${index}`);
      return known;
    });
  });

  test('[EV-10] a log rewritten with its key is detected only with an outside checkpoint', async context => {
    await atPositions(context, async index => {
      const rewritten = rewriteFrom(rows, index);
      const { alone, known } = await auditEdited(() =>
        file.rewrite(rewritten, { index, signer, origin }),
      );
      assert.equal(alone, 'sound', `at ${index}`);
      assert.equal(known, 'log_forked', `at ${index}`);
      return known;
    });
    assert.equal(await audit({ store, origin, signer }, { outside }), 'sound');
  });
});
