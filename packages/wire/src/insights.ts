import { Name } from '@countersign/protocol/value';
import * as z from 'zod';

/** The outcomes of an action. */
export const InsightsMeasure = z.enum([
  'asked',
  'allowed',
  'denied',
  'approved',
  'rejected',
  'expired',
  'cancelled',
  'amended',
]);
export type InsightsMeasure = z.infer<typeof InsightsMeasure>;

const count = z.int().min(0);

/** Everything about a request counts on the day it was asked. */
export const InsightsCounts = z.object({
  /** The rule, the agent or the tool. A long name is cut and ends with a part of its digest. */
  name: z.string(),
  asked: count,
  /** By policy, without a question. */
  allowed: count,
  /** By policy, without a question. */
  denied: count,
  approved: count,
  rejected: count,
  expired: count,
  cancelled: count,
  /** Ended because a reviewer changed the action, which was then asked again. */
  amended: count,
  /** Asked, and still open. */
  waiting: count,
});
export type InsightsCounts = z.infer<typeof InsightsCounts>;

const InsightsNames = z.object({
  /** Those that asked most, first; 50 at most. */
  rows: z.array(InsightsCounts),
  /** How many there are in all. */
  of: count,
});

const pace = {
  decided: count,
  /** Half of the decisions took no longer; null where there were too few. */
  median_seconds: z.number().nullable(),
  /** Nine of ten decisions took no longer; null where there were too few. */
  p90_seconds: z.number().nullable(),
};

/** How long a stage took, from its opening to the decision that ended it. */
export const InsightsStage = z.object({
  stage: z.string(),
  ...pace,
  /** The deadline that most requests with this stage had, from the asking. */
  deadline_seconds: z.number().nullable(),
});
export type InsightsStage = z.infer<typeof InsightsStage>;

/** For which stage expired requests waited. */
export const InsightsUnanswered = z.object({
  stage: z.string(),
  expired: count,
  /** The shortest span of hours of asking with four of five of them, in UTC; null where there is none. */
  hours: z.object({ from: z.int(), to: z.int(), expired: count }).nullable(),
});
export type InsightsUnanswered = z.infer<typeof InsightsUnanswered>;

/** The outcome of actions, and how long decisions took. Counts are by stage, rule, agent and tool; never by person. */
export const InsightsAnswer = z.object({
  period: z.object({ from: z.string(), to: z.string(), days: count, zone: z.literal('UTC') }),
  agent_id: z.string().nullable(),
  tool_name: z.string().nullable(),
  counted: z.object({
    /** The time of the last event that is counted. */
    up_to: z.string().nullable(),
    /** False while later events are still being counted. */
    is_complete: z.boolean(),
  }),
  /** How far a duration can be from the true one, as a share of it. */
  precision: z.number(),
  /** Every day of the period, the oldest first. */
  days: z.array(z.string()),
  /** Asked, allowed by rule and denied by rule together. */
  actions: count,
  series: z.array(
    z.object({
      measure: InsightsMeasure,
      total: count,
      max: count,
      /** One number for each day. */
      counts: z.array(count),
    }),
  ),
  /** False where fewer than `asks_min` were asked: then there are counts only. */
  is_enough: z.boolean(),
  asks_min: count,
  stages: z.array(InsightsStage),
  rules: InsightsNames,
  agents: InsightsNames,
  tools: InsightsNames,
  unanswered: z.array(InsightsUnanswered),
  /** Rules that asked at least `never_rejected_asks_min` times, and no approver said no. */
  never_rejected: z.array(InsightsCounts),
  never_rejected_asks_min: count,
  /** Rules whose requests approvers rejected, with the ground that was given most. */
  caught: z.array(
    z.object({ rule: z.string(), rejected: count, ground: z.string().nullable(), given: count }),
  ),
  /** How long the caller took to decide. No one else sees it. */
  own_pace: z.object(pace).nullable(),
});
export type InsightsAnswer = z.infer<typeof InsightsAnswer>;

const view = {
  /** How many days, today included; days are in UTC. */
  days: z.coerce.number().int().min(1).max(366).default(30),
  agent_id: Name.optional(),
  tool_name: Name.optional(),
};

export const InsightsQuery = z.strictObject(view);
/** As a client writes it. */
export interface InsightsQuery {
  readonly days?: number;
  readonly agent_id?: string;
  readonly tool_name?: string;
}

/** The tables behind the charts. */
export const insightsTables = [
  'days',
  'stages',
  'rules',
  'agents',
  'tools',
  'unanswered',
  'never_rejected',
  'caught',
] as const;
export const InsightsTable = z.enum(insightsTables);
export type InsightsTable = z.infer<typeof InsightsTable>;
