import { type LogHead, type LogStore, logOrigin, proveConsistency } from '@countersign/coordinator';
import { checkTransition, type NoteKey, verifyCheckpoint } from '@countersign/protocol/log';
import type { Result } from '@countersign/protocol/reason';
import { claimedSize } from './latest-checkpoint.ts';

/** A log as a store has it now, and the keys that its checkpoints may be signed with. */
export interface ComparedLog {
  readonly store: Pick<LogStore, 'readLog' | 'readLeaves'>;
  readonly keys: readonly NoteKey[];
  /** The present one if none is named. */
  readonly epoch?: number;
}

/**
 * Checks that a log goes on from every checkpoint of it that was kept outside, and answers how many those are.
 * Refuses where the log is shorter than it was (`log_rolled_back`), went on differently (`log_forked`,
 * `log_consistency_unproven`), or a checkpoint that claims to be of this log is not genuine. Checkpoints of other
 * logs are passed over. Throws what the store throws.
 */
export async function checkAgainstOutside({
  kept,
  log: { store, keys, epoch },
}: {
  readonly kept: Iterable<string> | AsyncIterable<string>;
  readonly log: ComparedLog;
}): Promise<Result<number>> {
  let head = await store.readLog(epoch);
  const origin = logOrigin(head);
  let compared = 0;
  for await (const note of kept) {
    if (claimedSize(note, origin) === null) continue;
    const older = verifyCheckpoint({ note, origin, keys });
    if (!older.ok) return older;
    const { size } = older.value;
    // Checkpoints may be added while they are read here; the store had each of them before.
    if (sizeOf(head) < size) head = await store.readLog(head.epoch);
    if (sizeOf(head) < size) {
      const detail = `expected at least ${size} events, found ${sizeOf(head)}`;
      return { ok: false, refusal: { code: 'log_rolled_back', detail } };
    }
    const proven = await proveConsistency(store, { epoch: head.epoch, size });
    if (!proven.ok) return proven;
    const newer = verifyCheckpoint({ note: proven.value.checkpoint.note, origin, keys });
    if (!newer.ok) return newer;
    const continued = checkTransition(older.value, newer.value, proven.value.proof);
    if (!continued.ok) return continued;
    compared++;
  }
  return { ok: true, value: compared };
}

function sizeOf({ checkpoint }: LogHead): number {
  return checkpoint?.size ?? 0;
}
