import { type ActionBinding, parseActionText } from '@countersign/protocol/action';
import type { Digest } from '@countersign/protocol/crypto';
import type { Store } from './store.ts';

/** The action as it was bound, read from its kept bytes; null where they are gone. */
export async function loadAction(
  { store }: { readonly store: Pick<Store, 'readAction'> },
  digest: Digest,
): Promise<ActionBinding | null> {
  const text = await store.readAction(digest);
  return text === null ? null : parseActionText(text);
}
