import { parseStrict } from '@countersign/protocol/json';
import { ChangeHint } from '@countersign/wire/agent-answers';
import { readEvents } from '../event-stream.ts';
import { reader } from '../read-answer.ts';
import { ApiProblem } from './api-problem.ts';
import type { PersonCaller } from './person-caller.ts';

const readHint = reader(ChangeHint);

/** The state of the feed. It is `lost` until the feed reconnects by itself. */
export type FeedState = 'connecting' | 'live' | 'lost';

export interface FeedOptions {
  readonly signal: AbortSignal;
  onState?(state: FeedState): void;
}

/** Which request has changed; null means anything may have, so read everything again. */
export interface Change {
  readonly approval_request_id: string | null;
}

/** A server that is there says so every fifteen seconds. */
const idleMilliseconds = 45_000;
const backoffMilliseconds = 500;
const backoffMax = 15_000;

/**
 * What has changed, until the signal aborts. Hints have no numbers. So each time the feed begins, it says that anything
 * may have changed before. After a break the feed reconnects by itself. A refusal, such as the end of the session, is
 * thrown, because reconnecting would not help.
 */
export async function* changeFeed(
  caller: PersonCaller,
  { signal, onState }: FeedOptions,
): AsyncGenerator<Change, void, undefined> {
  let breaks = 0;
  onState?.('connecting');
  while (!signal.aborted) {
    let pause = 0;
    // Ends the connection also where the listener has left the loop.
    const leave = new AbortController();
    try {
      const response = await caller.open('/v1/events', {
        accept: 'text/event-stream',
        signal: AbortSignal.any([signal, leave.signal]),
      });
      if (response.body === null) throw new Error('the feed has no body');
      onState?.('live');
      yield { approval_request_id: null };
      for await (const event of readEvents(response.body, idleMilliseconds)) {
        breaks = 0;
        if (event === 'alive' || event.event !== 'changed') continue;
        const hint = readHint(parseStrict(event.data));
        if (hint === null) continue;
        if ('all' in hint) yield { approval_request_id: null };
        else for (const id of hint.ids) yield { approval_request_id: id };
      }
    } catch (error) {
      if (signal.aborted) return;
      if (isFinal(error)) throw error;
      pause = error instanceof ApiProblem ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
    } finally {
      leave.abort();
    }
    if (signal.aborted) return;
    onState?.('lost');
    const backoff = Math.min(backoffMax, backoffMilliseconds * 2 ** breaks);
    breaks += 1;
    await caller.clock.pause(Math.max(pause, backoff * (0.5 + Math.random() / 2)), signal);
  }
}

function isFinal(error: unknown): boolean {
  return error instanceof ApiProblem && error.status >= 400 && error.status < 500
    ? error.status !== 429 && error.status !== 408
    : false;
}
