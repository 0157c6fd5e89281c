import { type ReasonCode, type Result, reasonCodes } from '@countersign/protocol/reason';
import { millisecondsOf } from '@countersign/protocol/value';
import type { RequestFacts } from '@countersign/wire/agent-answers';
import { questionAnswerer } from './answer-questions.ts';
import { must, refused } from './execution-edge.ts';
import type { GateClock } from './gate-clock.ts';
import { GateMisconfigured } from './gate-misconfigured.ts';
import { NotAllowed, notAllowedNow } from './not-allowed.ts';
import type { WaitOptions } from './ticket.ts';
import type { Transport } from './transport.ts';

/** One look is never longer than this, so that a wait of hours survives whatever cuts connections. */
const lookMilliseconds = 60_000;
const againMilliseconds = 1000;
/** How much longer than the life of a request to wait for the record of its end. */
const graceMilliseconds = 30_000;

/** A request, and the tool that was asked for where the caller knows it. */
interface WaitedFor {
  readonly id: string;
  readonly tool?: string | undefined;
}

/** The request as it was last seen, for a caller whose time ends in the middle of a call. */
interface Seen {
  facts: RequestFacts | undefined;
}

/**
 * Resolves once the request is allowed, and throws for every other end. A server that cannot be reached for a while is
 * waited for like the decision itself. Giving up changes nothing (TM-6): the same wait can be begun again.
 */
export async function waitUntilAllowed(
  transport: Transport,
  clock: GateClock,
  { id, tool }: WaitedFor,
  { signal, timeout, onQuestion }: WaitOptions,
): Promise<RequestFacts> {
  const seen: Seen = { facts: undefined };
  // Without time to wait, the request is read once. A timer would cut that call short.
  if (timeout === undefined || timeout <= 0) {
    return waitOn(transport, clock, { id, tool, seen }, { signal, timeout, onQuestion });
  }
  const done = new AbortController();
  const over = new AbortController();
  void clock.pause(timeout, done.signal).then(() => over.abort());
  const either = signal === undefined ? over.signal : AbortSignal.any([signal, over.signal]);
  try {
    const options = { signal: either, timeout, onQuestion };
    return await waitOn(transport, clock, { id, tool, seen }, options);
  } catch (error) {
    signal?.throwIfAborted();
    // A call that was under way when the time was over ended with it, answered or not.
    const isAnswer = error instanceof NotAllowed || error instanceof GateMisconfigured;
    if (isAnswer || !over.signal.aborted) throw error;
    const detail = 'no decision arrived while the caller waited';
    const { facts } = seen;
    throw new NotAllowed({ code: 'request_pending', detail, approval_request_id: id, facts, tool });
  } finally {
    done.abort('ended');
  }
}

async function waitOn(
  transport: Transport,
  clock: GateClock,
  { id, tool, seen }: WaitedFor & { readonly seen: Seen },
  { signal, timeout, onQuestion }: WaitOptions,
): Promise<RequestFacts> {
  const answer = questionAnswerer(transport, onQuestion, { signal });
  const begun = clock.elapsed();
  let facts = must(await transport.read(id, { signal }), { id, tool });
  const until = begun + (timeout ?? lifeOf(facts) + graceMilliseconds);
  while (facts.status === 'pending') {
    seen.facts = facts;
    answer(facts);
    const left = until - clock.elapsed();
    if (left <= 0) {
      const detail = 'no decision arrived while the caller waited';
      throw new NotAllowed({ code: 'request_pending', detail, facts, tool });
    }
    const milliseconds = Math.min(left, lookMilliseconds);
    const heard: Result<RequestFacts> = await transport.wait(id, {
      signal,
      after: facts.version,
      milliseconds,
    });
    signal?.throwIfAborted();
    if (heard.ok) facts = heard.value;
    else if (isTransient(heard.refusal.code)) await clock.pause(againMilliseconds, signal);
    else throw refused(heard.refusal, { id, facts, tool });
    signal?.throwIfAborted();
  }
  if (facts.status !== 'allowed') throw notAllowedNow(facts, tool);
  return facts;
}

/** By the clock of the server, so that a wrong clock here makes it neither longer nor shorter. */
function lifeOf({ request }: RequestFacts): number {
  return millisecondsOf(request.expires_at) - millisecondsOf(request.requested_at);
}

function isTransient(code: ReasonCode): boolean {
  const { outcome, retry } = reasonCodes[code];
  return (outcome ?? 'unavailable') === 'unavailable' && retry === 'same_call';
}
