import { sha256OfBytes, sha256OfText } from '@countersign/protocol/crypto';
import { canonicalize } from '@countersign/protocol/json';
import type { Timestamp } from '@countersign/protocol/value';
import type { ActionBytes } from './commit.ts';
import type { Store } from './store.ts';

// A signature must be shown years later, when another key signs. Signing again with an earlier key would backdate the
// signature, so the signature itself is kept. The content that it covers follows from the stream and the action, so
// only the rest is stored: `header..signature`, the detached form of RFC 7515, appendix F, some 200 letters. It stands
// beside the bytes of actions, under the digest of the content. No action has that digest, because the content is no
// action.

/** The row that keeps the signature of an artifact, which holds its content as canonical bytes. */
export function keepSignature(jws: string, retainUntil: Timestamp): ActionBytes {
  const [header = '', content = '', signature = ''] = jws.split('.');
  const digest = sha256OfBytes(new Uint8Array(Buffer.from(content, 'base64url')));
  return { digest, text: `${header}..${signature}`, retainUntil };
}

/** The exact artifact with this content that was signed before, or null where no signature is stored. */
export async function readSigned(
  store: Pick<Store, 'readAction'>,
  content: object,
): Promise<string | null> {
  const text = canonicalize(content);
  const kept = await store.readAction(sha256OfText(text));
  if (kept === null) return null;
  const [header = '', , signature = ''] = kept.split('.');
  return `${header}.${Buffer.from(text).toString('base64url')}.${signature}`;
}
