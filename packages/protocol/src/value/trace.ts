import * as z from 'zod';
import { Name, OpenObject } from './wire-text.ts';

/** Where in a larger run this happened. Its digest is bound, so the trace itself may be erased. */
export const Trace = z.strictObject({
  trace_id: Name,
  span_id: Name.nullable().default(null),
  parent_span_id: Name.nullable().default(null),
  correlation_id: Name.nullable().default(null),
  attributes: OpenObject.default({}),
});
export type Trace = z.infer<typeof Trace>;
