import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** How a request can end before anything is executed. */
export type RequestOutcome = 'allowed' | 'denied' | 'expired' | 'cancelled' | 'amended';

/** What is counted and timed, in the form that Prometheus reads. Names of agents and people are never labels. */
export interface Metrics {
  /** Called when a call begins; what it returns, when the call has its answer. */
  callStarted(route: string): (status: number) => void;
  /** Called for every event that was committed here. */
  eventCommitted(type: string): void;
  /** Called when a request has its answer, with the time since it was opened. */
  decided(seconds: number, outcome: RequestOutcome): void;
  delivered(topic: string, outcome: 'delivered' | 'retry' | 'dead'): void;
  /** An invalid answer from a channel, by its reason code. */
  answerRefused(code: string): void;
  /** An executor reports that it ran another action than the approved one. */
  executionDiverged(): void;
  sequenced(added: number): void;
  setPending(count: number): void;
  setLogLag(events: number): void;
  setDeadLetters(count: number): void;
  commitTook(seconds: number, outcome: string): void;
  text(): Promise<string>;
  readonly mediaType: string;
}

export function createMetrics(monotonicSeconds: () => number): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const calls = new Histogram({
    name: 'countersign_call_duration_seconds',
    help: 'How long calls took, by route and status.',
    labelNames: ['route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 60],
    registers,
  });
  const events = new Counter({
    name: 'countersign_events_total',
    help: 'Events committed by this process, by type.',
    labelNames: ['type'],
    registers,
  });
  const decisions = new Histogram({
    name: 'countersign_time_to_decision_seconds',
    help: 'From opening a request to its resolution, by outcome.',
    labelNames: ['outcome'],
    buckets: [1, 5, 15, 60, 300, 900, 3600, 14_400],
    registers,
  });
  const deliveries = new Counter({
    name: 'countersign_deliveries_total',
    help: 'Deliveries tried by this process, by topic and outcome.',
    labelNames: ['topic', 'outcome'],
    registers,
  });
  const answers = new Counter({
    name: 'countersign_answers_refused_total',
    help: 'Answers of webhooks and conversations that were refused by this process, by code.',
    labelNames: ['code'],
    registers,
  });
  const diverged = new Counter({
    name: 'countersign_diverged_executions_total',
    help: 'Reports to this process that name another action than the approved one.',
    registers,
  });
  const sequenced = new Counter({
    name: 'countersign_log_events_total',
    help: 'Events added to the log by this process.',
    registers,
  });
  const commits = new Histogram({
    name: 'countersign_commit_duration_seconds',
    help: 'How long commits took, by outcome.',
    labelNames: ['outcome'],
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 2],
    registers,
  });
  const pending = new Gauge({
    name: 'countersign_pending_requests',
    help: 'Requests waiting for a decision.',
    registers,
  });
  const lag = new Gauge({
    name: 'countersign_log_lag_events',
    help: 'Committed events that are in no log yet, up to the limit of one look.',
    registers,
  });
  const dead = new Gauge({
    name: 'countersign_dead_letters',
    help: 'Undelivered messages.',
    registers,
  });
  return {
    callStarted: route => {
      const begun = monotonicSeconds();
      return status => calls.observe({ route, status }, monotonicSeconds() - begun);
    },
    eventCommitted: type => events.inc({ type }),
    decided: (seconds, outcome) => decisions.observe({ outcome }, seconds),
    delivered: (topic, outcome) => deliveries.inc({ topic, outcome }),
    answerRefused: code => answers.inc({ code }),
    executionDiverged: () => diverged.inc(),
    sequenced: added => sequenced.inc(added),
    setPending: count => pending.set(count),
    setLogLag: count => lag.set(count),
    setDeadLetters: count => dead.set(count),
    commitTook: (seconds, outcome) => commits.observe({ outcome }, seconds),
    text: () => registry.metrics(),
    mediaType: registry.contentType,
  };
}
