import type { CheckpointFacts, KeyList, PersonApi } from '@countersign/client/people';
import type { NoteKey, TreeHash, VerifiedCheckpoint } from '@countersign/protocol/log';
import { CommandRefused } from '../command.ts';
import type { SeenLog } from './log-memory.ts';

type Api = Pick<PersonApi, 'checkpoint' | 'listKeys' | 'proveConsistency'>;

export interface CheckedLog {
  readonly checkpoint: VerifiedCheckpoint;
  readonly kept: CheckpointFacts;
  readonly keys: KeyList;
  /** What was known before, and was found again. */
  readonly before: SeenLog | null;
  /** Keys that were not there when this machine last looked. */
  readonly newKeys: readonly string[];
  /** A restore has begun another epoch since. The known log ended in order, and another log began. */
  readonly newEpoch: boolean;
}

/**
 * Checks the head of a log against what this machine saw before. The signature only shows who signed the head. Only the
 * comparison shows that nothing was removed or rewritten since.
 */
export async function checkLog(
  api: Api,
  before: SeenLog | null,
  signal: AbortSignal,
): Promise<CheckedLog> {
  const keys = await api.listKeys({ signal });
  const newKeys = compareKeys(before, keys);
  if (before !== null) await checkGoesOn(api, before, keys, signal);
  const kept = await api.checkpoint({ signal });
  const checkpoint = await verified(kept, keys);
  if (before !== null && kept.epoch < before.epoch) {
    throw broken(`expected epoch ${before.epoch} or later, found ${kept.epoch}`, 'log_rolled_back');
  }
  const newEpoch = before !== null && kept.epoch > before.epoch;
  return { checkpoint, kept, keys, before, newKeys, newEpoch };
}

/** The signed head of a log, checked with the keys that the server names. */
export async function checkpointOf(
  api: Pick<Api, 'checkpoint' | 'listKeys'>,
  epoch: number | null,
  signal: AbortSignal,
): Promise<VerifiedCheckpoint & { readonly epoch: number }> {
  const kept = await api.checkpoint(epoch === null ? { signal } : { epoch, signal });
  return { ...(await verified(kept, await api.listKeys({ signal }))), epoch: kept.epoch };
}

/** The known log, as it is now, begins with everything that was seen of it. */
async function checkGoesOn(
  api: Api,
  before: SeenLog,
  keys: KeyList,
  signal: AbortSignal,
): Promise<void> {
  const { checkTransition } = await import('@countersign/protocol/log');
  const older = await verified(before, keys);
  const now = await api.checkpoint({ epoch: before.epoch, signal });
  const current = await verified(now, keys);
  if (current.size < older.size) {
    throw broken(
      `expected at least ${older.size} events, found ${current.size}`,
      'log_rolled_back',
    );
  }
  const from = { epoch: before.epoch, size: before.size };
  const { proof, checkpoint } = await api.proveConsistency(from, { signal });
  const newer = await verified(checkpoint, keys);
  const verdict = checkTransition(older, newer, proof as readonly TreeHash[]);
  if (!verdict.ok) throw broken(verdict.refusal.detail, verdict.refusal.code);
}

async function verified(
  { epoch, size, note }: CheckpointFacts,
  keys: KeyList,
): Promise<VerifiedCheckpoint> {
  const { verifyCheckpoint } = await import('@countersign/protocol/log');
  const origin = `${keys.store_id}/${epoch}`;
  const verdict = verifyCheckpoint({ note, origin, keys: await noteKeys(keys) });
  if (!verdict.ok) throw broken(verdict.refusal.detail, verdict.refusal.code);
  if (verdict.value.size !== size) {
    throw broken('the signed size is not the one beside it', 'log_size_mismatch');
  }
  return verdict.value;
}

async function noteKeys({ log_name, keys }: KeyList): Promise<NoteKey[]> {
  const { decodeBase64url } = await import('@countersign/protocol/json');
  const { importPublicKey } = await import('@countersign/protocol/crypto');
  const { noteKeyId } = await import('@countersign/protocol/log');
  return keys.map(({ public_key }) => ({
    name: log_name,
    key_id: noteKeyId(log_name, decodeBase64url(public_key.x)),
    key: importPublicKey(public_key),
  }));
}

/** A key never changes under its name, and a seen key never disappears. Either would rewrite the past. */
function compareKeys(before: SeenLog | null, { store_id, keys }: KeyList): string[] {
  if (before === null) return [];
  if (before.store_id !== store_id) {
    throw broken('the address belongs to another store now', 'store_mismatch');
  }
  const now = new Map(keys.map(({ kid, public_key }) => [kid, public_key.x]));
  for (const [kid, x] of Object.entries(before.keys)) {
    if (now.get(kid) !== x)
      throw broken(`the key ${kid} was replaced or removed`, 'checkpoint_key_unknown');
  }
  return [...now.keys()].filter(kid => before.keys[kid] === undefined);
}

function broken(why: string, code: string): CommandRefused {
  return new CommandRefused(
    'failed',
    `The log does not continue what this machine has seen: ${why}.\nThe earlier state was kept and not overwritten.`,
    'Events may have been removed or rewritten. Compare the log with published checkpoints, and tell the operator of the server.',
    code,
  );
}
