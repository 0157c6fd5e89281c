// What evidence costs: the full durable cycle on SQLite without any but the signed grant, and then with a signed
// artifact, with keys in files, with a mark outside that each consume waits for, and with a sequencer beside. Each runs
// in a process of its own, in turns, so that what drifts weighs on all of them; the first is read again at the end.

import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Reading } from './measure/closed-loop.ts';
import { countSyncs } from './measure/count-syncs.ts';
import { isUnstable } from './measure/durable-rounds.ts';
import type { Evidence, Soundness } from './measure/evidence-process.ts';
import { MeasuredProcess } from './measure/measured-process.ts';
import { printTable } from './measure/print-table.ts';
import { count, median } from './measure/rounds.ts';
import { scaledSeconds } from './measure/scale.ts';

const rounds = 5;
const seconds = scaledSeconds(1.5);

interface Variant {
  readonly name: string;
  readonly evidence: Evidence;
}

const without = { anchored: false, sequenced: false };
const variants: readonly Variant[] = [
  { name: 'grant signed, nothing else', evidence: { key: 'memory, grant only', ...without } },
  { name: 'artifact and grant, key in memory', evidence: { key: 'memory', ...without } },
  { name: 'artifact and grant, key in a file', evidence: { key: 'file', ...without } },
  {
    name: 'grant, and anchor in a file',
    evidence: { key: 'memory, grant only', anchored: true, sequenced: false },
  },
  {
    name: 'key in a file, anchor',
    evidence: { key: 'file', anchored: true, sequenced: false },
  },
  {
    name: 'key in a file, anchor, sequencer',
    evidence: { key: 'file', anchored: true, sequenced: true },
  },
];

const folder = mkdtempSync(join(tmpdir(), 'countersign-bench-'));
const file = join(import.meta.dirname, 'measure', 'evidence-process.ts');
let started = 0;

try {
  const processes: MeasuredProcess[] = [];
  for (const { evidence } of variants) processes.push(await start(evidence));
  for (const each of processes) await each.cycles({ seconds: scaledSeconds(1), callers: 32 });
  for (const callers of [1, 32]) await compareAt(callers, processes);
  const found: Soundness[] = [];
  for (const each of processes) found.push((await each.ask({ do: 'verify' })) as Soundness);
  for (const each of processes) await each.close();
  console.log('\nWhat was found afterwards');
  for (const [place, { name }] of variants.entries()) tellSoundness(name, found[place]);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function start(evidence: Evidence, wrapper: readonly string[] = []): Promise<MeasuredProcess> {
  const own = join(folder, `${started++}`);
  return MeasuredProcess.start([file, own, JSON.stringify(evidence)], wrapper);
}

async function compareAt(callers: number, processes: readonly MeasuredProcess[]): Promise<void> {
  const order = [...processes, ...processes.slice(0, 1)];
  const readings = order.map((): (Reading & { lag?: number })[] => []);
  for (let round = 0; round < rounds; round++) {
    for (const [place, each] of order.entries()) {
      readings[place]?.push(await each.cycles({ seconds, callers }));
    }
  }
  const [before = [], after = []] = [readings[0], readings.at(-1)].map(each =>
    each?.map(({ perSecond }) => perSecond),
  );
  const base = median([...before, ...after]);
  const unstable = isUnstable(before, after) ? '   UNSTABLE' : '';
  const rows: string[][] = [];
  for (const [place, { name, evidence }] of variants.entries()) {
    const syncs = await countSyncs(join(folder, 'syncs'), { callers }, wrapper =>
      start(evidence, wrapper),
    );
    const own =
      place === 0 ? [...(readings[0] ?? []), ...(readings.at(-1) ?? [])] : readings[place];
    const speeds = (own ?? []).map(({ perSecond }) => perSecond);
    const lags = (own ?? []).flatMap(({ lag }) => (lag === undefined ? [] : [lag]));
    const cpu = median((own ?? []).map(({ cpuMilliseconds }) => cpuMilliseconds));
    rows.push([
      name,
      count(median(speeds)),
      `${((100 * median(speeds)) / base).toFixed(0)} %`,
      `${count(Math.min(...speeds))}..${count(Math.max(...speeds))}`,
      `${cpu.toFixed(2)} ms`,
      syncs === null ? 'n/a' : syncs.toFixed(2),
      lags.length === 0 ? '' : count(Math.max(...lags)),
    ]);
  }
  const title = `Evidence of a cycle on SQLite, ${callers === 1 ? '1 caller' : `${callers} callers`}`;
  console.log(`\n${title}   (load ${loadavg()[0]?.toFixed(1)})${unstable}`);
  printTable(
    ['', 'cycles/s', 'of the first', 'spread', 'CPU', 'syncs a cycle', 'most events behind'],
    rows,
  );
}

function tellSoundness(name: string, found: Soundness | undefined): void {
  const { ran = 0, readBack = 0, consumed = 0, anchored = null, logged = null } = found ?? {};
  const isSound = ran === 1 && readBack > 0 && (anchored === null || anchored === consumed);
  const parts = [
    `4 resumes ran it ${ran}x`,
    `${readBack} streams verified`,
    ...(anchored === null ? [] : [`${anchored} of ${consumed} consumes under the mark`]),
    ...(logged === null ? [] : [`log of ${count(logged)} events verified`]),
  ];
  console.log(`  ${name.padEnd(36)}${parts.join(' · ')}${isSound ? '' : '   BROKEN'}`);
  if (!isSound) process.exitCode = 1;
}
