import { ProtocolError, type Result, refuse } from '@countersign/protocol/reason';
import { AnchorUnavailable } from './ports.ts';
import { StoreUnavailable, StoreUnusable } from './store.ts';

/**
 * Runs a use case and turns every failure into a refusal with a code. Bad input keeps its own code. An unreachable store or
 * anchor has its own code too. Anything else is `internal_error`. After `store_unavailable` or `internal_error` the
 * commit may have happened: the caller reads the stream, or submits the same call again, to find out.
 */
export async function failClosed<T>(useCase: () => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await useCase();
  } catch (error) {
    if (error instanceof StoreUnavailable) return refuse('store_unavailable', error.message);
    if (error instanceof StoreUnusable) return refuse('store_unusable', error.message);
    if (error instanceof AnchorUnavailable) return refuse('anchor_unavailable', error.message);
    if (error instanceof ProtocolError) return refuse(error.code, error.message);
    return refuse('internal_error', error instanceof Error ? error.message : 'an unknown failure');
  }
}
