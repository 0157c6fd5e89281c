import type { RequestFacts } from '@countersign/wire/agent-answers';
import type { GateClock } from './gate-clock.ts';
import { NotAllowed, notAllowedNow } from './not-allowed.ts';
import type { WaitOptions } from './ticket.ts';
import type { Transport } from './transport.ts';
import { waitUntilAllowed } from './wait-until-allowed.ts';

/** What happens to the question when its caller stops waiting: it stays open for the same call, or is withdrawn. */
export type OnAbort = 'keep' | 'cancel';

/** How long a caller that is leaving waits for its withdrawal to be recorded. */
const withdrawMilliseconds = 5000;

/** Waits for the decision. If the caller leaves earlier and its options say so, the question is withdrawn. */
export async function waitOrWithdraw(
  transport: Transport,
  clock: GateClock,
  asked: { readonly id: string; readonly tool: string },
  { onAbort, ...options }: WaitOptions & { readonly onAbort: OnAbort },
): Promise<RequestFacts> {
  try {
    options.signal?.throwIfAborted();
    return await waitUntilAllowed(transport, clock, asked, options);
  } catch (error) {
    const isOver = error instanceof NotAllowed && error.code === 'request_pending';
    if (onAbort === 'keep' || !(isOver || options.signal?.aborted === true)) throw error;
    const withdrawn = await withdraw(transport, asked.id);
    // After an abort, the caller gets the reason of that abort, whatever the outcome of the question.
    throw isOver && withdrawn !== null ? notAllowedNow(withdrawn, asked.tool) : error;
  }
}

/** Null if the request was decided meanwhile or could not be withdrawn. It then ends by itself. */
async function withdraw(transport: Transport, id: string): Promise<RequestFacts | null> {
  try {
    const signal = AbortSignal.timeout(withdrawMilliseconds);
    const cancelled = await transport.cancel(id, 'The agent stopped waiting.', { signal });
    return cancelled.ok ? cancelled.value : null;
  } catch {
    return null;
  }
}
