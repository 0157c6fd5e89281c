import {
  type DirectoryState,
  emptyDirectory,
  evolveDirectory,
  type StoreEvent,
} from '@countersign/protocol/directory';
import { type Folding, foldRows, type Loaded, loadStream } from '../load-stream.ts';
import type { Store } from '../store.ts';
import { storeStream } from '../stream-name.ts';

/** What reading the directory takes: every Context has it. */
export interface DirectoryContext {
  readonly store: Pick<Store, 'readStream'>;
  readonly memory: {
    directory: Loaded<DirectoryState> | null;
    /** A read that was requested and has not begun: a caller that asks before it begins may share it. */
    directoryReading?: Promise<Loaded<DirectoryState>> | null;
  };
}

export const directoryFolding: Folding<DirectoryState, StoreEvent> = {
  initial: emptyDirectory,
  evolve: evolveDirectory,
};

/**
 * The people, credentials and keys of the store. The process remembers its last fold and reads only what came after
 * it. Authorisation uses the default, which always asks the store: a person who was deactivated anywhere is
 * deactivated here by the next call. Concurrent callers share one read, which begins after all of them have asked.
 * `fresh: false` is for display.
 */
export async function loadDirectory(
  context: DirectoryContext,
  { fresh = true }: { readonly fresh?: boolean } = {},
): Promise<Loaded<DirectoryState>> {
  const { memory } = context;
  const known = memory.directory;
  if (known !== null && !fresh) return known;
  memory.directoryReading ??= Promise.resolve().then(() => {
    memory.directoryReading = null;
    return readDirectory(context);
  });
  return memory.directoryReading;
}

async function readDirectory({ store, memory }: DirectoryContext): Promise<Loaded<DirectoryState>> {
  const known = memory.directory;
  const loaded =
    (known && (await catchUp(store, known))) ??
    (await loadStream(store, storeStream, directoryFolding));
  memory.directory = loaded;
  return loaded;
}

/**
 * The fold brought up to date, or null where the store does not have the event that it ends with. The last known row
 * is read again for that: a restored store has fewer events, or others, and the memory of the process is then void.
 */
async function catchUp(
  store: DirectoryContext['store'],
  known: Loaded<DirectoryState>,
): Promise<Loaded<DirectoryState> | null> {
  const { head } = known;
  if (head === null) return null;
  const [last, ...later] = await store.readStream(storeStream, head.version - 1);
  if (last?.event_digest !== head.event_digest) return null;
  return foldRows(storeStream, known, later, directoryFolding.evolve);
}
