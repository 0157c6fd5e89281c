import * as z from 'zod';
import { ProtocolError } from '../reason/protocol-error.ts';

/**
 * A point in time as text: RFC 3339, UTC, always milliseconds, always `Z`. The form has a fixed width,
 * so comparing two timestamps as strings compares the times, and what is hashed is what is compared.
 */
export const Timestamp = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/, 'expected YYYY-MM-DDTHH:MM:SS.mmmZ')
  .refine(isRealTime, 'expected a date and time that exist')
  .brand<'Timestamp'>();
export type Timestamp = z.infer<typeof Timestamp>;

/** The latest time the form can write. */
const millisecondsMax = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

export function timestampFromMilliseconds(milliseconds: number): Timestamp {
  if (!Number.isSafeInteger(milliseconds) || milliseconds < 0 || milliseconds > millisecondsMax) {
    throw new ProtocolError(
      'options_malformed',
      '',
      'expected whole milliseconds since 1970 and before the year 10000',
    );
  }
  return new Date(milliseconds).toISOString() as Timestamp;
}

/** The time as text. A busy process asks many times in a millisecond, so the last one is written once. */
export function rememberedTimestamp(milliseconds: () => number): () => Timestamp {
  let last = 0;
  let text = timestampFromMilliseconds(last);
  return () => {
    const now = milliseconds();
    if (now !== last) {
      text = timestampFromMilliseconds(now);
      last = now;
    }
    return text;
  };
}

export function millisecondsOf(timestamp: Timestamp): number {
  return Date.parse(timestamp);
}

/** Ends at the last time that can be written rather than overflow: a deadline never wraps around. */
export function addSeconds(timestamp: Timestamp, seconds: number): Timestamp {
  return timestampFromMilliseconds(
    Math.min(millisecondsOf(timestamp) + Math.round(seconds * 1000), millisecondsMax),
  );
}

export function earlierOf(a: Timestamp, b: Timestamp): Timestamp {
  return a < b ? a : b;
}

/** TM-1: at its deadline a thing is already dead. */
export function isDue(deadline: Timestamp, now: Timestamp): boolean {
  return now >= deadline;
}

function isRealTime(text: string): boolean {
  const milliseconds = Date.parse(text);
  return Number.isFinite(milliseconds) && new Date(milliseconds).toISOString() === text;
}
