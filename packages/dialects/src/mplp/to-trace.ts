import { metadataAt } from './common-forms.ts';
import { checkedId } from './identifiers.ts';
import type { CaseRounds, CaseStatus } from './mplp-case.ts';
import { readCase } from './mplp-case.ts';
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
  amended: 'cancelled',
  revoked: 'cancelled',
} as const satisfies Record<CaseStatus, MplpTrace['status']>;

/** The trace of a case: from its first question to its last answer. */
export function toMplpTrace(rounds: CaseRounds, options: TraceOptions = {}): MplpTrace {
  const mplpCase = readCase(rounds);
  const { request } = mplpCase.first;
  const context_id =
    options.context_id === undefined
      ? mplpCase.context_id
      : checkedId(options.context_id, '/context_id');
  const finished_at = mplpCase.latest.resolution?.resolved_at;
  const digests = mplpCase.rounds.map(round => round.request.trace_digest);
  return {
    meta: metadataAt(request.requested_at),
    trace_id: mplpCase.trace_id,
    context_id,
    ...(mplpCase.plan_id === null ? {} : { plan_id: mplpCase.plan_id }),
    root_span: {
      trace_id: mplpCase.trace_id,
      span_id: mplpCase.span_id,
      context_id,
      ...(options.bare === true
        ? {}
        : { attributes: { [extensionName]: { trace_digests: digests, status: mplpCase.status } } }),
    },
    status: traceStatusOf[mplpCase.status],
    started_at: request.requested_at,
    ...(finished_at === undefined ? {} : { finished_at }),
    events: [...toMplpEvents(rounds, options)],
  };
}
