import type { NoteSigner } from '@countersign/coordinator';
import { sampleNoteSigner } from '@countersign/coordinator/testing';
import type { Digest } from '@countersign/protocol/crypto';
import { assembleCheckpoint, checkpointText, leafHash } from '@countersign/protocol/log';
import { readCheckpoints } from '../file-checkpoints.ts';

export const signer: NoteSigner = sampleNoteSigner();
export const otherSigner: NoteSigner = sampleNoteSigner('another key');

/** A signed checkpoint of a log of which only the size is of interest. */
export async function signNote(
  { origin, size }: { readonly origin: string; readonly size: number },
  by: NoteSigner = signer,
): Promise<string> {
  const event_digest = `sha256:${'b'.repeat(64)}` as Digest;
  const root = leafHash({ stream: 'plan/a', version: size, event_digest });
  const text = checkpointText({ origin, size, root });
  const { name, key_id } = by;
  return assembleCheckpoint(text, [{ name, key_id, signature: await by.sign(text) }]);
}

/** Everything that is in a file, in order. */
export async function keptIn(file: string): Promise<string[]> {
  const notes: string[] = [];
  for await (const note of readCheckpoints(file)) notes.push(note);
  return notes;
}
