import type { Trace } from '@countersign/protocol/value';

const traceparentForm = /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/;

/** The trace of a caller, in the form of W3C Trace Context; null where there is no well-formed one. */
export function readTraceparent(header: string | undefined): Trace | null {
  const [, trace_id, span_id] = traceparentForm.exec(header ?? '') ?? [];
  if (trace_id === undefined || span_id === undefined) return null;
  if (/^0+$/.test(trace_id) || /^0+$/.test(span_id)) return null;
  return { trace_id, span_id, parent_span_id: null, correlation_id: null, attributes: {} };
}
