import { timestampFromMilliseconds } from '@countersign/protocol/value';
import type { Context } from '../context.ts';
import { durationPrecision } from './duration-buckets.ts';
import { type Insights, summarize, type TalliesByKind } from './summarize-tallies.ts';
import type { TallyKind } from './tally.ts';
import { personScope, scopeOf } from './tally-scope.ts';

export interface InsightsQuestion {
  /** How many days, today included. */
  readonly days: number;
  readonly agentId?: string;
  readonly toolName?: string;
  /** Whose own pace is read: the person who asks. */
  readonly personId: string;
}

/** The numbers, with the period and the events that they were counted from. */
export interface InsightsRead extends Insights {
  readonly period: {
    readonly from: string;
    readonly to: string;
    readonly days: number;
    readonly zone: 'UTC';
  };
  readonly counted: { readonly up_to: string | null; readonly is_complete: boolean };
  readonly precision: number;
}

/** No view needs more rows of one kind. Of an agent that invents names of tools, those that were counted least are left out. */
const rowsMax = 50_000;
const dayMilliseconds = 86_400_000;

/** Null where nothing was ever counted of the agent or the tool that was asked for. */
export async function readInsights(
  { store }: Pick<Context, 'store'>,
  { days, agentId, toolName, personId }: InsightsQuestion,
): Promise<InsightsRead | null> {
  const scope = scopeOf(agentId, toolName);
  const [state, place, log] = await Promise.all([
    store.readState(),
    store.readTallied(),
    store.readLog(),
  ]);
  const period = periodOf(state.now, days);
  if (agentId !== undefined || toolName !== undefined) {
    const ever = { scope, kind: 'rule', from: '0000-01-01', to: '9999-12-31', limit: 1 } as const;
    if ((await store.readTallies(ever)).length === 0) return null;
  }
  const { from, to } = period;
  const read = (kind: TallyKind, within = scope) =>
    store.sumTallies({ by: 'name', scope: within, kind, from, to, limit: rowsMax });
  const each = { by: 'day', scope, kind: 'rule', from, to, limit: rowsMax } as const;
  const [eachDay, rule, agent, tool, stage, deadline, unanswered, reason, pace] = await Promise.all(
    [
      store.sumTallies(each),
      read('rule'),
      read('agent', scopeOf(undefined, toolName)),
      read('tool', scopeOf(agentId, undefined)),
      read('stage'),
      read('deadline'),
      read('unanswered'),
      read('reason'),
      read('pace', personScope(personId)),
    ],
  );
  const tallies: TalliesByKind = {
    rule,
    agent,
    tool,
    stage,
    deadline,
    unanswered,
    reason,
    pace,
  };
  return {
    period: { ...period, days, zone: 'UTC' },
    counted: {
      up_to: place.up_to,
      is_complete: place.epoch === log.epoch && place.index >= log.frontier.size,
    },
    precision: durationPrecision,
    ...summarize(tallies, eachDay, daysOf(period.from, days)),
  };
}

function periodOf(now: string, days: number): { readonly from: string; readonly to: string } {
  const to = now.slice(0, 10);
  const first = Date.parse(`${to}T00:00:00.000Z`) - (days - 1) * dayMilliseconds;
  return { from: timestampFromMilliseconds(first).slice(0, 10), to };
}

function daysOf(from: string, days: number): string[] {
  const first = Date.parse(`${from}T00:00:00.000Z`);
  return Array.from({ length: days }, (_, day) =>
    timestampFromMilliseconds(first + day * dayMilliseconds).slice(0, 10),
  );
}
