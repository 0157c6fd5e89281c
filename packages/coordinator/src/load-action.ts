import { type ActionBinding, parseActionText } from '@countersign/protocol/action';
import type { Digest } from '@countersign/protocol/crypto';
import type { Store } from './store.ts';

type ActionStore = { readonly store: Pick<Store, 'readAction'> };

/** An action and its kept bytes. */
export interface KeptAction {
  readonly text: string;
  readonly action: ActionBinding;
}

/** The action as it was bound, with its kept bytes; null where they are gone. */
export async function loadKeptAction(
  { store }: ActionStore,
  digest: Digest,
): Promise<KeptAction | null> {
  const text = await store.readAction(digest);
  return text === null ? null : { text, action: parseActionText(text) };
}

/** The action as it was bound; null where its bytes are gone, or are longer than the caller wants to read. */
export async function loadAction(
  { store }: ActionStore,
  digest: Digest,
  lengthMax: number = Number.POSITIVE_INFINITY,
): Promise<ActionBinding | null> {
  const text = await store.readAction(digest);
  return text === null || text.length > lengthMax ? null : parseActionText(text);
}
