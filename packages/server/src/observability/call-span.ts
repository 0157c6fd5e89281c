import type { Trace } from '@countersign/protocol/value';
import {
  type Context,
  isSpanContextValid,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace as tracing,
} from '@opentelemetry/api';
import type { Answer } from '../http/answer.ts';
import { readTraceparent } from '../http/trace-context.ts';

/** The span of one call. It ends with the call; what a request waits for between two calls is a link, not a span. */
interface CallSpan {
  /** Where the call is in a larger run, for what it opens; null where the caller does not trace. */
  readonly trace: Trace | null;
  end(status: number, answer: Answer): void;
}

const tracer = 'countersign';

/** Begins the span of a call under the one that the caller names. Without an SDK in the process it does nothing. */
export function startCallSpan(
  call: { readonly method: string; readonly path: string; readonly call_id: string },
  traceparent: string | undefined,
): CallSpan {
  const { method, path, call_id } = call;
  const caller = readTraceparent(traceparent);
  const span = tracing.getTracer(tracer).startSpan(
    `${method} ${path}`,
    {
      kind: SpanKind.SERVER,
      attributes: {
        'http.request.method': method,
        'http.route': path,
        'countersign.call_id': call_id,
      },
    },
    parentOf(caller, traceparent),
  );
  return {
    trace: traceOf(span, caller),
    end: (status, answer) => {
      span.setAttribute('http.response.status_code', status);
      if (answer.kind === 'refused') span.setAttribute('error.type', answer.refusal.code);
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      linkToOpening(span, answer);
      span.end();
    },
  };
}

/** A delivery by webhook: a span of its own, linked to the one that opened the request, and the header for the receiver. */
export function startDeliverySpan(
  endpoint: string,
  opening: Trace | null,
): { readonly headers: Readonly<Record<string, string>>; end(problem: string | null): void } {
  const opened = contextOf(opening, TraceFlags.SAMPLED);
  const span = tracing.getTracer(tracer).startSpan(
    'deliver webhook',
    {
      kind: SpanKind.PRODUCER,
      attributes: { 'countersign.endpoint': endpoint },
      ...(opened === null ? {} : { links: [{ context: opened }] }),
    },
    ROOT_CONTEXT,
  );
  const own = span.spanContext();
  // Where this process traces nothing, the receiver is at least told what the question belongs to.
  const told = isSpanContextValid(own) ? own : opened;
  return {
    headers: told === null ? {} : { traceparent: traceparentOf(told) },
    end: problem => {
      if (problem !== null) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
  };
}

function parentOf(caller: Trace | null, traceparent = ''): Context {
  const sampled = Number.parseInt(traceparent.slice(-2), 16) & TraceFlags.SAMPLED;
  const context = contextOf(caller, sampled);
  return context === null ? ROOT_CONTEXT : tracing.setSpanContext(ROOT_CONTEXT, context);
}

/** Null for a trace that others named in a form of their own. */
function contextOf(trace: Trace | null, traceFlags: number): SpanContext | null {
  if (trace === null || trace.span_id === null) return null;
  const context = {
    traceId: trace.trace_id,
    spanId: trace.span_id,
    traceFlags,
    isRemote: true,
  };
  return isSpanContextValid(context) ? context : null;
}

function traceOf(span: Span, caller: Trace | null): Trace | null {
  const { traceId, spanId } = span.spanContext();
  if (!isSpanContextValid(span.spanContext()) || spanId === caller?.span_id) return caller;
  return {
    trace_id: traceId,
    span_id: spanId,
    parent_span_id: caller?.span_id ?? null,
    correlation_id: null,
    attributes: {},
  };
}

function traceparentOf({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}

/**
 * The caller that decides, consumes or reports is in another run than the one that asked; the link leads from one to
 * the other.
 */
function linkToOpening(span: Span, answer: Answer): void {
  if (!span.isRecording() || answer.kind !== 'json') return;
  const { request } = (answer.body ?? {}) as { request?: { trace?: Trace | null } };
  const context = contextOf(request?.trace ?? null, TraceFlags.SAMPLED);
  if (context === null || context.spanId === span.spanContext().spanId) return;
  span.addLink({ context });
}
