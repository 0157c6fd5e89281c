import { createHash } from 'node:crypto';
import { runHistory } from './history.ts';
import { laterPlots } from './later-plots.ts';
import type { StoreFactory } from './simulated-process.ts';
import { addTally, emptyTally, type Tally } from './tally.ts';

/** The result of a range of histories, in a form that can be sent from one thread to another. */
export interface Stretch {
  readonly tally: Tally;
  /** Of everything that happened in all of them, in order. */
  readonly hash: string;
  /** The first seed whose history broke a rule; the ones after it were not lived through. */
  readonly brokenBy: number | null;
}

/** Lives through the histories of so many seeds, one after the other, until one of them breaks a rule. */
export async function runHistories(
  firstSeed: number,
  histories: number,
  factory: StoreFactory,
): Promise<Stretch> {
  const tally = emptyTally();
  const hash = createHash('sha256');
  for (let seed = firstSeed; seed < firstSeed + histories; seed++) {
    const result = await runHistory(seed, factory);
    addTally(tally, result.tally);
    hash.update(result.hash);
    if (result.violation !== null) return { tally, hash: hash.digest('hex'), brokenBy: seed };
  }
  return { tally, hash: hash.digest('hex'), brokenBy: null };
}

/** So many histories of each story that a short run of seeds seldom reaches. Throws where one breaks a rule. */
export async function runLaterStories(
  firstSeed: number,
  histories: number,
  factory: StoreFactory,
): Promise<{ readonly tally: Tally; readonly hash: string }> {
  const tally = emptyTally();
  const hash = createHash('sha256');
  for (const { name: plot } of laterPlots) {
    for (let seed = firstSeed; seed < firstSeed + histories; seed++) {
      const result = await runHistory(seed, factory, { plot });
      const { violation } = result;
      if (violation !== null) {
        const { lines } = await runHistory(seed, factory, { plot, keepLines: true });
        const where = `seed ${seed} of ${plot} on ${factory.name}`;
        throw new Error(
          [...(lines ?? []), `${where}: ${violation.rule}`, violation.message].join('\n'),
        );
      }
      addTally(tally, result.tally);
      hash.update(result.hash);
    }
  }
  return { tally, hash: hash.digest('hex') };
}

/** The whole history of a seed that broke a rule, for debugging, and how to replay it. */
export async function explain(seed: number, factory: StoreFactory): Promise<string> {
  const { violation, lines, plot } = await runHistory(seed, factory, { keepLines: true });
  return [
    ...(lines ?? []),
    '',
    violation === null
      ? `Seed ${seed} breaks no rule when it is run again: something in it does not come from the seed.`
      : `${violation.rule} is broken: ${violation.message}`,
    `This is seed ${seed} (${plot}) on ${factory.name}. To see it again:`,
    `  COUNTERSIGN_SEED=${seed} npm test -- simulation`,
  ].join('\n');
}

/** One line for each thing that was counted. */
export function describeTally(tally: Tally): string {
  const { histories, commands, commits, crashes, faults, refusals, answers } = tally;
  const list = (counts: Record<string, number>): string =>
    Object.entries(counts)
      .sort(([, a], [, b]) => b - a)
      .map(([name, number]) => `${name} ${number}`)
      .join(', ');
  return [
    `${histories} histories, ${commands} commands, ${commits} commits, ${crashes} crashes`,
    `faults: ${list(faults)}`,
    `done: ${list(answers)}`,
    `refused: ${list(refusals)}`,
  ].join('\n');
}
