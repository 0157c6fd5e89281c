import type { InsightsAnswer, InsightsCounts, InsightsTable } from '@countersign/wire/insights';
import { type Cell, csvLine } from './csv-text.ts';

type Table = readonly (readonly Cell[])[];

const names = [
  'name',
  'asked',
  'approved',
  'rejected',
  'expired',
  'cancelled',
  'amended',
  'waiting',
  'allowed',
  'denied',
] as const;

/** The rows of a table, with the names of its columns. */
const tables: Readonly<Record<InsightsTable, (answer: InsightsAnswer) => Table>> = {
  days: ({ days, series }) => [
    ['day_utc', ...series.map(({ measure }) => measure)],
    ...days.map((day, index) => [day, ...series.map(({ counts }) => counts[index] ?? 0)]),
  ],
  stages: ({ stages }) => [
    ['stage', 'decided', 'median_seconds', 'p90_seconds', 'deadline_seconds'],
    ...stages.map(row => [
      row.stage,
      row.decided,
      row.median_seconds,
      row.p90_seconds,
      row.deadline_seconds,
    ]),
  ],
  rules: ({ rules }) => countsOf(rules.rows),
  agents: ({ agents }) => countsOf(agents.rows),
  tools: ({ tools }) => countsOf(tools.rows),
  unanswered: ({ unanswered }) => [
    ['stage', 'expired', 'from_hour_utc', 'to_hour_utc', 'expired_between'],
    ...unanswered.map(({ stage, expired, hours }) => [
      stage,
      expired,
      hours?.from ?? null,
      hours?.to ?? null,
      hours?.expired ?? null,
    ]),
  ],
  never_rejected: ({ never_rejected }) => countsOf(never_rejected),
  caught: ({ caught }) => [
    ['rule', 'rejected', 'most_given_ground', 'given'],
    ...caught.map(({ rule, rejected, ground, given }) => [rule, rejected, ground, given]),
  ],
};

function countsOf(rows: readonly InsightsCounts[]): Table {
  return [names, ...rows.map(row => names.map(name => row[name]))];
}

/** RFC 4180, with a head. */
export function csvOf(answer: InsightsAnswer, table: InsightsTable): string {
  return tables[table](answer).map(csvLine).join('');
}
