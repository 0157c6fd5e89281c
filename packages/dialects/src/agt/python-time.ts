import { ProtocolError } from '@countersign/protocol/reason';
import { millisecondsOf, Timestamp } from '@countersign/protocol/value';
import * as z from 'zod';

/**
 * A time as AGT writes it: UTC, as `Z` or as `+00:00`, with up to six digits of a second. Another offset names the same
 * moment in other bytes, and so another digest; it is refused rather than guessed at.
 */
export const AgtTime = z
  .string()
  .max(32)
  .regex(
    /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,6})?(?:Z|\+00:00)$/,
    'expected a time in UTC with at most six digits of a second',
  )
  .refine(isRealTime, 'expected a date and time that exist');
export type AgtTime = z.infer<typeof AgtTime>;

/**
 * The one form that is hashed: what Python's `isoformat()` writes of an aware UTC datetime. A fraction appears only
 * where it is not zero, and then with six digits. JavaScript's form would give another digest.
 */
export function pythonTime(time: string): string {
  const { seconds, microseconds } = partsOf(time);
  return `${seconds}${microseconds === '000000' ? '' : `.${microseconds}`}+00:00`;
}

/** Our form of it. What is finer than a millisecond is cut off, so that a deadline never moves to later. */
export function timestampOf(time: AgtTime): Timestamp {
  const { seconds, microseconds } = partsOf(time);
  return Timestamp.parse(`${seconds}.${microseconds.slice(0, 3)}Z`);
}

/** Whether our form says the same moment exactly. */
export function isWholeMilliseconds(time: AgtTime): boolean {
  return partsOf(time).microseconds.endsWith('000');
}

function partsOf(time: string): { readonly seconds: string; readonly microseconds: string } {
  if (!AgtTime.safeParse(time).success) {
    throw new ProtocolError('object_malformed', '', 'expected a time in UTC, as AGT writes it');
  }
  const fraction = /\.(\d+)/.exec(time)?.[1] ?? '';
  return { seconds: time.slice(0, 19), microseconds: fraction.padEnd(6, '0') };
}

function isRealTime(text: string): boolean {
  const form = Timestamp.safeParse(`${text.slice(0, 19)}.000Z`);
  return form.success && Number.isFinite(millisecondsOf(form.data));
}
