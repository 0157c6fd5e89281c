import assert from 'node:assert/strict';
import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { importPublicKey } from '@countersign/protocol/crypto';
import {
  checkTransition,
  leafHash,
  logVerifier,
  type NoteKey,
  noteKeyId,
  type VerifiedCheckpoint,
  verifyCheckpoint,
  verifyInclusion,
} from '@countersign/protocol/log';
import type { StreamHead } from '@countersign/protocol/stream';
import { exportLog } from '../log/export-log.ts';
import { logOrigin } from '../log/log-origin.ts';
import type { CheckpointSink, NoteSigner } from '../log/log-ports.ts';
import type { KeptCheckpoint } from '../log/log-store.ts';
import { proveConsistency } from '../log/prove-consistency.ts';
import { proveInclusion } from '../log/prove-inclusion.ts';
import { type Sequenced, type SequencerPorts, sequenceEvents } from '../log/sequence-events.ts';
import type { Store } from '../store.ts';

const keyPrefix = Buffer.from('302e020100300506032b657004220420', 'hex');

/** A key for checkpoints that is made from text, so that it is the same in every run. */
export function sampleNoteSigner(seed = 'log key', earlier: readonly NoteKey[] = []): NoteSigner {
  const secret = createHash('sha256').update(seed).digest();
  const privateKey = createPrivateKey({
    key: Buffer.concat([keyPrefix, secret]),
    format: 'der',
    type: 'pkcs8',
  });
  const { kty, crv, x } = createPublicKey(privateKey).export({ format: 'jwk' });
  const name = 'log.example';
  const key_id = noteKeyId(name, new Uint8Array(Buffer.from(x ?? '', 'base64url')));
  const keys = [{ name, key_id, key: importPublicKey({ kty, crv, x }) }, ...earlier];
  return {
    name,
    key_id,
    keys: () => keys,
    sign: async text => new Uint8Array(sign(null, Buffer.from(text), privateKey)),
  };
}

/** Keeps what it is given, as an outside party would. */
export interface SampleSink extends CheckpointSink {
  readonly notes: string[];
}

export function sampleSink(): SampleSink {
  const notes: string[] = [];
  return {
    notes,
    publish: async note => {
      notes.push(note);
    },
  };
}

export interface SampleSequencer extends SequencerPorts {
  readonly sink: SampleSink;
}

export function sampleSequencer(
  store: SequencerPorts['store'],
  change: Partial<Omit<SampleSequencer, 'store'>> = {},
): SampleSequencer {
  return { store, signer: sampleNoteSigner(), sink: sampleSink(), ...change };
}

export async function mustSequence(
  ports: SequencerPorts,
  options?: { readonly limit: number },
): Promise<Sequenced> {
  const result = await sequenceEvents(ports, options);
  assert.ok(result.ok, result.ok ? '' : `${result.refusal.code}: ${result.refusal.detail}`);
  return result.value;
}

/** Goes on until there is nothing left to do. */
export async function sequenceAll(
  ports: SequencerPorts,
  options?: { readonly limit: number },
): Promise<Sequenced> {
  for (let steps = 0; steps < 10_000; steps++) {
    const sequenced = await mustSequence(ports, options);
    if (!sequenced.more) return sequenced;
  }
  assert.fail('the sequencer does not come to an end');
}

function mustVerify(
  { signer, storeId }: { readonly signer: NoteSigner; readonly storeId: string },
  { epoch, note }: Pick<KeptCheckpoint, 'epoch' | 'note'>,
): VerifiedCheckpoint {
  const origin = logOrigin({ storeId, epoch });
  const verified = verifyCheckpoint({ note, origin, keys: signer.keys() });
  assert.ok(verified.ok, verified.ok ? '' : verified.refusal.detail);
  return verified.value;
}

/**
 * Verifies the log of an epoch as an auditor would who has nothing but the export, the key, and these notes
 * from outside. Answers the events in the order of the log.
 */
export async function auditLog(
  store: Store,
  options: {
    readonly epoch?: number;
    readonly signer?: NoteSigner;
    readonly notes?: readonly string[];
    /** Where streams ended in the logs of earlier epochs. Is written to. */
    readonly heads?: Map<string, StreamHead>;
  } = {},
): Promise<string[]> {
  const { epoch = 1, signer = sampleNoteSigner(), heads = new Map(), notes = [] } = options;
  const { storeId, checkpoint } = await store.readLog(epoch);
  assert.ok(checkpoint !== null, 'the log has a checkpoint');
  const latest = mustVerify({ signer, storeId }, checkpoint);
  const verifier = logVerifier({ heads });
  const events: string[] = [];
  for await (const row of exportLog(store, { epoch, pageSize: 7 })) {
    const verdict = verifier.add(row);
    assert.ok(verdict.ok, verdict.ok ? '' : `${verdict.refusal.code}: ${verdict.refusal.detail}`);
    events.push(`${row.stream} ${row.version}`);
  }
  const checked = verifier.check(latest);
  assert.ok(checked.ok, checked.ok ? '' : `${checked.refusal.code}: ${checked.refusal.detail}`);
  for (const note of notes) {
    const older = mustVerify({ signer, storeId }, { epoch, note });
    const proven = await proveConsistency(store, { epoch, size: older.size });
    assert.ok(proven.ok);
    assert.deepEqual(checkTransition(older, latest, proven.value.proof), {
      ok: true,
      value: undefined,
    });
  }
  return events;
}

/** Proves an event to a verifier who has the key and a checkpoint. */
export async function auditEvent(
  store: Store,
  event: { readonly stream: string; readonly version: number },
  signer: NoteSigner = sampleNoteSigner(),
): Promise<void> {
  const proven = await proveInclusion(store, event);
  assert.ok(proven.ok, proven.ok ? '' : proven.refusal.detail);
  const { leaf, leaf_index, proof, checkpoint } = proven.value;
  assert.deepEqual([leaf.stream, leaf.version], [event.stream, event.version]);
  const { storeId } = await store.readState();
  const { size, root } = mustVerify({ signer, storeId }, checkpoint);
  const claim = { leafIndex: leaf_index, treeSize: size, leafHash: leafHash(leaf), root, proof };
  assert.deepEqual(verifyInclusion(claim), { ok: true, value: undefined });
}

/** Everything an auditor does, and a step of the sequencer. Throws where anything is wrong with the log. */
export async function auditStore(store: Store, notes: readonly string[]): Promise<void> {
  for (const event of await auditLog(store, { notes })) {
    const [stream = '', version] = event.split(' ');
    await auditEvent(store, { stream, version: Number(version) });
  }
  await mustSequence(sampleSequencer(store));
}
