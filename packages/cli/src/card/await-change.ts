import { setTimeout as pause } from 'node:timers/promises';
import type { RequestRepresentation } from '@countersign/client/people';

/** The change of a request that the command waits for. */
export type WaitedFacts = Pick<
  RequestRepresentation,
  | 'approval_request_id'
  | 'cancelled'
  | 'entries'
  | 'outcome'
  | 'request'
  | 'resolution'
  | 'status'
  | 'superseded_by'
  | 'version'
>;

interface Waiting<Facts extends WaitedFacts> {
  /** The request as soon as it is newer than a version, or as it is after some seconds. */
  read(after: number | null, seconds: number, signal: AbortSignal): Promise<Facts>;
  isOver(facts: Facts): boolean;
  readonly signal: AbortSignal;
  /** Seconds to wait at most; without a limit until the request itself ends. */
  readonly seconds: number | null;
  /** Called once each time the server stops answering. */
  onSilence?(): void;
}

const lookSeconds = 25;
const againMilliseconds = 1000;

/**
 * Waits until a request reaches the awaited state, over as many calls as that takes. If the server does not answer for
 * a while, the wait continues. Giving up changes nothing. Null when the time is over.
 */
export async function awaitChange<Facts extends WaitedFacts>(
  waiting: Waiting<Facts>,
): Promise<Facts | null> {
  const { signal, seconds } = waiting;
  const until = seconds === null ? Number.POSITIVE_INFINITY : performance.now() + seconds * 1000;
  let latest = await waiting.read(null, 0, endingWith(signal, until));
  let silent = false;
  while (!waiting.isOver(latest)) {
    const left = (until - performance.now()) / 1000;
    if (left <= 0) return null;
    try {
      const look = Math.max(1, Math.min(lookSeconds, Math.ceil(left)));
      latest = await waiting.read(latest.version, look, endingWith(signal, until));
      silent = false;
    } catch (error) {
      signal.throwIfAborted();
      if (performance.now() >= until) return null;
      if (!isSilence(error)) throw error;
      if (!silent) waiting.onSilence?.();
      silent = true;
      await pause(againMilliseconds, undefined, { signal });
    }
  }
  return latest;
}

function endingWith(signal: AbortSignal, until: number): AbortSignal {
  if (until === Number.POSITIVE_INFINITY) return signal;
  const left = Math.max(1, Math.ceil(until - performance.now()));
  return AbortSignal.any([signal, AbortSignal.timeout(left)]);
}

function isSilence(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === 'server_unreachable';
}
