import { sha256 } from '@countersign/protocol/crypto';
import type { JsonObject } from '@countersign/protocol/json';
import type { GateClock } from './gate-clock.ts';
import { faultIn, GateMisconfigured } from './gate-misconfigured.ts';
import type { WaitOptions } from './ticket.ts';
import type { Transport } from './transport.ts';

/** Something the agent is about to say, and where. */
export interface Message {
  readonly text: string;
  readonly session_id: string;
  readonly plan_id?: string | null;
  readonly metadata?: JsonObject;
  /**
   * Names this message among all others of the session. With the name, a restarted process finds the answer to the
   * message. Without a name, every call is a new question: an earlier Proceed never answers a later message.
   */
  readonly key?: string;
}

const holdMilliseconds = 900_000;
const lookMilliseconds = 500;

/** Whether the agent may continue. The answer is yes only after an explicit Proceed, in time and on the record. */
export async function observeMessage(
  {
    transport,
    clock,
    agent,
  }: { readonly transport: Transport; readonly clock: GateClock; readonly agent: string },
  { key, text, session_id, ...more }: Message,
  { signal, timeout = holdMilliseconds }: WaitOptions,
): Promise<boolean> {
  const until = clock.elapsed() + timeout;
  const occasion = key ?? crypto.randomUUID();
  const observed = await transport.observe(
    {
      agent_id: agent,
      session_id,
      text,
      ...more,
      idempotency_key: sha256({ agent, session_id, occasion }),
    },
    { signal },
  );
  if (!observed.ok) {
    const fault = faultIn(observed.refusal);
    if (fault !== null) throw new GateMisconfigured([fault]);
    return false;
  }
  const { confirmation_required, hold_id } = observed.value;
  if (!confirmation_required) return true;
  if (hold_id === null || !transport.canAsk) return false;
  for (;;) {
    const hold = await transport.hold(hold_id, { signal });
    if (hold.ok && hold.value.status !== 'placed') {
      // The answer counts once the record says that the agent was given it.
      const resumed = await transport.resume(hold_id, { signal });
      if (resumed.ok) return resumed.value.proceed;
      if (!hold.value.proceed) return false;
    }
    const left = until - clock.elapsed();
    if (left <= 0) return false;
    await clock.pause(Math.min(left, lookMilliseconds), signal);
    signal?.throwIfAborted();
  }
}
