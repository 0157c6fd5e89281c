import type { Begun } from '@countersign/client';
import type { HookCall } from '../contract/hook-call.ts';

const begunMax = 1024;

/** Approved calls that may run now and have not been reported. The oldest are forgotten; the record then says `unknown`. */
export class RunningCalls {
  readonly #begun = new Map<string, Begun>();

  put(caller: string, call: HookCall, begun: Begun): void {
    // Nothing was asked about a call that policy allows, so that nothing is reported about it.
    if (begun.approval_request_id === null) return;
    const [oldest] = this.#begun.keys();
    if (this.#begun.size >= begunMax && oldest !== undefined) this.#begun.delete(oldest);
    this.#begun.set(nameOf(caller, call), begun);
  }

  take(caller: string, call: HookCall): Begun | undefined {
    const name = nameOf(caller, call);
    const begun = this.#begun.get(name);
    this.#begun.delete(name);
    return begun;
  }
}

/** Agents that give no id run the calls of one tool one after another. */
function nameOf(caller: string, { session, callId, tool }: HookCall): string {
  return JSON.stringify(
    callId === null ? [caller, session, null, tool] : [caller, session, callId],
  );
}
