import type { Timestamp } from '@countersign/protocol/value';

/**
 * How often something happened on one day. Tallies are folded from the log and are no evidence: they can be counted
 * again from the events.
 */
export interface Tally {
  /** What is counted: everything, one agent, one tool, one agent with one tool, or the decisions of one person. */
  readonly scope: string;
  readonly kind: TallyKind;
  /** In UTC, as `2026-11-18`. */
  readonly day: string;
  /** The rule, agent, tool or stage that is counted. */
  readonly name: string;
  /** What happened, or the bucket of a histogram. */
  readonly measure: string;
  readonly count: number;
}

/**
 * # rule, agent, tool
 * The outcome of actions, by the rule that answered, the agent that asked and the tool.
 *
 * # stage
 * How long a stage took to decide, as a histogram.
 *
 * # deadline
 * How many seconds the requests of a stage had.
 *
 * # unanswered
 * For which stage an expired request waited, by the hour in which it was asked.
 *
 * # reason
 * Which ground approvers gave for a rejection, by rule.
 *
 * # pace
 * How long one person took to decide, as a histogram.
 */
export type TallyKind =
  | 'rule'
  | 'agent'
  | 'tool'
  | 'stage'
  | 'deadline'
  | 'unanswered'
  | 'reason'
  | 'pace';

/** A place in the logs: every event before it is counted, and none after it. */
export interface TalliedPlace {
  readonly epoch: number;
  readonly index: number;
  /** The time of the last event before the place; null before the first. */
  readonly up_to: Timestamp | null;
}

/** What is added in one piece when the counting goes from one place to the next. */
export interface TallyStep {
  readonly from: Pick<TalliedPlace, 'epoch' | 'index'>;
  readonly to: TalliedPlace;
  /** Each key once. */
  readonly tallies: readonly Tally[];
}

/** What is added up: the names of each day, or the days of each name. */
export type SummedBy = 'day' | 'name';

/** The counts of one day, or of one name, with one measure. */
export interface TallySum {
  readonly key: string;
  readonly measure: string;
  readonly count: number;
}

export interface TallyQuery {
  readonly scope: string;
  readonly kind: TallyKind;
  /** The first and the last day, both included. */
  readonly from: string;
  readonly to: string;
  readonly limit: number;
}
