import { type Timestamp, timestampFromMilliseconds } from '@countersign/protocol/value';

/** The driver reads a timestamptz as a Date; what was written had milliseconds, so nothing is lost. */
export function timestampOf(date: Date): Timestamp {
  return timestampFromMilliseconds(date.getTime());
}

export function timestampOrNull(date: Date | null): Timestamp | null {
  return date === null ? null : timestampOf(date);
}
