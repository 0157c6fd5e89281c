// What is to be said about a test run as a whole, once all of its files have ended.

import {
  type CpuTime,
  judgeCpuTime,
  measureMachine,
  readCpuTime,
  slownessOf,
} from './cpu-time.mjs';
import type { FileNote, RunNotes } from './test-notes.mjs';

/** How many of the most expensive files are named. */
const namedFiles = 20;

interface Verdict {
  readonly told: readonly string[];
  /** Each fails the run. */
  readonly faults: readonly string[];
}

/** `counted` is how many tests of a file were reported, skipped ones among them. */
export function judgeRun(
  { plan, notes }: RunNotes,
  counted: ReadonlyMap<string, number>,
  cpu: CpuTime = readCpuTime(),
): Verdict {
  const told = [...describeCosts(notes.filter(isCounted)), ...describeUncounted(notes)];
  const faults = [...describeHangs({ plan, notes }), ...describeSilence({ plan, notes }, counted)];
  if (plan.budget === null) return { told, faults };
  const { secondsBefore, machineSeconds } = plan.budget;
  const inTests = cpu.whole ? cpu.seconds : cpu.own + sum(notes.filter(isCounted));
  // Measured before and after: a machine that became slower meanwhile, because it is busy, counts as slow.
  const slowness = slownessOf(Math.max(machineSeconds, measureMachine()));
  const judged = judgeCpuTime({ usedSeconds: secondsBefore + inTests, slowness });
  if (judged.within) return { told: [...told, judged.told], faults };
  return { told, faults: [...faults, judged.told] };
}

function describeCosts(notes: readonly FileNote[]): string[] {
  const costly = notes.toSorted((one, other) => other.seconds - one.seconds).slice(0, namedFiles);
  if (costly.length < 2) return [];
  const list = costly.map(({ file, seconds }) => `${file} ${seconds.toFixed(1)} s`);
  return [`most CPU time: ${list.join(', ')}`];
}

function isCounted({ uncounted }: FileNote): boolean {
  return uncounted !== true;
}

/** Told beside the budget, which holds what the system counts for the run. */
function describeUncounted(notes: readonly FileNote[]): string[] {
  const seconds = sum(notes.filter(note => !isCounted(note)));
  if (seconds === 0) return [];
  return [`Chromium used ${seconds.toFixed(1)} CPU-seconds that are not in the budget`];
}

/** The files after it in its lane did not run, and are told as silent. */
function describeHangs({ plan, notes }: RunNotes): string[] {
  return notes
    .filter(({ hangs }) => hangs === true)
    .map(
      ({ file }) => `${file} did not end within ${plan.fileSeconds} s, and its process was ended`,
    );
}

/** A file that ends well without a test in it looks like one that passed. */
function describeSilence(
  { plan, notes }: RunNotes,
  counted: ReadonlyMap<string, number>,
): string[] {
  const noted = new Map(notes.map(({ file, tests }) => [file, tests]));
  const testFiles = plan.files.filter(file => /\.test\.tsx?$/.test(file));
  const ran = (file: string): boolean => (noted.get(file) ?? 0) + (counted.get(file) ?? 0) > 0;
  const silent = testFiles.filter(file => !ran(file));
  if (plan.runsEveryTest) return silent.map(file => `${file} ran no test`);
  const ranNothing = testFiles.length > 0 && silent.length === testFiles.length;
  return ranNothing ? ['no test ran: none has the name that was asked for'] : [];
}

function sum(notes: readonly FileNote[]): number {
  return notes.reduce((total, { seconds }) => total + seconds, 0);
}
