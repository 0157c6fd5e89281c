import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  exportLog,
  type NoteSigner,
  proveConsistency,
  proveInclusion,
  type Store,
  StoreUnusable,
} from '@countersign/coordinator';
import {
  headAfter,
  sampleAppend,
  sampleCommit,
  sampleNoteSigner,
  sampleSequencer,
  sequenceAll,
} from '@countersign/coordinator/testing';
import {
  assembleCheckpoint,
  type Checkpoint,
  checkpointText,
  checkTransition,
  type LogRow,
  leafHash,
  logVerifier,
  verifyCheckpoint,
  verifyInclusion,
} from '@countersign/protocol/log';
import type { StreamHead } from '@countersign/protocol/stream';
import { timestampFromMilliseconds } from '@countersign/protocol/value';
import { openSqliteStore } from '@countersign/store-sqlite';

/** A log that the real sequencer wrote to a real file, and what an outside party has kept of it. */
interface LoggedStore {
  readonly store: Store;
  readonly path: string;
  readonly origin: string;
  readonly signer: NoteSigner;
  readonly rows: readonly LogRow[];
  /** Every checkpoint that was published, the oldest first. */
  readonly notes: readonly string[];
  readonly close: () => Promise<void>;
}

const streams = 20;

/**
 * The events of twenty streams by turns. Every fourth stream has two at a time, so that neighbours in the log are
 * of one stream as well as of two.
 */
export async function makeLoggedStore(size: number): Promise<LoggedStore> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-tampered-'));
  const path = join(folder, 'store.db');
  const clock = {
    now: () => timestampFromMilliseconds(Date.now()),
    pause: () => Promise.resolve(),
  };
  const store = await openSqliteStore({ path, clock, ids: { uuid: randomUUID } });
  const heads = new Map<string, StreamHead>();
  for (let n = 0; n < size; n += 25) {
    const appends = Array.from({ length: streams }, (_, number) => {
      const stream = `plan/${number}`;
      const data = Array.from({ length: number % 4 === 0 ? 2 : 1 }, () => ({ n, word: 'same' }));
      const append = sampleAppend(stream, { after: heads.get(stream) ?? null, data });
      heads.set(stream, headAfter(append));
      return append;
    });
    const [first] = appends;
    assert.ok(first !== undefined);
    const { outcome } = await store.commit(sampleCommit(first, { appends }));
    assert.equal(outcome, 'committed');
  }
  const sequencer = sampleSequencer(store);
  await sequenceAll(sequencer, { limit: Math.ceil(size / 16) });
  const { storeId } = await store.readLog(1);
  const rows: LogRow[] = [];
  for await (const { stream, version, event_digest, text } of exportLog(store, { epoch: 1 })) {
    rows.push({ stream, version, event_digest, text });
  }
  assert.equal(rows.length, size);
  return {
    store,
    path,
    origin: `${storeId}/1`,
    signer: sequencer.signer,
    rows,
    notes: sequencer.sink.notes,
    close: async () => {
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The key of an attacker who has the database and not the key of the log. */
export const strangersKey: NoteSigner = sampleNoteSigner('another key');

export async function signNote(signer: NoteSigner, checkpoint: Checkpoint): Promise<string> {
  const text = checkpointText(checkpoint);
  const { name, key_id } = signer;
  return assembleCheckpoint(text, [{ name, key_id, signature: await signer.sign(text) }]);
}

/**
 * What an auditor finds who has the export, the key of the log and maybe a checkpoint from outside: `sound`, or the
 * code of the first thing that is wrong. Each of the events is proven to be in the log, too.
 */
export async function audit(
  { store, origin, signer }: Pick<LoggedStore, 'store' | 'origin' | 'signer'>,
  {
    outside,
    events = [],
  }: {
    readonly outside: Checkpoint | null;
    readonly events?: readonly { readonly stream: string; readonly version: number }[];
  },
): Promise<string> {
  try {
    const { checkpoint } = await store.readLog(1);
    // A log without a checkpoint says nothing of itself.
    if (checkpoint === null) return outside === null ? 'sound' : 'log_rolled_back';
    const own = verifyCheckpoint({ note: checkpoint.note, origin, keys: signer.keys() });
    if (!own.ok) return own.refusal.code;
    const { size, root } = own.value;
    if (size !== checkpoint.size) return 'log_size_mismatch';
    const verifier = logVerifier();
    for await (const row of exportLog(store, { epoch: 1 })) {
      const verdict = verifier.add(row);
      if (!verdict.ok) return verdict.refusal.code;
    }
    const checked = verifier.check(own.value);
    if (!checked.ok) return checked.refusal.code;
    for (const event of events) {
      const proven = await proveInclusion(store, event);
      if (!proven.ok) return proven.refusal.code;
      const { leaf, leaf_index: leafIndex, proof } = proven.value;
      const claim = { leafIndex, treeSize: size, leafHash: leafHash(leaf), root, proof };
      const verdict = verifyInclusion(claim);
      if (!verdict.ok) return verdict.refusal.code;
    }
    if (outside === null) return 'sound';
    const proven = await proveConsistency(store, { epoch: 1, size: outside.size });
    const verdict = checkTransition(outside, own.value, proven.ok ? proven.value.proof : []);
    return verdict.ok ? 'sound' : verdict.refusal.code;
  } catch (error) {
    if (error instanceof StoreUnusable) return 'store_unusable';
    throw error;
  }
}
