import { accept, type Result } from '@countersign/protocol/reason';
import type { RequestState } from '@countersign/protocol/request';
import type { Context } from './context.ts';
import { currentRequest } from './current-request.ts';
import { failClosed } from './fail-closed.ts';
import type { Loaded } from './load-stream.ts';
import { requestStream } from './stream-name.ts';

const pollMilliseconds = 1000;

/**
 * Resolves when the request has moved past a version, or with its present state when the signal aborts. Waiting
 * holds no thread and no connection: it sleeps until a hint or the next poll, and a lost hint only costs that
 * poll. It changes nothing, however it ends (TM-6).
 */
export function waitForChange(
  context: Context,
  input: {
    readonly approvalRequestId: string;
    readonly after: number;
    readonly signal: AbortSignal;
  },
): Promise<Result<Loaded<RequestState>>> {
  return failClosed(async () => {
    const { after, signal } = input;
    const stream = requestStream(input.approvalRequestId);
    let wake = new AbortController();
    // With a reason of its own: without one, each abort builds an error with its stack.
    const stop = () => wake.abort('woken');
    const unsubscribe = context.store.onChange(changed => {
      if (changed === stream || changed === '') stop();
    });
    signal.addEventListener('abort', stop);
    try {
      for (;;) {
        // Made before reading: a change that comes after the read finds it and ends the pause at once.
        wake = new AbortController();
        const loaded = await currentRequest(context, stream);
        if (loaded.version > after || signal.aborted) return accept(loaded);
        await context.clock.pause(pollMilliseconds, wake.signal);
      }
    } finally {
      signal.removeEventListener('abort', stop);
      unsubscribe();
    }
  });
}
