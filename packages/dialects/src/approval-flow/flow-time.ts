import { type Timestamp, timestampFromMilliseconds } from '@countersign/protocol/value';
import * as z from 'zod';

const form =
  /^(\d{4}-\d{2}-\d{2})T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/**
 * A time as upstream writes it: RFC 3339 with seconds, in any zone. What is signed is the text, so the text is kept;
 * what is compared is the time.
 */
export const FlowTime = z
  .string()
  .regex(form, 'expected a date and time with seconds and a zone')
  .refine(isRealTime, 'expected a date and time that exist, from 1970 on');

/** The same time in our form. Below a millisecond it is cut, so that no deadline moves to later. */
export function timestampOf(time: string): Timestamp {
  return timestampFromMilliseconds(Date.parse(time));
}

function isRealTime(text: string): boolean {
  const [, day = ''] = form.exec(text) ?? [];
  const milliseconds = Date.parse(text);
  if (!(milliseconds >= 0) || milliseconds > Date.UTC(9999, 11, 31)) return false;
  return new Date(`${day}T00:00:00.000Z`).toISOString().startsWith(day);
}
