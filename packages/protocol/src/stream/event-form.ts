import * as z from 'zod';
import { type ReasonCode, reasonCodes } from '../reason/reason-codes.ts';
import { Timestamp } from '../value/timestamp.ts';
import { Prose } from '../value/wire-text.ts';
import type { EventType } from './events.ts';

/** The form every event has; each kind of stream is a union of these. */
export function eventForm<Type extends EventType, Data extends z.ZodType>(type: Type, data: Data) {
  return z.strictObject({ type: z.literal(type), at: Timestamp, data });
}

/** A refusal as it is recorded in an event. */
export const RecordedRefusal = z.strictObject({
  code: z.enum(Object.keys(reasonCodes) as [ReasonCode, ...ReasonCode[]]),
  detail: Prose,
});
