import { logOrigin, type Store } from '@countersign/coordinator';
import { checkAgainstOutside, latestCheckpoint } from '@countersign/outside';
import type { NoteKey } from '@countersign/protocol/log';
import type { Result } from '@countersign/protocol/reason';

/**
 * Compares the log with its furthest checkpoint in a file outside. A restored store that lost no consume still matches
 * its anchor, but it may lack a denial or a revocation. A server that continued from there would also sign a second log
 * over the first one (EV-10). Answers how many checkpoints were compared: one, or none where there is none.
 */
export async function compareKeptLog(
  store: Pick<Store, 'readLog' | 'readLeaves'>,
  file: string,
  keys: readonly NoteKey[],
): Promise<Result<number>> {
  const origin = logOrigin(await store.readLog());
  const latest = await latestCheckpoint(file, { origin, keys });
  const kept = latest === null ? [] : [latest.note];
  return checkAgainstOutside({ kept, log: { store, keys } });
}
