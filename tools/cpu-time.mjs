// How much CPU time a run used, and how much it may use. CPU time and not wall time, so that other work on the
// machine does not decide whether a run passes.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

/**
 * What one whole `npm test` may use on the reference machine, installation apart. The goal is 600. Runs used 726 on a fast
 * machine beside much other work, and 1,130 on a machine that was measured 1.4 times slower than the reference. Lower the
 * limit as soon as a calm run on the reference shows what is needed, and raise it for nothing but a new feature.
 */
export const budgetSeconds = 1080;

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
  const stat = readStat('self');
  if (stat === undefined) return { seconds: own, own, whole: false };
  return { seconds: own + stat.ofEnded, own, whole: true };
}

/**
 * CPU seconds of everything that this process has started with a program of this name, with what that started in turn.
 * A program such as Chromium ends without waiting for its children, and then no process is told of their time. Read
 * before the program ends. 0 where the system does not tell.
 */
export function readCpuTimeOf(name) {
  const all = new Map(listProcesses().map(stat => [stat.pid, stat]));
  const isBelow = ({ parent }) =>
    parent === process.pid || (all.has(parent) && isBelow(all.get(parent)));
  return [...all.values()]
    .filter(stat => stat.name === name && isBelow(stat))
    .reduce((total, { own, ofEnded }) => total + own + ofEnded, 0);
}

function listProcesses() {
  try {
    return readdirSync('/proc')
      .filter(entry => /^\d+$/.test(entry))
      .flatMap(entry => readStat(entry) ?? []);
  } catch {
    return [];
  }
}

/** What Linux tells of a process; undefined elsewhere, and for a process that has ended meanwhile. */
function readStat(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program stands in parentheses and may hold spaces; the numbers follow it.
    const end = stat.lastIndexOf(')');
    const fields = stat.slice(end + 2).split(' ');
    const seconds = (one, other) => (Number(fields[one]) + Number(fields[other])) / ticksPerSecond;
    return {
      pid: Number.parseInt(stat, 10),
      name: stat.slice(stat.indexOf('(') + 1, end),
      parent: Number(fields[1]),
      own: seconds(11, 12),
      ofEnded: seconds(13, 14),
    };
  } catch {
    return undefined;
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
