// Ratios of durable work taken in one run: limit -> ours -> peers -> limit, several rounds, medians and spread.
// Where the limit before and after differs by more than 30 %, or its highest reading is more than twice its lowest,
// the machine was not calm: the row is marked UNSTABLE and not judged. A speed without its guarantees says nothing,
// so each row tells them too.

import { loadavg } from 'node:os';
import { count, median } from './rounds.ts';

/** What a speed was bought with. */
export interface Guarantees {
  /** Whether each step is on stable storage before it is answered. */
  readonly durable: string;
  readonly syncsPerCycle: number | null;
  /** How often the tool ran where four callers resumed one pause; must be 1. */
  readonly ran: number;
  /** How many streams were read back and found sound; null where there is nothing to verify. */
  readonly verified: number | null;
  /** What else it cost. */
  readonly besides?: string;
}

/** A floor or a ceiling, and what would be better still. */
export type Promised = { readonly stretch?: number } & (
  | { readonly atLeast: number }
  | { readonly atMost: number }
);

interface DurableContender {
  readonly name: string;
  /** Cycles per second, measured once. */
  readonly read: () => Promise<number>;
}

export interface DurablePeer extends DurableContender {
  /** How many times its speed ours is promised to be. */
  readonly promised?: Promised;
  readonly guarantees: () => Promise<Guarantees>;
}

interface DurableComparison {
  readonly title: string;
  readonly limit: DurableContender;
  readonly ours: DurableContender & { readonly guarantees: () => Promise<Guarantees> };
  /** Which share of the limit ours is promised to reach. */
  readonly promised?: Promised;
  readonly peers: readonly DurablePeer[];
  /** What explains the other numbers, and is not judged. */
  readonly also?: readonly DurableContender[];
}

const rounds = 3;

export async function compareDurable(comparison: DurableComparison): Promise<void> {
  const { title, limit, ours, peers, also = [], promised } = comparison;
  const order = [limit, ours, ...peers, ...also, limit];
  const readings = order.map(() => [] as number[]);
  for (let round = 0; round < rounds; round++) {
    for (const [place, { read }] of order.entries()) readings[place]?.push(await read());
  }
  const before = readings[0] ?? [];
  const after = readings.at(-1) ?? [];
  const limits = [...before, ...after];
  const base = median(limits);
  const shareOf = (values: readonly number[]) => `${((100 * median(values)) / base).toFixed(0)} %`;
  const unstable = isUnstable(before, after);
  const mine = median(readings[1] ?? []);

  console.log(`\n${title}   (load ${loadavg()[0]?.toFixed(1)})${unstable ? '   UNSTABLE' : ''}`);
  row('limit', limit.name, limits, '100 %');
  row('ours', ours.name, readings[1] ?? [], shareOf(readings[1] ?? []));
  judge(unstable, mine / base, promised, ratio => `${(100 * ratio).toFixed(0)} % of the limit`);
  tell(await ours.guarantees(), true);
  for (const [index, peer] of peers.entries()) {
    const theirs = readings[index + 2] ?? [];
    const times = mine / median(theirs);
    row('peer', peer.name, theirs, shareOf(theirs));
    judge(unstable, times, peer.promised, ratio => `${ratio.toFixed(1)}x of it`);
    tell(await peer.guarantees(), false);
  }
  for (const [index, { name }] of also.entries()) {
    const values = readings[index + 2 + peers.length] ?? [];
    row('also', name, values, shareOf(values));
  }
}

/** Whether readings of the same thing, before and after, differ so much that the machine cannot have been calm. */
export function isUnstable(before: readonly number[], after: readonly number[]): boolean {
  const all = [...before, ...after];
  const drift = Math.abs(median(before) - median(after)) / median(all);
  return drift > 0.3 || Math.max(...all) > 2 * Math.min(...all);
}

function row(role: string, name: string, values: readonly number[], share: string): void {
  const rate = count(median(values)).padStart(8);
  const spread = `${count(Math.min(...values))}..${count(Math.max(...values))}`;
  const columns = [role.padEnd(7), name.padEnd(58), rate, ' /s', share.padStart(8)];
  console.log(`  ${columns.join('')}   ${spread}`);
}

function judge(
  unstable: boolean,
  ratio: number,
  promised: Promised | undefined,
  write: (ratio: number) => string,
): void {
  const judged = promised === undefined ? 'nothing promised' : verdict(ratio, promised, write);
  say(`ours is ${write(ratio)}: ${unstable ? 'not judged' : judged}`);
}

/** Kept or missed; `write` says what a number means. */
export function verdict(
  value: number,
  promised: Promised,
  write: (value: number) => string,
): string {
  const isFloor = 'atLeast' in promised;
  const goal = isFloor ? promised.atLeast : promised.atMost;
  const reaches = (line: number) => (isFloor ? value >= line : value <= line);
  const promise = `${isFloor ? 'at least' : 'at most'} ${write(goal)} promised`;
  if (!reaches(goal)) return `MISSED, ${promise}`;
  if (promised.stretch === undefined) return `kept, ${promise}`;
  const further = reaches(promised.stretch) ? 'reached' : `is ${write(promised.stretch)}`;
  return `kept, ${promise}; stretch ${further}`;
}

/** One line on what a cycle costs; a promise is a ceiling here. */
export function tellResource(
  what: string,
  value: number | null,
  unit: string,
  promised?: Promised,
): void {
  const write = (each: number) => `${each.toFixed(2)}${unit}`;
  const judged =
    value === null || promised === undefined ? '' : `   ${verdict(value, promised, write)}`;
  const shown = value === null ? 'n/a' : write(value);
  console.log(`  ${what.padEnd(28)}${shown.padStart(10)}${judged}`);
}

function tell(guarantees: Guarantees, ours: boolean): void {
  const { durable, syncsPerCycle, ran, verified, besides } = guarantees;
  const parts = [
    `durable ${durable}`,
    `${syncsPerCycle === null ? 'n/a' : syncsPerCycle.toFixed(2)} syncs a cycle`,
    `4 resumes ran it ${ran}x`,
    verified === null ? 'nothing to verify' : `${verified} streams verified`,
    ...(besides === undefined ? [] : [besides]),
  ];
  say(parts.join(' · '));
  if (!ours || (ran === 1 && verified !== 0)) return;
  say('BROKEN: a row that fails this has no speed');
  process.exitCode = 1;
}

function say(text: string): void {
  console.log(`         ${text}`);
}
