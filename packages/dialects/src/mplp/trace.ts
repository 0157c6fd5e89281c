import { parserOf } from '@countersign/protocol/json';
import * as z from 'zod';
import {
  DateTime,
  inconsistent,
  MplpEvent,
  MplpGovernance,
  MplpMetadata,
  MplpTraceBase,
  OpenObject,
  Text,
} from './common-forms.ts';
import { MplpId } from './identifiers.ts';

const MplpSegment = z.strictObject({
  segment_id: MplpId,
  parent_segment_id: MplpId.optional(),
  label: Text,
  status: z.enum(['pending', 'running', 'completed', 'failed', 'cancelled', 'skipped']),
  started_at: DateTime.optional(),
  finished_at: DateTime.optional(),
  attributes: OpenObject.optional(),
});

export const MplpTrace = z.strictObject({
  meta: MplpMetadata,
  governance: MplpGovernance.optional(),
  trace_id: MplpId,
  context_id: MplpId,
  plan_id: MplpId.optional(),
  root_span: MplpTraceBase,
  status: z.enum(['pending', 'running', 'completed', 'failed', 'cancelled']),
  started_at: DateTime.optional(),
  finished_at: DateTime.optional(),
  segments: z.array(MplpSegment).max(16_384).optional(),
  events: z.array(MplpEvent).max(16_384).optional(),
});
export type MplpTrace = z.infer<typeof MplpTrace>;

export const parseMplpTrace = parserOf('MplpTrace', MplpTrace);

/** Reads a trace: whole, and of one piece. Its spans and events name the trace itself, and each event is there once. */
export function fromMplpTrace(value: unknown): MplpTrace {
  const trace = parseMplpTrace(value);
  const { trace_id, context_id, root_span, started_at, finished_at, events = [] } = trace;
  if (root_span.trace_id !== trace_id || (root_span.context_id ?? context_id) !== context_id) {
    throw inconsistent('/root_span', 'expected the span of this trace and context');
  }
  if (events.some(event => (event.trace_id ?? trace_id) !== trace_id)) {
    throw inconsistent('/events', 'expected events of this trace');
  }
  if (new Set(events.map(({ event_id }) => event_id)).size !== events.length) {
    throw inconsistent('/events', 'expected each event once');
  }
  const backwards =
    started_at !== undefined &&
    finished_at !== undefined &&
    Date.parse(finished_at) < Date.parse(started_at);
  if (backwards) throw inconsistent('/finished_at', 'expected a time not before started_at');
  return trace;
}
