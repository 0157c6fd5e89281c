import * as z from 'zod';
import { Digest } from '../crypto/digest.ts';
import { parserOf } from '../json/parse-object.ts';
import { Name } from '../value/wire-text.ts';
import { hashLeaf, type TreeHash } from './merkle-tree.ts';

/**
 * What the log keeps of an event: its place and its digest. The event itself stays out, so the log can be
 * shown to people who may not read it.
 */
export const LogLeaf = z.strictObject({
  stream: Name,
  version: z.int().min(1),
  event_digest: Digest,
});
export type LogLeaf = z.infer<typeof LogLeaf>;

export const parseLogLeaf = parserOf('LogLeaf', LogLeaf);

/** The canonical text of a leaf. It is written out, being as short as it is and needed for every event. */
export function leafText({ stream, version, event_digest }: LogLeaf): string {
  return `{"event_digest":"${event_digest}","stream":${JSON.stringify(stream)},"version":${version}}`;
}

/** The hash that stands for the event in the tree. */
export function leafHash(leaf: LogLeaf): TreeHash {
  return hashLeaf(leafText(leaf));
}
