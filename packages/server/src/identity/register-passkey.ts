import {
  type Context,
  changeStream,
  decideInOrder,
  failClosed,
  loadDirectory,
  storeStream,
} from '@countersign/coordinator';
import {
  type DirectoryState,
  emptyDirectory,
  evolveDirectory,
  type StoreEvent,
} from '@countersign/protocol/directory';
import type { Result } from '@countersign/protocol/reason';
import type { Actor } from '@countersign/protocol/value';
import type { RegisteredNow } from './passkey-registration.ts';

/**
 * Registers a further passkey of a person, and uses its challenge up. A claim does not refuse the stream that holds
 * it, and here that is always the store's; so it is looked for whenever the stream is read. Of two answers to one
 * challenge the later commit then conflicts by version, reads again, and finds it.
 */
export function registerPasskey(
  context: Context,
  { credential, answered }: RegisteredNow,
  by: Actor,
): Promise<Result<DirectoryState>> {
  let spent = false;
  return failClosed(() =>
    changeStream<DirectoryState, StoreEvent>(context, {
      stream: storeStream,
      folding: { initial: emptyDirectory, evolve: evolveDirectory },
      load: async () => {
        const loaded = await loadDirectory(context);
        spent = (await context.store.findClaim(answered.claim)) !== null;
        return loaded;
      },
      decide: (state, now) =>
        spent
          ? {
              ok: false,
              refusal: { code: 'sign_in_failed', detail: 'this proof was used before' },
              events: [],
            }
          : decideInOrder(state, [{ type: 'register_credential', credential, by }], now),
      claims: [answered.claim],
    }),
  );
}
