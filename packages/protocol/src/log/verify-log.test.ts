import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { effort, seed } from '@countersign/testing';
import fc from 'fast-check';
import { sha256OfText } from '../crypto/digest.ts';
import { type SealedEvent, type StreamHead, sealEvents } from '../stream/stream-event.ts';
import { noon } from '../testing/samples.ts';
import type { Checkpoint } from './checkpoint.ts';
import { leafHash } from './log-leaf.ts';
import { consistencyProof } from './merkle-proof.ts';
import {
  appendLeaf,
  emptyFrontier,
  emptyRoot,
  type Frontier,
  hashLeaf,
  rootOf,
  type TreeHash,
} from './merkle-tree.ts';
import { checkTransition, type LogRow, logVerifier } from './verify-log.ts';

const origin = 'log.example/1';
const size = effort({ fast: 130, full: 1_000 });

/** A log in which the events of ten streams take turns. Another word for an event makes another log. */
function makeLog(length: number, wordAt: (index: number) => string = () => 'same'): LogRow[] {
  const heads = new Map<string, StreamHead>();
  return Array.from({ length }, (_, index) => {
    const stream = `request/"${(index * 7) % 10}" \u20ac`;
    const data = { index, word: wordAt(index), stream: { version: 9 } };
    const head = heads.get(stream) ?? null;
    const [sealed] = sealEvents(stream, head, [{ type: 'entry.recorded', at: noon, data }]);
    const { event, text, event_digest } = sealed as SealedEvent;
    heads.set(stream, { version: event.version, event_digest });
    return { stream, version: event.version, event_digest, text };
  });
}

const rows = makeLog(size);
const nodes = new Map<string, TreeHash>();
const frontiers: Frontier[] = [emptyFrontier];
for (const row of rows) {
  const grown = appendLeaf(frontiers.at(-1) as Frontier, leafHash(row));
  frontiers.push(grown.frontier);
  for (const { level, index, hash } of grown.nodes) nodes.set(`${level}/${index}`, hash);
}
const checkpointAt = (at: number): Checkpoint => ({
  origin,
  size: at,
  root: rootOf(frontiers[at] as Frontier),
});
const proofOf = (size1: number, size2: number): TreeHash[] => {
  const proof = consistencyProof(size1, size2, (level, index) => nodes.get(`${level}/${index}`));
  assert.ok(proof.ok);
  return proof.value;
};
const last = checkpointAt(size);
const rowAt = (index: number): LogRow => rows[index] as LogRow;

/** The first refusal, or that of the checkpoint, or ok. */
function codeOf(log: Iterable<LogRow>, checkpoint?: Checkpoint): string {
  const verifier = logVerifier();
  for (const row of log) {
    const verdict = verifier.add(row);
    if (!verdict.ok) {
      const after = verifier.check(last);
      assert.deepEqual(after, verdict, 'a refusal stays');
      assert.deepEqual(verifier.add(rowAt(0)), verdict, 'a refusal stays');
      return verdict.refusal.code;
    }
  }
  const verdict = checkpoint === undefined ? { ok: true as const } : verifier.check(checkpoint);
  return verdict.ok ? 'ok' : verdict.refusal.code;
}

const replaced = (index: number, ...others: LogRow[]): LogRow[] =>
  rows.toSpliced(index, 1, ...others);

function resealed(index: number, change: (text: string) => string): LogRow[] {
  const text = change(rowAt(index).text);
  return replaced(index, { ...rowAt(index), text, event_digest: sha256OfText(text) });
}

describe('verifying a log', () => {
  test('a whole log matches its checkpoint, and every part of it matches the checkpoint of that time', () => {
    const verifier = logVerifier();
    assert.ok(verifier.check({ size: 0, root: emptyRoot }).ok);
    for (const [index, row] of rows.entries()) {
      assert.ok(verifier.add(row).ok);
      assert.ok(verifier.check(checkpointAt(index + 1)).ok);
    }
    assert.deepEqual(verifier.frontier(), frontiers[size]);
  });

  test('a verification continues where an earlier one ended', () => {
    const heads = new Map<string, StreamHead>();
    const first = logVerifier({ heads });
    for (const row of rows.slice(0, 77)) assert.ok(first.add(row).ok);
    const frontier = JSON.parse(JSON.stringify(first.frontier()));
    const second = logVerifier({ frontier, heads });
    for (const row of rows.slice(77)) assert.ok(second.add(row).ok);
    assert.ok(second.check(last).ok);
    const headless = logVerifier({ frontier });
    const verdict = headless.add(rowAt(77));
    assert.ok(!verdict.ok);
    assert.equal(verdict.refusal.code, 'stream_broken');
  });

  test('[EV-6] every single edit of a text is found at its place', () => {
    for (let index = 0; index < size; index++) {
      const text = rowAt(index).text.replace('same', 'sane');
      assert.equal(codeOf(replaced(index, { ...rowAt(index), text })), 'log_event_altered');
    }
  });

  test('[EV-6] every single edit is detected even when its digest was adapted', () => {
    for (let index = 0; index < size; index++) {
      const forged = resealed(index, text => text.replace('same', 'sane'));
      // The next event of the stream names the old digest; behind the last of one, only the root tells.
      const next = rows.findIndex(({ stream }, i) => i > index && stream === rowAt(index).stream);
      assert.equal(codeOf(forged, last), next < 0 ? 'log_root_mismatch' : 'stream_broken');
    }
  });

  test('[EV-6] every single deletion is found', () => {
    for (let index = 0; index < size; index++) {
      const { stream } = rowAt(index);
      const isLast = !rows.some((row, i) => i > index && row.stream === stream);
      assert.equal(codeOf(replaced(index), last), isLast ? 'log_size_mismatch' : 'stream_broken');
    }
  });

  test('[EV-6] every single insertion is detected, of an old event or of a new one', () => {
    const [alien] = makeLog(1, () => 'alien');
    const [fresh] = sealEvents('request/new', null, [
      { type: 'entry.recorded', at: noon, data: {} },
    ]) as [SealedEvent];
    const { text, event_digest } = fresh;
    const unheard: LogRow = { stream: 'request/new', version: 1, event_digest, text };
    for (let index = 0; index < size; index++) {
      assert.equal(codeOf(replaced(index, rowAt(index), rowAt(index)), last), 'stream_broken');
      assert.equal(codeOf(replaced(index, rowAt(index), alien as LogRow), last), 'stream_broken');
      assert.equal(codeOf(replaced(index, unheard, rowAt(index)), last), 'log_size_mismatch');
    }
  });

  test('[EV-6] every swap is detected, within a stream or across streams', () => {
    for (let index = 0; index + 10 < size; index++) {
      for (const distance of [1, 10]) {
        const swapped = [...rows];
        swapped[index] = rowAt(index + distance);
        swapped[index + distance] = rowAt(index);
        const code = distance === 1 ? 'log_root_mismatch' : 'stream_broken';
        assert.equal(codeOf(swapped, last), code);
      }
    }
  });

  test('[EV-6] every truncation is detected with the checkpoint, and only with it', () => {
    for (let end = 0; end < size; end++) {
      assert.equal(codeOf(rows.slice(0, end), last), 'log_size_mismatch');
      assert.equal(codeOf(rows.slice(0, end)), 'ok');
    }
    assert.equal(codeOf([...rows, ...makeLog(size + 1).slice(size)], last), 'log_size_mismatch');
  });

  test('[EV-6] a log that was rewritten from any event on is detected with the checkpoint, and only with it', () => {
    for (let index = 0; index < size; index += effort({ fast: 10, full: 1 })) {
      const rewritten = makeLog(size, i => (i === index ? 'other' : 'same'));
      assert.equal(codeOf(rewritten), 'ok');
      assert.equal(codeOf(rewritten, last), 'log_root_mismatch');
    }
  });

  test('[EV-6] a leaf that names another place than its event is detected', () => {
    for (const change of [
      { stream: rowAt(1).stream },
      { stream: '' },
      { version: 2 },
      { version: -0 },
      { event_digest: rowAt(1).event_digest },
      { event_digest: rowAt(0).event_digest.toUpperCase() },
    ]) {
      const forged = replaced(0, { ...rowAt(0), ...change } as LogRow);
      assert.equal(codeOf(forged), 'log_event_altered');
    }
    const spelt = { ...rowAt(0), version: '1' } as unknown as LogRow;
    assert.equal(codeOf(replaced(0, spelt)), 'stream_broken');
  });

  test('[EV-6] an event whose own place was changed is detected, wherever else the place is written', () => {
    for (const change of [
      (text: string) => text.replace('"version":1}', '"version":2}'),
      (text: string) => text.replace('"version":1}', '"version":1 }'),
      (text: string) => text.replace('"version":1}', '"version":1}}'),
      (text: string) => text.replace('"version":1}', '"version":11}'),
      (text: string) => text.replace('"stream":"request/', '"stream":"Request/'),
      (text: string) => text.replace('"type":"', '"type":"x","type":"'),
      (text: string) => text.replace(/"type":"[^"]*"/, '"type":"a\\"b"'),
      (text: string) => text.replace(/"type":"[^"]*",/, ''),
      (text: string) => text.replace('"previous_event_digest":null,', ''),
      (text: string) =>
        text.replace(
          '"previous_event_digest":null',
          `"previous_event_digest":"${rowAt(1).event_digest}"`,
        ),
      (text: string) => text.replace(',"previous', ', "previous'),
      () => '',
      () => '}',
      () => '","version":1}',
      () => '{}',
    ]) {
      const forged = resealed(0, change);
      assert.notEqual(forged[0]?.text, rowAt(0).text);
      assert.match(codeOf(forged), /^(log_event_altered|stream_broken)$/);
    }
  });

  test('[EV-6] a flipped bit in any text is detected, and so is a missing end', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), fc.boolean(), (which, where, cut) => {
        const index = which % 40;
        const bytes = Buffer.from(rowAt(index).text);
        const bit = where % (bytes.length * 8);
        bytes[bit >> 3] = (bytes[bit >> 3] as number) ^ (1 << (bit & 7));
        const text = cut ? rowAt(index).text.slice(0, bit >> 4) : bytes.toString('utf8');
        const log = replaced(index, { ...rowAt(index), text }).slice(0, 41);
        assert.equal(codeOf(log), 'log_event_altered');
      }),
      { seed, numRuns: effort({ fast: 400, full: 20_000 }) },
    );
  });

  test('any value in place of a row or a checkpoint is refused without an exception', () => {
    fc.assert(
      fc.property(fc.anything(), fc.nat({ max: 4 }), (value, which) => {
        const field = (['stream', 'version', 'event_digest', 'text'] as const)[which];
        const row = field === undefined ? value : { ...rowAt(0), [field]: value };
        const verdict = logVerifier().add(row as LogRow);
        assert.equal(verdict.ok, field !== undefined && value === rowAt(0)[field]);
        assert.ok(!logVerifier().check(value as Checkpoint).ok);
        assert.ok(!logVerifier().check({ size: 0, root: value as TreeHash }).ok);
      }),
      { seed, numRuns: effort({ fast: 400, full: 20_000 }) },
    );
    const text = '\ud800';
    const row = { ...rowAt(0), text };
    assert.equal(codeOf([row]), 'log_event_altered');
  });

  test('unreadable heads are refused without an exception', () => {
    const broken = () => {
      throw new Error('disk');
    };
    const verifier = logVerifier({ heads: { get: broken, set: broken } });
    const verdict = verifier.add(rowAt(0));
    assert.ok(!verdict.ok);
    assert.equal(verdict.refusal.code, 'internal_error');
    assert.deepEqual(verifier.check(checkpointAt(0)), verdict);
  });
});

describe('from one checkpoint to the next', () => {
  const outcome = (older: Checkpoint, newer: Checkpoint, proof: readonly TreeHash[]): string => {
    const verdict = checkTransition(older, newer, proof);
    return verdict.ok ? 'ok' : verdict.refusal.code;
  };

  test('a log that only grew is accepted, and so is one that did not change', () => {
    for (let from = 0; from <= size; from += 9) {
      assert.equal(outcome(checkpointAt(from), last, proofOf(from, size)), 'ok');
    }
    assert.equal(outcome(last, last, []), 'ok');
    assert.equal(outcome(checkpointAt(0), checkpointAt(0), []), 'ok');
  });

  test('[EV-6] another log, a shorter one and a fork each have their own reason', () => {
    const proof = proofOf(100, size);
    const older = checkpointAt(100);
    const fork = { ...last, root: hashLeaf('fork') };
    assert.equal(outcome(older, { ...last, origin: 'x' }, proof), 'checkpoint_origin_mismatch');
    assert.equal(outcome(last, older, proof), 'log_rolled_back');
    assert.equal(outcome(last, fork, []), 'log_forked');
    assert.equal(outcome(older, fork, proof), 'log_consistency_unproven');
    assert.equal(
      outcome({ ...older, root: hashLeaf('x') }, last, proof),
      'log_consistency_unproven',
    );
    assert.equal(outcome(older, last, []), 'log_consistency_unproven');
    assert.equal(outcome(last, last, proof), 'log_consistency_unproven');
    assert.equal(outcome(older, last, ['x'] as unknown as TreeHash[]), 'log_proof_malformed');
  });

  test('every log continues from an empty one, but not with a proof or from an impossible root', () => {
    const empty = checkpointAt(0);
    assert.equal(outcome(empty, last, [emptyRoot]), 'log_consistency_unproven');
    assert.equal(outcome({ ...empty, root: last.root }, last, []), 'log_consistency_unproven');
    assert.equal(outcome(empty, { ...empty, root: last.root }, []), 'log_forked');
  });

  test('any value in place of a checkpoint or a proof is refused without an exception', () => {
    fc.assert(
      fc.property(fc.anything(), fc.nat({ max: 4 }), (value, which) => {
        const field = (['origin', 'size', 'root'] as const)[which];
        const older = field === undefined ? value : { ...checkpointAt(3), [field]: value };
        const verdict = checkTransition(older as Checkpoint, last, proofOf(3, size));
        assert.equal(verdict.ok, field === 'size' && value === 3);
        assert.ok(!checkTransition(checkpointAt(3), value as Checkpoint, proofOf(3, size)).ok);
        assert.ok(!checkTransition(checkpointAt(3), last, value as TreeHash[]).ok);
      }),
      { seed, numRuns: effort({ fast: 400, full: 20_000 }) },
    );
  });
});
