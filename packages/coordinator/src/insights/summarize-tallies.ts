import { durationQuantile } from './duration-buckets.ts';
import type { TallyKind, TallySum } from './tally.ts';

/** The tallies of a period, added up by name. */
export type TalliesByKind = Readonly<Record<TallyKind, readonly TallySum[]>>;

/** The outcomes of an action, in the order in which screens show them. */
const actionMeasures = [
  'asked',
  'allowed',
  'denied',
  'approved',
  'rejected',
  'expired',
  'cancelled',
  'amended',
] as const;
type ActionMeasure = (typeof actionMeasures)[number];

export interface Insights {
  /** Every day of the period, the oldest first. */
  readonly days: readonly string[];
  /** Asked, allowed by rule and denied by rule together. */
  readonly actions: number;
  readonly series: readonly {
    readonly measure: ActionMeasure;
    readonly total: number;
    readonly max: number;
    /** One number for each day. */
    readonly counts: readonly number[];
  }[];
  /** False where too few were asked for medians and suggestions. */
  readonly is_enough: boolean;
  readonly asks_min: number;
  readonly stages: readonly StagePace[];
  readonly rules: CountedNames;
  readonly agents: CountedNames;
  readonly tools: CountedNames;
  readonly unanswered: readonly UnansweredStage[];
  readonly never_rejected: readonly CountedName[];
  readonly never_rejected_asks_min: number;
  readonly caught: readonly CaughtRule[];
  /** How long the person who asks took; null where that person decided nothing. */
  readonly own_pace: Pace | null;
}

interface CountedName extends Readonly<Record<ActionMeasure, number>> {
  readonly name: string;
  /** Asked, and still open. */
  readonly waiting: number;
}

interface CountedNames {
  /** Those that asked most, first. */
  readonly rows: readonly CountedName[];
  /** How many there are in all. */
  readonly of: number;
}

interface Pace {
  readonly decided: number;
  /** Null where there were too few decisions. */
  readonly median_seconds: number | null;
  readonly p90_seconds: number | null;
}

interface StagePace extends Pace {
  readonly stage: string;
  /** The deadline that most requests with this stage had. */
  readonly deadline_seconds: number | null;
}

interface UnansweredStage {
  readonly stage: string;
  readonly expired: number;
  /** The shortest span of hours with four of five of them; null where they are too few or lie anywhere. */
  readonly hours: { readonly from: number; readonly to: number; readonly expired: number } | null;
}

interface CaughtRule {
  readonly rule: string;
  readonly rejected: number;
  /** The ground that approvers gave most; null where most gave none that screens offer. */
  readonly ground: string | null;
  readonly given: number;
}

/** Fewer requests than this say nothing about how long decisions take. */
const asksMin = 20;
const neverRejectedAsksMin = 50;
const namesMax = 50;
const unansweredMin = 5;
/** A longer span of hours is no hint any more. */
const hoursMax = 14;

/** Everything that the page shows, from the tallies of one period and what was counted on each day. */
export function summarize(
  tallies: TalliesByKind,
  eachDay: readonly TallySum[],
  days: readonly string[],
): Insights {
  const series = actionMeasures.map(measure => seriesOf(eachDay, days, measure));
  const totalOf = (wanted: ActionMeasure) =>
    series.find(({ measure }) => measure === wanted)?.total ?? 0;
  const isEnough = totalOf('asked') >= asksMin;
  const rules = countNames(tallies.rule);
  const asking = rules.filter(({ asked }) => asked > 0);
  const never = asking.filter(
    ({ asked, rejected }) => asked >= neverRejectedAsksMin && rejected === 0,
  );
  return {
    days,
    actions: totalOf('asked') + totalOf('allowed') + totalOf('denied'),
    series,
    is_enough: isEnough,
    asks_min: asksMin,
    stages: stagesOf(tallies, isEnough),
    rules: cut(rules),
    agents: cut(countNames(tallies.agent)),
    tools: cut(countNames(tallies.tool)),
    unanswered: unansweredOf(tallies.unanswered),
    never_rejected: isEnough ? never.slice(0, namesMax) : [],
    never_rejected_asks_min: neverRejectedAsksMin,
    caught: caughtOf(asking, tallies.reason).slice(0, namesMax),
    own_pace: ownPace(tallies.pace),
  };
}

function seriesOf(
  rows: readonly TallySum[],
  days: readonly string[],
  measure: ActionMeasure,
): Insights['series'][number] {
  const byDay = sumBy(
    rows.filter(row => row.measure === measure),
    ({ key }) => key,
  );
  const counts = days.map(day => byDay.get(day) ?? 0);
  const total = counts.reduce((sum, count) => sum + count, 0);
  return { measure, total, max: Math.max(0, ...counts), counts };
}

function countNames(rows: readonly TallySum[]): CountedName[] {
  return [...groupByName(rows)]
    .map(([name, own]) => {
      const byMeasure = sumBy(own, ({ measure }) => measure);
      const counts = Object.fromEntries(
        actionMeasures.map(measure => [measure, byMeasure.get(measure) ?? 0]),
      ) as Record<ActionMeasure, number>;
      const { asked, approved, rejected, expired, cancelled, amended } = counts;
      const ended = approved + rejected + expired + cancelled + amended;
      const waiting = Math.max(0, asked - ended);
      return { name, ...counts, waiting };
    })
    .toSorted(
      (a, b) =>
        b.asked - a.asked ||
        b.allowed + b.denied - (a.allowed + a.denied) ||
        (a.name < b.name ? -1 : 1),
    );
}

function cut(names: readonly CountedName[]): CountedNames {
  return { rows: names.slice(0, namesMax), of: names.length };
}

function stagesOf({ stage, deadline }: TalliesByKind, isEnough: boolean): StagePace[] {
  const deadlines = groupByName(deadline);
  return [...groupByName(stage)]
    .map(([name, rows]) => ({
      stage: name,
      ...paceOf(rows, isEnough),
      deadline_seconds: mostFrequent(sumBy(deadlines.get(name) ?? [], ({ measure }) => measure)),
    }))
    .toSorted((a, b) => b.decided - a.decided || (a.stage < b.stage ? -1 : 1))
    .slice(0, namesMax);
}

function paceOf(rows: readonly TallySum[], isEnough: boolean): Pace {
  const buckets = sumBy(rows, ({ measure }) => measure);
  const decided = [...buckets.values()].reduce((sum, count) => sum + count, 0);
  const told = isEnough && decided >= asksMin;
  return {
    decided,
    median_seconds: told ? durationQuantile(buckets, 0.5) : null,
    p90_seconds: told ? durationQuantile(buckets, 0.9) : null,
  };
}

function ownPace(rows: readonly TallySum[]): Pace | null {
  return rows.length === 0 ? null : paceOf(rows, true);
}

function mostFrequent(counts: ReadonlyMap<string, number>): number | null {
  const [found] = [...counts].toSorted(([a, m], [b, n]) => n - m || Number(a) - Number(b));
  return found === undefined ? null : Number(found[0]);
}

function unansweredOf(rows: readonly TallySum[]): UnansweredStage[] {
  return [...groupByName(rows)]
    .map(([stage, own]) => {
      const hours = sumBy(own, ({ measure }) => measure);
      const byHour = Array.from(
        { length: 24 },
        (_, hour) => hours.get(String(hour).padStart(2, '0')) ?? 0,
      );
      const expired = byHour.reduce((sum, count) => sum + count, 0);
      return { stage, expired, hours: spanOf(byHour, expired) };
    })
    .toSorted((a, b) => b.expired - a.expired || (a.stage < b.stage ? -1 : 1))
    .slice(0, namesMax);
}

/** Hours go round: 18 to 8 is a night. */
function spanOf(byHour: readonly number[], expired: number): UnansweredStage['hours'] {
  if (expired < unansweredMin) return null;
  for (let length = 1; length <= hoursMax; length++) {
    const spans = byHour.map((_, from) => {
      const inside = Array.from({ length }, (__, step) => byHour[(from + step) % 24] ?? 0);
      return { from, count: inside.reduce((sum, count) => sum + count, 0) };
    });
    const [best] = spans.toSorted((a, b) => b.count - a.count || a.from - b.from);
    if (best !== undefined && best.count * 5 >= expired * 4) {
      return { from: best.from, to: (best.from + length) % 24, expired: best.count };
    }
  }
  return null;
}

function caughtOf(rules: readonly CountedName[], reasons: readonly TallySum[]): CaughtRule[] {
  const byRule = groupByName(reasons);
  return rules
    .filter(({ rejected }) => rejected > 0)
    .toSorted((a, b) => b.rejected - a.rejected || (a.name < b.name ? -1 : 1))
    .map(({ name, rejected }) => {
      const grounds = sumBy(byRule.get(name) ?? [], ({ measure }) => measure);
      const [most] = [...grounds].toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
      const ground = most === undefined || most[0] === 'other' ? null : most[0];
      return { rule: name, rejected, ground, given: most?.[1] ?? 0 };
    });
}

function groupByName(rows: readonly TallySum[]): Map<string, TallySum[]> {
  const groups = new Map<string, TallySum[]>();
  for (const row of rows) {
    const group = groups.get(row.key);
    if (group === undefined) groups.set(row.key, [row]);
    else group.push(row);
  }
  return groups;
}

function sumBy(rows: readonly TallySum[], keyOf: (row: TallySum) => string): Map<string, number> {
  const sums = new Map<string, number>();
  for (const row of rows) sums.set(keyOf(row), (sums.get(keyOf(row)) ?? 0) + row.count);
  return sums;
}
