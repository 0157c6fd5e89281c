import type { CaseRounds, CaseStatus } from './case-view.ts';
import { viewCase } from './case-view.ts';
import { metadataAt } from './common-forms.ts';
import { checkedId } from './identifiers.ts';
import { extensionName } from './to-confirm.ts';
import { type EventOptions, toMplpEvents } from './to-events.ts';
import type { MplpTrace } from './trace.ts';

export interface TraceOptions extends EventOptions {
  /** Where the request does not say it itself. */
  readonly context_id?: string;
}

const traceStatusOf = {
  pending: 'running',
  allowed: 'completed',
  denied: 'completed',
  consumed: 'completed',
  expired: 'cancelled',
  cancelled: 'cancelled',
  revoked: 'cancelled',
} as const satisfies Record<CaseStatus, MplpTrace['status']>;

/** The trace of a case: from its first question to its last answer. */
export function toMplpTrace(rounds: CaseRounds, options: TraceOptions = {}): MplpTrace {
  const view = viewCase(rounds);
  const { request } = view.first;
  const context_id =
    options.context_id === undefined
      ? view.context_id
      : checkedId(options.context_id, '/context_id');
  const finished_at = view.latest.resolution?.resolved_at;
  const digests = view.rounds.map(round => round.request.trace_digest);
  return {
    meta: metadataAt(request.requested_at),
    trace_id: view.trace_id,
    context_id,
    ...(view.plan_id === null ? {} : { plan_id: view.plan_id }),
    root_span: {
      trace_id: view.trace_id,
      span_id: view.span_id,
      context_id,
      ...(options.bare === true
        ? {}
        : { attributes: { [extensionName]: { trace_digests: digests, status: view.status } } }),
    },
    status: traceStatusOf[view.status],
    started_at: request.requested_at,
    ...(finished_at === undefined ? {} : { finished_at }),
    events: [...toMplpEvents(rounds, options)],
  };
}
