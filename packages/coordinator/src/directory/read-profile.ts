import { type Digest, equalDigests, sha256OfText } from '@countersign/protocol/crypto';
import { type Profile, parseProfile } from '@countersign/protocol/directory';
import { parseStrict } from '@countersign/protocol/json';
import { InvariantViolation } from '@countersign/protocol/reason';
import type { Store } from '../store.ts';

/** What a person is called, or null where that was erased. */
export async function readProfile(
  { store }: { readonly store: Pick<Store, 'readAction'> },
  digest: Digest,
): Promise<Profile | null> {
  const text = await store.readAction(digest);
  if (text === null) return null;
  if (!equalDigests(sha256OfText(text), digest)) {
    throw new InvariantViolation('EV-6', 'the kept profile is not the one that was recorded');
  }
  return parseProfile(parseStrict(text));
}
