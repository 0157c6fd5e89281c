import { NotAllowed, type Transport } from '@countersign/client';

/** Thrown and not answered: a refusal that may pass by itself would be waited for. */
function closed(): NotAllowed {
  const detail = 'expected an open gate, found a closed one';
  return new NotAllowed({ code: 'server_stopping', detail });
}

/**
 * A transport that can be closed. Calls that began before are finished, and `close` waits for them; calls that begin
 * later are refused. Otherwise an answer could be given after the last decision was written, and something would run
 * without a record.
 */
export function closableTransport(transport: Transport): {
  readonly transport: Transport;
  close(): Promise<void>;
} {
  const underWay = new Set<Promise<unknown>>();
  const closing = new AbortController();
  const open = async <T>(call: () => Promise<T>): Promise<T> => {
    if (closing.signal.aborted) throw closed();
    const made = call();
    underWay.add(made);
    try {
      return await made;
    } finally {
      underWay.delete(made);
    }
  };
  return {
    transport: {
      canAsk: transport.canAsk,
      propose: (proposal, more) => open(() => transport.propose(proposal, more)),
      read: (id, more) => open(() => transport.read(id, more)),
      action: (id, more) => open(() => transport.action(id, more)),
      wait: async (id, { signal, ...more }) => {
        const either =
          signal === undefined ? closing.signal : AbortSignal.any([signal, closing.signal]);
        try {
          return await open(() => transport.wait(id, { ...more, signal: either }));
        } catch (error) {
          signal?.throwIfAborted();
          throw closing.signal.aborted ? closed() : error;
        }
      },
      events: ({ agent, signal }) =>
        transport.events({ agent, signal: AbortSignal.any([signal, closing.signal]) }),
      grant: (id, more) => open(() => transport.grant(id, more)),
      consume: (id, call, more) => open(() => transport.consume(id, call, more)),
      report: (id, call, more) => open(() => transport.report(id, call, more)),
      cancel: (id, reason, more) => open(() => transport.cancel(id, reason, more)),
      answer: (id, question, text, more) => open(() => transport.answer(id, question, text, more)),
      observe: (message, more) => open(() => transport.observe(message, more)),
      hold: (id, more) => open(() => transport.hold(id, more)),
      resume: (id, more) => open(() => transport.resume(id, more)),
      join: (joining, more) => open(() => transport.join(joining, more)),
      keys: more => open(() => transport.keys(more)),
      credential: more => open(() => transport.credential(more)),
      state: more => open(() => transport.state(more)),
    },
    close: async () => {
      closing.abort(new Error('the gate was closed'));
      await Promise.allSettled([...underWay]);
    },
  };
}
