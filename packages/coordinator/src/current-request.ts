import {
  absentRequest,
  evolveRequest,
  type RequestEvent,
  type RequestState,
} from '@countersign/protocol/request';
import { type Context, remember } from './context.ts';
import { foldRows, type Loaded, loadStream } from './load-stream.ts';

/**
 * A request as the store has it now: what this process remembers of it, and what came after. Where the store does
 * not have the event that the memory ends with, the store was restored, and the memory is void. For answers without
 * a commit that would guard them.
 */
export async function currentRequest(
  context: Context,
  stream: string,
): Promise<Loaded<RequestState>> {
  const { memory, store } = context;
  const known = memory.requests.get(stream);
  if (known?.head) {
    const { head } = known;
    const [last, ...later] = await store.readStream(stream, head.version - 1);
    if (last?.event_digest === head.event_digest) {
      if (later.length === 0) return known;
      const current = foldRows<RequestState, RequestEvent>(stream, known, later, evolveRequest);
      remember(memory.requests, stream, current);
      return current;
    }
  }
  const loaded = await loadStream<RequestState, RequestEvent>(store, stream, {
    initial: absentRequest,
    evolve: evolveRequest,
  });
  if (loaded.version > 0) remember(memory.requests, stream, loaded);
  return loaded;
}
