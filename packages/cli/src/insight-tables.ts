import type { InsightsAnswer, InsightsTable } from '@countersign/client/people';
import { rejectionGrounds } from '@countersign/protocol/chain';
import { type Text, text } from './terminal/styled-text.ts';

/** One table of the page, in the words of a terminal. */
interface ShownTable {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly Text[])[];
}

type Names = InsightsAnswer['rules'];
type Measure = InsightsAnswer['series'][number]['measure'];

/** The words above the columns of counts. */
const countHeads = {
  asked: 'asked',
  approved: 'approved',
  rejected: 'rejected',
  expired: 'expired',
  cancelled: 'withdrawn',
  amended: 'changed',
  waiting: 'waiting',
  allowed: 'allowed',
  denied: 'denied',
} as const satisfies Readonly<Record<Measure | 'waiting', string>>;

/** Each table by the name that its CSV has, in the order of the page. */
const tables: Readonly<Record<InsightsTable, (answer: InsightsAnswer) => ShownTable>> = {
  days: ({ days, series }) => ({
    title: 'Each day, in UTC',
    ...countTable(
      'day',
      days.map((day, at) => ({
        name: day,
        ...Object.fromEntries(series.map(({ measure, counts }) => [measure, counts[at] ?? 0])),
      })),
    ),
  }),
  stages: ({ stages, precision }) => ({
    title: `Time to decision; a time can be off by ${percent(precision)}`,
    head: ['stage', 'decided', 'half within', 'nine of ten within', 'deadline'],
    rows: stages.map(row => [
      row.stage,
      number(row.decided),
      duration(row.median_seconds),
      duration(row.p90_seconds),
      row.deadline_seconds === null ? '' : duration(row.deadline_seconds),
    ]),
  }),
  rules: ({ rules }) => named('rule', rules),
  agents: ({ agents }) => named('agent', agents),
  tools: ({ tools }) => named('tool', tools),
  unanswered: ({ unanswered }) => ({
    title: 'No one answered',
    head: ['stage', 'expired', 'asked between, UTC', 'expired then'],
    rows: unanswered.map(({ stage, expired, hours }) => [
      stage,
      number(expired),
      hours === null ? 'any hour' : `${hour(hours.from)} to ${hour(hours.to)}`,
      hours === null ? '' : number(hours.expired),
    ]),
  }),
  never_rejected: ({ never_rejected, never_rejected_asks_min }) => ({
    title: `Never rejected, with at least ${number(never_rejected_asks_min)} asks`,
    ...countTable('rule', never_rejected),
  }),
  caught: ({ caught }) => ({
    title: 'Caught something: a person said no',
    head: ['rule', 'rejected', 'given most', 'reason given most'],
    rows: caught.map(({ rule, rejected, ground, given }) => [
      rule,
      number(rejected),
      ground === null ? '' : number(given),
      groundWords(ground),
    ]),
  }),
};

const measureWords: Readonly<Record<Measure, string>> = {
  ...countHeads,
  allowed: 'allowed by rule',
  denied: 'denied by rule',
};

/** The head of the page: the period, how far it is counted, and the outcome of the actions. */
export function overviewLines(answer: InsightsAnswer): Text[] {
  const { period, counted, actions, series, is_enough, asks_min, own_pace } = answer;
  const totals = series.map(({ measure, total }) => `${measureWords[measure]} ${number(total)}`);
  return [
    `${period.from} to ${period.to} UTC, made from the log. No one is ranked.`,
    ...(counted.is_complete
      ? []
      : [`Counted up to ${counted.up_to ?? 'nothing yet'}. Later events follow.`]),
    text`${actions === 1 ? '1 action' : `${number(actions)} actions`}: ${totals.join(', ')}`,
    ...(is_enough
      ? []
      : [`Fewer than ${number(asks_min)} were asked: counts only, no times and no suggestions.`]),
    ...(own_pace === null ? [] : [ownPaceLine(own_pace)]),
  ];
}

function ownPaceLine({ decided, median_seconds, p90_seconds }: Pace): string {
  if (median_seconds === null || p90_seconds === null) {
    return `Only you see this: you decided ${number(decided)}. That is too few to say how long you take.`;
  }
  return `Only you see this: you decided half of your ${number(decided)} within ${duration(median_seconds)} and nine of ten within ${duration(p90_seconds)}.`;
}

type Pace = NonNullable<InsightsAnswer['own_pace']>;

/** The tables with anything in them. The days are many, and come only when they are asked for. */
export function shownTables(answer: InsightsAnswer, only: InsightsTable | null): ShownTable[] {
  if (only !== null) return [tables[only](answer)];
  const { days: _, ...others } = tables;
  return Object.values(others)
    .map(table => table(answer))
    .filter(({ rows }) => rows.length > 0);
}

function named(name: string, { rows, of }: Names): ShownTable {
  const cut = rows.length < of ? `, the ${rows.length} that asked most of ${number(of)}` : '';
  return { title: `By ${name}${cut}`, ...countTable(name, rows) };
}

type Counted = { readonly name: string } & Readonly<Partial<Record<Measure | 'waiting', number>>>;

/** A column in which every count is zero takes no room. */
function countTable(name: string, rows: readonly Counted[]): Pick<ShownTable, 'head' | 'rows'> {
  const measures = (Object.keys(countHeads) as (Measure | 'waiting')[]).filter(
    measure => measure === 'asked' || rows.some(row => (row[measure] ?? 0) > 0),
  );
  return {
    head: [name, ...measures.map(measure => countHeads[measure])],
    rows: rows.map(row => [row.name, ...measures.map(measure => number(row[measure] ?? 0))]),
  };
}

const grounds: Readonly<Record<string, string>> = {
  ...rejectionGrounds.fix,
  ...rejectionGrounds.never,
};

/** Another client may have given a ground that no screen offers. */
function groundWords(ground: string | null): string {
  return ground === null ? '' : (grounds[ground] ?? ground);
}

function number(count: number): string {
  return count.toLocaleString('en');
}

function percent(share: number): string {
  return share.toLocaleString('en', { style: 'percent' });
}

function hour(of: number): string {
  return `${String(of % 24).padStart(2, '0')}:00`;
}

/** Seconds to two digits, as the page writes them. */
function duration(seconds: number | null): string {
  if (seconds === null) return 'too few';
  if (seconds < 100) return inUnit(seconds, 'second');
  if (seconds < 6000) return inUnit(seconds / 60, 'minute');
  if (seconds < 172_800) return inUnit(seconds / 3600, 'hour');
  return inUnit(seconds / 86_400, 'day');
}

function inUnit(value: number, unit: string): string {
  return value.toLocaleString('en', {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: value < 10 ? 1 : 0,
  });
}
