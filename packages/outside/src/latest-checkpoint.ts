import { type NoteKey, type VerifiedCheckpoint, verifyCheckpoint } from '@countersign/protocol/log';
import { readCheckpoints } from './file-checkpoints.ts';

/** A checkpoint that was kept, verified. */
export interface LatestCheckpoint {
  readonly note: string;
  readonly checkpoint: VerifiedCheckpoint;
}

/**
 * The checkpoint of the greatest size that the file has of a log and that a trusted key signed; null where it has
 * none. A file of years is read once and one signature verified. Where the greatest is not genuine, the file is read
 * again for the next.
 */
export async function latestCheckpoint(
  file: string,
  { origin, keys }: { readonly origin: string; readonly keys: readonly NoteKey[] },
): Promise<LatestCheckpoint | null> {
  for (let below = Number.POSITIVE_INFINITY; ; ) {
    let greatest = -1;
    let notes = new Set<string>();
    for await (const note of readCheckpoints(file)) {
      const size = claimedSize(note, origin);
      if (size === null || size >= below || size < greatest) continue;
      if (size > greatest) notes = new Set();
      greatest = size;
      notes.add(note);
    }
    if (greatest < 0) return null;
    for (const note of notes) {
      const verified = verifyCheckpoint({ note, origin, keys });
      if (verified.ok) return { note, checkpoint: verified.value };
    }
    below = greatest;
  }
}

/** What a note says before it is believed; null where it does not even say it of this log. */
export function claimedSize(note: string, origin: string): number | null {
  const [name, size = ''] = note.split('\n', 2);
  return name === origin && /^[0-9]{1,16}$/.test(size) ? Number(size) : null;
}
