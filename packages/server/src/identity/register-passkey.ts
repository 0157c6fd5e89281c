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
 * Registers a further passkey of a person, and uses up its challenge. The store refuses a claim only to other streams.
 * All these claims are in one stream, so a second use would not be refused. The claim is therefore looked up each time
 * the stream is read. Where two answers to one challenge meet, the later commit fails with a version conflict, reads
 * again, and finds the claim.
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
