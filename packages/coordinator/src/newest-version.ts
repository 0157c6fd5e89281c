import type { RequestState } from '@countersign/protocol/request';
import { loadRequest } from './change-request.ts';
import type { Context } from './context.ts';
import type { Loaded } from './load-stream.ts';
import { requestStream } from './stream-name.ts';

/**
 * The request that took the place of an amended one, after all its amendments. For any other request, the request
 * itself.
 */
export async function newestVersion(
  context: Context,
  loaded: Loaded<RequestState>,
): Promise<Loaded<RequestState>> {
  let newest = loaded;
  while (newest.state.status === 'amended' && newest.state.amended !== null) {
    newest = await loadRequest(context, requestStream(newest.state.amended.superseded_by));
  }
  return newest;
}
