// How much CPU time a run used, and how much it may use. CPU time and not wall time, so that other work on the
// machine does not decide whether a run passes.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/**
 * What one whole `npm test` may use on the reference machine, installation apart. The goal is 600. A calm whole run used
 * 882, and the same run measures up to a tenth more on another day. It may only be lowered.
 */
export const budgetSeconds = 1020;

/** What `measureMachine` takes on the machine on which the budget was set. */
const referenceSeconds = 0.27;

/** A machine this much slower than the reference is not waited for any longer: the measurement may be wrong. */
const slowestMachine = 2;

/** Linux counts time in hundredths of a second here, whatever the clock of its kernel. */
const ticksPerSecond = 100;

/**
 * CPU seconds of this process and of all its children that have ended, with their children. Only Linux tells a
 * process about its children; elsewhere `whole` is false and the answer covers this process alone.
 */
export function readCpuTime() {
  const { user, system } = process.cpuUsage();
  const own = (user + system) / 1e6;
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8');
    // The name of the program stands in parentheses and may hold spaces; the numbers follow it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const children = (Number(fields[13]) + Number(fields[14])) / ticksPerSecond;
    return { seconds: own + children, own, whole: true };
  } catch {
    return { seconds: own, own, whole: false };
  }
}

/**
 * CPU seconds for a fixed piece of work that resembles what the tests do: it writes, parses, sorts and hashes JSON.
 * A slower machine takes longer for it, and gets a larger budget.
 */
export function measureMachine() {
  const before = process.cpuUsage();
  let digest = 'countersign';
  for (let round = 0; round < 5000; round++) {
    const rows = Array.from({ length: 40 }, (_, index) => ({
      id: `${digest.slice(0, 8)}-${index}`,
      at: round * index,
      members: [digest, String(index), null, true],
    }));
    const parsed = JSON.parse(JSON.stringify(rows));
    parsed.sort((one, other) => (one.id < other.id ? 1 : -1));
    digest = createHash('sha256').update(JSON.stringify(parsed)).digest('hex');
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

/** How much slower than the reference a machine is that took so long; never less than one. */
export function slownessOf(measuredSeconds) {
  return Math.min(slowestMachine, Math.max(1, measuredSeconds / referenceSeconds));
}

/** What is told about the budget, and whether the run kept to it. */
export function judgeCpuTime({ usedSeconds, slowness }) {
  const allowed = budgetSeconds * slowness;
  const minutes = seconds => (seconds / 60).toFixed(1);
  const machine =
    slowness > 1 ? `; this machine is ${slowness.toFixed(1)} times slower than the reference` : '';
  const told = `${minutes(usedSeconds)} of ${minutes(allowed)} CPU-minutes used${machine}`;
  if (usedSeconds <= allowed) return { within: true, told };
  const over = `npm test used ${minutes(usedSeconds)} CPU-minutes, and its budget is ${minutes(allowed)}${machine}. Make the most expensive files cheaper, or move their counts to npm run prove`;
  return { within: false, told: over };
}
