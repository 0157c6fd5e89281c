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
    /** A reading that was asked for and has not begun: whoever asks before it does may share it. */
    directoryReading?: Promise<Loaded<DirectoryState>> | null;
  };
}

export const directoryFolding: Folding<DirectoryState, StoreEvent> = {
  initial: emptyDirectory,
  evolve: evolveDirectory,
};

/**
 * The people, credentials and keys of the store. The process remembers its last fold and reads only what came
 * after it. Whoever is to be authorised from it takes the default, which always asks the store: a person who was
 * deactivated anywhere is so here by the next call. Those who ask at the same time share one reading, which begins
 * after all of them have asked. `fresh: false` is for showing things.
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
 * The fold brought up to date, or null where the store does not have the event that it ends with. The last known
 * row is read again for that: a store that was put back has fewer events, or others, and what the process remembers
 * of them is then void.
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
