import { absentEdge, type EdgeEvent, type EdgeState, evolveEdge } from '@countersign/protocol/edge';
import { type Context, forgetOtherHistory, remember } from '../context.ts';
import { type Folding, foldRows, type Loaded, loadStream } from '../load-stream.ts';
import { edgeStream } from '../stream-name.ts';

export const edgeFolding: Folding<EdgeState, EdgeEvent> = {
  initial: absentEdge,
  evolve: evolveEdge,
};

/**
 * An edge as the store has it now. The process remembers its fold, and reads only what came after it: an edge that lives
 * for long has many events.
 */
export async function loadEdge(context: Context, edgeId: string): Promise<Loaded<EdgeState>> {
  forgetOtherHistory(context);
  const stream = edgeStream(edgeId);
  const loaded =
    (await catchUp(context, stream)) ?? (await loadStream(context.store, stream, edgeFolding));
  remember(context.memory.edges, stream, loaded);
  return loaded;
}

/** Null where the store does not have the event that the remembered fold ends with. */
async function catchUp(
  { store, memory }: Context,
  stream: string,
): Promise<Loaded<EdgeState> | null> {
  const known = memory.edges.get(stream);
  if (known === undefined || known.head === null) return null;
  const [last, ...later] = await store.readStream(stream, known.head.version - 1);
  if (last?.event_digest !== known.head.event_digest) return null;
  return foldRows(stream, known, later, evolveEdge);
}

/** Every edge that was given a snapshot. */
export async function listEdges(context: Context): Promise<readonly EdgeState[]> {
  const claims = await context.store.listClaims('edge', '');
  const edges: EdgeState[] = [];
  for (const { key } of claims) edges.push((await loadEdge(context, key)).state);
  return edges;
}
